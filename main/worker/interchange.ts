/** The worker that reads files of others, and writes for other programs; see core/interchange/interchange.ts. */
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import { readSnapshotFile } from '../core/bank/snapshot-file.ts';
import { type Answer, errorOf, isTooDeep, type Task, type WorkTask } from '../core/interchange/tasks.ts';
import { exported, imported, openApi, read, updated, updatePlan, written } from '../core/interchange/work.ts';
import { everythingIn, previewOf } from '../core/settings/import-file.ts';
import type { Send } from '../core/worker-task.ts';

export function handle(message: unknown, send: Send): void {
  const answer = answerTo(message as Task);
  send(isTooDeep(answer) ? { refused: texts.core.dispatch.tooDeep } : answer);
}

function answerTo(task: Task): Answer<unknown> {
  try {
    return { done: resultOf(task) };
  } catch (error) {
    return error instanceof HostError ? { refused: error.message } : errorOf(error);
  }
}

function resultOf(task: Task): unknown {
  switch (task.kind) {
    case 'openapi':
      return openApi(task);
    case 'read':
      return read(task);
    case 'write':
      return written(task);
    case 'export':
      return exported(task);
    case 'update':
      return updated(task);
    case 'import':
      return imported(task);
    case 'plan-update':
      return updatePlan(task);
    case 'work':
      return workIn(task);
  }
}

function workIn({ wanted, ...file }: WorkTask): unknown {
  if (wanted === 'snapshot') return readSnapshotFile(file);
  return wanted === 'all' ? everythingIn(file) : previewOf(file);
}
