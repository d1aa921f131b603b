/** The windows of the workbench: each has an id, tabs and bounds that survive a restart. */
import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Rectangle, screen, app } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { APP_ORIGIN } from './protocol.ts';
import { SAFE_PAGE } from './page-security.ts';
import { backgroundColour } from './theme.ts';
import { addWindow, lastUsed, idOf } from './window-registry.ts';
import type { Workbench } from '../core/services.ts';
import { sendEvent } from './ipc-gate.ts';
import { type Box, readBox, saveBox } from './window-bounds.ts';

const DEFAULT_SIZE = { width: 1440, height: 900 };
/** The layout needs this much. A smaller screen takes precedence. */
const MIN_SIZE = { width: 1024, height: 700 };
/** Pixels that a new window is offset from the one that opened it. */
const OFFSET = 32;
/** A page that crashes within these milliseconds of its load is not reloaded. */
const MIN_UPTIME_MS = 2_000;

export interface WindowParts {
  preload: string;
  dataFolder: string;
  closed: (id: string) => void;
}

/** Opens a window at its last bounds. @param id stays the same across restarts */
export function openWindow(parts: WindowParts, id: string): void {
  open(parts, id, lastBox(readBox(boxFile(parts), id)));
}

/** Opens a window without tabs next to the one used last. */
export function openAnother(parts: WindowParts): void {
  const id = randomUUID();
  const window = lastUsed();
  if (window === null) openWindow(parts, id);
  else open(parts, id, nextTo(window.getNormalBounds()));
}

const boxFile = ({ dataFolder }: WindowParts): string => join(dataFolder, 'window.json');

function open(parts: WindowParts, id: string, { maximized = false, ...box }: Partial<Box>): void {
  const { workArea } = isPlaced(box) ? screen.getDisplayMatching(box) : screen.getPrimaryDisplay();
  const least = fitted(MIN_SIZE, workArea);
  const window = new BrowserWindow({
    ...(isPlaced(box) ? moved(box, workArea) : fitted({ ...DEFAULT_SIZE, ...box }, workArea)),
    minWidth: least.width,
    minHeight: least.height,
    show: false,
    title: texts.common.product,
    backgroundColor: backgroundColour(),
    icon: join(__dirname, 'icon.png'),
    webPreferences: { ...SAFE_PAGE, preload: parts.preload },
  });
  addWindow(id, window);
  window.on('closed', () => parts.closed(id));
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () =>
    saveBox(boxFile(parts), id, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const { webContents } = window;
  let loaded = 0;
  webContents.on('did-finish-load', () => (loaded = Date.now()));
  // A crashed page stays grey. One that crashes right away would reload in a loop.
  webContents.on('render-process-gone', () => {
    if (Date.now() - loaded > MIN_UPTIME_MS) webContents.reload();
  });
  void window.loadURL(`${APP_ORIGIN}/?window=${id}`);
}

const isPlaced = (box: Partial<Rectangle>): box is Rectangle => box.x !== undefined && box.y !== undefined;

/** Brings the window used last to the front, also if it is minimised. */
export function showAgain(): void {
  const window = lastUsed();
  if (window?.isMinimized()) window.restore();
  window?.show();
  window?.focus();
}

/** Ignores a position outside all screens, for example of a disconnected monitor. */
function lastBox(box: Box | null): Partial<Box> {
  if (box === null) return DEFAULT_SIZE;
  const { x, y, width, height, maximized } = box;
  const { workArea } = screen.getDisplayMatching(box);
  const visible =
    x < workArea.x + workArea.width &&
    x + width > workArea.x &&
    y < workArea.y + workArea.height &&
    y >= workArea.y;
  return visible ? box : { width, height, maximized };
}

/** The same size, offset so that both are visible; at the corner of the screen if there is no room. */
function nextTo(box: Rectangle): Rectangle {
  const { workArea } = screen.getDisplayMatching(box);
  const [x, y] = [box.x + OFFSET, box.y + OFFSET];
  const hasRoom =
    x + box.width <= workArea.x + workArea.width && y + box.height <= workArea.y + workArea.height;
  return hasRoom ? { ...box, x, y } : { ...box, x: workArea.x, y: workArea.y };
}

let isEnding = false;

/** Windows that close because the program quits keep their tabs. */
export function noticeEnd(): void {
  app.once('before-quit', () => (isEnding = true));
}

/** Moves the tabs of a closed window to the one used last, unless the program quits. @param closed the id of a window */
export function keepTabs({ windows }: Pick<Workbench, 'windows'>, closed: string): void {
  const window = isEnding ? null : lastUsed();
  const id = idOf(window);
  if (window !== null && id !== null && windows.handOver(closed, id)) sendEvent(window, 'drafts.added', {});
}

type Size = Pick<Rectangle, 'width' | 'height'>;

/** No larger than the screen, such as a projector's: the user could not reach the rest. */
function fitted({ width, height }: Size, room: Size): Size {
  return { width: Math.min(width, room.width), height: Math.min(height, room.height) };
}

/** As large and as near as the screen allows. A window that fits keeps its place, even partly off-screen. */
function moved(box: Rectangle, room: Rectangle): Rectangle {
  const { width, height } = fitted(box, room);
  return {
    x: width < box.width ? room.x : box.x,
    y: height < box.height ? room.y : box.y,
    width,
    height,
  };
}
