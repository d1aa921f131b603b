/** What large and many secrets cost: a step, a request and an export mask them in moments, or refuse in moments. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { masking } from '../../../main/core/masking/mask.ts';
import { RunSecrets } from '../../../main/core/running/run-secrets.ts';
import { secretTexts } from '../../../shared/collection/secret-values.ts';
import { requestOf } from '../../../shared/request/http.ts';
import { useRuns } from '../../support/bank-runs.ts';
import { coreForFile } from '../../support/file-core.ts';
import { request } from '../../support/run-steps.ts';
import { downloaded } from '../../support/workbench.ts';
import { measured, measuredUntil } from '../support/cpu-time.ts';

const secret = (value: unknown) => ({ value, secret: true });
const nested = (levels: number, text: string) =>
  Array.from({ length: levels }).reduce<unknown>((inner) => [inner], text);

describe('a secret of a run', () => {
  it.each([
    ['a long text', 'x'.repeat(1_000_000)],
    ['many texts', Array.from({ length: 20_000 }, (_, at) => `text ${at}`)],
    ['texts in lists in lists', Array.from({ length: 200 }).reduce<unknown>((inner) => [inner, 'text'], 'x')],
  ])('is soon refused if it is %s', (_, value) => {
    const { result, seconds } = measured(() => new RunSecrets().holds(value));
    expect(result).toBe(false);
    expect(seconds).toBeLessThan(1);
  });
  it('is prepared once, however many steps have it', () => {
    const secrets = new RunSecrets();
    const variables = Array.from({ length: 20 }, (_, at) => secret(`${at}`.padEnd(2_000, 'abcdefgh')));
    const mask = () => masking(secrets.with(variables))(`before ${String(variables[7]?.value)} after`);
    expect(mask()).toBe('before ••• after');
    const { seconds } = measured(() => {
      for (let step = 0; step < 1_000; step++) mask();
    });
    expect(seconds).toBeLessThan(5);
  });
  it('may be nested deeply', () => {
    const { result, seconds } = measured(() => secretTexts([secret(nested(2_000, 's'.repeat(300_000)))]));
    expect(result.at(-1)).toBe('s'.repeat(300_000));
    expect(seconds).toBeLessThan(2);
  });
});

describe('a run', () => {
  const { ran } = useRuns();
  // As many as a folder can have (5,000), each short.
  const many = Array.from(
    { length: 5000 },
    (_, at) => [`v${at}`, `secret value ${at} ${'s'.repeat(80)}`] as const,
  );
  it.each<[what: string, variables: Record<string, unknown>]>([
    ['a long text', { v0: 's'.repeat(900_000) }],
    ['a text in lists in lists', { v0: nested(150, 's'.repeat(900_000)) }],
    ['many texts', Object.fromEntries(many)],
  ])('refuses in moments secrets that cannot be masked in moments: %s', async (_, variables) => {
    const { result: run, seconds } = await measuredUntil(() =>
      ran({
        'collection.json': { name: 'Tried', secret: Object.keys(variables) },
        'Inner/folder.json': { variables },
        'Inner/1.step.json': { name: 'Accounts', request: request('listAccounts') },
      }),
    );
    expect(run.results.map(({ outcome }) => outcome)).toEqual(['failed']);
    expect(seconds).toBeLessThan(5);
  });
});

describe('a workbench', () => {
  const core = coreForFile('large-secrets');

  it('soon masks a secret of any depth', async () => {
    const value = Array.from({ length: 400 }).reduce<z.core.util.JSONType>(
      (inner) => [inner],
      'one text. '.repeat(5_000),
    );
    await core.call('variables.keep', { name: 'one', value, secret: true, from: 'GET /v1/accounts' });
    const draft = requestOf({ method: 'POST', path: '/v1/consents', headers: [], body: '{"a":"{{one}}"}' });
    const { result, seconds } = await measuredUntil(() => core.call('requests.prepare', draft));
    expect(JSON.stringify(result)).not.toContain('one text. one text.');
    expect(seconds).toBeLessThan(5);
    await core.call('variables.forget', { name: null });
  });
  it('soon refuses an export while files declare more secrets than can be looked for everywhere', async () => {
    // A file has at most 5,000 variables.
    const folders = Array.from({ length: 6 }, (_, at) => join(core.folder, `collections/Foreign ${at}`));
    for (const folder of folders) {
      const variables = Object.fromEntries(
        Array.from({ length: 5_000 }, (_, at) => [`v${at}`, `secret value ${at} of ${folder}`]),
      );
      const file = { version: 1, name: 'Foreign', variables, secret: Object.keys(variables) };
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'collection.json'), JSON.stringify(file));
    }
    const { seconds } = await measuredUntil(() =>
      expect(core.call('app.export', {})).rejects.toThrow('too many to mask them everywhere'),
    );
    expect(seconds).toBeLessThan(10);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  it('prepares what it looks for once for the whole history', async () => {
    const folder = join(core.folder, 'collections/Second');
    mkdirSync(folder, { recursive: true });
    const variables = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, at) => [`v${at}`, `secret "value" ${at}`.padEnd(100, 'abc')]),
    );
    const file = { version: 1, name: 'Second', variables, secret: Object.keys(variables) };
    writeFileSync(join(folder, 'collection.json'), JSON.stringify(file));
    const read = requestOf({ method: 'GET', path: '/v1/user', headers: [], body: '' });
    for (let at = 0; at < 100; at++) await core.call('requests.send', read);
    const { seconds } = await measuredUntil(async () => {
      const { download } = await core.call('app.export', {});
      const text = downloaded(core.workbench, download).bytes.toString();
      expect([text.includes('"Second"'), text.includes('secret \\"value\\" 7')]).toEqual([true, false]);
    });
    // For each exchange again, ten times as long.
    expect(seconds).toBeLessThan(4);
    rmSync(folder, { recursive: true });
  });
});
