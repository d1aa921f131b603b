/** Imports environments, with variables that are not set here. */
import { z } from 'zod';
import {
  environmentFormSchema,
  LONGEST_ENVIRONMENT_NAME,
  variableSchema,
  type VariableView,
} from '../../../shared/contract/environments.ts';
import type { ImportPreview } from '../../../shared/contract/import-report.ts';
import { freeName } from '../../../shared/names.ts';
import { signatureProfileSchema, SPECIFICATION } from '../../../shared/signing/profile.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { addressOf } from '../environments/imported.ts';
import { MASK } from '../redaction/mask.ts';
import type { Variables } from '../environments/variables.ts';
import { sentenceOf } from '../store/disk.ts';

const t = texts.core.importAll;

/** Validated one at a time. */
const variables = z.custom<readonly unknown[]>((value) => Array.isArray(value));
const bankSchema = environmentFormSchema.extend({
  kind: z.literal('bank'),
  // May contain masked values.
  headers: z.string(),
  missingCertificate: z.string().nullable(),
  missingTlsCertificate: z.string().nullable(),
  profile: signatureProfileSchema.default(SPECIFICATION),
  variables,
});
type FoundBank = z.infer<typeof bankSchema>;
export const exportedEnvironment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), name: z.string(), variables }),
  bankSchema,
]);
export const exportedCertificate = z.object({ id: z.string(), pem: z.string() });

export interface EnvironmentParts {
  environments: Pick<Environments, 'create' | 'list' | 'markImported' | 'read' | 'setProfile'>;
  variables: Pick<Variables, 'add' | 'list'>;
  certificates: Pick<Certificates, 'list'>;
}

interface Found {
  environments: readonly z.infer<typeof exportedEnvironment>[];
  certificates: readonly z.infer<typeof exportedCertificate>[];
}

export interface Adding {
  attempt: Attempt;
  /** Aborted when the import is stopped. */
  end: AbortSignal;
  /** Sentences about what was left out. */
  left: string[];
}

/** An environment with the name and address of an existing one is the same. @returns how many were added */
export async function importEnvironments(
  parts: EnvironmentParts,
  found: Found,
  { attempt, left }: Adding,
): Promise<{ environments: number; variables: number }> {
  const known = knownIn(parts, found);
  const added = { environments: 0, variables: 0 };
  for (const environment of found.environments) {
    await attempt(environment.name, undefined, () => {
      let id: string | null = LOCAL;
      if (environment.kind === 'bank') {
        id = known.same(environment);
        if (id === null) {
          id = newEnvironment(parts, known, environment, left);
          added.environments++;
        }
      }
      added.variables += addVariables(parts, id, environment, left);
    });
  }
  return added;
}

const keyOf = ({ name, baseUrl }: { name: string; baseUrl: string | null }) =>
  JSON.stringify([name, baseUrl]);

type Known = ReturnType<typeof knownIn>;

/** Existing names and certificates, indexed once. */
function knownIn(
  { environments, certificates }: Pick<EnvironmentParts, 'certificates' | 'environments'>,
  found: Found,
) {
  const existing = environments.list();
  const ids = new Map(existing.map((one) => [keyOf(one), one.id]));
  const names = new Set(existing.map(({ name }) => name));
  const here = new Map(certificates.list().map(({ id, pem }) => [pem, id]));
  const pems = new Map(found.certificates.map(({ id, pem }) => [id, pem]));
  /** The id here, or the PEM of a missing certificate, empty if unknown. @param missing as in the file */
  const certificate = (id: string, missing: string | null) => {
    const pem = missing ?? pems.get(id) ?? '';
    const known = here.get(pem) ?? null;
    return { id: known, missing: known === null ? pem : null };
  };
  return {
    /** Id of the same environment; null if there is none. */
    same: (wanted: { name: string; baseUrl: string }) => ids.get(keyOf(wanted)) ?? null,
    freeName: (wanted: string) => freeName(wanted, (one) => names.has(one), LONGEST_ENVIRONMENT_NAME),
    certificatesOf: ({ certificateId, tlsCertificateId, ...bank }: FoundBank) => {
      const wanted = bank.missingTlsCertificate === null ? tlsCertificateId : '';
      return {
        signing: certificate(certificateId, bank.missingCertificate),
        client:
          wanted === null ? { id: null, missing: null } : certificate(wanted, bank.missingTlsCertificate),
      };
    },
    added: (id: string, environment: { name: string; baseUrl: string }) => {
      ids.set(keyOf(environment), id);
      names.add(environment.name);
    },
  };
}

