/** The windows of the workbench: each has its id, its tabs and its last position. */
import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Rectangle, screen } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { APP_ORIGIN } from './protocol.ts';
import { SAFE_PAGE } from './safe-page.ts';
import { groundColour } from './theme.ts';
import { type Box, fitted, keepBox, moved, readBox } from './window-box.ts';
import { addWindow, lastUsed } from './windows.ts';

const FIRST = { width: 1440, height: 900 };

/** Smaller, and a view does not stand as it was drawn. A screen that is smaller still counts more. */
const LEAST = { width: 1024, height: 700 };

/** Pixels by which a new window is moved from the one that it was opened from. */
const ASIDE = 32;

/** Milliseconds for which a page has worked before it is loaded again. */
const REST = 2_000;

export interface WindowParts {
  preload: string;
  /** Where the positions are kept. */
  dataFolder: string;
  /** Called after a window has closed. @param id its id */
  closed: (id: string) => void;
}

/** Opens a window where it was last. @param id the same at each start */
export function openWindow(parts: WindowParts, id: string): void {
  open(parts, id, lastBox(readBox(boxFile(parts), id)));
}

/** Opens a window without tabs beside the one used last. */
export function openAnother(parts: WindowParts): void {
  const id = randomUUID();
  const window = lastUsed();
  if (window === null) openWindow(parts, id);
  else open(parts, id, beside(window.getNormalBounds()));
}

const boxFile = ({ dataFolder }: WindowParts): string => join(dataFolder, 'window.json');

function open(parts: WindowParts, id: string, { maximized = false, ...box }: Partial<Box>): void {
  const { workArea } = isPlaced(box) ? screen.getDisplayMatching(box) : screen.getPrimaryDisplay();
  const least = fitted(LEAST, workArea);
  const window = new BrowserWindow({
    ...(isPlaced(box) ? moved(box, workArea) : fitted({ ...FIRST, ...box }, workArea)),
    minWidth: least.width,
    minHeight: least.height,
    show: false,
    title: texts.common.product,
    backgroundColor: groundColour(),
    icon: join(__dirname, 'icon.png'),
    webPreferences: {
      ...SAFE_PAGE,
      preload: parts.preload,
    },
  });
  addWindow(id, window);
  window.on('closed', () => parts.closed(id));
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () =>
    keepBox(boxFile(parts), id, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const { webContents } = window;
  let loaded = 0;
  webContents.on('did-finish-load', () => {
    loaded = Date.now();
  });
  // A page without its process is grey for good. One that ends again at once would do so for ever.
  webContents.on('render-process-gone', () => {
    if (Date.now() - loaded > REST) webContents.reload();
  });
  void window.loadURL(`${APP_ORIGIN}/?window=${id}`);
}

const isPlaced = (box: Partial<Rectangle>): box is Rectangle => box.x !== undefined && box.y !== undefined;

/** Brings the window used last to the front, also from the task bar. */
export function showAgain(): void {
  const window = lastUsed();
  if (window?.isMinimized()) window.restore();
  window?.show();
  window?.focus();
}

/** Ignores a position outside all screens, for example of a monitor that is no longer connected. */
function lastBox(box: Box | null): Partial<Box> {
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

/** Of the same size, so that both can be seen; at the corner of the screen where there is no room. */
function beside(box: Rectangle): Rectangle {
  const { workArea } = screen.getDisplayMatching(box);
  const [x, y] = [box.x + ASIDE, box.y + ASIDE];
  const hasRoom =
    x + box.width <= workArea.x + workArea.width && y + box.height <= workArea.y + workArea.height;
  return hasRoom ? { ...box, x, y } : { ...box, x: workArea.x, y: workArea.y };
}
