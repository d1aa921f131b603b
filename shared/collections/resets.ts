/** Which runs change the whole bank. */
import type { PlannedItem } from './plan.ts';

/** Control calls that replace the whole bank. */
const REPLACES = /^\/control\/(?:reset|snapshot)(?:[/?]|$)/;

/** The control call that moves the bank's clock. */
const MOVES = /^\/control\/clock(?:[/?]|$)/;

/** Whether a step resets the bank, or restores a snapshot of it, also one of a folder that is included. */
export function resetsBank(items: readonly PlannedItem[]): boolean {
  return hasControl(items, REPLACES);
}

/** Whether a step moves the bank's clock, which only a reset or a snapshot takes back. */
export function movesClock(items: readonly PlannedItem[]): boolean {
  return hasControl(items, MOVES);
}

function hasControl(items: readonly PlannedItem[], path: RegExp): boolean {
  return items.some((item) => {
    if ('damage' in item) return false;
    const { control } = item.step;
    if (control !== undefined && control.method !== 'GET' && path.test(control.path)) return true;
    return item.included !== null && hasControl(item.included, path);
  });
}
