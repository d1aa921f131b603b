/** The file that keeps the position and size of the window. */
import { readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';

/** Pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether the window fills the screen. The box is what it has when it does not. */
  maximized: boolean;
}

/** Pixels. No screen is larger, and Electron takes no larger numbers. */
const FARTHEST = 32_768;
/** Bytes. What is longer was not written here. */
const LONGEST = 1_000;

/** Null for a file that is missing, damaged or not an ordinary file: it is of no importance. */
export function readBox(file: string): Box | null {
  try {
    const { x, y, width, height, maximized } = JSON.parse(
      readPlainFile(file, LONGEST).toString('utf8'),
    ) as Omit<Box, 'maximized'> & { maximized?: unknown };
    const sound = [x, y, width, height].every((one) => Number.isInteger(one) && Math.abs(one) < FARTHEST);
    // A file of an earlier version does not say whether it was maximised.
    return sound ? { x, y, width, height, maximized: maximized === true } : null;
  } catch {
    return null;
  }
}

export function keepBox(file: string, box: Box): void {
  try {
    writeWholeFile(file, JSON.stringify(box), 0o600);
  } catch {
    // For example a full disk. The next start uses the earlier position.
  }
}
