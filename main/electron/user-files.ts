/** Files that the user opens with the program (file manager, command line, second instance), and files saved from a window. */
import { type App, BrowserWindow, type Session, shell } from 'electron';
import { z } from 'zod';
import { sendEvent } from './ipc-gate.ts';
import { askingWindow, lastUsed } from './window-registry.ts';
import { basename, dirname } from 'node:path';
import { filesNamed } from './named-files.ts';
import { texts } from '../../shared/texts/texts.ts';

/** The data that a second instance hands over. */
const handedOver = z.object({ files: z.array(z.string()) });

/** The files that this process was started with. An unpackaged Electron gets the path of the program before them. */
export function filesOfStart({ isPackaged }: App): string[] {
  return filesNamed(process.argv.slice(1), process.cwd()).slice(isPackaged ? 0 : 1);
}

/** Queues files until the page of a window asks for them. */
export class OpenedFiles {
  private waiting: string[];
  /** The window that shows them; null for any. */
  private shownIn: BrowserWindow | null = null;
  private begun = false;
  private readonly bringForward: () => void;

  /** @param bringForward shows a window, and opens one if all are closed */
  constructor(app: App, files: readonly string[], bringForward: () => void) {
    this.waiting = [...files];
    this.bringForward = bringForward;
    // macOS, perhaps before the program is ready.
    app.on('open-file', (event, file) => {
      event.preventDefault();
      this.open([file]);
    });
    app.on('second-instance', (_event, _args, _folder, data) => {
      const told = handedOver.safeParse(data);
      this.open(told.success ? told.data.files : []);
    });
  }

  /** Called once the windows are open: from now on, files are shown as they arrive. */
  begin(): void {
    this.begun = true;
    this.shownIn = lastUsed();
  }

  readonly take = (): string[] => {
    const window = askingWindow();
    if (this.shownIn !== null && !this.shownIn.isDestroyed() && this.shownIn !== window) return [];
    const files = this.waiting;
    this.waiting = [];
    return files;
  };

  private open(files: readonly string[]): void {
    this.waiting.push(...files);
    if (!this.begun) return;
    this.bringForward();
    const window = lastUsed();
    this.shownIn = window;
    // A page that is still loading asks on its own.
    if (window !== null && this.waiting.length > 0) sendEvent(window, 'files.opened', {});
  }
}

/** Reports downloads to their window. @returns shows the last one of the asking window in its folder */
export function reportSavedFiles(session: Session): () => void {
  const last = new WeakMap<BrowserWindow, string>();
  session.on('will-download', (_event, item, contents) => {
    // Otherwise the dialog is titled with the download's URL.
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
