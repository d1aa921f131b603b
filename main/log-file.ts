/** The log of a host: a file in the data folder, limited in size, that only this user can read. It never holds a secret. */
import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from '../shared/node/plain-files.ts';
import { makeFolder } from '../shared/node/private-files.ts';

export interface Log {
  /** Path of the file. The one before it ends in `.1`. */
  file: string;
  /** Adds an entry and prints it. Never throws: a full disk must not stop what is worth logging. */
  write: (entry: string) => void;
  /** Adds an entry without printing it. */
  note: (entry: string) => void;
}

/** Bytes after which a new file begins. Two are kept. */
const LIMIT = 1_000_000;
/** Characters of an entry, with its stack. */
const LONGEST = 8_000;

/** Appends, creates for this user only, does not follow a link that someone has planted, and does not wait for a reader of a pipe. */
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** @param folder the data folder; `logs` is created in it at the first line */
export function logInto(folder: string, limit = LIMIT): Log {
  const logs = join(folder, 'logs');
  const file = join(logs, 'workbench.log');
  const append = (text: string): number => {
    const opened = openSync(file, FLAGS, 0o600);
    try {
      // A device, or a pipe that somebody reads: nothing is written.
      if (!fstatSync(opened).isFile()) return 0;
      writeSync(opened, text);
      return fstatSync(opened).size;
    } finally {
      closeSync(opened);
    }
  };
  const keep = (text: string) => {
    try {
      makeFolder(logs);
      // A link may lead to a folder of others.
      if (kindOf(logs) !== 'folder') return;
      if (append(`${new Date().toISOString()} ${text}\n`) > limit) renameSync(file, `${file}.1`);
    } catch {
      // There is nowhere else to report it.
    }
  };
  return {
    file,
    note: (entry) => keep(printable(entry)),
    write: (entry) => {
      const text = printable(entry);
      console.error(text);
      keep(text);
    },
  };
}

/** One entry, whatever it quotes: control characters cannot forge a line or command a terminal. */
function printable(entry: string): string {
  return (entry.length > LONGEST ? `${entry.slice(0, LONGEST)}…` : entry)
    .replaceAll(/\r?\n/g, '\n    ')
    .replaceAll(/[^\P{Cc}\n]/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
