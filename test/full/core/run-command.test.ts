/** The OpenAPI document of this bank, imported and run as a whole by the command line. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useRunProgram } from '../../support/run-program.ts';
import { request } from '../../support/run-steps.ts';
import { writeCollection } from '../../support/runs.ts';

const { done, folder, results, written } = useRunProgram();

describe('the OpenAPI document of this bank, imported,', () => {
  it('is sent step by step, and as the PSU who has given consent', async () => {
    const document = join(import.meta.dirname, '../../../docs/openapi.json');
    const imported = await done(['import', document, '--out', 'document']);
    expect(imported).toMatchObject({ stderr: '', status: 0 });
    await done(['run', 'document', '--bank', '--reporter', 'json=document.jsonl']);
    const sent = results('document.jsonl');
    expect(sent.length).toBeGreaterThan(70);
    // Each has an answer: no variable is without a value, and no session or return address is that of the examples.
    expect(sent.filter(({ status }) => status === null).map(({ path, reason }) => [path, reason])).toEqual(
      [],
    );
    const own = readdirSync(join(folder, 'document'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.step.json'))
      .map((name) => JSON.parse(written(join('document', name))) as { request: { headers?: object } })
      .flatMap((step) => Object.keys(step.request.headers ?? {}));
    expect([...new Set(own)].sort()).toEqual(['psu-ip-address', 'tpp-redirect-preferred', 'x-accept-fix']);

    writeCollection(join(folder, 'document/Account information'), {
      'ask.step.json': {
        name: 'Ask',
        order: 0.1,
        request: request('listAccounts'),
        expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 401 } }],
      },
      'consent.step.json': {
        name: 'Consent',
        order: 0.2,
        sca: { psu: 'Eirik Solbakken', decision: 'approve', context: 'PRIVATE' },
      },
    });
    await done(['run', 'document/Account information', '--bank', '--reporter', 'json=read.jsonl']);
    const outcomes = results('read.jsonl').map(({ name, outcome }) => [name, outcome]);
    expect(outcomes.slice(0, 3)).toEqual([
      ['Ask', 'passed'],
      ['Consent', 'passed'],
      ['List accounts', 'passed'],
    ]);
  });
});
