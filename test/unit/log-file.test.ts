/** The log of a host: for this user only, limited in size, and one entry is one entry. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { logInto } from '../../main/log-file.ts';
import { folderForFile } from '../support/folders.ts';

const root = folderForFile('log-file');
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const fresh = () => mkdtempSync(join(root, 'data-'));

it('can be read by this user only, and begins again before it grows large', () => {
  const folder = fresh();
  const log = logInto(folder, 2_000);
  for (let entry = 0; entry < 1_000; entry++) log.write(`entry ${entry}`);
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
  for (const file of [log.file, `${log.file}.1`]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBeLessThan(2_100);
  }
  const kept = `${readFileSync(`${log.file}.1`, 'utf8')}${readFileSync(log.file, 'utf8')}`;
  expect(kept).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z entry \d+\n/);
  expect(kept.trimEnd().endsWith('entry 999')).toBe(true);
});

it('quotes what would forge an entry or command a terminal, and cuts what is too long', () => {
  const log = logInto(fresh());
  log.write('a request\n2026-01-01T00:00:00.000Z forged\r\n\u001b[2J\u009b0m');
  log.write('x'.repeat(100_000));
  const lines = readFileSync(log.file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => line.slice(0, 5))).toEqual([
    expect.stringMatching(/^\d{4}-/),
    '    2',
    '    \\',
    expect.any(String),
  ]);
  expect(lines[2]).toBe(String.raw`    \x1b[2J\x9b0m`);
  expect(lines[3]?.length).toBeLessThan(8_100);
});

it('does not write through a link, and a log that cannot be written stops nobody', () => {
  const folder = fresh();
  const log = logInto(folder);
  const outside = join(folder, 'outside');
  writeFileSync(outside, 'kept');
  mkdirSync(join(folder, 'logs'));
  symlinkSync(outside, log.file);
  log.write('not there');
  expect(readFileSync(outside, 'utf8')).toBe('kept');
  logInto(outside).write('in a folder that is a file');
});

it.each(['a pipe', 'a pipe that somebody reads', 'a device', 'a folder'])(
  'does not wait for %s, or write to it',
  (what) => {
    const folder = fresh();
    const log = logInto(folder);
    mkdirSync(join(folder, 'logs'));
    if (what === 'a folder') mkdirSync(log.file);
    else if (what === 'a device') execFileSync('mknod', [log.file, 'c', '1', '3']);
    else execFileSync('mkfifo', [log.file]);
    const reader =
      what === 'a pipe that somebody reads'
        ? openSync(log.file, constants.O_RDONLY | constants.O_NONBLOCK)
        : null;
    log.write('not there');
    if (reader === null) return;
    expect(readSync(reader, Buffer.alloc(10))).toBe(0);
    closeSync(reader);
  },
);

it('does not write into a folder that a link leads to', () => {
  const [folder, outside] = [fresh(), fresh()];
  symlinkSync(outside, join(folder, 'logs'));
  logInto(folder).write('not there');
  expect(readdirSync(outside)).toEqual([]);
});
