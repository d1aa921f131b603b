/** Which steps a run has, in order: those of a folder, a flow, a group or a step, with what they include. */
import { flowMistakes } from '../texts/flow-mistakes.ts';
import { FLOW_SUFFIX, ONLY_INCLUDED } from './flow-file.ts';
import type { Repeats, Settings } from './settings.ts';
import type { Step } from './steps.ts';
import {
  aboveOf,
  allOf,
  type FilePlace,
  flowOfPath,
  type FolderNode,
  foldersAround,
  type Listing,
  type StepNode,
  type TreeNode,
} from './tree.ts';
import { MAX_INCLUDE_NESTING, MAX_PLAN_STEPS } from '../limits.ts';

/** The settings of what is around a step, from the collection inwards. */
export type Around = readonly { path: string; settings: Settings }[];

interface Planned {
  path: string;
  name: string;
  place: FilePlace | null;
}

export interface PlannedStep extends Planned {
  step: Step;
  around: Around;
  /** The steps of the flow that it includes, in order; null for another kind of step. */
  included: readonly PlannedItem[] | null;
}

/** Steps that are repeated or left out together. */
export interface PlannedGroup extends Planned {
  repeats: Repeats;
  around: Around;
  items: readonly PlannedItem[];
}

/** A file that cannot run. */
export interface DamagedFile extends Planned {
  damage: string;
}

export type PlannedItem = PlannedStep | PlannedGroup | DamagedFile;

export interface Choice {
  /** Paths of steps or folders, or names; nothing chooses everything. */
  only: readonly string[];
  /** A step needs one of these tags; nothing chooses everything. */
  tags: readonly string[];
}

export const EVERYTHING: Choice = { only: [], tags: [] };

/** A wrong collection: it cannot run as a whole. */
export class PlanError extends Error {}

/**
 * @param tree of everything
 * @param start path of the folder, flow, group or step to run
 * @throws PlanError if nothing is there, a flow includes itself, or an included flow is missing
 */
export function planOf(tree: FolderNode, start: string, choice: Choice = EVERYTHING): PlannedItem[] {
  const nodes = new Map([...allOf(tree)].map((node) => [node.path, node]));
  const node = nodes.get(start);
  if (node === undefined) throw new PlanError(`There is no step, flow and folder “${start}”.`);
  let count = 0;
  const folderAt = (path: string) => {
    const found = nodes.get(path);
    return found?.kind === 'folder' ? found : null;
  };
  const itemsOf = (from: TreeNode, including: readonly string[]): PlannedItem[] => {
    if (from.kind === 'folder') return itemsOfFolder(from, including);
    if (++count > MAX_PLAN_STEPS)
      throw new PlanError(`The run would have more than ${MAX_PLAN_STEPS} steps.`);
    return [itemOf(from, including)];
  };
  const itemsOfFolder = (folder: FolderNode, including: readonly string[]): PlannedItem[] => {
    const { path, name, place, damage, repeats } = folder;
    // Without its variables and secrets, what is inside would do something else.
    if (damage !== null) return [{ path, name, place, damage }];
    const items = folder.children.flatMap((child) =>
      isOnlyIncluded(child) ? [] : itemsOf(child, including),
    );
    if (folder.role !== 'group') return items;
    return [{ path, name, place, repeats, around: settingsAround(`${path}/`, folderAt), items }];
  };
  const itemOf = ({ path, entry }: StepNode, including: readonly string[]): PlannedItem => {
    const { step, name, place } = entry;
    return {
      path,
      name,
      place,
      step,
      around: settingsAround(path, folderAt),
      included: step.include ? includedIn(path, step.include.flow, including) : null,
    };
  };
  const includedIn = (path: string, file: string, including: readonly string[]): PlannedItem[] => {
    const wanted = includedFlow(path, file);
    const found = folderAt(wanted);
    if (found === null) throw new PlanError(`${path}: ${flowMistakes.noIncluded(file)}`);
    if (including.includes(wanted) || flowOfPath(path) === wanted)
      throw new PlanError(`${path} includes “${file}”, which includes itself. Include another flow.`);
    if (including.length >= MAX_INCLUDE_NESTING)
      throw new PlanError(`Flows include each other more than ${MAX_INCLUDE_NESTING} deep at ${path}.`);
    return itemsOf(found, [...including, wanted]);
  };
  return chosen(itemsOf(node, []), choice, start);
}

/** A flow that is only there to be included is no part of what is around it. */
function isOnlyIncluded(node: TreeNode): boolean {
  return node.kind === 'folder' && node.settings.run === ONLY_INCLUDED;
}

