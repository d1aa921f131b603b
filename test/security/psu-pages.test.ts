/** Pages that a run fills in: only the bank's own are opened, and none of them keeps the program busy. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Actor } from '../../main/core/runs/actor.ts';
import { filledForm, formOf, type Persona } from '../../main/core/runs/psu-browser.ts';
import { approveAt } from '../support/psu-browser.ts';
import { Page } from '../../main/core/runs/psu-page.ts';
import { outcomes, useRuns } from '../support/bank-runs.ts';
import { APPROVE, CONSENT, CUSTOMERS, kept, request } from '../support/run-steps.ts';
import { stepsOf, targetOf } from '../support/runs.ts';

const PERSONA: Persona = { psu: '1', decision: 'approve', context: null, agreement: null, accounts: null };

const { own, ran } = useRuns();
const seen: string[] = [];
const bank: Server = createServer((asked, answer) => {
  if (asked.url === '/away') answer.writeHead(302, { Location: `${originOf(other)}/stolen?secret=1` });
  if (asked.url === '/back') answer.writeHead(302, { Location: 'https://tpp.example/return?psu-id=x' });
  answer.end('<p>nothing');
});
const other: Server = createServer((asked, answer) => {
  seen.push(asked.url ?? '');
  answer.end();
});
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  for (const server of [bank, other])
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  bank.close();
  other.close();
});

const visit = (href: string) =>
  approveAt(href, PERSONA, {
    origins: [originOf(bank)],
    redirectUri: 'https://tpp.example/return',
    ca: '',
    signal: new AbortController().signal,
  });

it('only pages of the bank are opened, by a link and by a redirect of the bank', async () => {
  await expect(visit(`${originOf(other)}/leak?secret=1`)).rejects.toThrow(
    "the bank's own pages are elsewhere",
  );
  await expect(visit(`${originOf(bank)}/away`)).rejects.toThrow(`${originOf(other)} is not opened`);
  await expect(visit('file:///etc/passwd')).rejects.toThrow("“file:…” is not the address of a bank's page");
  expect((await visit(`${originOf(bank)}/back`)).redirect.searchParams.get('psu-id')).toBe('x');
  expect(seen).toEqual([]);
});

it.each([
  [
    'the pages of a known bank',
    () => [new URL(own.bank.psuBaseUrl).origin],
    "bank's own pages are elsewhere",
  ],
  ['the pages that a bank sends', () => 'sent' as const, 'the bank has sent no scaRedirect before'],
])('a link of a collection carries no variable to anybody else: %s', async (_, pages, before) => {
  const away = (name: string) => ({
    ...APPROVE,
    name,
    sca: { psu: '1', decision: 'approve' as const, link: `${originOf(other)}/leak?{{secret}}` },
  });
  const run = await ran(stepsOf(away('Before'), CUSTOMERS, CONSENT, away('After'), APPROVE), {
    given: { secret: 'very-secret' },
    target: { pages: pages() },
  });
  expect(outcomes(run)).toEqual(['failed', 'passed', 'passed', 'failed', 'passed']);
  expect(run.results[0]?.reason).toContain(before);
  expect(run.results[3]?.reason).toContain("the bank's own pages are elsewhere (https://");
  expect(seen).toEqual([]);
});

it('where the bank itself has sent an scaRedirect, a link of the collection is opened', async () => {
  const link = { as: 'link', from: { of: 'link', name: 'scaRedirect' } } as const;
  const run = await ran(
    stepsOf(
      CUSTOMERS,
      { ...CONSENT, keep: [link] },
      { name: 'Another', request: request('listCustomers'), keep: [kept('again', '$.customers')] },
      { ...APPROVE, sca: { psu: '{{eirik}}', decision: 'approve', link: '{{link}}' } },
    ),
    { target: { pages: 'sent' } },
  );
  expect(outcomes(run)).toEqual(Array(4).fill('passed'));
});

it.each([
  ['a program on this machine', () => `${originOf(other)}/admin`],
  ['its own pages on this machine', () => `${own.bank.psuBaseUrl}/sca/1`],
  ['pages without TLS', () => 'http://elsewhere.example/sca/1'],
])('a bank elsewhere does not lead a run to %s', async (_, href) => {
  const { destination } = targetOf(own.bank, own.identity);
  const run = await ran(stepsOf(CUSTOMERS, CONSENT, APPROVE), {
    target: { pages: 'sent', destination: { ...destination, baseUrl: 'https://bank.example' } },
    // The answers are those of the bank of this file.
    send: (sender) => async (order) => {
      const sent = await sender.send({ ...order, destination });
      return { ...sent, links: sent.links.map((link) => ({ ...link, href: href() })) };
    },
  });
  expect(outcomes(run)).toEqual(['passed', 'passed', 'failed']);
  expect(run.results[2]?.reason).toContain(`${new URL(href()).origin} is not opened`);
  expect(seen).toEqual([]);
});

it('a simulator on the network may have its pages over plain HTTP beside its API', () => {
  const actor = new Actor('203.0.113.24');
  actor.sent('http://bank.test:20001/sca/1', 'https://bank.test:20000');
  expect(actor.pageOrigins).toEqual(['http://bank.test:20001']);
});

const inForm = (html: string) => `<form method="post">${html}</form>`;

it.each([
  ['labels in labels', inForm('<label>'.repeat(4900) + '<input type=checkbox name=a>'.repeat(4900))],
  ['labels with fields in each other', inForm('<label><input type=checkbox>x'.repeat(4900))],
  ['elements in elements', inForm(`${'<div>'.repeat(9900)}${'x '.repeat(50_000)}`)],
  ['elements beside each other', inForm('<i></i>'.repeat(9900))],
  ['options', inForm(`<select>${'<option>x'.repeat(9900)}`)],
])('a page of 200 KB is read: %s', (_, html) => {
  const page = new Page(html);
  const form = formOf(page, 'approve');
  expect(form && filledForm(page, form, PERSONA)).toBeInstanceOf(URLSearchParams);
  expect(page.text().length).toBeLessThanOrEqual(1000);
});

it('a page of which a parser would make millions of elements is refused', () => {
  const html = inForm(
    `${Array.from({ length: 9000 }, (_, at) => `<b id=${at}>`).join('')}${'<p>x'.repeat(10_000)}`,
  );
  expect(() => new Page(html)).toThrow("The bank's page has more than 10000 elements.");
});

it('a field belongs to the innermost label around it', () => {
  const page = new Page(
    inForm(
      '<label>Outer <b>account 1</b> <label><input type=checkbox name=a value=1> Inner 22</label></label><label>Next <span><input type=checkbox name=a value=2> 33</span></label><input type=checkbox name=a value=3>',
    ),
  );
  const form = formOf(page, 'approve');
  const choose = (accounts: string[]) =>
    form &&
    filledForm(page, form, { ...PERSONA, accounts })
      .getAll('a')
      .join();
  expect(['22', '33', 'account', '4'].map((one) => choose([one]))).toEqual(['1', '2', '', '']);
});
