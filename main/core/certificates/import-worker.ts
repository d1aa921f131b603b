/** The thread that opens certificate files; see importer.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportMessage, ImportTask } from './importer.ts';
import { openFiles } from './open-files.ts';

const { files, password } = workerData as ImportTask;
// Posted through `parentPort`: a worker's message has no target origin to name.
const tell = (message: ImportMessage) => parentPort?.postMessage(message);
tell({
  result: openFiles(files, password, (step, done, total) => tell({ progress: { step, done, total } })),
});
