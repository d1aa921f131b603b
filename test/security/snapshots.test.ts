/** Snapshots that somebody has changed: one that the bank could not read afterwards is refused, and nothing changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Snapshots } from '../../main/core/bank/snapshots.ts';
import { requestOf } from '../../shared/request/http.ts';
import { fresh } from '../../shared/request/compose.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreForFile } from '../support/file-core.ts';
import { approveSession } from '../support/workbench.ts';

interface Snapshot {
  version: number;
  clock: unknown;
  tables: Record<string, Record<string, string | number | null>[]>;
}

const core = coreForFile('hostile-snapshots');
const { call } = core;
let snapshot: Snapshot;
let payment = '';
const file = (name: string) => join(core.folder, 'snapshots', `${name}.snapshot.json`);

beforeAll(async () => {
  await approveSession(core.workbench);
  const { response } = await call('requests.send', fresh('createPayment'));
  payment = /\/v1\/payments\/[^/"]+\/[^/"]+/.exec(response?.body ?? '')?.[0] ?? '';
  await call('bank.takeSnapshot', { name: 'mine' });
  snapshot = JSON.parse(readFileSync(file('mine'), 'utf8')) as Snapshot;
});
afterAll(() => call('bank.restoreSnapshot', { name: 'mine' }));

/** Restores a changed snapshot, and uses the bank. @returns what fails in a way that nobody has thought of */
async function failuresOf(changed: Snapshot): Promise<string[]> {
  writeFileSync(file('changed'), JSON.stringify(changed));
  const restored = await core.workbench.dispatch('bank.restoreSnapshot', { name: 'changed' });
  if (!restored.ok) return restored.error.kind === 'refused' ? [] : [restored.error.message];
  const failures: string[] = [];
  for (const [method, input] of [
    ['bank.overview', { search: '' }],
    ['bank.counts', {}],
    ['bank.batch', {}],
    ['app.status', {}],
  ] as const) {
    const answer = await core.workbench.dispatch(method, input);
    if (!answer.ok && answer.error.kind === 'internal') failures.push(`${method}: ${answer.error.message}`);
  }
  const read = requestOf({ method: 'GET', path: payment, headers: [], body: '' });
  for (const request of [fresh('createConsent'), fresh('listAccounts'), read]) {
    const { status } = await call('requests.send', request);
    if (status === null || status >= 500) failures.push(`${status}`);
  }
  return failures;
}

it.each(['session'])('whatever is changed in the table %s, no part of the bank fails', async (table) => {
  const [row = {}] = snapshot.tables[table] ?? [];
  expect(Object.keys(row)).not.toEqual([]);
  for (const column of Object.keys(row)) {
    const before = row[column] ?? null;
    for (const value of ['garbage{', null]) {
      row[column] = value;
      expect(await failuresOf(snapshot), `${table}.${column} = ${String(value)}`).toEqual([]);
    }
    row[column] = before;
  }
});

it('what could not be restored is not taken; what can be taken can be restored', () => {
  const folder = join(core.folder, 'others');
  const restored: unknown[] = [];
  const operator = {
    takeSnapshot: () => ({ version: 1, clock: { mode: 'frozen' as const, now: 0 }, tables: { ø: [] } }),
    restoreSnapshot: (content: unknown) => {
      restored.push(content);
      return { done: true, value: undefined } as const;
    },
  };
  const size = Buffer.byteLength(JSON.stringify(operator.takeSnapshot()));
  const enough = new Snapshots(folder, operator, size);
  enough.take('fits');
  enough.restore('fits');
  expect(restored).toEqual([operator.takeSnapshot()]);
  const less = new Snapshots(folder, operator, size - 1);
  expect(() => less.take('too large')).toThrow('too much data for a snapshot');
  expect(() => less.restore('fits')).toThrow('was not restored');
  expect(less.list().map(({ name }) => name)).toEqual(['fits']);
});

describe('a snapshot file with wrong rows', () => {
  const many = (rows: number) => `[${'{},'.repeat(rows)}{}]`;
  const refusalOf = async (content: string): Promise<string> => {
    writeFileSync(file('changed'), content);
    const answer = await core.workbench.dispatch('bank.restoreSnapshot', { name: 'changed' });
    return answer.ok ? '' : answer.error.message;
  };
  const whole = (version: number, tables: Record<string, string>) => {
    const members = Object.entries(tables).map(([table, rows]) => `${JSON.stringify(table)}:${rows}`);
    return `{"version":${version},"clock":${JSON.stringify(snapshot.clock)},"tables":{${members.join()}}}`;
  };
  const tables = () => Object.fromEntries(Object.keys(snapshot.tables).map((table) => [table, '[]']));

  it('is refused for its version first', async () => {
    expect(await refusalOf(whole(1, { account: many(3) }))).toMatch(/^The snapshot has version 1, .{1,150}$/);
  });
  it('is refused for its tables next', async () => {
    expect(await refusalOf(whole(snapshot.version, { account: many(3) }))).toMatch(
      /^The snapshot must contain exactly the tables /,
    );
  });
  it('is refused for the first wrong row, with one sentence', async () => {
    expect(await refusalOf(whole(snapshot.version, { ...tables(), account: many(3) }))).toMatch(
      /^The snapshot is inconsistent: a row of account has columns other than .{1,500}$/,
    );
  });
});
