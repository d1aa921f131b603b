/** The command line and the configuration file of `npm run bank` (contract section 13). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CLOCK_YEARS, dateTimeMs, isBankTime } from '../shared/xs2a/bank-limits.ts';
import { userDataFolder } from '../shared/node/private-files.ts';
import { StartError } from '../shared/node/start-error.ts';
import type { BankOptions } from './bank.ts';
import {
  brandIn,
  optionsIn,
  portField,
  portOf,
  PROGRAM_FIELDS,
  PROGRAM_FLAGS,
  type Running,
  runningOf,
  schemaTextOf,
  servedOf,
  textOf,
  withConfig,
} from './program.ts';
import { readProfileFile, type SignatureProfile } from '../shared/signing/profile.ts';
import { ENVIRONMENTS, type Quirks, quirksSchema, readQuirk } from './quirks.ts';

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
  --profile FILE      signature profile: how requests must be signed (see docs/simulator.md)
  --psu-http          serve the PSU pages over plain HTTP on loopback
  --control-token-file FILE   file with the token of the control listener in its first line; or set
                      TPP_CONTROL_TOKEN. A random one if left out
  --access-log FILE   append a line of JSON for each request of a TPP; - for standard error
  --grace SECONDS     how long requests that have arrived are still answered after SIGTERM or
                      SIGINT, while no others are accepted (default 1)
  --json              print one line of JSON when ready, and log to stderr
  --help              show this help`;

export type CommandLine = { help: true } | (Running & { help: false; bank: BankOptions });

/** @throws StartError with one sentence for an invalid option */
export function readCommandLine(args: readonly string[]): CommandLine {
  if (parse(args).help) return { help: true };
  const values = withConfig(args, parse, configSchema);
  const environment = ENVIRONMENTS.find((one) => one === (values.env ?? 'sandbox'));
  if (environment === undefined)
    throw new StartError(`--env must be sandbox or production, not "${values.env}".`);
  const data = values.data === ':memory:' ? null : (values.data ?? join(userDataFolder(), 'standalone-bank'));
  // The command line takes precedence over the file in the data folder.
  const quirks: Partial<Quirks> = {
    ...(data === null ? {} : quirksIn(data)),
    ...(values.env === undefined ? {} : { environment }),
    ...quirksOf(values.quirk ?? []),
  };
  return {
    help: false,
    ...runningOf(values),
    bank: {
      ...servedOf(values),
      port: portOf('--port', values.port, 8443),
      psuPort: portOf('--psu-port', values['psu-port'], 8444),
      data,
      ...(data === null ? {} : { brand: brandIn(data) }),
      quirks,
      ...(values.profile === undefined ? {} : { profile: profileIn(values.profile) }),
      ...(values.clock === undefined ? {} : { clock: clockOf(values.clock) }),
    },
  };
}

function parse(args: readonly string[]) {
  return optionsIn(args, {
    ...PROGRAM_FLAGS,
    port: { type: 'string' },
    'psu-port': { type: 'string' },
    env: { type: 'string' },
    clock: { type: 'string' },
    profile: { type: 'string' },
    quirk: { type: 'string', multiple: true },
  });
}

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  port: portField.optional().describe('API port; 0 takes any free one. 8443 if left out.'),
  'psu-port': portField.optional().describe('Port of the PSU pages. 8444 if left out.'),
  ...PROGRAM_FIELDS,
  data: z.string().optional().describe('Data folder, or :memory:.'),
  env: z.enum(ENVIRONMENTS).optional(),
  clock: z
    .string()
    .optional()
    .describe("The bank's clock is frozen at this date-time, such as 2026-12-01T08:00:00+01:00."),
  quirks: quirksSchema.optional(),
  profile: z.string().optional().describe('File with the signature profile: how requests must be signed.'),
});

export function configFileSchema(): string {
  return schemaTextOf(configSchema, {
    title: 'The configuration of a bank of TPP Workbench',
    description: 'For "tpp-workbench bank --config FILE". Paths are relative to the folder of the file.',
  });
}

function profileIn(file: string): SignatureProfile {
  const profile = readProfileFile(textOf(file, '--profile'));
  if (typeof profile === 'string') throw new StartError(`--profile ${file}: ${profile}`);
  return profile;
}

function clockOf(text: string): number {
  const clock = dateTimeMs(text);
  if (clock === null)
    throw new StartError(
      `--clock must be a date-time with a time zone, such as 2026-12-01T08:00:00+01:00, not "${text}".`,
    );
  if (!isBankTime(clock)) throw new StartError(`--clock can be set to ${CLOCK_YEARS}, not "${text}".`);
  return clock;
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

const quirksFile = z.strictObject({
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}),
});

/** The quirks in the file `bank.json` of the data folder (contract section 12). @throws StartError if it cannot be read */
function quirksIn(folder: string): Partial<Quirks> {
  const file = join(folder, 'bank.json');
  if (!existsSync(file)) return {};
  try {
    const { quirks } = quirksFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    return quirksOf(Object.entries(quirks).map(([name, value]) => `${name}=${value}`));
  } catch (error) {
    const reason =
      error instanceof StartError ? error.message : 'It must have the form {"quirks":{"strictKid":false}}.';
    throw new StartError(`The file ${file} cannot be used. ${reason}`);
  }
}
