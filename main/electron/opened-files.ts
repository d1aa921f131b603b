/** The files that a person opens with the program: from a file manager, on the command line, or by a second start. */
import type { App, BrowserWindow } from 'electron';
import { z } from 'zod';
import { sendEvent } from './ipc-gate.ts';
import { filesNamed } from './named-files.ts';
import { askingWindow, lastUsed } from './windows.ts';

/** What a second start tells the first one. */
const handedOver = z.object({ files: z.array(z.string()) });

/** The files that this process was started with. Without a package, Electron gets the path of the program before them. */
export function filesOfStart({ isPackaged }: App): string[] {
  return filesNamed(process.argv.slice(1), process.cwd()).slice(isPackaged ? 0 : 1);
}

/** Files wait here until the page of a window asks for them. */
export class OpenedFiles {
  private waiting: string[];
  /** The window that shows them; null for any. */
  private shownIn: BrowserWindow | null = null;
  private begun = false;
  private readonly bringForward: () => void;

  /**
   * @param files of the start
   * @param bringForward shows a window, and opens one if all are closed
   */
  constructor(app: App, files: readonly string[], bringForward: () => void) {
    this.waiting = [...files];
    this.bringForward = bringForward;
    // macOS tells of files in this way, perhaps before the program is ready.
    app.on('open-file', (event, file) => {
      event.preventDefault();
      this.open([file]);
    });
    app.on('second-instance', (_event, _args, _folder, data) => {
      const told = handedOver.safeParse(data);
      this.open(told.success ? told.data.files : []);
    });
  }

  /** Called once, when there are windows: from now on, files are shown as they come. */
  begin(): void {
    this.begun = true;
    this.shownIn = lastUsed();
  }

  /** What the page that asks is to show. */
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
    // A page that is still loading asks by itself.
    if (window !== null && this.waiting.length > 0) sendEvent(window, 'files.opened', {});
  }
}
