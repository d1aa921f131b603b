/** The bank as its documents describe it: a client in Python that was written from them alone goes through its own checks. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderForFile } from '../../support/folders.ts';
import { type BankProcess, startProcess } from '../../support/process.ts';
import { PYTHON } from '../../support/python.ts';
import { ended } from '../../support/run-program.ts';

const CLIENT = join(import.meta.dirname, '../support/independent_client.py');
const COMMON = ['--data', ':memory:', '--clock', '2026-11-24T10:00:00+01:00'];
const QUIRKS = ['--quirk', 'sepaReportingFrom100000=true', '--quirk', 'keyIdSpelling=lenient'];

const folder = folderForFile('independent-client');
let banks: readonly BankProcess[] = [];
beforeAll(async () => {
  banks = await Promise.all([startProcess(...COMMON), startProcess(...COMMON, ...QUIRKS)]);
});
afterAll(() => {
  for (const { child } of banks) child.kill();
});

it('a client that knows only the documents gets from signatures to settled payments', async () => {
  const files = banks.map(({ ready }, at) => {
    const file = join(folder, `bank-${at}.json`);
    writeFileSync(file, JSON.stringify(ready));
    return file;
  });
  const { stdout, stderr, status } = await ended(spawn(PYTHON, [CLIENT, ...files]));
  const passed = stdout.split('\n').flatMap((line) => /^ok (\d+) /.exec(line)?.[1] ?? []);
  expect({ status, passed }, `${stdout}${stderr}`).toEqual({
    status: 0,
    passed: ['1', '2', '3', '4', '5', '6'],
  });
});
