/** The variables of a request that is sent by hand: those of a run, as far as there are any without one. */
import type { FolderSettings } from '../../../shared/collections/folder-file.ts';
import type { Values } from '../../../shared/collections/fill.ts';
import { Scope, type Variable } from '../../../shared/collections/scope.ts';
import type { CapturedValues } from './captured-values.ts';
import type { Variables } from '../environments/variables.ts';
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';

/** Values of an environment that the workbench provides. */
export interface KnownValues extends ProvidedFrom {
  id: string;
}

export interface LookupParts {
  variables: Pick<Variables, 'list' | 'value'>;
  kept: Pick<CapturedValues, 'get'>;
  /** The folders around the request, from the collection inwards; read only if a name needs them. */
  around: () => readonly { path: string; settings: FolderSettings }[];
}

/**
 * Names in the order of a run: kept values, folders, collection, environment, then what the workbench provides. A secret variable
 * is decrypted only when it is used, so that the others work while the vault is locked.
 */
export function lookupIn(environment: KnownValues, { variables, kept, around }: LookupParts): Values {
  let folders: Scope | null = null;
  let secret: ReadonlySet<string> | null = null;
  /** Read once each: a name such as `uuid`, which is made anew, is looked up for each place where it stands. */
  const rows = new Map<string, ReturnType<Variables['value']>>();
  const ownOf = (name: string) => {
    const known = rows.get(name);
    if (known !== undefined) return known;
    const row = variables.value(environment.id, name);
    rows.set(name, row);
    return row;
  };
  const find: Values['get'] = (name, circumstances) => {
    const captured = kept.get(environment.id, name);
    if (captured !== null) return { ...captured, origin: 'capture' };
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

/** Names whose values are secret wherever they come from: those that the folders declare, and those of the environment's secrets. */
export function secretNamesIn(
  around: readonly { settings: Pick<FolderSettings, 'secret'> }[],
  environment: readonly { name: string; secret: boolean }[],
): ReadonlySet<string> {
  const own = environment.filter(({ secret }) => secret).map(({ name }) => name);
  return new Set([...around.flatMap(({ settings }) => settings.secret), ...own]);
}

/** What folders say about variables. A secret one has its value from elsewhere, or is masked. */
export function folderScope(around: ReturnType<LookupParts['around']>): Scope {
  const secret = secretNamesIn(around, []);
  let scope = Scope.empty;
  for (const [at, { path, settings }] of around.entries()) {
    const variables = Object.entries(settings.variables).map(([name, value]) => ({
      name,
      value,
      secret: secret.has(name),
      from: path,
    }));
    scope = scope.with(at === 0 ? 'collection' : 'folder', variables);
  }
  return scope;
}

/** What the folders around a step say. */
export interface FolderValues {
  scope: Scope;
  /** Names whose values are secret, also those of the environment. */
  secret: ReadonlySet<string>;
}

/**
 * The values of the folders around one step after another of a tree that does not change. Those of the latest folder are kept: a file may
 * have a hundred thousand variables, and most steps follow another one of the same folder.
 */
export function folderValues(
  environment: readonly { name: string; secret: boolean }[],
): (around: ReturnType<LookupParts['around']>) => FolderValues {
  let latest: { path: string; values: FolderValues } | null = null;
  return (around) => {
    // The folders around a folder are the same for all that is in it.
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

/** By name. Without an SCA there is no PSU, so nothing has its names. */
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
