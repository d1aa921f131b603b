/** The file that `--config` names: every option of the command line under its own name, for a bank that others start. */
import { z } from 'zod';
import { portField, PROGRAM_FIELDS, typedIn } from './program-options.ts';
import { QUIRKS } from './quirks.ts';
import { given, pathsOf, readConfig, schemaTextOf } from './read-config.ts';

/** What --env can be. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;

const quirkSchemas = Object.entries(QUIRKS).map(([name, { values, text }]) => {
  const allowed: readonly (string | boolean)[] = values;
  return [name, z.literal(allowed).optional().describe(text)] as const;
});

/** Any of them, by their names. */
export const quirksSchema = z.strictObject(Object.fromEntries(quirkSchemas));

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
});

/** The JSON Schema of the file. */
export function configFileSchema(): string {
  return schemaTextOf(configSchema, {
    title: 'The configuration of a bank of TPP Workbench',
    description: 'For "tpp-workbench bank --config FILE". Paths are relative to the folder of the file.',
  });
}

/** The options of a file as a command line gives them. @throws StartError with the file and what is wrong */
export function readConfigFile(file: string) {
  const {
    $schema: _,
    port,
    'psu-port': psuPort,
    data,
    env,
    clock,
    quirks: set = {},
    ...shared
  } = readConfig(file, configSchema);
  const path = pathsOf(file);
  return {
    ...typedIn(shared, path),
    ...given({
      port: port?.toString(),
      'psu-port': psuPort?.toString(),
      data: data === undefined || data === ':memory:' ? data : path(data),
      env,
      clock,
    }),
    quirk: Object.entries(set).map(([name, value]) => `${name}=${String(value)}`),
  };
}
