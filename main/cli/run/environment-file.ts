/** The environment of a run as a file: which bank, as whom, and variables. */
import { upToFirstFault, jsonValueSchema } from '../../../shared/schema-tools.ts';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { z } from 'zod';
import { unfitIn } from '../../../shared/collections/files.ts';
import { VARIABLE_NAME } from '../../../shared/collections/variable-name.ts';
import { placeInside } from '../../../shared/node/plain-files.ts';
import { readInput, UsageError } from '../command.ts';
import { printableLine } from '../printable.ts';

const secretSchema = z.strictObject({
  /** Name of the variable of the process's environment that has the value. */
  from: z.string(),
});

const name = z.string().regex(VARIABLE_NAME);

const schema = z.strictObject({
  $schema: z.string().optional(),
  /** Of the bank's API, with a path if it has one before `/v1/…`. Without it the run needs `--bank`. */
  baseUrl: z.url({ protocol: /^https$/ }).optional(),
  /** Files with the certificate and its key, relative to this file and in its folder. The password comes from --password-file or TPP_PASSWORD. */
  certificate: z.array(z.string()).min(1).optional(),
  /** PEM file of the CAs to trust in addition to the system's. */
  roots: z.string().optional(),
  /** TPP-Redirect-URI. */
  redirectUri: z.string().default('https://tpp.example/sca/return'),
  psuIpAddress: z.string().default('203.0.113.24'),
  /** Headers of every request that does not set them itself; they may contain variables. */
  headers: z.record(z.string(), z.string()).default({}),
  variables: z.record(name, jsonValueSchema).default({}),
  /** Variables whose values are masked and come from the environment of the process, as far as `--secret` allows. */
  secrets: z.record(name, secretSchema).default({}),
  /** The control listener, if the bank is a simulator that runs elsewhere. Without a token, it is that of {@link CONTROL_TOKEN}. */
  control: z.strictObject({ baseUrl: z.url(), token: z.string().optional() }).optional(),
});
export type EnvironmentFile = z.infer<typeof schema>;

/** Variable of the process's environment. */
export const CONTROL_TOKEN = 'TPP_CONTROL_TOKEN';

export const NO_ENVIRONMENT: EnvironmentFile = schema.parse({});

/** @returns the environment, with its paths made absolute @throws UsageError */
export function readEnvironment(file: string): EnvironmentFile {
  const { name: shown, bytes } = readInput(file);
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${shown} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const unfit = typeof json === 'object' && json !== null ? unfitIn(json) : null;
  if (unfit !== null) throw new UsageError(`${shown} is not an environment: ${unfit}`);
  const read = schema.safeParse(json, upToFirstFault);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('/') ?? '';
    throw new UsageError(
      `${shown} is not an environment: ${where === '' ? '' : `${where}: `}${issue?.message ?? ''}.`,
    );
  }
  const near = (path: string) => resolve(dirname(file), path);
  // A file from somebody else must not sign with the keys of this user.
  const inside = (path: string) => {
    const place = near(path);
    if (!existsSync(place)) return place;
    const [folder, real] = [realpathSync(dirname(file)), realpathSync(place)];
    if (placeInside(folder, relative(folder, real)) !== null) return real;
    throw new UsageError(
      `${shown} names ${printableLine(path)} as its certificate, which is outside its folder. Put certificate and key beside ${shown}.`,
    );
  };
  const { certificate, roots, ...rest } = read.data;
  return {
    ...rest,
    ...(certificate === undefined ? {} : { certificate: certificate.map(inside) }),
    ...(roots === undefined ? {} : { roots: near(roots) }),
  };
}
