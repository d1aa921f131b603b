/** What the commands share: their result, their errors, files and passwords. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A wrong call or unreadable input: exit status 2, one sentence. */
export class UsageError extends Error {}

export interface Result {
  /** For people. */
  text: string;
  /** The same for programs, printed with `--json`. */
  json: unknown;
  /** 0, or 1 where what was asked does not hold. */
  status: 0 | 1;
}

export interface Command {
  /** As it is called: `cert inspect`. */
  name: string;
  /** Options and their meaning, a line each. */
  help: string;
  run: (args: readonly string[]) => Result | Promise<Result>;
}

/** Strict: an unknown option is told. @throws UsageError */
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

/** As a number: to touch process.stdin would make it non-blocking. */
const STANDARD_INPUT = 0;

/** @param name of a file, or `-` for standard input @throws UsageError */
export function readInput(name: string): { name: string; bytes: Buffer } {
  try {
    return name === '-'
      ? { name: 'standard input', bytes: readFileSync(STANDARD_INPUT) }
      : { name: basename(name), bytes: readFileSync(name) };
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Options of every command that opens keys. */
export const PASSWORD_OPTIONS = { 'password-file': { type: 'string' } } as const;
export const PASSWORD_HELP =
  '  --password-file FILE   file with the password in its first line; or set TPP_PASSWORD';

/**
 * The password, never from the command line itself: other users of the machine can read that.
 * @returns null where none was given
 */
export function passwordFrom(file: string | undefined): string | null {
  if (file === undefined) return process.env['TPP_PASSWORD'] ?? null;
  return readInput(file).bytes.toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

/** Names and values under each other. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width + 2)}${value}`).join('\n');
}
