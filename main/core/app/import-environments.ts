/** Adds the environments of an export, with the variables that are not set here. */
import { z } from 'zod';
import {
  environmentFormSchema,
  LONGEST_ENVIRONMENT_NAME,
  variableSchema,
} from '../../../shared/contract/environments.ts';
import { freeName } from '../../../shared/free-name.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { MASK } from '../masking/mask.ts';
import type { Variables } from '../variables/variables.ts';
import type { Attempt } from './attempt.ts';

const t = texts.core.importAll;

const variables = z.array(variableSchema);
const bankSchema = environmentFormSchema.extend({
  kind: z.literal('bank'),
  // Values in them may be masked.
  headers: z.string(),
  variables,
});
export const exportedEnvironments = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('local'), name: z.string(), variables }),
    bankSchema,
  ]),
);
export const exportedCertificates = z.array(z.object({ id: z.string(), pem: z.string() }));

export interface EnvironmentParts {
  environments: Pick<Environments, 'create' | 'list' | 'read'>;
  variables: Pick<Variables, 'list' | 'set'>;
  certificates: Pick<Certificates, 'list'>;
}

interface Found {
  environments: z.infer<typeof exportedEnvironments>;
  certificates: z.infer<typeof exportedCertificates>;
}

/**
 * An environment of the same bank with the same name is the same one.
 * @param attempt adds one environment @param left where a sentence for each key or secret value that is not in the file is added
 * @returns how many were added
 */
export function importEnvironments(
  parts: EnvironmentParts,
  found: Found,
  attempt: Attempt,
  left: string[],
): { environments: number; variables: number } {
  const added = { environments: 0, variables: 0 };
  for (const environment of found.environments)
    attempt(environment.name, undefined, () => {
      let id: string | null = LOCAL;
      if (environment.kind === 'bank') {
        id = sameEnvironment(parts, environment);
        if (id === null) {
          id = newEnvironment(parts, found, environment, left);
          added.environments++;
        }
      }
      added.variables += addVariables(parts, id, environment, left);
    });
  return added;
}

function sameEnvironment(
  { environments }: EnvironmentParts,
  wanted: { name: string; baseUrl: string },
): string | null {
  const same = environments
    .list()
    .find(({ name, baseUrl }) => name === wanted.name && baseUrl === wanted.baseUrl);
  return same?.id ?? null;
}

/** Those that are not set here. @returns how many */
function addVariables(
  parts: EnvironmentParts,
  id: string,
  { name: environment, variables: found }: Found['environments'][number],
  left: string[],
): number {
  const there = new Set(parts.variables.list(id).map(({ name }) => name));
  let added = 0;
  for (const variable of found.filter(({ name }) => !there.has(name))) {
    if (variable.secret || variable.value.includes(MASK)) left.push(t.secret(variable.name, environment));
    else {
      parts.variables.set(id, variable);
      added++;
    }
  }
  return added;
}

/** @param left where sentences about what is missing are added @returns its id */
function newEnvironment(
  { environments, certificates }: EnvironmentParts,
  found: Found,
  { kind: _kind, variables: _variables, ...form }: z.infer<typeof bankSchema>,
  left: string[],
): string {
  const taken = environments.list().map(({ name }) => name);
  const name = freeName(form.name, (one) => taken.includes(one), LONGEST_ENVIRONMENT_NAME);
  const pems = new Map(found.certificates.map(({ id, pem }) => [id, pem]));
  const here = (id: string | null) =>
    certificates.list().find(({ pem }) => id !== null && pem === pems.get(id))?.id ?? null;
  const [signing, client] = [here(form.certificateId), here(form.tlsCertificateId)];
  if (signing === null || (client === null && form.tlsCertificateId !== null)) left.push(t.certificate(name));
  const headers = form.headers
    .split('\n')
    .filter((line) => !line.includes(MASK))
    .join('\n');
  if (headers !== form.headers) left.push(t.headers(name));
  const certificateId = signing ?? environments.read(LOCAL).certificateId;
  return environments.create(certificateId, {
    ...form,
    name,
    certificateId,
    tlsCertificateId: client,
    headers,
  });
}
