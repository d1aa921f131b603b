/** Which steps a run has, in order: a folder or a step of a collection, with what it includes. */
import { type FolderSettings, ONLY_INCLUDED } from './folder-file.ts';
import type { Step } from './steps.ts';
import { allOf, type FolderNode, foldersAround, type StepNode, type TreeNode } from './tree.ts';
import { MAX_INCLUDE_NESTING, MAX_PLAN_STEPS } from '../limits.ts';

export interface PlannedStep {
  path: string;
  step: Step;
  /** The settings of the folders around it, from the collection inwards. */
  around: readonly { path: string; settings: FolderSettings }[];
  /** The steps of the folder that it includes, in order; null for another kind of step. */
  included: readonly PlannedItem[] | null;
}

/** A file that cannot run: damaged. */
export interface DamagedStep {
  path: string;
  name: string;
  damage: string;
}

export type PlannedItem = PlannedStep | DamagedStep;

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
 * @param start path of the folder or step to run
 * @throws PlanError if nothing is there, a folder includes itself, or an included folder is missing
 */
export function planOf(tree: FolderNode, start: string, choice: Choice = EVERYTHING): PlannedItem[] {
  const nodes = new Map([...allOf(tree)].map((node) => [`${node.kind} ${node.path}`, node]));
  const node = nodes.get(`step ${start}`) ?? nodes.get(`folder ${start}`);
  if (node === undefined) throw new PlanError(`There is no step and no folder “${start}”.`);
  let count = 0;
  const folderAt = (path: string) => {
    const found = nodes.get(`folder ${path}`);
    return found?.kind === 'folder' ? found : null;
  };
  const itemsOf = (from: TreeNode, including: readonly string[]): PlannedItem[] => {
    if (from.kind === 'folder')
      return from.children.flatMap((child) => (isApart(child) ? [] : itemsOf(child, including)));
    if (++count > MAX_PLAN_STEPS)
      throw new PlanError(`The run would have more than ${MAX_PLAN_STEPS} steps.`);
    return [itemOf(from, including)];
  };
  const itemOf = ({ path, entry }: StepNode, including: readonly string[]): PlannedItem => {
    const { step, damage, name } = entry;
    if (step === null) return { path, name, damage: damage ?? '' };
    const around = collectionAround(path, folderAt);
    for (const folder of around) {
      const broken = folderAt(folder.path)?.damage ?? null;
      // Without its variables and secrets, the steps in the folder would do something else.
      if (broken !== null)
        return { path, name, damage: `The file of the folder “${folder.path}” is damaged. ${broken}` };
    }
    return {
      path,
      step,
      around,
      included: step.include ? includedIn(path, step.include.folder, including) : null,
    };
  };
  const includedIn = (path: string, folder: string, including: readonly string[]): PlannedItem[] => {
    const [outermost] = collectionAround(path, folderAt);
    const wanted = [outermost?.path ?? '', folder].filter(Boolean).join('/');
    const found = folderAt(wanted);
    if (found === null)
      throw new PlanError(`${path} includes the folder “${folder}”, which is not in its collection.`);
    if (including.includes(wanted) || `${path}/`.startsWith(`${wanted}/`))
      throw new PlanError(
        `${path} includes the folder “${folder}”, which is around itself. Include another folder.`,
      );
    if (including.length >= MAX_INCLUDE_NESTING)
      throw new PlanError(`Folders include each other more than ${MAX_INCLUDE_NESTING} deep at ${path}.`);
    return itemsOf(found, [...including, wanted]);
  };
  return chosen(itemsOf(node, []), choice, start);
}

/** A folder that is only there to be included is no part of what is around it. */
function isApart(node: TreeNode): boolean {
  return node.kind === 'folder' && node.settings.run === ONLY_INCLUDED;
}

/** The folders around a path from the outermost folder of its collection, or from the top if there is none. */
export function collectionAround(
  path: string,
  folderAt: (path: string) => Pick<FolderNode, 'path' | 'isCollection' | 'settings'> | null,
): { path: string; settings: FolderSettings }[] {
  const around = foldersAround(path).flatMap((one) => folderAt(one) ?? []);
  const start = around.findLastIndex(({ isCollection }) => isCollection);
  return around.slice(Math.max(0, start)).map(({ path: at, settings }) => ({ path: at, settings }));
}

/**
 * Included steps belong to the step that includes them, so the outer steps are chosen. A path that no outer step has, such as that
 * of an included step that failed, chooses the steps that include it.
 */
function chosen(items: readonly PlannedItem[], { only, tags }: Choice, start: string): PlannedItem[] {
  const wanted = new Set(only);
  const named = items.map((item) => namesOf(item, start).filter((one) => wanted.has(one)));
  for (const one of named.flat()) wanted.delete(one);
  return items.filter((item, at) => {
    const isWanted = only.length === 0 || named[at]?.[0] !== undefined || includesOne(item, wanted);
    // Nobody knows the tags of a damaged step.
    return (
      isWanted &&
      (tags.length === 0 || 'damage' in item || (item.step.tags ?? []).some((tag) => tags.includes(tag)))
    );
  });
}

/** By what a step can be chosen: its name, its path, and those of the folders around it; also from where the plan starts. */
function namesOf(item: PlannedItem, start: string): string[] {
  const { path } = item;
  const name = 'damage' in item ? item.name : item.step.name;
  const inside = start !== '' && path.startsWith(`${start}/`) ? path.slice(start.length + 1) : path;
  return [name, ...[path, inside].flatMap((at) => [at, ...foldersAround(at).filter((one) => one !== '')])];
}

function includesOne(item: PlannedItem, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0 || 'damage' in item) return false;
  return (item.included ?? []).some((inner) => paths.has(inner.path) || includesOne(inner, paths));
}

/** Every step that has a result of its own: one that includes others has none. */
export function countOf(items: readonly PlannedItem[]): number {
  return items.reduce((sum, item) => sum + stepsOf(item), 0);
}

export const stepsOf = (item: PlannedItem): number =>
  'damage' in item || item.included === null ? 1 : countOf(item.included);

/**
 * The steps from one on: the others are left out of a run.
 * @param path of the first step, or of one that it includes
 */
export function planFrom(items: readonly PlannedItem[], path: string): PlannedItem[] {
  const itself = items.findIndex((item) => item.path === path);
  const at = itself < 0 ? items.findIndex((item) => includesOne(item, new Set([path]))) : itself;
  return at < 0 ? [...items] : items.slice(at);
}
