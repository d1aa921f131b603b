/** Adds the environments of an export, with the variables that are not set here. */
import { z } from 'zod';
import {
  environmentFormSchema,
  LONGEST_ENVIRONMENT_NAME,
  variableSchema,
  type VariableView,
} from '../../../shared/contract/environments.ts';
import type { ImportPreview } from '../../../shared/contract/import-report.ts';
import { freeName } from '../../../shared/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { addressOf } from '../environments/imported.ts';
import { MASK } from '../redaction/mask.ts';
import type { Variables } from '../environments/variables.ts';
import { MAX_WORK_VARIABLES } from '../../../shared/limits.ts';
import { sentenceOf } from '../store/disk.ts';

const t = texts.core.importAll;

/** Looked at one at a time. */
const variables = z.custom<readonly unknown[]>((value) => Array.isArray(value));
const bankSchema = environmentFormSchema.extend({
  kind: z.literal('bank'),
  // Values in them may be masked.
  headers: z.string(),
  missingCertificate: z.string().nullable(),
  missingTlsCertificate: z.string().nullable(),
  variables,
});
type FoundBank = z.infer<typeof bankSchema>;
export const exportedEnvironment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), name: z.string(), variables }),
  bankSchema,
]);
export const exportedCertificate = z.object({ id: z.string(), pem: z.string() });

export interface EnvironmentParts {
  environments: Pick<Environments, 'create' | 'list' | 'markImported' | 'read'>;
  variables: Pick<Variables, 'add' | 'list'>;
  certificates: Pick<Certificates, 'list'>;
}

interface Found {
  environments: readonly z.infer<typeof exportedEnvironment>[];
  certificates: readonly z.infer<typeof exportedCertificate>[];
}

/** How parts are added. */
export interface Adding {
  attempt: Attempt;
  /** When nothing more is added. */
  end: AbortSignal;
  /** Where a sentence for each key or secret value that is not in the file is added. */
  left: string[];
}

/**
 * An environment of the same bank with the same name is the same one.
 * @returns how many were added
 */
export async function importEnvironments(
  parts: EnvironmentParts,
  found: Found,
  { attempt, left }: Adding,
): Promise<{ environments: number; variables: number }> {
  const known = new Known(parts, found);
  const added = { environments: 0, variables: 0 };
  let room = MAX_WORK_VARIABLES;
  let tooMany = 0;
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
      const wanted = environment.variables.slice(0, room);
      room -= wanted.length;
      tooMany += environment.variables.length - wanted.length;
      added.variables += addVariables(parts, id, { name: environment.name, found: wanted }, left);
    });
  }
  if (tooMany > 0) left.push(t.tooMany(t.parts.variables, MAX_WORK_VARIABLES, MAX_WORK_VARIABLES + tooMany));
  return added;
}

const keyOf = ({ name, baseUrl }: { name: string; baseUrl: string | null }) =>
  JSON.stringify([name, baseUrl]);

/** What is there, read once: a file may have a thousand environments. */
class Known {
  private readonly ids: Map<string, string>;
  private readonly names: Set<string>;
  /** Certificates here by their PEM, and PEMs by the ids in the file. */
  private readonly here: Map<string, string>;
  private readonly pems: Map<string, string>;

  constructor(
    { environments, certificates }: Pick<EnvironmentParts, 'certificates' | 'environments'>,
    found: Found,
  ) {
    const there = environments.list();
    this.ids = new Map(there.map((one) => [keyOf(one), one.id]));
    this.names = new Set(there.map(({ name }) => name));
    this.here = new Map(certificates.list().map(({ id, pem }) => [pem, id]));
    this.pems = new Map(found.certificates.map(({ id, pem }) => [id, pem]));
  }

  /** The id of the same environment here; null if there is none. */
  same(wanted: { name: string; baseUrl: string }): string | null {
    return this.ids.get(keyOf(wanted)) ?? null;
  }

  /** A name that no environment has. */
  freeName(wanted: string): string {
    return freeName(wanted, (one) => this.names.has(one), LONGEST_ENVIRONMENT_NAME);
  }

  /** Of an environment of the file. */
  certificatesOf({ certificateId, tlsCertificateId, ...found }: FoundBank) {
    const wanted = found.missingTlsCertificate === null ? tlsCertificateId : '';
    return {
      signing: this.certificate(certificateId, found.missingCertificate),
      client:
        wanted === null ? { id: null, missing: null } : this.certificate(wanted, found.missingTlsCertificate),
    };
  }

  /**
   * The id here of a certificate of the file, or what is missing: its PEM, empty if the file does not have it.
   * @param missing the same where the file was written
   */
  private certificate(id: string, missing: string | null): { id: string | null; missing: string | null } {
    const pem = missing ?? this.pems.get(id) ?? '';
    const here = this.here.get(pem) ?? null;
    return { id: here, missing: here === null ? pem : null };
  }

  added(id: string, environment: { name: string; baseUrl: string }): void {
    this.ids.set(keyOf(environment), id);
    this.names.add(environment.name);
  }
}

/** The environments of a file that are not here, as a person sees them before anything is added. */
export function newEnvironments(
  parts: Pick<EnvironmentParts, 'certificates' | 'environments'>,
  found: Found,
): ImportPreview['newEnvironments'] {
  const known = new Known(parts, found);
  const names = new Map(parts.certificates.list().map(({ id, name }) => [id, name]));
  return found.environments.flatMap((one) => {
    if (one.kind === 'local' || known.same(one) !== null) return [];
    const { signing, client } = known.certificatesOf(one);
    const nameOf = ({ id }: { id: string | null }) => (id === null ? null : (names.get(id) ?? null));
    const name = known.freeName(one.name);
    known.added('', { name, baseUrl: one.baseUrl });
    return [{ name, address: addressOf(one.baseUrl), certificate: nameOf(signing), client: nameOf(client) }];
  });
}

/** Those that are not set here, all at once. @returns how many */
function addVariables(
  parts: EnvironmentParts,
  id: string,
  { name: environment, found }: { name: string; found: readonly unknown[] },
  left: string[],
): number {
  const taken = new Set(parts.variables.list(id).map(({ name }) => name));
  const plain: VariableView[] = [];
  let damaged = 0;
  for (const one of found) {
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

/** @param left where sentences about what is missing are added @returns its id */
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
  // Once the masked lines are out, as strict as for headers that a user types.
  const { data: headers = null } = environmentFormSchema.shape.headers.safeParse(kept);
  if (headers === null) left.push(t.damagedHeaders(name));
  const certificateId = signing.id ?? environments.read(LOCAL).certificateId;
  const filled = { ...form, name, certificateId, tlsCertificateId: client.id, headers: headers ?? '' };
  const id = environments.create(certificateId, filled);
  environments.markImported(id, {
    missingCertificate: signing.missing,
    missingTlsCertificate: client.missing,
  });
  known.added(id, filled);
  return id;
}

// An import part by part: what cannot be added, for example because the disk is full, leaves the others as
// they are.

/** Adds one part. @param none what has been added if that fails */
type Attempt = <Added>(part: string, none: Added, add: () => Added | Promise<Added>) => Promise<Added>;

/** @param left where a sentence is added for each part that was left out @param end when nothing more is added */
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
