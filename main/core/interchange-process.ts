/** The program that reads files of others, and writes for other programs; see interchange/interchange.ts. */
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import { everythingIn, previewOf } from './settings/import-file.ts';
import { readSnapshotFile } from './bank/snapshot-file.ts';
import { type Answer, errorOf, isTooDeep, type Task, type WorkTask } from './interchange/tasks.ts';
import { exported, read, updated, written } from './interchange/work.ts';
import { takeTasks } from './own-program.ts';

takeTasks((message, send) => {
  const tell = (answer: Answer<unknown>) =>
    send(isTooDeep(answer) ? { refused: texts.core.dispatch.tooDeep } : answer);
  const task = message as Task;
  try {
    if (task.kind === 'read') tell(read(task));
    else if (task.kind === 'write') tell(written(task));
    else if (task.kind === 'export') tell(exported(task));
    else if (task.kind === 'update') tell(updated(task));
    else tell(workIn(task));
  } catch (error) {
    tell(errorOf(error));
  }
});

function workIn({ wanted, ...file }: WorkTask): Answer<unknown> {
  try {
    if (wanted === 'snapshot') return { done: readSnapshotFile(file) };
    return { done: wanted === 'all' ? everythingIn(file) : previewOf(file) };
  } catch (error) {
    if (error instanceof HostError) return { refused: error.message };
    throw error;
  }
}
