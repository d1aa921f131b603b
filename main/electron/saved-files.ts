/** Files that the user saves: where they went is said in the window. */
import { BrowserWindow, type Session, shell } from 'electron';
import { basename, dirname } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { sendEvent } from './ipc-gate.ts';
import { askingWindow } from './windows.ts';

/** @returns shows the file that was saved last from the window that asks, in its folder */
export function reportSavedFiles(session: Session): () => void {
  const last = new WeakMap<BrowserWindow, string>();
  session.on('will-download', (_event, item, contents) => {
    // Otherwise the dialog is named after the address that the file is fetched from.
    item.setSaveDialogOptions({ title: texts.common.saveFile(item.getFilename()) });
    item.once('done', (_done, state) => {
      const path = item.getSavePath();
      const window = BrowserWindow.fromWebContents(contents);
      if (state !== 'completed' || path === '' || window === null) return;
      last.set(window, path);
      sendEvent(window, 'file.saved', { name: basename(path), folder: dirname(path) });
    });
  });
  return () => {
    const window = askingWindow();
    const path = window === null ? undefined : last.get(window);
    if (path !== undefined) shell.showItemInFolder(path);
  };
}
