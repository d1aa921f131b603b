/** How the desktop host ends: first its windows, then the databases, and in time whatever happens. */
import { app, BrowserWindow, dialog } from 'electron';
import { StartError } from '../../shared/node/start-error.ts';
import { endProcess, stopInTime } from '../../shared/node/process.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Workbench } from '../core/services.ts';
import type { Log } from '../log-file.ts';

/** Milliseconds that pages may take to close. A page in an endless loop, or one that objects, is closed then. */
const PATIENCE = 300;

/** Closes the databases after the windows, so that what was typed last still arrives. Also for SIGTERM. */
export function stopBeforeEnd(workbench: Workbench, log: (line: string) => void): void {
  app.once('before-quit', () => {
    setTimeout(() => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    }, PATIENCE);
  });
  app.once('will-quit', (event) => {
    event.preventDefault();
    void stopInTime(workbench.stop(), log).then(endProcess);
  });
}

/** Shows why the program cannot start, and ends it: with status 2 if it is for the user to mend, otherwise 1. */
export async function reportAndEnd(error: unknown): Promise<void> {
  const foreseen = error instanceof StartError;
  const message = foreseen ? error.message : texts.core.server.cannotStart(String(error));
  const end = () => app.exit(foreseen ? 2 : 1);
  // SIGTERM, while the message is shown. `showErrorBox` would keep it waiting.
  app.once('before-quit', end);
  await app.whenReady();
  console.error(foreseen || !(error instanceof Error) ? message : `${message}\n${error.stack}`);
  await dialog.showMessageBox({ type: 'error', title: texts.common.product, message });
  end();
}

const t = texts.core.log;

/** Unexpected errors and the ends of processes go to the log. Electron would show a message box and wait. */
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
