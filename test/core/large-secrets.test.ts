/** Secrets of any size: what is kept as one is masked in everything that follows. */
import { describe, expect, it } from 'vitest';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { KnownSecrets, masking } from '../../main/core/redaction/mask.ts';
import { secretTexts } from '../../shared/collections/secret-values.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { useRuns } from '../support/bank-runs.ts';
import { coreForFile } from '../support/file-core.ts';
import { downloaded } from '../support/workbench.ts';
import { CONSENT, CUSTOMERS, APPROVE, request } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';

const secret = (value: unknown) => ({ value, secret: true });

describe('a secret of a run', () => {
  it('is masked in what each step says', () => {
    const secrets = new KnownSecrets();
    const variables = Array.from({ length: 20 }, (_, at) => secret(`${at}`.padEnd(2_000, 'abcdefgh')));
    const mask = () => masking(secrets.with(variables))(`before ${String(variables[7]?.value)} after`);
    expect(mask()).toBe('before ••• after');
    expect(mask()).toBe('before ••• after');
  });
});

describe('a run', () => {
  const { ran } = useRuns();

  it('keeps a response of any size as a secret, and masks it', async () => {
    const run = await ran({
      'collection.yaml': { name: 'Large', secret: ['everything'] },
      ...stepsOf(
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
          keep: [{ as: 'everything', from: { of: 'text' } }],
        },
      ),
    });
    expect(run.results.at(-1)).toMatchObject({
      outcome: 'passed',
      kept: [{ name: 'everything', value: '•••' }],
    });
    expect(run.exchanges.at(-1)?.response?.body).toBe('•••');
  });

  it('masks lists and objects with everything in them, at each level', () => {
    const value = { list: [1795, 'a text', { deep: ['deeper'] }], empty: '', no: null };
    expect([...secretTexts([secret(value), { value: 'open', secret: false }])].sort()).toEqual(
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
  });
});

describe('a workbench', () => {
  const core = coreForFile('large-secrets');
  it('sends a secret of any depth', async () => {
    const value = Array.from({ length: 400 }).reduce<z.core.util.JSONType>(
      (inner) => [inner],
      'one text. '.repeat(500),
    );
    await core.call('variables.keep', { name: 'one', value, secret: true, from: 'GET /v1/accounts' });
    const draft = requestOf({ method: 'POST', path: '/v1/consents', headers: [], body: '{"a":"{{one}}"}' });
    expect(JSON.stringify(await core.call('requests.prepare', draft))).not.toContain('one text. one text.');
  });

  it('exports everything without the secrets of a file', async () => {
    // What another test has kept would be looked for, too.
    await core.call('variables.forget', { name: null });
    const folder = join(core.folder, 'collections/Second');
    mkdirSync(folder, { recursive: true });
    const variables = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`v${at}`, `secret "value" ${at}`.padEnd(100, 'abc')]),
    );
    const file = { name: 'Second', variables, secret: Object.keys(variables) };
    writeFileSync(join(folder, 'collection.yaml'), renderYaml(file));
    await core.call('requests.send', requestOf({ method: 'GET', path: '/v1/user', headers: [], body: '' }));
    const { download } = await core.call('app.export', {});
    const text = downloaded(core.workbench, download).bytes.toString();
    expect([text.includes('Second'), text.includes('secret \\"value\\" 7')]).toEqual([true, false]);
    rmSync(folder, { recursive: true });
  });
});
