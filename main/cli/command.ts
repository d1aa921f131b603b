/** Common to the commands: arguments, results, errors, input and passwords. */
import { readGivenFile } from '../../shared/node/plain-files.ts';
import { decoded } from '../../shared/node/plain-files.ts';
import { readProfileFile, type SignatureProfile, SPECIFICATION } from '../../shared/signing/profile.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { printableLine } from './printable.ts';

/** Wrong usage or unreadable input: exit status 2. */
export class UsageError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws UsageError with the problem and the reason in place of other errors */
export function orUsageError<T>(problem: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${problem}: ${messageOf(error)}`);
  }
}

export interface Result {
  /** Human-readable output; null if it was printed already. */
  text: string | null;
  /** For programs such as curl: a pipe gets the text unescaped, a terminal gets it escaped. */
  exact?: true;
  /** The same as data, for `--json`. */
  json: unknown;
  status: 0 | 1;
  out?: string | undefined;
}

export interface Command {
  /** Options and their meaning, one per line. */
  help: string;
  run: (args: readonly string[]) => Result | Promise<Result>;
}

export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** @throws UsageError for unknown options */
export function readArgs<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

export const strings = <const N extends string>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<N, { type: 'string' }>;

/** By number, because touching process.stdin would make it non-blocking. */
const STANDARD_INPUT = 0;

/** Decodes text of any encoding to UTF-8. @param name of a file, or `-` for standard input @throws UsageError */
export function readInput(name: string): { name: string; bytes: Buffer } {
  const { name: shown, bytes } = readBytes(name);
  return { name: shown, bytes: decoded(bytes) };
}

/** The unchanged bytes. @param name of a file, or `-` for standard input @throws UsageError */
export function readBytes(name: string): { name: string; bytes: Buffer } {
  return orUsageError(`${name} cannot be read`, () =>
    name === '-'
      ? { name: 'standard input', bytes: readFileSync(STANDARD_INPUT) }
      : {
          name: basename(name),
          bytes: readGivenFile(name, 'To read from a pipe, pass it as standard input.'),
        },
  );
}

/** @throws UsageError */
export function readJson(file: string): { name: string; json: unknown } {
  const { name, bytes } = readInput(file);
  try {
    return { name, json: JSON.parse(bytes.toString('utf8')) };
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${messageOf(error)}.`);
  }
}

/** For commands that print a document: the `>` of some shells writes UTF-16. */
export const OUT_OPTIONS = strings('out');
export const OUT_HELP = '  --out FILE             write to this file, in UTF-8, instead of printing';

export const PASSWORD_OPTIONS = strings('password-file');
export const PASSWORD_HELP =
  '  --password-file FILE   file with the password in its first line; or set TPP_PASSWORD';

/** Never an argument, because other users can read the command line. @returns null if none was given */
export function passwordFrom(file: string | undefined): string | null {
  return file === undefined ? (process.env['TPP_PASSWORD'] ?? null) : firstLine(file);
}

/** The signature profile in a file. @returns the specification's without a file @throws UsageError */
export function profileFrom(file: string | undefined): SignatureProfile {
  if (file === undefined) return SPECIFICATION;
  const { name, bytes } = readInput(file);
  const profile = readProfileFile(bytes.toString('utf8'));
  if (typeof profile === 'string') throw new UsageError(`${name}: ${profile}`);
  return profile;
}

export function firstLine(file: string): string {
  return readInput(file).bytes.toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

/** @throws UsageError unless it is a port from `least` */
export function portOf(option: string, text: string, least: 0 | 1): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= least && port <= 65_535) return port;
  throw new UsageError(`${option} must be a port from ${least} to 65535, not "${text}".`);
}

export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => printableLine(`${name.padEnd(width + 2)}${value}`)).join('\n');
}
