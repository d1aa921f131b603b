/** The OpenAPI document of this bank, imported and run as a whole by the command line. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listed } from '../../../main/core/collections/listing.ts';
import { useRunProgram } from '../../support/run-program.ts';
import { request } from '../../support/run-steps.ts';
import { flowOf } from '../../support/runs.ts';

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
    const own = listed(join(folder, 'document')).entries.flatMap(({ step }) =>
      Object.keys(step.request?.headers ?? {}),
    );
    expect([...new Set(own)].sort()).toEqual(['psu-ip-address', 'tpp-redirect-preferred', 'x-accept-fix']);

    const file = readdirSync(join(folder, 'document')).find((name) =>
      name.endsWith('-account-information.flow.yaml'),
    );
    const path = `document/${file}`;
    const first = flowOf([
      {
        name: 'Ask',
        request: request('listAccounts'),
        expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 401 } }],
      },
      { name: 'Consent', sca: { psu: 'Eirik Solbakken', decision: 'approve', context: 'PRIVATE' } },
    ]);
    writeFileSync(join(folder, path), written(path).replace('steps:\n', first));
    await done(['run', path, '--bank', '--reporter', 'json=read.jsonl']);
    const outcomes = results('read.jsonl').map(({ name, outcome }) => [name, outcome]);
    expect(outcomes.slice(0, 3)).toEqual([
      ['Ask', 'passed'],
      ['Consent', 'passed'],
      ['List accounts', 'passed'],
    ]);
  });
});
