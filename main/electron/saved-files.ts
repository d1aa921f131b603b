/** Files that the user saves: where they went is said in the window. */
import { BrowserWindow, type Session, shell } from 'electron';
import { basename, dirname } from 'node:path';
import { sendEvent } from './ipc-gate.ts';

/** @returns shows the file that was saved last in its folder */
export function reportSavedFiles(session: Session): () => void {
  let last: string | null = null;
  session.on('will-download', (_event, item, contents) => {
    item.once('done', (_done, state) => {
      const path = item.getSavePath();
      const window = BrowserWindow.fromWebContents(contents);
      if (state !== 'completed' || path === '' || window === null) return;
      last = path;
      sendEvent(window, 'file.saved', { name: basename(path), folder: dirname(path) });
    });
  });
  return () => {
    if (last !== null) shell.showItemInFolder(last);
  };
}
