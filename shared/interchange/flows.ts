/** Makes a collection of flows of the folders of another program. */
import { NO_REPEATS, NO_SETTINGS } from '../collections/settings.ts';
import type { Step } from '../collections/steps.ts';
import { freeName } from '../names.ts';
import type { Folder, Item } from './model.ts';
import { variablesIn } from './variables.ts';
import { MAX_REQUEST_NAME_CHARS } from '../limits.ts';

type Renamed = (step: Step, name: string) => void;

/**
 * The same with flows: each outermost folder is one, unless a folder uses what another one keeps, which a flow does not know. Deeper
 * folders are groups, and what is in no folder is a flow with the name of the collection.
 * @param isOne whether everything belongs together
 * @param renamed called with each step that needs another name, because another part of its flow has its own
 * @param first the steps that come first in a flow
 */
export function inFlows(
  root: Folder,
  isOne: boolean,
  renamed: Renamed,
  first: (flow: Folder) => Step[] = () => [],
): Folder {
  const isWhole = isOne || sharesKept(root.children);
  const own = isWhole ? root.children : root.children.filter(({ kind }) => kind === 'step');
  const { fromOpenApi: _, ...rest } = root;
  const flow: Folder = { ...rest, settings: NO_SETTINGS, repeats: NO_REPEATS, children: own };
  const children = root.children.flatMap((child): Folder[] => {
    const one = child === own[0] ? flow : child.kind === 'step' || isWhole ? null : child;
    if (one === null) return [];
    const before = first(one).map((step): Item => ({ kind: 'step', step }));
    return [before.length === 0 ? one : { ...one, children: [...before, ...one.children] }];
  });
  for (const one of children) nameApart(one.children, new Set(), renamed);
  return { ...root, role: 'collection', children: children.map((one) => ({ ...one, role: 'flow' })) };
}

/** Whether something outside of an outermost folder keeps what the folder uses and does not keep itself. */
function sharesKept(children: readonly Item[]): boolean {
  const loose = children.flatMap((child) => (child.kind === 'step' ? [child.step] : []));
  const parts = [...children.flatMap((child) => (child.kind === 'folder' ? [stepsIn(child)] : [])), loose];
  const kept = parts.map((steps) => new Set(steps.flatMap(({ keep = [] }) => keep.map(({ as }) => as))));
  const all = new Set(kept.flatMap((names) => [...names]));
  return parts.some((steps, at) =>
    variablesIn(steps).some((name) => all.has(name) && kept[at]?.has(name) !== true),
  );
}

/** Every step in a folder, in order. */
export function stepsIn({ children }: Folder): Step[] {
  return children.flatMap((child) => (child.kind === 'step' ? [child.step] : stepsIn(child)));
}

/** Gives the steps and groups of a flow names of their own. */
function nameApart(children: readonly Item[], taken: Set<string>, renamed: Renamed): void {
  for (const child of children) {
    const named = child.kind === 'step' ? child.step : child;
    const free = freeName(named.name, (one) => taken.has(one), MAX_REQUEST_NAME_CHARS);
    taken.add(free);
    if (free !== named.name && child.kind === 'step') renamed(child.step, free);
    named.name = free;
    if (child.kind === 'folder') nameApart(child.children, taken, renamed);
  }
}
