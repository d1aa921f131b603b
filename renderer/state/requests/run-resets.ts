/** Snapshots of the local bank before runs that reset it or move its clock. */
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

/** Whether a run of the folder replaces the bank's data, or else moves its clock; null if neither, or if it cannot be planned. */
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

/** Takes a snapshot before each such run. Called once. */
export function snapshotBeforeRuns(): void {
  useRuns.setState({
    beforeStart: async ({ path, data }) => {
      // Rows run at copies of the bank.
      if (data !== null || !isLocalInUse(useStatus.getState())) return;
      if (!useSaved.getState().loaded) await useSaved.getState().load();
      if (changesIn(treeOf(useSaved.getState()), path) === null) return;
      if (useRuns.getState().takesSnapshot)
        await takeSnapshotFirst(t.before(path.split('/')[0] || t.everything));
      useRuns.setState({ takesSnapshot: false });
    },
  });
  // The user's requests may have changed the bank.
  useRequests.subscribe(({ sending }, before) => {
    if (sending && !before.sending) useRuns.setState({ takesSnapshot: true });
  });
}
