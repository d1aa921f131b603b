/** Values of variables that a folder declares as secret, which an export of all work leaves out. */
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import type { Listing } from '../../../shared/collections/tree.ts';
import type { VariableView } from '../../../shared/contract/environments.ts';
import type { Replaced } from '../../../shared/interchange/redaction.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import { MASK } from './mask.ts';

interface WithVariables {
  environments: readonly { variables: readonly VariableView[] }[];
  collections: Listing;
}

/** A captured value. */
type Kept = Pick<Variable, 'name' | 'secret' | 'value'>;

/**
 * The names that folders declare as secret, and their values in folders, environments and captures. `replaced` has the texts of folders
 * and environments with their variables.
 */
export function secretValuesOf(
  { environments, collections }: WithVariables,
  kept: readonly Kept[] = [],
): {
  names: ReadonlySet<string>;
  values: string[];
  replaced: Replaced[];
} {
  const names = new Set(collections.folders.flatMap(({ settings }) => settings?.secret ?? []));
  const written = [
    ...collections.folders.flatMap(({ settings }) => Object.entries(settings?.variables ?? {})),
    ...environments.flatMap(({ variables }) => variables.map(({ name, value }) => [name, value] as const)),
  ];
  const values = secretTexts([
    ...written.map(([name, value]) => ({ value, secret: names.has(name) })),
    ...kept.map(({ name, value, secret }) => ({ value, secret: secret || names.has(name) })),
  ]);
  const replaced = written.flatMap(([name, value]) =>
    names.has(name) && typeof value === 'string' ? [{ real: value, shown: `{{${name}}}` }] : [],
  );
  return { names, values: [...values], replaced };
}

/** Removes values by name: a number could not be masked. */
export function withoutSecretValues<T extends WithVariables>(work: T, names: ReadonlySet<string>): T {
  const { environments, collections } = work;
  return {
    ...work,
    environments: environments.map((one) => ({
      ...one,
      variables: one.variables.map((variable) =>
        names.has(variable.name) ? { ...variable, value: '' } : variable,
      ),
    })),
    collections: {
      ...collections,
      folders: collections.folders.map((folder) => ({
        ...folder,
        settings: folder.settings && {
          ...folder.settings,
          variables: Object.fromEntries(
            Object.entries(folder.settings.variables).map(([name, value]) => [
              name,
              names.has(name) ? MASK : value,
            ]),
          ),
        },
      })),
    },
  };
}
