/** What a run changes in the local bank as a whole. */
import { planOf, PlanError } from '../../../shared/collections/plan.ts';
import { movesClock, resetsBank } from '../../../shared/collections/resets.ts';
import { type FolderNode, treeOf } from '../../../shared/collections/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useRuns } from '../runs.ts';
import { takeSnapshotFirst } from '../bank.ts';
import { isLocalInUse, useStatus } from '../status.ts';
import { useSaved } from './saved.ts';
import { useRequests } from './store.ts';

const t = texts.runs;

/**
 * Whether a run of the folder replaces what is in the bank, or else moves its clock; null if neither. One that cannot be planned says so
 * when it is started.
 */
export function changesIn(tree: FolderNode, path: string): 'bank' | 'clock' | null {
  try {
    const items = planOf(tree, path);
    if (resetsBank(items)) return 'bank';
    return movesClock(items) ? 'clock' : null;
  } catch (error) {
    if (error instanceof PlanError) return null;
    throw error;
  }
}

/** A snapshot of the local bank before each run that replaces what a person has in it, or moves its clock. Called once. */
export function keepBeforeRuns(): void {
  useRuns.setState({
    before: async (path) => {
      if (!isLocalInUse(useStatus.getState())) return;
      if (!useSaved.getState().loaded) await useSaved.getState().load();
      if (changesIn(treeOf(useSaved.getState()), path) === null) return;
      if (useRuns.getState().keeps) await takeSnapshotFirst(t.before(path.split('/')[0] || t.everything));
      useRuns.setState({ keeps: false });
    },
  });
  // What a person has sent is theirs to keep.
  useRequests.subscribe(({ sending }, before) => {
    if (sending && !before.sending) useRuns.setState({ keeps: true });
  });
}