/** The new environments of a file, for the preview. */
export function newEnvironments(
  parts: Pick<EnvironmentParts, 'certificates' | 'environments'>,
  found: Found,
): ImportPreview['newEnvironments'] {
  const known = knownIn(parts, found);
  const names = new Map(parts.certificates.list().map(({ id, name }) => [id, name]));
  return found.environments.flatMap((one) => {
    if (one.kind === 'local' || known.same(one) !== null) return [];
    const { signing, client } = known.certificatesOf(one);
    const nameOf = ({ id }: { id: string | null }) => (id === null ? null : (names.get(id) ?? null));
    const name = known.freeName(one.name);
    known.added('', { name, baseUrl: one.baseUrl });
    return [{ name, address: addressOf(one), certificate: nameOf(signing), client: nameOf(client) }];
  });
}

/** Adds the variables that are not set. @returns how many */
function addVariables(
  parts: EnvironmentParts,
  id: string,
  { name: environment, variables }: { name: string; variables: readonly unknown[] },
  left: string[],
): number {
  const taken = new Set(parts.variables.list(id).map(({ name }) => name));
  const plain: VariableView[] = [];
  let damaged = 0;
  for (const one of variables) {
    const { data } = variableSchema.safeParse(one);
    if (data === undefined) damaged++;
    else if (!taken.has(data.name)) {
      taken.add(data.name);
      if (data.secret || data.value.includes(MASK)) left.push(t.secret(data.name, environment));
      else plain.push(data);
    }
  }
  if (damaged > 0) left.push(t.damaged(t.variablesOf(environment), damaged));
  return parts.variables.add(id, plain);
}

function newEnvironment(
  { environments }: EnvironmentParts,
  known: Known,
  found: FoundBank,
  left: string[],
): string {
  const {
    kind: _kind,
    variables: _variables,
    missingCertificate: _,
    missingTlsCertificate: _tls,
    profile,
    ...form
  } = found;
  const name = known.freeName(form.name);
  const { signing, client } = known.certificatesOf(found);
  if (signing.missing !== null || client.missing !== null) left.push(t.certificate(name));
  const kept = form.headers
    .split('\n')
    .filter((line) => !line.includes(MASK))
    .join('\n');
  if (kept !== form.headers) left.push(t.headers(name));
  // Validated without the masked lines, as strictly as headers that a user types.
  const { data: headers = null } = environmentFormSchema.shape.headers.safeParse(kept);
  if (headers === null) left.push(t.damagedHeaders(name));
  const certificateId = signing.id ?? environments.read(LOCAL).certificateId;
  const filled = { ...form, name, certificateId, tlsCertificateId: client.id, headers: headers ?? '' };
  const id = environments.create(certificateId, filled);
  environments.setProfile(id, profile);
  environments.markImported(id, {
    missingCertificate: signing.missing,
    missingTlsCertificate: client.missing,
  });
  known.added(id, filled);
  return id;
}

/** Adds one part; a failure does not affect the others. @param none the result of a failure */
type Attempt = <Added>(part: string, none: Added, add: () => Added | Promise<Added>) => Promise<Added>;

export function attempter(left: string[], end: AbortSignal): Attempt {
  return async (part, none, add) => {
    end.throwIfAborted();
    try {
      return await add();
    } catch (error) {
      end.throwIfAborted();
      left.push(texts.core.importAll.notSaved(part, sentenceOf(error)));
      return none;
    }
  };
}
