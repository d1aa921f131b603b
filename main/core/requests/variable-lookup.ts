/** Variables of a request that is sent on its own, with the scopes of a run, and the values captured from its response. */
import type { Settings } from '../../../shared/collections/settings.ts';
import type { Values } from '../../../shared/collections/fill.ts';
import { flowOfPath } from '../../../shared/collections/tree.ts';
import { Scope, type Variable } from '../../../shared/collections/scope.ts';
import type { Variables } from '../environments/variables.ts';
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';
import type { Captured } from '../../../shared/collections/capture.ts';
import { MAX_KEPT_VALUE_CHARS } from '../../../shared/limits.ts';

/** The environment, with the values that the workbench provides. */
export interface KnownValues extends ProvidedFrom {
  id: string;
}

/** What a request is sent with in place of what the window has. */
export interface RunContext {
  /** By which its later captured values are kept. */
  id: string;
  /** Of its step: what is around that is around a request without a path, too. */
  path: string;
  session: ProvidedFrom;
  /** A scope with the rows, captured values and includes of the run above it. */
  above: (scope: Scope) => Scope;
}

export interface LookupParts {
  variables: Pick<Variables, 'list' | 'value'>;
  /** Captured values, or all those of a run. */
  captured: Values;
  /** The folders around the request, outermost first; read only on demand. */
  around: () => readonly { path: string; settings: Settings }[];
}

/**
 * In the order of a run: captured values (with rows and includes if it is one), folders, collection, environment, provided values. A secret variable is decrypted only
 * when it is used, so that the others work while the vault is locked.
 */
export function lookupIn(environment: KnownValues, { variables, captured, around }: LookupParts): Values {
  let folders: Scope | null = null;
  let secret: ReadonlySet<string> | null = null;
  /** Cached: a value such as `uuid` differs each time, so each occurrence is looked up. */
  const rows = new Map<string, ReturnType<Variables['value']>>();
  const ownOf = (name: string) => {
    let row = rows.get(name);
    if (row === undefined) rows.set(name, (row = variables.value(environment.id, name)));
    return row;
  };
  const find: Values['get'] = (name, circumstances) => {
    const found = captured.get(name, circumstances);
    if (found !== null) return found;
    const inFolder = (folders ??= folderScope(around())).get(name, circumstances);
    if (inFolder !== null) return inFolder;
    const own = ownOf(name);
    if (own !== null) return { name, ...own, origin: 'environment', from: null };
    const value = provided(environment, circumstances).get(name);
    return value === undefined ? null : { name, value, secret: false, origin: 'computed', from: null };
  };
  return {
    get: (name, circumstances): Variable | null => {
      const found = find(name, circumstances);
      if (found === null || found.secret) return found;
      secret ??= secretNamesIn(around(), variables.list(environment.id));
      return { ...found, secret: secret.has(name) };
    },
  };
}

/** Names whose values are secret wherever they come from: declared by folders, or secret in the environment. */
export function secretNamesIn(
  around: readonly { settings: Pick<Settings, 'secret'> }[],
  environment: readonly { name: string; secret: boolean }[],
): ReadonlySet<string> {
  const own = environment.filter(({ secret }) => secret).map(({ name }) => name);
  return new Set([...around.flatMap(({ settings }) => settings.secret), ...own]);
}

/** The variables of folders. Values of secret ones come from elsewhere, or are masked. */
export function folderScope(around: ReturnType<LookupParts['around']>): Scope {
  const secret = secretNamesIn(around, []);
  let scope = Scope.empty;
  for (const { path, settings } of around) {
    const variables = Object.entries(settings.variables).map(([name, value]) => ({
      name,
      value,
      secret: secret.has(name),
      from: path,
    }));
    scope = scope.with(flowOfPath(path) === null ? 'collection' : 'folder', variables);
  }
  return scope;
}

export interface FolderValues {
  scope: Scope;
  /** Names whose values are secret, including the environment's. */
  secret: ReadonlySet<string>;
}

/** Caches the variables of the latest folder: a file may have 100,000, and most steps share a folder with the previous one. */
export function folderValues(
  environment: readonly { name: string; secret: boolean }[],
): (around: ReturnType<LookupParts['around']>) => FolderValues {
  let latest: { path: string; values: FolderValues } | null = null;
  return (around) => {
    // The key is the innermost folder, which determines the others.
    const path = around.at(-1)?.path ?? '';
    if (latest?.path !== path)
      latest = {
        path,
        values: { scope: folderScope(around), secret: secretNamesIn(around, environment) },
      };
    return latest.values;
  };
}

interface ProvidedFrom {
  psuId: string | null;
  corporateId: string | null;
  sessionId: string;
}

/** Provided values by name. There is no PSU before an SCA. */
export function provided(
  { psuId, corporateId, sessionId }: ProvidedFrom,
  { now, newUuid }: Circumstances,
): ReadonlyMap<string, string> {
  return new Map([
    ['sessionId', sessionId],
    ['today', osloDate(now)],
    ['uuid', newUuid()],
    ...(psuId === null ? [] : [['psuId', psuId] as const]),
    ...(corporateId === null ? [] : [['psuCorporateId', corporateId] as const]),
  ]);
}

export type CapturedVariable = Omit<Variable, 'origin'>;

/** Per environment. The oldest are dropped first. */
const MAX_VALUES = 200;

/** Values captured from responses to single requests: in memory, per environment. */
export class CapturedValues {
  private readonly of = new Map<string, Map<string, CapturedVariable>>();

  /**
   * A name that was secret stays so.
   * @param from title of the request whose response contained the values
   */
  keep(environmentId: string, captured: readonly (Captured & { secret?: boolean })[], from: string): void {
    const kept = this.of.get(environmentId) ?? new Map<string, CapturedVariable>();
    for (const one of captured) {
      if ('missing' in one || JSON.stringify(one.value).length > MAX_KEPT_VALUE_CHARS) continue;
      // Reinserted last: the order is that of capture.
      const secret = one.secret === true || kept.get(one.name)?.secret === true;
      kept.delete(one.name);
      kept.set(one.name, { ...one, secret, from });
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_VALUES) break;
      kept.delete(oldest);
    }
    this.of.set(environmentId, kept);
  }

  /** Those of one environment. */
  in(environmentId: string): Values {
    return {
      get: (name) => {
        const found = this.of.get(environmentId)?.get(name);
        return found === undefined ? null : { ...found, origin: 'capture' };
      },
    };
  }

  list(environmentId: string): CapturedVariable[] {
    return [...(this.of.get(environmentId)?.values() ?? [])];
  }

  /** Restores what {@link list} returned. */
  replace(environmentId: string, values: readonly CapturedVariable[]): void {
    this.of.set(environmentId, new Map(values.map((one) => [one.name, one])));
  }

  /** @param name null for every value */
  forget(environmentId: string, name: string | null): void {
    if (name === null) this.of.delete(environmentId);
    else this.of.get(environmentId)?.delete(name);
  }
}
