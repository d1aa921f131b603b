/** Whether a run deletes what a person has in the local bank. */
import { planOf, PlanError } from '../../../shared/collection/plan.ts';
import { resetsBank } from '../../../shared/collection/resets.ts';
import { type FolderNode, treeOf } from '../../../shared/collection/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useRuns } from '../runs.ts';
import { takeSnapshotFirst } from '../snapshot-first.ts';
import { isLocalInUse, useStatus } from '../status.ts';
import { useSaved } from './saved.ts';
import { useRequests } from './store.ts';

const t = texts.runs;

/** Whether a run of the folder replaces what is in the bank. One that cannot be planned says so when it is started. */
export function resetsIn(tree: FolderNode, path: string): boolean {
  try {
    return resetsBank(planOf(tree, path));
  } catch (error) {
    if (error instanceof PlanError) return false;
    throw error;
  }
}

/** A snapshot of the local bank before each run that replaces what a person has in it. Called once. */
export function keepBeforeRuns(): void {
  useRuns.setState({
    before: async (path) => {
      if (!isLocalInUse(useStatus.getState())) return;
      if (!useSaved.getState().loaded) await useSaved.getState().load();
      if (!resetsIn(treeOf(useSaved.getState()), path)) return;
      if (useRuns.getState().keeps) await takeSnapshotFirst(t.before(path.split('/')[0] || t.everything));
      useRuns.setState({ keeps: false });
    },
  });
  // What a person has sent is theirs to keep.
  useRequests.subscribe(({ sending }, before) => {
    if (sending && !before.sending) useRuns.setState({ keeps: true });
  });
}
