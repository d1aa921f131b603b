/** Snapshots that somebody has filled with millions of rows: each is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreForFile } from '../../support/file-core.ts';
import { measuredUntil } from '../support/cpu-time.ts';

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

describe('a snapshot file with millions of wrong rows', () => {
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
    expect(await refusalOf(whole(99, { account: many(1_000_000) }))).toMatch(
      /^The snapshot has version 99, .{1,150}$/,
    );
  });
  it('is refused for its tables next', async () => {
    expect(await refusalOf(whole(snapshot.version, { account: many(1_000_000) }))).toMatch(
      /^The snapshot must contain exactly the tables /,
    );
  });
  it('is refused for the first wrong row, with one sentence', async () => {
    expect(await refusalOf(whole(snapshot.version, { ...tables(), account: many(1_000_000) }))).toMatch(
      /^The snapshot is inconsistent: a row of account has columns other than .{1,500}$/,
    );
  });
});

it('a file of a snapshot with a million sessions and ids that are none is read at once, without them', async () => {
  const psu = { psuId: null, corporateId: null, context: null, sessionId: 's' };
  const [sessions, recentIds] = [Array(500_000).fill(0), Array(500_000).fill('')];
  const workbench = {
    version: 1,
    environment: 'local',
    certificateId: 'c',
    psu: { ...psu, sessions, recentIds },
  };
  const text = JSON.stringify({ form: 1, name: 'full', bank: snapshot, workbench });
  const upload = core.workbench.upload({ name: 'full.snapshot.json', bytes: Buffer.from(text) }, 'work');
  const { result, seconds } = await measuredUntil(() => call('bank.addSnapshot', { file: upload }));
  expect(result.name).toBe('full');
  // About twelve, if something is made of each of them.
  expect(seconds).toBeLessThan(3);
  await call('bank.removeSnapshot', { name: 'full' });
});
