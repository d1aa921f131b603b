/** Errors, crashes and the orderly shutdown of the desktop host. */
import { app, BrowserWindow, dialog } from 'electron';
import { StartError } from '../../shared/node/start-error.ts';
import { endProcess, stopInTime } from '../../shared/node/process.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Workbench } from '../core/services.ts';
import type { Log } from '../log-file.ts';

const t = texts.core.log;

/** Milliseconds for pages to close. After that they are destroyed, also those that loop or object. */
const CLOSE_MS = 300;

/** Closes the databases after the windows, so that the last input still arrives. Also for SIGTERM. */
export function stopBeforeEnd(workbench: Workbench, log: (line: string) => void): void {
  app.once('before-quit', () => {
    setTimeout(() => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    }, CLOSE_MS);
  });
  app.once('will-quit', (event) => {
    event.preventDefault();
    void stopInTime(workbench.stop(), log).then(endProcess);
  });
}

/** Shows why the program cannot start, then exits: with status 2 for a foreseen error, otherwise 1. */
export async function reportAndEnd(error: unknown): Promise<void> {
  const foreseen = error instanceof StartError;
  const message = foreseen ? error.message : texts.core.server.cannotStart(String(error));
  const end = () => app.exit(foreseen ? 2 : 1);
  // SIGTERM while the message is open. `showErrorBox` would delay it.
  app.once('before-quit', end);
  await app.whenReady();
  console.error(foreseen || !(error instanceof Error) ? message : `${message}\n${error.stack}`);
  await dialog.showMessageBox({ type: 'error', title: texts.common.product, message });
  end();
}

/** Logs unexpected errors and ended processes. Electron would show a message box and wait. */
export function logCrashes({ write }: Log): void {
  // The workbench continues: acknowledged work is on disk, and a failed task does not affect the others.
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
