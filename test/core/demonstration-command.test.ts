/** `tpp-workbench demonstration check`: the faults of a file as an editor or a pipeline reads them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useRunProgram } from '../support/run-program.ts';

const { done, folder } = useRunProgram();
const SHIPPED = join(import.meta.dirname, '../../shared/demonstrations/shipped');

it('names each fault with file, line and reason; a file without one passes', async () => {
  const sound = join(SHIPPED, 'consent.json');
  const passed = await done(['demonstration', 'check', sound]);
  expect([passed.status, passed.stdout.trim()]).toEqual([0, `${sound}: Consent, 7 steps, no faults.`]);

  const lines = readFileSync(sound, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('"operation": "listAccounts"'));
  const wrong = lines.with(at, (lines[at] ?? '').replace('listAccounts', 'listAccount'));
  writeFileSync(join(folder, 'wrong.json'), wrong.join('\n'));
  writeFileSync(join(folder, 'text.json'), '{\n  "version": 1,\n');
  const failed = await done(['demonstration', 'check', 'wrong.json', sound, 'text.json']);
  expect(failed.status).toBe(1);
  expect(failed.stdout.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringMatching(
      new RegExp(`^wrong\\.json:${at + 1}: .*/operation: The bank has no operation “listAccount”\\.`),
    ),
    `${sound}: Consent, 7 steps, no faults.`,
    expect.stringMatching(/^text\.json:3: The file is not valid JSON/),
  ]);
  const asJson = await done(['demonstration', 'check', 'wrong.json', '--json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject([{ file: 'wrong.json', faults: [{ line: at + 1 }] }]);
});

it('a file that cannot be read is wrong usage', async () => {
  const { status, stderr } = await done(['demonstration', 'check', 'missing.json']);
  expect(status).toBe(2);
  expect(stderr).toContain('missing.json cannot be read');
});
