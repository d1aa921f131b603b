/** The options that the programs of one bank and of many banks share: on the command line, in a file, and what they mean. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';
import { readGivenFile, decoded } from '../shared/node/plain-files.ts';
import { StartError } from '../shared/node/start-error.ts';
import type { BankOptions } from './bank-options.ts';
import { hostsOf } from './host-names.ts';
import { given } from './read-config.ts';

/** Seconds. */
const LONGEST_GRACE = 3600;

/** As `parseArgs` of Node.js takes them. */
export const PROGRAM_FLAGS = {
  config: { type: 'string' },
  'control-port': { type: 'string' },
  host: { type: 'string' },
  'control-host': { type: 'string' },
  san: { type: 'string', multiple: true },
  data: { type: 'string' },
  trust: { type: 'string', multiple: true },
  'psu-http': { type: 'boolean' },
  'control-token-file': { type: 'string' },
  'access-log': { type: 'string' },
  grace: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type ProgramValues = ReturnType<typeof optionsIn<typeof PROGRAM_FLAGS>>;

export const portField = z.int().min(0).max(65_535);

/** In a file. */
export const PROGRAM_FIELDS = {
  'control-port': portField
    .optional()
    .describe('Port of the control listener; 0 takes any free one. 8445 if left out.'),
  host: z
    .string()
    .optional()
    .describe(
      'IP address that the API and the PSU pages listen on; 0.0.0.0 and :: are all. Loopback if left out.',
    ),
  'control-host': z
    .string()
    .optional()
    .describe('The same for the control listener. It needs a control token of your own beyond loopback.'),
  san: z
    .array(z.string())
    .optional()
    .describe('Host names and IP addresses in the certificate of the bank. Its links have the first.'),
  trust: z.array(z.string()).optional().describe('PEM files of additional trusted CAs.'),
  'psu-http': z.boolean().optional().describe('Serve the PSU pages over plain HTTP.'),
  'control-token-file': z
    .string()
    .optional()
    .describe('File with the token of the control listener in its first line. A random one if left out.'),
  'access-log': z
    .string()
    .optional()
    .describe('A file that gets a line of JSON for each request of a TPP; - for standard error.'),
  grace: z
    .number()
    .min(0)
    .max(LONGEST_GRACE)
    .optional()
    .describe(
      'Seconds for which requests that have arrived are still answered after SIGTERM. 1 if left out.',
    ),
  json: z.boolean().optional().describe('Print one line of JSON when ready, and log to standard error.'),
};

const fieldsSchema = z.object(PROGRAM_FIELDS);

/** What a file says, as a command line says it. @param path of what is named relative to the folder of the file */
export function typedIn(
  {
    'control-port': controlPort,
    san = [],
    trust = [],
    'control-token-file': token,
    'access-log': log,
    grace,
    ...plain
  }: z.infer<typeof fieldsSchema>,
  path: (name: string) => string,
) {
  return {
    ...given({
      'control-port': controlPort?.toString(),
      'control-token-file': token === undefined ? undefined : path(token),
      'access-log': log === undefined || log === '-' ? log : path(log),
      // Without an exponent.
      grace: grace?.toFixed(3),
    }),
    ...given(plain),
    trust: trust.map(path),
    san,
  };
}

/** What was typed comes after what the file says, and replaces it; lists are put together. */
export function typedAfter<File extends Lists, Typed extends Partial<Lists>>(file: File, typed: Typed) {
  return {
    ...file,
    ...typed,
    trust: [...file.trust, ...(typed.trust ?? [])],
    // The first is the name in the links.
    san: [...(typed.san ?? []), ...file.san],
  };
}

interface Lists {
  trust: string[];
  san: string[];
}

/** How a program runs. */
export interface Running {
  json: boolean;
  /** Milliseconds. */
  grace: number;
  /** Name of a file, or `-`. */
  accessLog: string | null;
}

/** @throws StartError */
export function runningOf({ json = false, grace, 'access-log': accessLog }: ProgramValues): Running {
  return { json, grace: graceOf(grace), accessLog: accessLog ?? null };
}

type Served = Pick<
  BankOptions,
  'controlPort' | 'controlToken' | 'host' | 'controlHost' | 'names' | 'trust' | 'psuHttp'
>;

/** What it serves, and to whom. @throws StartError */
export function servedOf(values: ProgramValues): Served {
  const controlToken = controlTokenFrom(values['control-token-file']);
  return {
    controlPort: portOf('--control-port', values['control-port'], 8445),
    ...hostsOf(values, controlToken),
    trust: (values.trust ?? []).map(readTrust),
    psuHttp: values['psu-http'] ?? false,
    ...(controlToken === undefined ? {} : { controlToken }),
  };
}

/** Reads the options of a program. @throws StartError for one that it does not have */
export function optionsIn<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)} Try --help.`);
  }
}

/** @throws StartError */
export function portOf(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new StartError(`${option} must be a port from 0 to 65535, not "${text}".`);
  return Number(text);
}

/** The time within which the contract has the bank end leaves a second (section 13). */
const GRACE = 1000;
function graceOf(text: string | undefined): number {
  if (text === undefined) return GRACE;
  const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= LONGEST_GRACE))
    throw new StartError(`--grace must be 0 to ${LONGEST_GRACE} seconds, not "${text}".`);
  return Math.round(seconds * 1000);
}

function readTrust(file: string): string {
  try {
    return decoded(readGivenFile(file)).toString('utf8');
  } catch {
    throw new StartError(`The file ${file} given with --trust cannot be read.`);
  }
}

/** A control token of the operator's own. It is never an argument, because other users of the machine can read the command line. */
const TOKEN_VARIABLE = 'TPP_CONTROL_TOKEN';

/** What can stand in an Authorization header (RFC 6750, 2.1), and is too long to be guessed. */
const TOKEN = /^[\w.~+/-]{16,500}=*$/;

/**
 * @param file with the token in its first line
 * @returns undefined if there is none, neither in the file nor in the environment
 * @throws StartError without the token
 */
function controlTokenFrom(
  file: string | undefined,
  variable = process.env[TOKEN_VARIABLE],
): string | undefined {
  const token = file === undefined ? variable : firstLineOf(file);
  if (token === undefined || TOKEN.test(token)) return token;
  throw new StartError(
    `The control token ${file === undefined ? `in ${TOKEN_VARIABLE}` : `in ${file}`} must have 16 to 500 letters, digits and the characters - . _ ~ + /.`,
  );
}

function firstLineOf(file: string): string {
  try {
    return decoded(readGivenFile(file)).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch {
    throw new StartError(`The file ${file} given with --control-token-file cannot be read.`);
  }
}
