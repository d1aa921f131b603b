/** A collection as an export gives it away: without credentials and without the values of secret variables. */
import type { Step } from '../../collections/steps.ts';
import { Credentials, type Replaced, variablesWithout } from '../redaction.ts';
import type { Repeats } from '../../collections/settings.ts';
import type { Folder, Item } from '../model.ts';
import { maskedFolder, type Masks } from './masked-folder.ts';

export interface Given {
  /** Its outermost folder declares every name that is secret somewhere. */
  folder: Folder;
  /** What was taken out of each step: the name of its place, and the variable that stands there now. */
  taken: ReadonlyMap<Step, readonly (readonly [name: string, variable: string])[]>;
}

/** What a collection has of its own that must not be given away, wherever else it may stand. */
export interface OwnSecrets {
  /** Credentials, and what stands in their place. */
  replaced: readonly Replaced[];
  /** Values of secret variables. */
  values: readonly string[];
}

/** @param masksOf how secrets are masked; called once the collection's own are known */
export function redactedCollection(root: Folder, masksOf: (own: OwnSecrets) => Masks): Given {
  const credentials = new Credentials();
  const taken = new Map<Step, (readonly [string, string])[]>();
  const withSteps = (folder: Folder): Folder => ({
    ...folder,
    repeats: repeatsOf(credentials.without({ name: '', ...folder.repeats })),
    children: folder.children.map((child): Item => {
      if (child.kind === 'folder') return withSteps(child);
      const found: (readonly [string, string])[] = [];
      const step = credentials.without(child.step, (name, variable) => found.push([name, variable]));
      taken.set(step, found);
      return { ...child, step };
    }),
  });
  const folder = withSteps(root);
  const secret = new Set([...secretsOf(root), ...credentials.variables]);
  const names = new Set<string>();
  const values: string[] = [];
  const withVariables = (one: Folder): Folder => {
    const variables = variablesWithout(one.settings.variables, secret, '');
    for (const name of variables.names) names.add(name);
    values.push(...variables.values);
    const children = one.children.map((child) => (child.kind === 'folder' ? withVariables(child) : child));
    return { ...one, settings: { ...one.settings, variables: variables.open }, children };
  };
  const open = withVariables(folder);
  const declared = [...new Set([...secretsOf(root), ...credentials.dropped, ...names])].sort();
  const masks = masksOf({ replaced: credentials.replaced, values });
  const takenOfMasked = new Map<Step, readonly (readonly [string, string])[]>();
  const masked = maskedFolder(open, masks, (from, to) => takenOfMasked.set(to, taken.get(from) ?? []));
  return {
    folder: { ...masked, settings: { ...masked.settings, secret: declared } },
    taken: takenOfMasked,
  };
}

const repeatsOf = ({ tags, skip, when, each }: Step): Repeats =>
  Object.fromEntries(Object.entries({ tags, skip, when, each }).filter(([, value]) => value !== undefined));

/** Every name that is secret somewhere. */
function secretsOf(folder: Folder): Set<string> {
  const inner = folder.children.flatMap((child) => (child.kind === 'folder' ? [...secretsOf(child)] : []));
  return new Set([...folder.settings.secret, ...inner]);
}
