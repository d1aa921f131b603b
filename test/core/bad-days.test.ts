/** Days on which nothing works as it should: each program refuses with one sentence and status 2, or goes on. Real processes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startBank } from '../../bank-sim/index.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { fresh } from '../../shared/request/compose.ts';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';
import { callCore, startCore } from '../support/workbench.ts';

const all = folderForFile('bad-days');
// Other users start programs in it.
chmodSync(all, 0o755);
const mounts: string[] = [];
afterAll(() => {
  for (const mount of mounts) execFileSync('umount', [mount]);
});
const isRoot = process.getuid?.() === 0;

const PROGRAMS = {
  'the browser host': ['browserHost', '--no-open', '--data'],
  'the bank': ['bank', '--port', '0', '--psu-port', '0', '--control-port', '0', '--data'],
} as const;
type Program = keyof typeof PROGRAMS;
const programs = Object.keys(PROGRAMS) as Program[];

interface End {
  status: number | string | null;
  /** Lines of stderr. */
  said: string[];
}

/** Starts a program that must refuse. @param user another user's id, or null for this one */
async function endOf(program: Program, folder: string, user: string | null = null): Promise<End> {
  const [file, ...options] = PROGRAMS[program];
  const command = [process.execPath, programFile(file), ...options, folder];
  const whole =
    user === null ? command : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...command];
  const [name = '', ...args] = whole;
  const child = spawn(name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: all },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  // One that starts all the same would run for ever.
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  return { status: code ?? signal, said: said.trim().split('\n') };
}

/** A small file system of its own; null without the right to mount one. */
function mounted(name: string, options: string): string | null {
  const folder = join(all, name);
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  mounts.push(folder);
  return folder;
}

const sentence = (pattern: RegExp): unknown => [expect.stringMatching(pattern)];

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
  it.each(['16k', '120k', '400k'])('says that the disk is full, with room for %s', async (size) => {
    const folder = mounted(`full ${size} ${program}`, `size=${size}`);
    if (folder === null) return;
    const end = await endOf(program, join(folder, 'data'));
    expect(end).toEqual({ status: 2, said: sentence(/cannot be used: the disk is full\. Free it,/) });
    // What was begun does not keep the next start from beginning, once there is room.
    execFileSync('mount', ['-o', 'remount,size=50m', folder]);
    const data = join(folder, 'data');
    if (program === 'the bank')
      await (await startBank({ data: join(folder, 'data'), port: 0, psuPort: 0, controlPort: 0 })).stop();
    else await (await startCore(data)).stop();
    expect(
      readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(?:new|damaged)/.test(name),
      ),
    ).toEqual([]);
  });
  it('says that it has no right to the folder, or to one file in it', async (context) => {
    if (!isRoot) return context.skip();
    const folder = join(all, `own ${program}`);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    const nobody = '65534';
    const no = /cannot be used: this user may not read and write it\./;
    expect(await endOf(program, folder, nobody)).toEqual({ status: 2, said: sentence(no) });
    expect(await endOf(program, join(folder, 'below'), nobody)).toEqual({ status: 2, said: sentence(no) });
    expect(await endOf(program, '/proc/1/nothing', nobody)).toMatchObject({ status: 2 });
    return undefined;
  });
});

it('files that this user may not read are named', async (context) => {
  if (!isRoot) return context.skip();
  const sound = join(all, 'sound');
  await (await startCore(sound)).stop();
  const cases = [
    ['the browser host', 'workbench.db'],
    ['the browser host', 'history.db'],
    ['the browser host', 'vault.key'],
    ['the bank', 'bank.db'],
    ['the bank', 'pki/tls-key.pem'],
  ] as const;
  for (const [program, file] of cases) {
    const folder = mkdtempSync(join(all, 'unreadable-'));
    cpSync(program === 'the bank' ? join(sound, 'bank') : sound, folder, { recursive: true });
    execFileSync('chown', ['-R', '65534:65534', folder]);
    execFileSync('chown', ['0:0', join(folder, file)]);
    expect(await endOf(program, folder, '65534'), file).toEqual({
      status: 2,
      said: sentence(
        new RegExp(`${file.split('/').at(-1)} cannot be (?:used|read): this user may not read and write it`),
      ),
    });
  }
  return undefined;
}, 60_000);

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
  it.each(['1970-01-02', '2001-09-09', '2038-01-20', '2050-06-01', '2099-12-31'])('%s', async (day) => {
    const folder = join(all, day);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
    try {
      const workbench = await startCore(folder);
      await workbench.stop();
      // On the next day it is right again.
      vi.setSystemTime(new Date('2026-11-22T12:00:00Z'));
      const lines: string[] = [];
      const again = await startCore(folder, { log: (line) => lines.push(line) });
      try {
        // The certificate of the first start may not be valid now; the bank says so, and nothing fails.
        expect((await callCore(again, 'requests.send', fresh('createConsent'))).status).toBeGreaterThan(200);
        expect(lines.filter((line) => !/certificates in .*pki cannot be used/.test(line))).toEqual([]);
      } finally {
        await again.stop();
      }
    } finally {
      vi.useRealTimers();
    }
  });
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
