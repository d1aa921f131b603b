/** JSONPaths that would take hours, and rows of the history that name another file: a sentence, and everything else goes on. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadOf } from '../../main/transfer-routes.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { type BigBank, startBigBank } from '../support/big-bank.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, chooseBank, startCore } from '../support/workbench.ts';

const folder = folderForFile('hostile-bodies');
let workbench: Workbench;
let bank: BigBank;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const received = async (bytes: number): Promise<string> => {
  const path = `/v1/accounts/${bytes}/transactions`;
  return (await call('requests.send', requestOf({ method: 'GET', path, headers: [], body: '' }))).id;
};

beforeAll(async () => {
  [workbench, bank] = await Promise.all([startCore(folder), startBigBank()]);
  await chooseBank(workbench, bank);
});
afterAll(async () => {
  await Promise.all([workbench.stop(), bank.stop()]);
});

describe('a JSONPath that takes too long is stopped with a sentence', () => {
  /** A tenth of a second for a JSONPath. The others would need more on a busy machine. */
  const restarted = async (options: { longestQuery?: number }) => {
    await workbench.stop();
    workbench = await startCore(folder, options);
  };
  beforeAll(() => restarted({ longestQuery: 100 }));
  afterAll(() => restarted({}));

  it.each([
    ['in memory', 1_700_000],
    ['in a file', 5_000_000],
  ])('over a body %s', async (_, bytes) => {
    const id = await received(bytes);
    expect(await call('body.query', { id, path: "$..[?match(@, '((.+)+)+§')]" })).toEqual({
      matches: [],
      total: 0,
      problem: expect.stringMatching(
        /^This JSONPath (took more than 0\.1 seconds|needs too much memory)/,
      ) as string,
    });
  });
});

describe('a row of the history whose body is', () => {
  const own = (plant: (path: string) => unknown): string => {
    const name = `${randomUUID()}.body`;
    plant(join(folder, 'bodies', name));
    return name;
  };
  const outside = join(folder, 'outside');
  const planted: readonly [what: string, plant: () => string][] = [
    ['the key of the vault', () => '../vault.key'],
    ['an absolute path', () => '/etc/passwd'],
    ['a link out of the folder', () => own((path) => symlinkSync(outside, path))],
    ['a pipe', () => own((path) => execFileSync('mkfifo', [path]))],
  ];
  const ids = new Map<string, string>();

  beforeAll(async () => {
    for (const [what] of planted) ids.set(what, await received(1000));
    await workbench.stop();
    writeFileSync(outside, 'outside');
    const db = new Database(join(folder, 'history.db'));
    for (const [what, plant] of planted)
      db.prepare('UPDATE exchange SET body_file = ? WHERE id = ?').run(plant(), ids.get(what));
    db.close();
    workbench = await startCore(folder);
  });

  it.each(planted)('%s shows nothing of it', async (what) => {
    const id = ids.get(what) ?? '';
    const refused = 'The response body cannot be read';
    await expect(call('body.lines', { id, mode: 'raw', from: 0, count: 3 })).rejects.toThrow(refused);
    await expect(call('body.query', { id, path: '$' })).rejects.toThrow(refused);
    const saved = await call('body.save', { id }).then(
      ({ download }) => downloadOf(workbench, download).status,
      () => 404,
    );
    expect(saved).toBe(404);
  });
});
