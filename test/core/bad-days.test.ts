/** Days on which nothing works as it should: each program refuses with one sentence and status 2, or goes on. Real processes. */
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startBank } from '../../bank-sim/index.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { badDays, isRoot, programs, sentence } from '../support/bad-days.ts';
import { callCore, startCore } from '../support/workbench.ts';

const { all, endOf, mounted, expectFullDisk, expectUnreadable, expectFarClock } = badDays();

describe.each(programs)('%s', (program) => {
  it('says that the data folder is a file', async () => {
    const file = join(all, `file of ${program}`);
    writeFileSync(file, 'mine');
    const at = /file of the .* cannot be used: a file is where a folder must be\..*--data/;
    expect(await endOf(program, file)).toEqual({ status: 2, said: sentence(at) });
    expect(await endOf(program, join(file, 'below'))).toEqual({ status: 2, said: sentence(at) });
    expect(statSync(file).size).toBe(4);
  });
  it('says that the file system is read-only', async (context) => {
    const folder = mounted(`read-only ${program}`, 'ro,size=1m');
    if (folder === null) return context.skip();
    const at = /cannot be used: it cannot be written to: the file system is read-only\..*--data/;
    expect(await endOf(program, folder)).toEqual({ status: 2, said: sentence(at) });
    expect(await endOf(program, join(folder, 'new'))).toEqual({ status: 2, said: sentence(at) });
    return undefined;
  });
  it('says that the disk is full', () => expectFullDisk(program, '120k'));
  it('says that it has no right to the folder, or to one file in it', async (context) => {
    if (!isRoot) return context.skip();
    const folder = join(all, `own ${program}`);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    chownSync(folder, 65_534, 65_534);
    const no = /cannot be used: this user may not read and write it\./;
    expect(await endOf(program, folder, 'own')).toEqual({ status: 2, said: sentence(no) });
    expect(await endOf(program, join(folder, 'below'), 'own')).toEqual({ status: 2, said: sentence(no) });
    expect(await endOf(program, '/proc/1/nothing', 'own')).toMatchObject({ status: 2 });
    return undefined;
  });
});

it('files that this user may not read are named', async (context) => {
  if (!isRoot) return context.skip();
  const sound = join(all, 'sound');
  await (await startCore(sound)).stop();
  await expectUnreadable(sound, 'the browser host', 'workbench.db');
  await expectUnreadable(sound, 'the bank', 'pki/tls-key.pem');
  return undefined;
});

it('a port that is taken is named by the bank, and the workbench takes another', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const folder = join(all, 'port');
  const workbench = await startCore(folder);
  try {
    await callCore(workbench, 'app.status', {});
    await expect(startBank({ data: null, port, psuPort: 0, controlPort: 0 })).rejects.toThrow(
      `Port ${port} is in use. Choose another with --port`,
    );
  } finally {
    await workbench.stop();
    server.close();
  }
});

describe('a clock that is far off', () => {
  it.each(['1970-01-02', '2099-12-31'])('%s', (day) => expectFarClock(day));
});

it('two starts at once: one works, the other says that the folder is in use', async () => {
  const folder = join(all, 'twice');
  const both = await Promise.allSettled([startCore(folder), startCore(folder)]);
  const started = both.filter((one) => one.status === 'fulfilled');
  const refused = both.filter((one) => one.status === 'rejected');
  expect([started.length, refused.length]).toEqual([1, 1]);
  expect(refused[0]?.reason).toBeInstanceOf(StartError);
  expect(String(refused[0]?.reason)).toContain('is in use by another process');
  await started[0]?.value.stop();
});
