/** Adds the environments of an export, with the variables that are not set here. */
import { z } from 'zod';
import { environmentFormSchema, variableSchema } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { MASK } from '../masking/mask.ts';
import type { Variables } from '../variables/variables.ts';

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
 * @returns how many were added, and a sentence for each key or secret value that is missing: they are not in the file
 */
export function importEnvironments(
  parts: EnvironmentParts,
  found: Found,
): { environments: number; variables: number; left: string[] } {
  const left: string[] = [];
  const added = { environments: 0, variables: 0, left };
  for (const environment of found.environments) {
    let target = LOCAL;
    if (environment.kind === 'bank') {
      const same = parts.environments
        .list()
        .find(({ name, baseUrl }) => name === environment.name && baseUrl === environment.baseUrl);
      target = same?.id ?? newEnvironment(parts, found, environment, left);
      if (same === undefined) added.environments++;
    }
    const there = new Set(parts.variables.list(target).map(({ name }) => name));
    for (const variable of environment.variables.filter(({ name }) => !there.has(name))) {
      if (variable.secret || variable.value.includes(MASK))
        left.push(t.secret(variable.name, environment.name));
      else {
        parts.variables.set(target, variable);
        added.variables++;
      }
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
  const isTaken = environments.list().some(({ name }) => name === form.name);
  const name = isTaken ? t.another(form.name) : form.name;
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
