/** The process that opens certificate files; see importer.ts. It runs under Node.js, or as a utility process of Electron. */
import type { ImportMessage, ImportTask } from './importer.ts';
import { openFiles } from './open-files.ts';

/** Electron's end of the channel to the main process. */
interface ParentPort {
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  postMessage: (message: unknown) => void;
}

const { parentPort } = process as { parentPort?: ParentPort };
const tell = (message: ImportMessage) =>
  parentPort ? parentPort.postMessage(message) : process.send?.(message);
const open = (task: unknown) => {
  const { files, password } = task as ImportTask;
  tell({
    result: openFiles(files, password, (step, done, total) => tell({ progress: { step, done, total } })),
  });
};

if (parentPort) parentPort.on('message', ({ data }) => open(data));
else {
  process.on('message', open);
  // A host that was killed takes no result any more.
  process.on('disconnect', () => process.exit());
}
