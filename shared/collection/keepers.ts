/** Which step of a collection gives a variable its value. */
import { type PlannedItem, type PlannedStep, PlanError, planOf } from './plan.ts';
import type { FolderNode } from './tree.ts';

/** A step that keeps a variable. */
export interface Keeper {
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
export function keepersBefore(
  tree: FolderNode,
  collection: string,
  path: string,
  names: readonly string[],
): Keeper[] {
  const steps = inOrder(tree, collection);
  const before = steps.slice(
    0,
    Math.max(
      0,
      steps.findIndex((step) => step.path === path),
    ),
  );
  return names.flatMap((variable) => {
    const keeper = before.findLast(({ step }) => step.keep?.some((capture) => capture.as === variable));
    return keeper === undefined ? [] : [{ variable, path: keeper.path, name: keeper.step.name }];
  });
}

function inOrder(tree: FolderNode, collection: string): PlannedStep[] {
  try {
    return planOf(tree, collection).flatMap(stepsOf);
  } catch (error) {
    if (error instanceof PlanError) return [];
    throw error;
  }
}

/** A step, after those that it includes. */
function stepsOf(item: PlannedItem): PlannedStep[] {
  return 'damage' in item ? [] : [...(item.included ?? []).flatMap(stepsOf), item];
}
