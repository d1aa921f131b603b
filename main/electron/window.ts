/** The main window and its last position. */
import { BrowserWindow, screen } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { APP_ORIGIN } from './protocol.ts';
import { SAFE_PAGE } from './safe-page.ts';
import { groundColour } from './theme.ts';
import { type Box, keepBox, readBox } from './window-box.ts';

const FIRST = { width: 1440, height: 900 };

/** Milliseconds for which a page has worked before it is loaded again. */
const REST = 2_000;

let main: BrowserWindow | null = null;

/** The main window; null while it is closed. */
export function mainWindow(): BrowserWindow | null {
  return main;
}

export function openWindow(preload: string, dataFolder: string): BrowserWindow {
  const file = join(dataFolder, 'window.json');
  const { maximized = false, ...box } = lastBox(file);
  const window = new BrowserWindow({
    ...box,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: texts.common.product,
    backgroundColor: groundColour(),
    icon: join(__dirname, 'icon.png'),
    webPreferences: {
      ...SAFE_PAGE,
      preload,
    },
  });
  main = window;
  window.on('closed', () => {
    main = null;
  });
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => keepBox(file, { ...window.getNormalBounds(), maximized: window.isMaximized() }));
  const { webContents } = window;
  let loaded = 0;
  webContents.on('did-finish-load', () => {
    loaded = Date.now();
  });
  // A page without its process is grey for good. One that ends again at once would do so for ever.
  webContents.on('render-process-gone', () => {
    if (Date.now() - loaded > REST) webContents.reload();
  });
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
}

/** Brings the window to the front, also from the task bar. */
export function showAgain(): void {
  if (main?.isMinimized()) main.restore();
  main?.show();
  main?.focus();
}

/** Ignores a position outside all screens, for example of a monitor that is no longer connected. */
function lastBox(file: string): Partial<Box> {
  const box = readBox(file);
  if (box === null) return FIRST;
  const { x, y, width, height, maximized } = box;
  const { workArea } = screen.getDisplayMatching(box);
  const visible =
    x < workArea.x + workArea.width &&
    x + width > workArea.x &&
    y < workArea.y + workArea.height &&
    y >= workArea.y;
  return visible ? box : { width, height, maximized };
}
