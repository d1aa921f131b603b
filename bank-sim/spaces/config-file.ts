/** The file that `spaces --config` names: every option of the command line under its own name. */
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { given, hostFields, LONGEST_GRACE, readConfig, schemaTextOf } from '../config-file.ts';

const port = z.int().min(0).max(65_535);

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  'control-port': port
    .optional()
    .describe('Port of the control listener; 0 takes any free one. 8445 if left out.'),
  ...hostFields,
  'control-url': z
    .string()
    .optional()
    .describe('Address by which others reach the control listener, if a proxy is in front of it.'),
  ports: z
    .string()
    .optional()
    .describe('Ports of the spaces, such as 20000-21999: two for each. 0 takes any free ones.'),
  domain: z
    .string()
    .optional()
    .describe('Each space has a host name in this domain, such as anna.banks.test, at ports that all share.'),
  port: port.optional().describe('API port of all spaces, with domain. 8443 if left out.'),
  'psu-port': port.optional().describe('Port of the PSU pages of all spaces, with domain. 8444 if left out.'),
  data: z.string().optional().describe('Data folder.'),
  most: z.int().min(1).optional().describe('The largest number of spaces. 200 if left out.'),
  idle: z
    .number()
    .min(0)
    .optional()
    .describe('Minutes without use after which a space goes to sleep; 0 for never. 30 if left out.'),
  trust: z.array(z.string()).optional().describe('PEM files of additional CAs that all banks trust.'),
  'psu-http': z.boolean().optional().describe('Serve the PSU pages over plain HTTP on loopback.'),
  'control-token-file': z
    .string()
    .optional()
    .describe('File with the token of the service in its first line. A random one if left out.'),
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
export function spacesConfigSchema(): string {
  return schemaTextOf(configSchema, {
    title: 'The configuration of the spaces of TPP Workbench',
    description: 'For "tpp-workbench spaces --config FILE". Paths are relative to the folder of the file.',
  });
}

/** The options of a file as a command line gives them. @throws StartError with the file and what is wrong */
export function readSpacesConfig(file: string) {
  const { $schema: _, most, idle, grace, trust = [], san = [], ...rest } = readConfig(file, configSchema);
  const { 'control-port': control, 'control-token-file': token, 'access-log': log, data, ...others } = rest;
  const { port: api, 'psu-port': psu, ...plain } = others;
  const path = (name: string) => resolve(dirname(resolve(file)), name);
  return {
    ...given({
      'control-port': control?.toString(),
      port: api?.toString(),
      'psu-port': psu?.toString(),
      data: data === undefined ? undefined : path(data),
      most: most?.toString(),
      // Without an exponent.
      idle: idle?.toFixed(3),
      grace: grace?.toFixed(3),
      'control-token-file': token === undefined ? undefined : path(token),
      'access-log': log === undefined || log === '-' ? log : path(log),
    }),
    ...given(plain),
    trust: trust.map(path),
    san,
  };
}
