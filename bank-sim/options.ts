/** The command line of `npm run bank` (contract section 13). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';
import type { BankOptions } from './bank-options.ts';
import { ENVIRONMENTS, LONGEST_GRACE, readConfigFile } from './config-file.ts';
import { hostsOf } from './host-names.ts';
import { controlTokenFrom } from './control-token.ts';
import { CLOCK_YEARS, dateTimeMs, isBankTime } from '../shared/xs2a/bank-time.ts';
import { type Quirks, readQuirk } from './quirks.ts';
import { decoded } from '../shared/node/decoded.ts';
import { userDataFolder } from '../shared/node/folders.ts';
import { StartError } from '../shared/node/start-error.ts';

export const HELP = `tpp-workbench bank [options]

  --config FILE       JSON file with any of these options under their names, and quirks as an object;
                      what the command line says takes precedence
  --port N            API port (default 8443; 0 takes any free one)
  --psu-port N        port of the PSU pages (default 8444)
  --control-port N    port of the control listener (default 8445)
  --host ADDRESS      IP address that the API and the PSU pages listen on, such as 0.0.0.0
                      or :: for all (default: loopback)
  --control-host ADDRESS   the same for the control listener; beyond loopback, it needs a
                      control token of your own
  --san NAME          host name or IP address by which others reach the bank, for its certificate;
                      repeatable. The links of the bank have the first (default localhost)
  --data DIR          data folder, or :memory: (default: the user's data folder)
  --env NAME          sandbox (default) or production
  --clock DATE-TIME   start with the bank's clock frozen at this time, such as 2026-12-01T08:00:00+01:00
  --trust FILE        PEM file of an additional trusted CA; repeatable
  --quirk NAME=VALUE  set a quirk; repeatable. Quirks can also be set in bank.json in the data
                      folder: { "quirks": { "strictKid": false } }
  --psu-http          serve the PSU pages over plain HTTP on loopback
  --control-token-file FILE   file with the token of the control listener in its first line; or set
                      TPP_CONTROL_TOKEN. A random one if left out
  --access-log FILE   append a line of JSON for each request of a TPP; - for standard error
  --grace SECONDS     how long requests that have arrived are still answered after SIGTERM or
                      SIGINT, while no others are accepted (default 1)
  --json              print one line of JSON when ready, and log to stderr
  --help              show this help`;

export type CommandLine =
  | { help: true }
  | {
      help: false;
      json: boolean;
      /** Milliseconds. */ grace: number;
      /** Name of a file, or `-`. */ accessLog: string | null;
      bank: BankOptions;
    };

/** @throws StartError with one sentence for an invalid option */
export function readCommandLine(args: readonly string[]): CommandLine {
  const typed = parse(args);
  if (typed.help) return { help: true };
  const values = withConfig(typed);
  const environment = ENVIRONMENTS.find((one) => one === (values.env ?? 'sandbox'));
  if (environment === undefined)
    throw new StartError(`--env must be sandbox or production, not "${values.env}".`);
  const data = values.data === ':memory:' ? null : (values.data ?? join(userDataFolder(), 'standalone-bank'));
  // The command line takes precedence over the file in the data folder.
  const quirks: Partial<Quirks> = {
    ...(data === null ? {} : readConfiguration(data)),
    ...(values.env === undefined ? {} : { environment }),
    ...quirksOf(values.quirk ?? []),
  };
  const clock = values.clock === undefined ? undefined : dateTimeMs(values.clock);
  if (clock === null)
    throw new StartError(
      `--clock must be a date-time with a time zone, such as 2026-12-01T08:00:00+01:00, not "${values.clock}".`,
    );
  if (clock !== undefined && !isBankTime(clock))
    throw new StartError(`--clock can be set to ${CLOCK_YEARS}, not "${values.clock}".`);
  const controlToken = controlTokenFrom(values['control-token-file']);
  return {
    help: false,
    json: values.json ?? false,
    grace: graceOf(values.grace),
    accessLog: values['access-log'] ?? null,
    bank: {
      port: portOf('--port', values.port, 8443),
      psuPort: portOf('--psu-port', values['psu-port'], 8444),
      controlPort: portOf('--control-port', values['control-port'], 8445),
      ...hostsOf(values, controlToken),
      data,
      trust: (values.trust ?? []).map(readTrust),
      quirks,
      psuHttp: values['psu-http'] ?? false,
      ...(clock === undefined ? {} : { clock }),
      ...(controlToken === undefined ? {} : { controlToken }),
    },
  };
}

/** What was typed comes after what the file says, and replaces it. */
function withConfig(typed: ReturnType<typeof parse>): ReturnType<typeof parse> {
  if (typed.config === undefined) return typed;
  const file = readConfigFile(typed.config);
  return {
    ...file,
    ...typed,
    trust: [...file.trust, ...(typed.trust ?? [])],
    san: [...(typed.san ?? []), ...file.san],
    quirk: [...file.quirk, ...(typed.quirk ?? [])],
  };
}

function quirksOf(texts: readonly string[]): Partial<Quirks> {
  const quirks: Partial<Quirks> = {};
  for (const text of texts) {
    const quirk = readQuirk(text);
    if (typeof quirk === 'string') throw new StartError(quirk);
    Object.assign(quirks, quirk);
  }
  return quirks;
}

/** The file in the data folder that stores quirks (contract section 12). */
const CONFIGURATION = 'bank.json';
const configuration = z.strictObject({
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}),
});

/** @throws StartError if the file cannot be read */
function readConfiguration(folder: string): Partial<Quirks> {
  const file = join(folder, CONFIGURATION);
  if (!existsSync(file)) return {};
  try {
    const { quirks } = configuration.parse(JSON.parse(readFileSync(file, 'utf8')));
    return quirksOf(Object.entries(quirks).map(([name, value]) => `${name}=${value}`));
  } catch (error) {
    const reason =
      error instanceof StartError ? error.message : 'It must have the form {"quirks":{"strictKid":false}}.';
    throw new StartError(`The file ${file} cannot be used. ${reason}`);
  }
}

function parse(args: readonly string[]) {
  return optionsIn(args, {
    config: { type: 'string' },
    port: { type: 'string' },
    'psu-port': { type: 'string' },
    'control-port': { type: 'string' },
    host: { type: 'string' },
    'control-host': { type: 'string' },
    san: { type: 'string', multiple: true },
    data: { type: 'string' },
    env: { type: 'string' },
    clock: { type: 'string' },
    trust: { type: 'string', multiple: true },
    quirk: { type: 'string', multiple: true },
    'psu-http': { type: 'boolean' },
    'control-token-file': { type: 'string' },
    'access-log': { type: 'string' },
    grace: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
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
/** Milliseconds. @throws StartError */
export function graceOf(text: string | undefined): number {
  if (text === undefined) return GRACE;
  const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= LONGEST_GRACE))
    throw new StartError(`--grace must be 0 to ${LONGEST_GRACE} seconds, not "${text}".`);
  return Math.round(seconds * 1000);
}

/** @throws StartError */
export function readTrust(file: string): string {
  try {
    return decoded(readFileSync(file)).toString('utf8');
  } catch {
    throw new StartError(`The file ${file} given with --trust cannot be read.`);
  }
}
