/** The program that reads files of other programs, and writes for them; see interchange.ts. */
import { takeTasks } from '../own-program.ts';
import { type Answer, errorOf, type Task } from './tasks.ts';
import { exported, read, updated, written } from './work.ts';

takeTasks((message, send) => {
  const tell = (answer: Answer<unknown>) => send(answer);
  const task = message as Task;
  try {
    if (task.kind === 'read') tell(read(task));
    else if (task.kind === 'write') tell(written(task));
    else if (task.kind === 'export') tell(exported(task));
    else tell(updated(task));
  } catch (error) {
    tell(errorOf(error));
  }
});
