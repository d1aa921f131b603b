/** Common to the commands: results, errors, files and passwords. */
import { readFileSync, lstatSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { printableLine } from './printable.ts';
import { kindOf, writeWholeFile, readGivenFile, decoded } from '../../shared/node/plain-files.ts';

/** Wrong usage or unreadable input: exit status 2, one sentence. */
export class UsageError extends Error {}

export interface Result {
  /** The human-readable output; null if it was printed while the command ran. */
  text: string | null;
  /** For programs such as curl: a pipe gets the text as it is, and only a terminal gets it printable. */
  exact?: true;
  /** The same as data, printed with `--json`. */
  json: unknown;
  /** 0, or 1 if the check failed. */
  status: 0 | 1;
  /** The file that gets the output in place of standard output. */
  out?: string | undefined;
}

export interface Command {
  /** Options and their meaning, one per line. */
  help: string;
  /** What an option can be, where that is a list; by the option, such as `--to`. For the completion of shells. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Names that can follow besides files. */
  words?: () => readonly string[];
  run: (args: readonly string[]) => Result | Promise<Result>;
}

/** By their names, loaded when they are asked for. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** Parses the arguments strictly: an unknown option is an error. @throws UsageError */
export function readArgs<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Read by number, because touching process.stdin would make it non-blocking. */
const STANDARD_INPUT = 0;

/** A text in UTF-8, however its file has it, or the bytes of a file that is no text. @param name of a file, or `-` for standard input @throws UsageError */
export function readInput(name: string): { name: string; bytes: Buffer } {
  const { name: shown, bytes } = readBytes(name);
  return { name: shown, bytes: decoded(bytes) };
}

/** Exactly what the file has. @param name of a file, or `-` for standard input @throws UsageError */
export function readBytes(name: string): { name: string; bytes: Buffer } {
  try {
    return name === '-'
      ? { name: 'standard input', bytes: readFileSync(STANDARD_INPUT) }
      : {
          name: basename(name),
          bytes: readGivenFile(name, 'To read from a pipe, pass it as standard input.'),
        };
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Option of every command that prints a document. A shell's own `>` may write UTF-16 instead. */
export const OUT_OPTIONS = { out: { type: 'string' } } as const;
export const OUT_HELP = '  --out FILE             write to this file, in UTF-8, instead of printing';

/** Writes a file that the command line names. @param mode as for {@link writeOutFile} @throws UsageError */
export function writeOutput(file: string, content: string | Uint8Array, mode?: number): void {
  try {
    writeOutFile(file, content, mode);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Options of every command that opens keys. */
export const PASSWORD_OPTIONS = { 'password-file': { type: 'string' } } as const;
export const PASSWORD_HELP =
  '  --password-file FILE   file with the password in its first line; or set TPP_PASSWORD';

/**
 * Reads the password. It is never an argument, because other users of the machine can read the command line.
 * @returns null if none was given
 */
export function passwordFrom(file: string | undefined): string | null {
  if (file === undefined) return process.env['TPP_PASSWORD'] ?? null;
  return readInput(file).bytes.toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

/** Aligned columns of names and values. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => printableLine(`${name.padEnd(width + 2)}${value}`)).join('\n');
}

const ROOT = 0;

/**
 * Replaces an ordinary file as a whole, or makes it. What is written to a device, a pipe or a link goes there, as with `>` in a
 * shell: it would be gone if a file took its place.
 * @param mode of an ordinary file, before the process's own mask
 * @throws Error of the file system, or for what belongs to another user
 */
export function writeOutFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  refuseOthers(path);
  if (['none', 'file'].includes(kindOf(path))) writeWholeFile(path, content, mode);
  else writeFileSync(path, content);
}

/**
 * What another user has put there could lead elsewhere, or be read by that user. Links of the system, such as /dev/stdout,
 * belong to root. @throws Error
 */
export function refuseOthers(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Windows has no such owners.
  if (stat === undefined || process.getuid === undefined) return;
  if (stat.uid !== process.getuid() && stat.uid !== ROOT)
    throw new Error('it belongs to another user of this machine. Choose another name');
}
