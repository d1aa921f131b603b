/** Programs of which each must refuse to start, with one sentence, where nothing works as it should. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { startBank } from '../../bank-sim/index.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { folderForFile } from './folders.ts';
import { programFile } from './programs.ts';
import { callCore, startCore } from './workbench.ts';

export const isRoot = process.getuid?.() === 0;

const PROGRAMS = {
  'the browser host': ['browserHost', '--no-open', '--data'],
  'the bank': ['bank', '--port', '0', '--psu-port', '0', '--control-port', '0', '--data'],
} as const;
export type Program = keyof typeof PROGRAMS;
export const programs = Object.keys(PROGRAMS) as Program[];

export interface End {
  status: number | string | null;
  /** Lines of stderr. */
  said: string[];
}

export const sentence = (pattern: RegExp): unknown => [expect.stringMatching(pattern)];

/** A folder for the file in which nothing works. */
export function badDays() {
  const all = folderForFile('bad-days');
  const mounts: string[] = [];
  afterAll(() => {
    for (const mount of mounts) execFileSync('umount', [mount]);
  });

  /**
   * Starts a program that must refuse.
   * @param rights those of root, or of a user who may only use what is their own: root without the right to override permissions, since
   * another user might not be able to read the program
   */
  async function endOf(program: Program, folder: string, rights: 'all' | 'own' = 'all'): Promise<End> {
    const [file, ...options] = PROGRAMS[program];
    const command = [process.execPath, programFile(file), ...options, folder];
    const whole =
      rights === 'all' ? command : ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...command];
    const [name = '', ...args] = whole;
    const child = spawn(name, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: all },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    // One that starts all the same would run for ever.
    const timer = setTimeout(() => child.kill('SIGKILL'), 100_000);
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

  /** The disk has room for so much only. */
  async function expectFullDisk(program: Program, size: string): Promise<void> {
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
  }

  /** A file of a data folder that works belongs to somebody else. */
  async function expectUnreadable(sound: string, program: Program, file: string): Promise<void> {
    const folder = mkdtempSync(join(all, 'unreadable-'));
    cpSync(program === 'the bank' ? join(sound, 'bank') : sound, folder, { recursive: true });
    execFileSync('chown', ['65534:65534', join(folder, file)]);
    expect(await endOf(program, folder, 'own'), file).toEqual({
      status: 2,
      said: sentence(
        new RegExp(`${file.split('/').at(-1)} cannot be (?:used|read): this user may not read and write it`),
      ),
    });
  }

  /** The machine's clock stands at another day, and is right again at the next start. */
  async function expectFarClock(day: string): Promise<void> {
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
  }

  return { all, endOf, mounted, expectFullDisk, expectUnreadable, expectFarClock };
}
