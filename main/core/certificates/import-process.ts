/** The program that opens certificate files; see importer.ts. */
import { takeTasks } from '../own-program.ts';
import type { ImportMessage, ImportTask } from './importer.ts';
import { openFiles } from './open-files.ts';

takeTasks((task, send) => {
  const tell = (message: ImportMessage) => send(message);
  const { files, password } = task as ImportTask;
  tell({
    result: openFiles(files, password, (step, done, total) => tell({ progress: { step, done, total } })),
  });
});
