/** How many files and connections the system lets this process have open. */
import { readFileSync } from 'node:fs';

/** Left for databases, bodies, logs and whatever else is opened, however many clients connect. */
export const KEPT_FREE = 128;
/** A workbench has five listeners, and at most one that is being replaced. */
const LISTENERS = 6;

/**
 * Connections that one listener may keep, so that a file can always be opened.
 * @param wanted if the system allows it @param limit open files of this process @param listeners that share them
 * @param kept files that are left for others
 */
export function connectionShare(
  wanted: number,
  {
    limit = openFiles(),
    listeners = LISTENERS,
    kept = KEPT_FREE,
  }: { limit?: number; listeners?: number; kept?: number } = {},
): number {
  return Math.max(1, Math.min(wanted, Math.floor((limit - kept) / listeners)));
}

/** Linux says it; Node raises it to what the system allows, which elsewhere is thousands. */
function openFiles(): number {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return line === null ? Number.POSITIVE_INFINITY : Number(line[1]);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
