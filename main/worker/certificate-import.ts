/** The worker that opens certificate files; see importer.ts. */
import type { ImportMessage, ImportTask } from '../core/certificates/importer.ts';
import { openFiles } from '../core/certificates/open-files.ts';
import type { Send } from '../core/worker-task.ts';

export function handle(message: unknown, post: Send): void {
  const send = (answer: ImportMessage) => post(answer);
  const { files, password } = message as ImportTask;
  const result = openFiles(files, password, (step, done, total) => send({ progress: { step, done, total } }));
  send({ result });
}
