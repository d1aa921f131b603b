/** Which step of a collection gives a variable its value. */
import { namesIn } from './fill.ts';
import { everyItem, type PlannedStep, PlanError, planOf } from './plan.ts';
import { aboveOf, type FolderNode } from './tree.ts';

/** A step that keeps a variable. */
export interface CapturingStep {
  variable: string;
  path: string;
  /** Its name in the tree. */
  name: string;
}

/**
 * For each name, the last step before `path` in a run that keeps it. Names that no step keeps are left out, and so is everything if the
 * collection cannot run as a whole.
 * @param tree of everything
 * @param collection path of the folder that runs
 */
export function capturingStepsBefore(
  tree: FolderNode,
  collection: string,
  path: string,
  names: readonly string[],
): CapturingStep[] {
  const steps = inOrder(tree, collection);
  const at = steps.findIndex((step) => step.path === path);
  const before = steps.slice(0, Math.max(0, at));
  return names.flatMap((variable) => {
    const keeper = before.findLast(({ step }) => step.keep?.some((capture) => capture.as === variable));
    return keeper === undefined ? [] : [{ variable, path: keeper.path, name: keeper.step.name }];
  });
}

/**
 * What a run of one folder lacks: variables that only earlier steps of its collection keep, and the folders of these steps. Nothing for
 * a whole collection.
 * @param tree of everything
 * @param collection path of the outermost folder around it
 */
export function lackedBy(
  tree: FolderNode,
  collection: string,
  folder: string,
): { variables: string[]; folders: string[] } {
  const steps = inOrder(tree, collection);
  const isInside = ({ path }: PlannedStep) => path.startsWith(`${folder}/`);
  const first = folder === collection ? -1 : steps.findIndex(isInside);
  const before = new Map<string, string>();
  for (const { path, step } of steps.slice(0, Math.max(0, first)))
    for (const { as } of step.keep ?? []) before.set(as, aboveOf(path));
  const given = new Set<string>();
  const lacked = new Map<string, string>();
  for (const { step, around } of steps.filter(isInside)) {
    const inFolders = new Set(around.flatMap(({ settings }) => Object.keys(settings.variables)));
    for (const name of namesIn(JSON.stringify(step))) {
      const keeper = before.get(name);
      if (keeper !== undefined && !given.has(name) && !inFolders.has(name)) lacked.set(name, keeper);
    }
    for (const { as } of step.keep ?? []) given.add(as);
  }
  return { variables: [...lacked.keys()], folders: [...new Set(lacked.values())] };
}

function inOrder(tree: FolderNode, collection: string): PlannedStep[] {
  try {
    return [...everyItem(planOf(tree, collection))].filter((item) => 'step' in item);
  } catch (error) {
    if (error instanceof PlanError) return [];
    throw error;
  }
}
