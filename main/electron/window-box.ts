/** The file that keeps the positions and sizes of the windows. */
import { readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

/** Pixels. */
export interface Box {
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
export function fitted({ width, height }: Size, room: Size): Size {
  return { width: Math.min(width, room.width), height: Math.min(height, room.height) };
}

/** As large and as near as the screen allows. A window that has room stays where it was, also half beside the screen. */
export function moved(box: Place, room: Place): Place {
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
