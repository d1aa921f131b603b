import { beforeAll, expect, test } from 'vitest';
import { type ImportReport, importReport } from '../../electron-runtime/import-report.ts';
import { type ImportFixture, importFixtures } from '../../support/openssl-fixtures.ts';

let fixtures: ImportFixture[];
let reports: ImportReport[];

beforeAll(() => {
  fixtures = importFixtures();
  reports = importReport(fixtures);
});

test('every container and cipher of openssl is opened or fails for the right reason (SIG-2)', () => {
  expect(reports).toMatchObject(fixtures.map(({ title, expected }) => ({ title, ...expected })));
});
