/** Whether a run deletes what a person has in the local bank. */
import { planOf, PlanError } from '../../shared/collection/plan.ts';
import { resetsBank } from '../../shared/collection/resets.ts';
import { type FolderNode, treeOf } from '../../shared/collection/tree.ts';
import { useSaved } from './requests/saved.ts';
import { isLocalInUse, useStatus } from './status.ts';

/** Whether a run of the folder replaces what is in the bank. One that cannot be planned says so when it is started. */
export function resetsIn(tree: FolderNode, path: string): boolean {
  try {
    return resetsBank(planOf(tree, path));
  } catch (error) {
    if (error instanceof PlanError) return false;
    throw error;
  }
}

/** The same for the local bank in use, and for what is saved now. */
export async function resetsLocalBank(path: string): Promise<boolean> {
  if (!isLocalInUse(useStatus.getState())) return false;
  if (!useSaved.getState().loaded) await useSaved.getState().load();
  return resetsIn(treeOf(useSaved.getState()), path);
}
