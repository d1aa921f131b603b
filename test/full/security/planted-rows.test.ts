/** Databases in which somebody has planted more rows, or longer texts, than the workbench stores: nobody waits for them. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/workbench.ts';
import { foldersForFile } from '../../support/folders.ts';
import { lengthenHistory } from '../../support/long-history.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const { all, next } = foldersForFile('rows');
const sound = join(all, 'sound');
beforeAll(async () => {
  await (await startCore(sound)).stop();
});

/** A data folder in which SQL has been executed. @param sql may use `number (n)`, from 1 to `rows` */
function planted(file: 'workbench.db' | 'history.db', sql: string, rows = 1): string {
  const folder = next();
  cpSync(sound, folder, { recursive: true });
  plant(folder, file, sql, rows);
  return folder;
}

function plant(folder: string, file: string, sql: string, rows: number): void {
  const db = new Database(join(folder, file));
  db.exec(
    `CREATE TEMP TABLE number AS WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${rows}) SELECT n FROM number; ${sql}`,
  );
  db.close();
}

/** A text of so many million characters. */
const megabytes = (count: number) => `printf('%.*c', ${count}000000, 'x')`;

async function inWorkbench<T>(folder: string, work: (workbench: Workbench) => Promise<T>): Promise<T> {
  const workbench = await startCore(folder);
  try {
    return await work(workbench);
  } finally {
    await workbench.stop();
  }
}

const ENVIRONMENTS = `INSERT INTO environment (id, kind, name, certificate_id, psu_ip_address, session_id, base_url, headers)
  SELECT 'e' || n, 'bank', 'Bank ' || n, (SELECT id FROM certificate WHERE kind = 'signing'), '203.0.113.24', 's', 'https://localhost:1', '' FROM number`;
const VARIABLES = `INSERT INTO variable SELECT 'local', 'v' || n, 'value', NULL FROM number`;

it.each([
  ['environment', ENVIRONMENTS, 5000],
  ['variable', VARIABLES, 210_000],
  [
    'sca_session',
    `INSERT INTO sca_session (environment_id, id, began) SELECT 'local', 's' || n, 1 FROM number`,
    210_000,
  ],
  ['meta', `INSERT INTO meta SELECT 'm' || n, '' FROM number`, 1001],
  ['environment', `${ENVIRONMENTS}; UPDATE environment SET roots = ${megabytes(24)}`, 3],
  [
    'certificate',
    `INSERT INTO certificate SELECT 'c' || n, kind, name, pem, sealed_key, created_at, origin, chain FROM certificate, number WHERE kind = 'signing'`,
    3000,
  ],
])('refuses a workbench.db whose table %s has too much, and leaves it as it is', async (table, sql, rows) => {
  const folder = planted('workbench.db', sql, rows);
  await expect(startCore(folder)).rejects.toThrow(
    `workbench.db cannot be used: its table “${table}” has more than this program stores.`,
  );
  const db = new Database(join(folder, 'workbench.db'), { readonly: true });
  expect(Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())).toBeGreaterThanOrEqual(rows);
  db.close();
});

it('puts aside a history with more runs than are kept', async () => {
  const folder = planted(
    'history.db',
    `INSERT INTO run SELECT 'r' || n, 'p', 'n', 'e', 1, 1, 'ended', NULL, 1, NULL FROM number`,
    10_000,
  );
  await inWorkbench(folder, async (workbench) => {
    expect(await callCore(workbench, 'runs.list', {})).toEqual({ runs: [] });
    const { notices } = await callCore(workbench, 'app.status', {});
    expect(notices).toEqual([expect.stringContaining('its table “run” has more than this program stores')]);
  });
  expect(readdirSync(folder).some((file) => file.startsWith('history.db.damaged-'))).toBe(true);
});

it('no text of an exchange is read that is longer than any that is stored', async () => {
  const folder = next();
  cpSync(sound, folder, { recursive: true });
  lengthenHistory(folder, 3);
  plant(
    folder,
    'history.db',
    `UPDATE exchange SET title = ${megabytes(20)} || 'end', words = ${megabytes(20)} || 'end', environment = ${megabytes(20)} WHERE id = 'old 1';
     UPDATE exchange SET path = '/' || printf('%.*c', 90000, 'y') WHERE id = 'old 2';
     UPDATE exchange SET detail = '[' || replace(hex(zeroblob(1000000)), '0', '[],') || '1]' WHERE id = 'old 3'`,
    1,
  );
  await inWorkbench(folder, async (workbench) => {
    const { exchanges } = await callCore(workbench, 'history.list', { search: '' });
    expect(exchanges.map(({ title, environment }) => [title, environment])).toEqual([
      ['Request 3', null],
      ['Request 2', null],
      ['…', '…'],
    ]);
    expect(exchanges[1]?.path).toHaveLength(2001);
    // It is not searched either.
    expect(await callCore(workbench, 'history.list', { search: 'end' })).toMatchObject({ exchanges: [] });
    await expect(callCore(workbench, 'history.read', { id: 'old 3' })).rejects.toThrow(
      'This exchange is damaged',
    );
  });
});

it('no result of a run is read that is longer than any that is stored', async () => {
  const folder = planted(
    'history.db',
    `INSERT INTO run VALUES ('r1', 'p', 'n', 'e', 1, 1, 'ended', NULL, 1, NULL);
     INSERT INTO run_result VALUES ('r1', 1, 'passed', '{"path":"' || ${megabytes(20)} || '"}')`,
  );
  await inWorkbench(folder, async (workbench) => {
    const { runs } = await callCore(workbench, 'runs.list', {});
    expect(runs.map(({ counts }) => counts.passed)).toEqual([1]);
    const page = await callCore(workbench, 'runs.results', { id: 'r1', outcomes: [], from: 0 });
    expect(page.results).toEqual([]);
  });
});

it('refuses what would make a table larger than it is read, and keeps what is there', async () => {
  await inWorkbench(planted('workbench.db', VARIABLES, 100_000), async (workbench) => {
    const variable = { name: 'another', value: 'x', secret: false };
    await expect(callCore(workbench, 'variables.set', { id: 'local', variable })).rejects.toThrow(
      'There is no room for more variables. At most 100,000 are kept, of 64 MB together. Delete some, then try again.',
    );
    await callCore(workbench, 'variables.remove', { id: 'local', name: 'v1' });
    await callCore(workbench, 'variables.set', { id: 'local', variable });
    const { variables } = await callCore(workbench, 'variables.list', { id: 'local' });
    expect([variables.length, variables[0]?.name]).toEqual([100_000, 'another']);
  });
});
