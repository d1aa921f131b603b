/** The windows of the workbench: each has its id, its tabs and its last position. */
import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Rectangle, screen, app } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { APP_ORIGIN } from './protocol.ts';
import { SAFE_PAGE } from './safe-page.ts';
import { groundColour } from './theme.ts';
import { addWindow, lastUsed, idOf } from './windows.ts';
import type { Workbench } from '../core/services.ts';
import { sendEvent } from './ipc-gate.ts';
import { readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

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

let isEnding = false;

/** From now on, closing a window because the program ends leaves its tabs to it. */
export function noticeEnd(): void {
  app.once('before-quit', () => {
    isEnding = true;
  });
}

/** While another window is open, it gets the tabs of the closed one, so that nothing is lost. @param closed the id of a window */
export function keepTabs({ windows }: Pick<Workbench, 'windows'>, closed: string): void {
  const window = isEnding ? null : lastUsed();
  const id = idOf(window);
  if (window !== null && id !== null && windows.handOver(closed, id)) sendEvent(window, 'drafts.added', {});
}

/** Pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether the window fills the screen. The box is what it has when it does not. */
  maximized: boolean;
}

type Size = Pick<Box, 'width' | 'height'>;
type Place = Omit<Box, 'maximized'>;

/** No larger than the screen, for example of a projector: a person could not reach what is beyond its edge. */
function fitted({ width, height }: Size, room: Size): Size {
  return { width: Math.min(width, room.width), height: Math.min(height, room.height) };
}

/** As large and as near as the screen allows. A window that has room stays where it was, also half beside the screen. */
function moved(box: Place, room: Place): Place {
  const { width, height } = fitted(box, room);
  return {
    x: width < box.width ? room.x : box.x,
    y: height < box.height ? room.y : box.y,
    width,
    height,
  };
}

/** Pixels. No screen is larger, and Electron takes no larger numbers. */
const FARTHEST = 32_768;
/** Windows that are remembered by their id. */
const MOST = 20;

/** What a file holds: the box that was kept last, and those of each window. */
type BoxFile = Partial<Record<keyof Box | 'windows', unknown>>;

/**
 * The box of a window, otherwise the one that was kept last. Null for a file that is missing, damaged or not an ordinary file: it is
 * of no importance.
 */
export function readBox(file: string, id: string): Box | null {
  const content = read(file);
  return ownBoxes(content).get(id) ?? soundBox(content);
}

export function keepBox(file: string, id: string, box: Box): void {
  const boxes = ownBoxes(read(file));
  boxes.delete(id);
  boxes.set(id, box);
  const windows = Object.fromEntries([...boxes].slice(-MOST));
  try {
    writeWholeFile(file, JSON.stringify({ ...box, windows }), 0o600);
  } catch {
    // For example a full disk. The next start uses the earlier position.
  }
}

function read(file: string): BoxFile {
  try {
    const content: unknown = JSON.parse(readPlainFile(file, MAX_OWN_FILE_BYTES).toString('utf8'));
    return asObject(content);
  } catch {
    return {};
  }
}

function ownBoxes({ windows }: BoxFile): Map<string, Box> {
  return new Map(
    Object.entries(asObject(windows)).flatMap(([id, value]): [string, Box][] => {
      const box = soundBox(asObject(value));
      return box === null ? [] : [[id, box]];
    }),
  );
}

function soundBox({ x, y, width, height, maximized }: BoxFile): Box | null {
  const isSound = (one: unknown): one is number =>
    typeof one === 'number' && Number.isInteger(one) && Math.abs(one) < FARTHEST;
  if (!isSound(x) || !isSound(y) || !isSound(width) || !isSound(height)) return null;
  return { x, y, width, height, maximized: maximized === true };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
