/** Secrets that a bank makes: what is kept as one is masked in everything that follows, so it has a size. */
import { describe, expect, it } from 'vitest';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { masking } from '../../main/core/masking/mask.ts';
import { RunSecrets } from '../../main/core/running/run-secrets.ts';
import { secretTexts } from '../../shared/collection/secret-values.ts';
import { requestOf } from '../../shared/request/http.ts';
import { useRuns } from '../support/bank-runs.ts';
import { coreForFile } from '../support/file-core.ts';
import { downloaded } from '../support/workbench.ts';
import { CONSENT, CUSTOMERS, APPROVE, request } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';

const secret = (value: unknown) => ({ value, secret: true });

describe('a secret of a run', () => {
  it.each([
    ['a long text', 'x'.repeat(1_000_000)],
    ['many texts', Array.from({ length: 20_000 }, (_, at) => `text ${at}`)],
    ['texts in lists in lists', Array.from({ length: 200 }).reduce<unknown>((inner) => [inner, 'text'], 'x')],
  ])('is not %s', (_, value) => {
    expect(new RunSecrets().holds(value)).toBe(false);
  });

  it('is a token of eight thousand characters, but not thirty of them', () => {
    const secrets = new RunSecrets();
    const token = (at: number) => `${at}`.padEnd(8_000, 'abcdefgh');
    for (let at = 0; at < 20; at++) {
      expect(secrets.holds(token(at))).toBe(true);
      secrets.with([secret(token(at))]);
    }
    for (let at = 20; at < 30; at++) if (secrets.holds(token(at))) secrets.with([secret(token(at))]);
    expect(secrets.holds(token(31))).toBe(false);
  });

  it('is masked in what each step says', () => {
    const secrets = new RunSecrets();
    const variables = Array.from({ length: 20 }, (_, at) => secret(`${at}`.padEnd(2_000, 'abcdefgh')));
    const mask = () => masking(secrets.with(variables))(`before ${String(variables[7]?.value)} after`);
    expect(mask()).toBe('before ••• after');
    expect(mask()).toBe('before ••• after');
  });
});

describe('a run', () => {
  const { ran } = useRuns();

  it('does not keep a response of any size as a secret: the step says so and fails', async () => {
    const run = await ran(
      stepsOf(
        CUSTOMERS,
        CONSENT,
        APPROVE,
        {
          name: 'Accounts',
          request: request('listAccounts'),
          keep: [{ as: 'first', from: { of: 'body', path: '$.accounts[0].resourceId' } }],
        },
        {
          name: 'All of it',
          request: request('listTransactions', {
            params: { 'account-id': '{{first}}' },
            query: { bookingStatus: 'both' },
          }),
          keep: [
            { as: 'one', from: { of: 'body', path: '$.account.bban' }, secret: true },
            { as: 'everything', from: { of: 'text' }, secret: true },
          ],
        },
      ),
    );
    const last = run.results.at(-1);
    expect(last?.outcome).toBe('failed');
    expect(last?.reason).toContain('too large for a secret');
    expect(last?.kept).toEqual([{ name: 'one', value: '•••' }]);
  });

  const nested = (levels: number, text: string) =>
    Array.from({ length: levels }).reduce<unknown>((inner) => [inner], text);
  // As many as a folder can have (5,000), each short.
  const many = Array.from(
    { length: 5000 },
    (_, at) => [`v${at}`, `secret value ${at} ${'s'.repeat(80)}`] as const,
  );
  it.each<[what: string, variables: Record<string, unknown>]>([
    ['a long text', { v0: 's'.repeat(900_000) }],
    ['a text in lists in lists', { v0: nested(150, 's'.repeat(900_000)) }],
    ['many texts', Object.fromEntries(many)],
  ])('has no step whose secrets cannot be masked: %s, of a file of somebody else', async (_, variables) => {
    const secrets = Object.keys(variables);
    const run = await ran({
      'collection.json': { name: 'Tried', secret: secrets },
      'Inner/folder.json': { variables },
      'Inner/1.step.json': { name: 'Accounts', request: request('listAccounts') },
    });
    expect(run.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      [
        'failed',
        'The secret values have more than 300,000 characters in total, too many to mask them everywhere. Use shorter values, or declare fewer variables as secret.',
      ],
    ]);
  });

  it('masks lists and objects with everything in them, at each level as far as they are small', () => {
    const value = { list: [1795, 'a text', { deep: ['deeper'] }], empty: '', no: null };
    expect(secretTexts([secret(value), { value: 'open', secret: false }]).toSorted()).toEqual(
      [
        JSON.stringify(value),
        '[1795,"a text",{"deep":["deeper"]}]',
        '{"deep":["deeper"]}',
        '["deeper"]',
        'deeper',
        'a text',
        '1795',
        'null',
      ].toSorted(),
    );
    expect(secretTexts([secret(nested(2_000, 's'.repeat(300_000)))]).at(-1)).toBe('s'.repeat(300_000));
  });
});

describe('a workbench', () => {
  const core = coreForFile('large-secrets');
  const deep = (text: string) =>
    Array.from({ length: 400 }).reduce<z.core.util.JSONType>((inner) => [inner], text.repeat(5_000));

  it('sends a secret of any depth, but not more secrets than can be masked', async () => {
    const keep = (name: string, text: string) =>
      core.call('variables.keep', { name, value: deep(text), secret: true, from: 'GET /v1/accounts' });
    const body = '{"a":"{{one}}"}';
    const draft = (text: string) =>
      requestOf({ method: 'POST', path: '/v1/consents', headers: [], body: text });
    await keep('one', 'one text. ');
    const result = await core.call('requests.prepare', draft(body));
    expect(JSON.stringify(result)).not.toContain('one text. one text.');
    await keep('two', 'two text. ');
    await expect(core.call('requests.prepare', draft('["{{one}}","{{two}}"]'))).rejects.toThrow(
      'too many to mask them everywhere',
    );
  });

  it('exports nothing while files declare more secrets than can be looked for everywhere, and says so', async () => {
    const folder = join(core.folder, 'collections/Foreign');
    mkdirSync(folder, { recursive: true });
    const variables = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, at) => [`v${at}`, `secret value ${at}`]),
    );
    const file = { version: 1, name: 'Foreign', variables, secret: Object.keys(variables) };
    writeFileSync(join(folder, 'collection.json'), JSON.stringify(file));
    await expect(core.call('app.export', {})).rejects.toThrow('too many to mask them everywhere');
    rmSync(folder, { recursive: true });
  });

  it('exports everything without the secrets of a file', async () => {
    // What another test has kept would be looked for, too.
    await core.call('variables.forget', { name: null });
    const folder = join(core.folder, 'collections/Second');
    mkdirSync(folder, { recursive: true });
    const variables = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`v${at}`, `secret "value" ${at}`.padEnd(100, 'abc')]),
    );
    const file = { version: 1, name: 'Second', variables, secret: Object.keys(variables) };
    writeFileSync(join(folder, 'collection.json'), JSON.stringify(file));
    await core.call('requests.send', requestOf({ method: 'GET', path: '/v1/user', headers: [], body: '' }));
    const { download } = await core.call('app.export', {});
    const text = downloaded(core.workbench, download).bytes.toString();
    expect([text.includes('"Second"'), text.includes('secret \\"value\\" 7')]).toEqual([true, false]);
    rmSync(folder, { recursive: true });
  });
});
