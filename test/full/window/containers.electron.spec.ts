/** Certificates and keys in every container of openssl, under Node and inside Electron's runtime. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importReport } from '../../electron-runtime/import-report.ts';
import { inElectron } from '../../window/in-electron.ts';
import { expect, test } from '../../window/fixtures.ts';
import { importFixtures } from '../../support/openssl-fixtures.ts';

test('both runtimes open every container and cipher of openssl alike', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-report-'));
  try {
    const fixtures = importFixtures();
    const reports = await inElectron(folder, 'import-report-main', fixtures);
    expect(reports).toMatchObject(fixtures.map(({ title, expected }) => ({ title, ...expected })));
    // PKCS#1 v1.5 is deterministic: the same key makes the same signature in both.
    expect(reports).toEqual(importReport(fixtures));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
