/** The environment file of a run: bank, identity and variables. */
import { jsonValueSchema, upToFirstFault } from '../../../shared/schema-tools.ts';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { z } from 'zod';
import { unfitIn } from '../../../shared/collections/files.ts';
import { hostsSchema, isBaseUrl } from '../../../shared/contract/environments.ts';
import { VARIABLE_NAME } from '../../../shared/collections/variable-name.ts';
import { placeInside } from '../../../shared/node/plain-files.ts';
import { readJson, UsageError } from '../command.ts';
import { printableLine } from '../printable.ts';

const NO_NAME = 'is no name of a variable: it begins with a letter, and has letters, digits, _, - and . only';
const NO_BANK =
  'must be an address that begins with https:// (or with http:// for a stub on this machine), without query and fragment';

const secretSchema = z.strictObject({
  /** Name of a variable of the process. */
  from: z.string(),
});

const name = z.string().regex(VARIABLE_NAME, NO_NAME);

const schema = z.strictObject({
  $schema: z.string().optional(),
  /** Base URL of the bank's API, before `/v1/…`. Without it the run needs `--bank`. */
  baseUrl: z.string(NO_BANK).refine(isBaseUrl, NO_BANK).optional(),
  /** Other hosts of the bank, such as `auth.bank.example`: requests there are signed, too. */
  hosts: hostsSchema.default([]),
  /** Certificate and key, in the folder of this file. The password comes from --password-file or TPP_PASSWORD. */
  certificate: z.array(z.string()).min(1).optional(),
  /** PEM file of CAs to trust. */
  roots: z.string().optional(),
  /** File with the signature profile of the bank. */
  profile: z.string().optional(),
  /** File with the OpenAPI document of the bank, by which answers are checked. */
  openApi: z.string().optional(),
  redirectUri: z.string().default('https://tpp.example/sca/return'),
  psuIpAddress: z.string().default('203.0.113.24'),
  /** Defaults of every request; they may contain variables. */
  headers: z.record(z.string(), z.string()).default({}),
  variables: z.record(name, jsonValueSchema).default({}),
  /** Masked variables from the environment of the process, as far as `--secret` allows. */
  secrets: z.record(name, secretSchema).default({}),
  /** The control listener of a simulator that runs elsewhere. The token defaults to {@link CONTROL_TOKEN}. */
  control: z.strictObject({ baseUrl: z.url(), token: z.string().optional() }).optional(),
});
export type EnvironmentFile = z.infer<typeof schema>;

export const CONTROL_TOKEN = 'TPP_CONTROL_TOKEN';

export const NO_ENVIRONMENT: EnvironmentFile = schema.parse({});

/** @returns the environment with absolute paths @throws UsageError */
export function readEnvironment(file: string): EnvironmentFile {
  const { name: shown, json } = readJson(file);
  const unfit = typeof json === 'object' && json !== null ? unfitIn(json) : null;
  if (unfit !== null) throw new UsageError(`${shown} is not an environment: ${unfit}`);
  const read = schema.safeParse(json, upToFirstFault);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('/') ?? '';
    const said = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
    throw new UsageError(`${shown} is not an environment: ${where === '' ? '' : `${where}: `}${said ?? ''}.`);
  }
  const near = (path: string) => resolve(dirname(file), path);
  // Otherwise a file from someone else could sign with this user's keys.
  const inside = (path: string) => {
    const place = near(path);
    if (!existsSync(place)) return place;
    const [folder, real] = [realpathSync(dirname(file)), realpathSync(place)];
    if (placeInside(folder, relative(folder, real)) !== null) return real;
    throw new UsageError(
      `${shown} names ${printableLine(path)} as its certificate, which is outside its folder. Put certificate and key beside ${shown}.`,
    );
  };
  const { certificate, roots, profile, openApi, ...rest } = read.data;
  return {
    ...rest,
    ...(certificate === undefined ? {} : { certificate: certificate.map(inside) }),
    ...(roots === undefined ? {} : { roots: near(roots) }),
    ...(profile === undefined ? {} : { profile: near(profile) }),
    ...(openApi === undefined ? {} : { openApi: near(openApi) }),
  };
}
