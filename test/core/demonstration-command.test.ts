/** `tpp-workbench demonstration check`, and `check`: the faults of a file as an editor or a pipeline reads them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SHIPPED_FOLDER } from '../support/demonstrations.ts';
import { useRunProgram } from '../support/run-program.ts';

const { done, folder } = useRunProgram();

it('names each fault with file, line, column and reason; a file without one passes', async () => {
  const sound = join(SHIPPED_FOLDER, 'consent.demonstration.yaml');
  const passed = await done(['demonstration', 'check', sound]);
  expect([passed.status, passed.stdout.trim()]).toEqual([0, `${sound}: Consent, 7 steps, no faults.`]);

  const lines = readFileSync(sound, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('request: GET /v1/accounts'));
  const wrong = lines.with(at, (lines[at] ?? '').replace('accounts', 'account'));
  writeFileSync(join(folder, 'wrong.demonstration.yaml'), wrong.join('\n'));
  writeFileSync(join(folder, 'text.yaml'), 'name: "A refusal\n');
  const failed = await done(['demonstration', 'check', 'wrong.demonstration.yaml', sound, 'text.yaml']);
  expect(failed.status).toBe(1);
  expect(failed.stdout.split('\n').filter((line) => line !== '')).toEqual([
    NO_OPERATION(at + 1),
    `${sound}: Consent, 7 steps, no faults.`,
    expect.stringMatching(/^text\.yaml:2:1: /),
  ]);
  const asJson = await done(['demonstration', 'check', 'wrong.demonstration.yaml', '--json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject([
    { file: 'wrong.demonstration.yaml', faults: [{ line: at + 1, column: 18 }] },
  ]);
  // With the flows of a folder, too.
  const checked = await done(['check', '.']);
  expect([checked.status, checked.stdout.trim()]).toEqual([1, NO_OPERATION(at + 1)]);
});

it('a file that cannot be read is wrong usage', async () => {
  const { status, stderr } = await done(['demonstration', 'check', 'missing.json']);
  expect(status).toBe(2);
  expect(stderr).toContain('missing.json cannot be read');
});

const NO_OPERATION = (line: number) =>
  `wrong.demonstration.yaml:${line}:18: The bank has no operation “GET /v1/account”. A demonstration can only call the bank’s own operations.`;