/** The path of a flow that a step includes: its file is named from the folder of the step's own flow. */
export function includedFlow(path: string, file: string): string {
  const parts = aboveOf(flowOfPath(path) ?? path)
    .split('/')
    .filter(Boolean);
  for (const part of (file.endsWith(FLOW_SUFFIX) ? file : `${file}${FLOW_SUFFIX}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

/** What is around a path from the outermost folder of its collection, or from the top if there is none. */
export function settingsAround(
  path: string,
  folderAt: (path: string) => Pick<FolderNode, 'path' | 'role' | 'settings'> | null,
): { path: string; settings: Settings }[] {
  const around = foldersAround(path).flatMap((one) => folderAt(one) ?? []);
  const start = around.findLastIndex(({ role }) => role === 'collection');
  return around.slice(Math.max(0, start)).map(({ path: at, settings }) => ({ path: at, settings }));
}

/** The settings around each path of a listing, from the outermost. */
export function aroundIn({
  folders,
}: Pick<Listing, 'folders'>): (path: string) => { path: string; settings: Settings }[] {
  const at = new Map(folders.map((folder) => [folder.path, folder]));
  return (path) => settingsAround(path, (one) => at.get(one) ?? null);
}

/**
 * Included steps belong to the step that includes them, so the outer steps are chosen. A path that no outer step has, such as that
 * of an included step that failed, chooses the steps that include it.
 */
function chosen(items: readonly PlannedItem[], { only, tags }: Choice, start: string): PlannedItem[] {
  if (only.length === 0 && tags.length === 0) return [...items];
  const wanted = new Set(only);
  const named = new Map(
    outerOf(items).map((item) => [item, namesOf(item, start).filter((one) => wanted.has(one))]),
  );
  for (const one of [...named.values()].flat()) wanted.delete(one);
  const pick = (some: readonly PlannedItem[], isInside: boolean, tagged: boolean): PlannedItem[] =>
    some.flatMap((item): PlannedItem[] => {
      const isNamed = isInside || only.length === 0 || (named.get(item)?.length ?? 0) > 0;
      if ('damage' in item) return isNamed ? [item] : [];
      const own = ('step' in item ? item.step.tags : item.repeats.tags) ?? [];
      const isTagged = tagged || tags.length === 0 || own.some((tag) => tags.includes(tag));
      if ('items' in item) {
        const inner = pick(item.items, isNamed, isTagged);
        return inner.length === 0 ? [] : [{ ...item, items: inner }];
      }
      return (isNamed || includesOne(item, wanted)) && isTagged ? [item] : [];
    });
  return pick(items, false, false);
}

/** The items of a group, or the steps that one includes. */
export function insideOf(item: PlannedItem): readonly PlannedItem[] {
  if ('damage' in item) return [];
  return 'items' in item ? item.items : (item.included ?? []);
}

/** Every item in the order of the plan, with those in groups and those that are included. */
export function* everyItem(items: readonly PlannedItem[]): Generator<PlannedItem> {
  for (const item of items) {
    yield item;
    yield* everyItem(insideOf(item));
  }
}

/** Whether it has a result of its own: a group, and a step that includes others, has none. */
export function hasResult(item: PlannedItem): item is DamagedFile | PlannedStep {
  return 'damage' in item || ('step' in item && item.included === null);
}

/** Without those that are included. */
const outerOf = (items: readonly PlannedItem[]): PlannedItem[] =>
  items.flatMap((item) => ('items' in item ? [item, ...outerOf(item.items)] : [item]));

/** By what a step can be chosen: its name, its path, and those of what is around it; also from where the plan starts. */
function namesOf({ path, name }: PlannedItem, start: string): string[] {
  const inside = start !== '' && path.startsWith(`${start}/`) ? path.slice(start.length + 1) : path;
  const paths = [path, inside].flatMap((at) => [at, ...foldersAround(at).filter((one) => one !== '')]);
  // A flow is also called by its file without the suffix.
  return [name, ...paths, ...paths.map((one) => one.replace(FLOW_SUFFIX, ''))];
}

function includesOne(item: PlannedItem, paths: ReadonlySet<string>): boolean {
  return paths.size > 0 && [...everyItem(insideOf(item))].some(({ path }) => paths.has(path));
}

/** How many of them have a result of their own. */
export function countOf(items: readonly PlannedItem[]): number {
  return [...everyItem(items)].filter(hasResult).length;
}

/**
 * What steps need: the flows that they are in, from the start up to the last of them. Other flows do not depend on them.
 * @param paths of steps, or of those that they include
 */
export function planUpTo(items: readonly PlannedItem[], paths: ReadonlySet<string>): PlannedItem[] {
  const last = new Map<string | null, number>();
  for (const [at, item] of items.entries()) if (hasOne(item, paths)) last.set(flowOfPath(item.path), at);
  return items.flatMap((item, at) => {
    const end = last.get(flowOfPath(item.path)) ?? -1;
    if (at > end) return [];
    // The next turn of a loop may need the rest of it.
    const isCut = at === end && 'items' in item && item.repeats.each === undefined && !paths.has(item.path);
    return [isCut ? { ...item, items: planUpTo(item.items, paths) } : item];
  });
}

function hasOne(item: PlannedItem, paths: ReadonlySet<string>): boolean {
  return paths.has(item.path) || includesOne(item, paths);
}

/**
 * The steps from one on: the others are left out of a run.
 * @param path of the first step, or of one that it includes
 */
export function planFrom(items: readonly PlannedItem[], path: string): PlannedItem[] {
  const itself = items.findIndex((item) => item.path === path);
  const at = itself < 0 ? items.findIndex((item) => includesOne(item, new Set([path]))) : itself;
  const item = items[at];
  if (item === undefined) return [...items];
  // The next turn of a loop may need the rest of it.
  const isCut = itself < 0 && 'items' in item && item.repeats.each === undefined;
  const first = isCut ? { ...item, items: planFrom(item.items, path) } : item;
  return [first, ...items.slice(at + 1)];
}
