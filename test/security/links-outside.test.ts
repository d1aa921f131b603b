/** Which links of a bank open in the system's browser: what a bank sends could start any program. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { texts } from '../../shared/texts/texts.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { folderForFile } from '../support/folders.ts';
import { writeCollection } from '../support/runs.ts';
import { startTlsServer, type TlsServer } from '../support/tls-server.ts';
import { callCore, chooseBank, moveToBank, startCore } from '../support/workbench.ts';

const folder = folderForFile('links');
const opened: string[] = [];
let workbench: Workbench;
let bank: TlsServer;
/** Id of its environment. */
let chosen = '';
/** What the bank sends as `scaRedirect`. */
let href = '';

beforeAll(async () => {
  bank = await startTlsServer('Bank of links', (_request, response) =>
    response
      .writeHead(201, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ _links: { scaRedirect: { href, verbs: ['GET'] } } })),
  );
  workbench = await startCore(folder, {
    openExternal: async (url) => {
      opened.push(url);
    },
  });
  chosen = await chooseBank(workbench, bank);
});
afterAll(async () => {
  await Promise.all([workbench.stop(), bank.stop()]);
});

beforeEach(() => void opened.splice(0));

async function receive(link: string): Promise<void> {
  href = link;
  await callCore(
    workbench,
    'requests.send',
    requestOf({ method: 'GET', path: '/v1/x', headers: [], body: '' }),
  );
}

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'smb://bank.example/share',
  'ms-msdt:/id%20PCWDiagnostic',
  'vbscript:x',
  'vscode://file/etc/passwd',
  'mailto:someone@example.com',
  'ftp://bank.example/',
  'app://workbench/',
  'http://bank.example/sca',
  'http://127.0.0.1.bank.example/',
  'HTTPS\\bank.example',
  '//bank.example/sca',
  '/sca',
  '--help',
  '',
])('the link %s of a response opens nothing', async (link) => {
  await receive(link);
  await expect(callCore(workbench, 'sca.open', { href: link, show: 'browser' })).rejects.toThrow(
    texts.core.sca.notTheBanks(link),
  );
  expect(opened).toEqual([]);
});

it.each([
  ['a collection', (about: string) => ({ 'collection.yaml': { about } })],
  ['a flow', (about: string) => ({ '1.flow.yaml': renderYaml({ about, steps: [] }) })],
  [
    'a group',
    (about: string) => ({ '1.flow.yaml': renderYaml({ steps: [{ group: 'G', about, steps: [] }] }) }),
  ],
  ['a step', (about: string) => ({ '1.flow.yaml': renderYaml({ steps: [{ pause: 1, about }] }) })],
])('a link opens from what %s says about itself if it is there and over HTTPS', async (_, filesOf) => {
  const path = join(folder, 'collections/Suite');
  rmSync(path, { recursive: true, force: true });
  const written = 'https://docs.example/psd2?a=1#b';
  const hostile = ['http://docs.example/', 'javascript:alert(1)', 'file:///etc/passwd'];
  writeCollection(path, filesOf([written, ...hostile].map((link) => `[x](${link})`).join('\n')));
  for (const link of [...hostile, 'https://elsewhere.example/'])
    await expect(callCore(workbench, 'saved.openLink', { href: link })).rejects.toThrow(
      texts.core.collections.noLink(link),
    );
  expect(opened).toEqual([]);
  expect(await callCore(workbench, 'saved.openLink', { href: written })).toEqual({ tab: null });
  expect(opened.splice(0)).toEqual([written]);
});

it('a link over HTTPS opens in the system browser once the bank has sent it', async () => {
  const link = 'https://bank.example/sca?id=1';
  await expect(callCore(workbench, 'sca.open', { href: link, show: 'browser' })).rejects.toThrow(
    texts.core.sca.notTheBanks(link),
  );
  await receive(link);
  await callCore(workbench, 'sca.open', { href: link, show: 'browser' });
  expect(opened).toEqual([link]);
});

/** Moves the environment to another address, without another response. */
const bankAt = (baseUrl: string) => moveToBank(workbench, chosen, { baseUrl, ca: bank.ca });

it.each([
  'http://127.0.0.1:9229/json',
  'http://localhost:8384/',
  'https://localhost:8443/sca',
  'http://2130706433/',
  'http://[::1]:631/',
  'http://[::ffff:127.0.0.1]/',
  'http://0.0.0.0:80/',
  'https://any.localhost/',
])('%s opens for a bank on this machine only', async (link) => {
  opened.length = 0;
  await receive(link);
  await bankAt('https://bank.example');
  await expect(callCore(workbench, 'sca.open', { href: link, show: 'browser' })).rejects.toThrow(
    texts.core.sca.notTheBanks(link),
  );
  expect(opened).toEqual([]);
  await bankAt(bank.baseUrl);
  await callCore(workbench, 'sca.open', { href: link, show: 'browser' });
  expect(opened).toEqual([link]);
});
