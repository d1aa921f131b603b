/** What the programs for one bank and for many banks share: options, configuration file, signals. */
import { dirname, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';
import { type Brand, readBrands } from '../shared/node/brand.ts';
import { decoded, readGivenFile } from '../shared/node/plain-files.ts';
import { StartError } from '../shared/node/start-error.ts';
import { whenNpmEnds } from '../shared/node/process.ts';
import { endProcess, PATIENCE, stopInTime } from '../shared/node/process.ts';
import type { BankOptions } from './bank.ts';
import { checked } from './control/validation.ts';
import { hostsOf } from './host-names.ts';

/** Seconds. */
const LONGEST_GRACE = 3600;

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

/** Options whose relative paths in a configuration file start at its folder. */
const PATHS = new Set(['data', 'trust', 'profile', 'control-token-file', 'access-log']);

type ProgramValues = ReturnType<typeof optionsIn<typeof PROGRAM_FLAGS>>;

export const portField = z.int().min(0).max(65_535);

/** Schemas of the same options in a configuration file. */
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

/** @throws StartError for an unknown option */
export function optionsIn<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartError(`${reasonOf(error)} Try --help.`);
  }
}

/**
 * Parses a command line, with the options of the file that --config names in front of it: a later value replaces an earlier one,
 * and lists are joined.
 * @throws StartError with the file and what is wrong
 */
export function withConfig<Values extends ProgramValues>(
  args: readonly string[],
  parse: (args: readonly string[]) => Values,
  schema: z.ZodType<Record<string, unknown>>,
): Values {
  const typed = parse(args);
  const { config } = typed;
  if (config === undefined) return typed;
  const read = checked(schema, jsonIn(config), 'The configuration');
  if ('wrong' in read)
    throw new StartError(`The file ${config} given with --config cannot be used. ${read.wrong}`);
  const fromFile = argumentsOf(read.value, dirname(resolve(config)));
  const { san = [] } = parse(fromFile);
  // The links have the first name, so the typed ones come first.
  return { ...parse([...fromFile, ...args]), san: [...(typed.san ?? []), ...san] };
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(decoded(readGivenFile(file)).toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new StartError(`The file ${file} given with --config ${reason}: ${reasonOf(error)}`);
  }
}

/** The settings of a configuration file as arguments of a command line. */
function argumentsOf(settings: Record<string, unknown>, folder: string): string[] {
  const { $schema: _, quirks = {}, ...others } = settings;
  const quirk = Object.entries(quirks as object).map(([name, value]) => `${name}=${String(value)}`);
  return Object.entries({ ...others, quirk }).flatMap(([name, setting]) =>
    (Array.isArray(setting) ? setting : [setting]).flatMap((value: unknown) => {
      if (typeof value === 'boolean') return value ? [`--${name}`] : [];
      const isPath = PATHS.has(name) && value !== '-' && value !== ':memory:';
      // A number without an exponent.
      const text = typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value);
      return [`--${name}=${isPath ? resolve(folder, text) : text}`];
    }),
  );
}

/** The schema of a configuration file as the text of a JSON Schema. */
export function schemaTextOf(schema: z.ZodType, head: { title: string; description: string }): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ $schema, ...head, ...rest }, null, 2)}\n`;
}

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

/** The options of the listeners. @throws StartError */
export function servedOf(values: ProgramValues): Served {
  const controlToken = controlTokenFrom(values['control-token-file']);
  return {
    controlPort: portOf('--control-port', values['control-port'], 8445),
    ...hostsOf(values, controlToken),
    trust: (values.trust ?? []).map((file) => textOf(file, '--trust')),
    psuHttp: values['psu-http'] ?? false,
    ...(controlToken === undefined ? {} : { controlToken }),
  };
}

/** The bank's name and colour in `brand.yaml`. @param folder of the data @throws StartError for a file that cannot be used */
export function brandIn(folder: string): Brand {
  const wrong = (sentence: string): never => {
    throw new StartError(sentence);
  };
  return readBrands(folder, wrong).bank;
}

/** @throws StartError */
export function portOf(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new StartError(`${option} must be a port from 0 to 65535, not "${text}".`);
  return Number(text);
}

/** Milliseconds; ends the bank within the time of contract section 13. */
const GRACE = 1000;
function graceOf(text: string | undefined): number {
  if (text === undefined) return GRACE;
  const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= LONGEST_GRACE))
    throw new StartError(`--grace must be 0 to ${LONGEST_GRACE} seconds, not "${text}".`);
  return Math.round(seconds * 1000);
}

/** Never an argument, because other users of the machine can read the command line. */
const TOKEN_VARIABLE = 'TPP_CONTROL_TOKEN';

/** The characters of an Authorization header (RFC 6750, 2.1), and too long to be guessed. */
const TOKEN = /^[\w.~+/-]{16,500}=*$/;

/** @param file with the token in its first line; the environment has it if left out @throws StartError without the token */
function controlTokenFrom(file: string | undefined): string | undefined {
  const token =
    file === undefined
      ? process.env[TOKEN_VARIABLE]
      : textOf(file, '--control-token-file').split(/\r?\n/, 1)[0];
  if (token === undefined || TOKEN.test(token)) return token;
  throw new StartError(
    `The control token in ${file ?? TOKEN_VARIABLE} must have 16 to 500 letters, digits and the characters - . _ ~ + /.`,
  );
}

/** @throws StartError */
export function textOf(file: string, option: string): string {
  try {
    return decoded(readGivenFile(file)).toString('utf8');
  } catch {
    throw new StartError(`The file ${file} given with ${option} cannot be read.`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds for closing after the grace. */
const CLOSING = 500;

/** Ends the process on SIGTERM, SIGINT, and when the npm that started it ends. @param grace milliseconds that `stop` may take before it closes everything */
export function whenAsked(
  stop: () => Promise<void>,
  { log, grace }: { log: (line: string) => void; grace: number },
): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    const patience = Math.max(PATIENCE, grace + CLOSING);
    void stopInTime(stop(), log, patience).then(endProcess);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  whenNpmEnds(end);
}
