/** Snapshots that somebody has changed: one that the bank could not read afterwards is refused, and nothing changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Snapshots } from '../../main/core/bank/snapshots.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreForFile } from '../support/file-core.ts';

interface Snapshot {
  version: number;
  clock: unknown;
  tables: Record<string, Record<string, string | number | null>[]>;
}

const core = coreForFile('hostile-snapshots');
const { call } = core;
let snapshot: Snapshot;
const file = (name: string) => join(core.folder, 'snapshots', `${name}.snapshot.json`);

beforeAll(async () => {
  await call('bank.takeSnapshot', { name: 'mine' });
  snapshot = JSON.parse(readFileSync(file('mine'), 'utf8')) as Snapshot;
});
afterAll(() => call('bank.restoreSnapshot', { name: 'mine' }));

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
  // Before the clock moves: an earlier one is no way back.
  less.renew('fits');
  expect(less.list()).toEqual([]);
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
    expect(await refusalOf(whole(99, { account: many(3) }))).toMatch(
      /^The snapshot has version 99, .{1,150}$/,
    );
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
