/** The log of a host: a rotated file in the data folder that only this user can read. It never contains a secret. */
import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from '../shared/node/plain-files.ts';
import { makeFolder } from '../shared/node/private-files.ts';

export interface Log {
  /** Path of the current file. The previous one ends in `.1`. */
  file: string;
  /** Adds an entry and prints it. Never throws, not even if the disk is full. */
  write: (entry: string) => void;
  /** Adds an entry without printing it. */
  note: (entry: string) => void;
}

const MAX_BYTES = 1_000_000;
/** Maximum length of an entry, including its stack. */
const MAX_CHARS = 8_000;

/** Appends; does not follow a planted link, or wait for the reader of a planted pipe. */
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** @param folder the data folder; `logs` is created in it at the first line */
export function logInto(folder: string, limit = MAX_BYTES): Log {
  const logs = join(folder, 'logs');
  const file = join(logs, 'workbench.log');
  const append = (text: string): number => {
    const opened = openSync(file, FLAGS, 0o600);
    try {
      // Neither a device nor a pipe.
      if (!fstatSync(opened).isFile()) return 0;
      writeSync(opened, text);
      return fstatSync(opened).size;
    } finally {
      closeSync(opened);
    }
  };
  const save = (text: string) => {
    try {
      makeFolder(logs);
      // Not a link, which may lead to a folder of other users.
      if (kindOf(logs) !== 'folder') return;
      if (append(`${new Date().toISOString()} ${text}\n`) > limit) renameSync(file, `${file}.1`);
    } catch {
      // There is nowhere else to report it.
    }
  };
  return {
    file,
    note: (entry) => save(printable(entry)),
    write: (entry) => {
      const text = printable(entry);
      console.error(text);
      save(text);
    },
  };
}

/** Escapes control characters, so that an entry cannot forge another one or control a terminal. */
function printable(entry: string): string {
  return (entry.length > MAX_CHARS ? `${entry.slice(0, MAX_CHARS)}…` : entry)
    .replaceAll(/\r?\n/g, '\n    ')
    .replaceAll(/[^\P{Cc}\n]/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
