/** Which runs delete what is in the bank. */
import type { PlannedItem } from './plan.ts';

/** Control calls that replace the whole bank. */
const REPLACES = /^\/control\/(?:reset|snapshot)(?:[/?]|$)/;

/** Whether a step resets the bank, or restores a snapshot of it, also one of a folder that is included. */
export function resetsBank(items: readonly PlannedItem[]): boolean {
  return items.some((item) => {
    if ('damage' in item) return false;
    const { control } = item.step;
    if (control !== undefined && control.method !== 'GET' && REPLACES.test(control.path)) return true;
    return item.included !== null && resetsBank(item.included);
  });
}
