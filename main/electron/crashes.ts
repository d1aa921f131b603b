/** Unexpected errors and the ends of processes go to the log. Electron would show a message box and wait. */
import { app } from 'electron';
import { texts } from '../../shared/texts/texts.ts';
import type { Log } from '../log-file.ts';

const t = texts.core.log;

export function logCrashes({ write }: Log): void {
  // The workbench goes on: what it has acknowledged is on the disk, and one failed task does not concern the others.
  process.on('uncaughtException', (error) => write(t.unexpected(error.stack ?? String(error))));
  process.on('unhandledRejection', (reason) =>
    write(t.unexpected(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))),
  );
  app.on('render-process-gone', (_event, contents, { reason, exitCode }) => {
    write(t.ended(contents.getType(), `${reason} (${exitCode})`));
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') write(t.ended(type, `${reason} (${exitCode})`));
  });
}
