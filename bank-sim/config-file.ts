/** The file that `--config` names: every option of the command line under its own name, for a bank that others start. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { decoded } from '../shared/node/decoded.ts';
import { StartError } from '../shared/node/start-error.ts';
import { checked } from './control/words.ts';
import { QUIRKS } from './quirks.ts';

/** What --env can be. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
/** Seconds. */
export const LONGEST_GRACE = 3600;

const port = z.int().min(0).max(65_535);
const quirkSchemas = Object.entries(QUIRKS).map(([name, { values, text }]) => {
  const allowed: readonly (string | boolean)[] = values;
  return [name, z.literal(allowed).optional().describe(text)] as const;
});

/** Any of them, by their names. */
export const quirksSchema = z.strictObject(Object.fromEntries(quirkSchemas));

/** Where to listen, and by which names others come. */
export const hostFields = {
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
};

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  port: port.optional().describe('API port; 0 takes any free one. 8443 if left out.'),
  'psu-port': port.optional().describe('Port of the PSU pages. 8444 if left out.'),
  'control-port': port.optional().describe('Port of the control listener. 8445 if left out.'),
  ...hostFields,
  data: z.string().optional().describe('Data folder, or :memory:.'),
  env: z.enum(ENVIRONMENTS).optional(),
  clock: z
    .string()
    .optional()
    .describe("The bank's clock is frozen at this date-time, such as 2026-12-01T08:00:00+01:00."),
  trust: z.array(z.string()).optional().describe('PEM files of additional trusted CAs.'),
  quirks: quirksSchema.optional(),
  'psu-http': z.boolean().optional().describe('Serve the PSU pages over plain HTTP on loopback.'),
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
});

/** The JSON Schema of the file. */
export function configFileSchema(): string {
  return schemaTextOf(configSchema, {
    title: 'The configuration of a bank of TPP Workbench',
    description: 'For "tpp-workbench bank --config FILE". Paths are relative to the folder of the file.',
  });
}

/** A schema as the text of a JSON Schema. */
export function schemaTextOf(
  zodSchema: z.ZodType,
  { title, description }: { title: string; description: string },
): string {
  const { $schema, ...rest } = z.toJSONSchema(zodSchema, { io: 'input' });
  return `${JSON.stringify({ $schema, title, description, ...rest }, null, 2)}\n`;
}

/** The options of a file as a command line gives them. @throws StartError with the file and what is wrong */
export function readConfigFile(file: string) {
  const {
    $schema: _,
    port: api,
    grace,
    trust = [],
    san = [],
    quirks: set = {},
    ...rest
  } = readConfig(file, configSchema);
  const { 'psu-port': psu, 'control-port': control, data, ...others } = rest;
  const { 'control-token-file': token, 'access-log': log, ...plain } = others;
  const folder = dirname(resolve(file));
  const path = (name: string) => resolve(folder, name);
  return {
    ...given({
      port: api?.toString(),
      'psu-port': psu?.toString(),
      'control-port': control?.toString(),
      data: data === undefined || data === ':memory:' ? data : path(data),
      'control-token-file': token === undefined ? undefined : path(token),
      'access-log': log === undefined || log === '-' ? log : path(log),
      // Without an exponent.
      grace: grace?.toFixed(3),
    }),
    ...given(plain),
    trust: trust.map(path),
    san,
    quirk: Object.entries(set).map(([name, value]) => `${name}=${String(value)}`),
  };
}

/** The content of a configuration file. @throws StartError with the file and what is wrong */
export function readConfig<T>(file: string, schema: z.ZodType<T>): T {
  const read = checked(schema, documentIn(file), 'The configuration');
  if ('wrong' in read)
    throw new StartError(`The file ${file} given with --config cannot be used. ${read.wrong}`);
  return read.value;
}

/** What is not undefined, so that it does not replace anything. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function documentIn(file: string): unknown {
  try {
    return JSON.parse(decoded(readFileSync(file)).toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new StartError(
      `The file ${file} given with --config ${reason}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
