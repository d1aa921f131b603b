/**
 * Which tabs of a browser have led a PSU to the bank, in order, in the storage that they share. A return whose authorisation is not known is
 * shown in the latest of those that still wait, and not in every tab that is open. A tab is forgotten when it closes.
 */
import { z } from 'zod';
import { type LedToBank, latestFor } from './sca-return.ts';

const KEY = 'sca/tabs';
const OWN = crypto.randomUUID();

const schema = z.array(z.object({ tab: z.string(), returned: z.number().nullable() })).catch([]);

function read(): LedToBank[] {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** Puts this tab last, or changes what is known of it. */
function write(own: LedToBank | null, position: 'last' | 'same'): void {
  const all = read();
  const others = all.filter(({ tab }) => tab !== OWN);
  const kept =
    own === null
      ? others
      : position === 'last'
        ? [...others, own]
        : all.map((one) => (one.tab === OWN ? own : one));
  localStorage.setItem(KEY, JSON.stringify(kept));
}

export function beginsHere(): void {
  write({ tab: OWN, returned: null }, 'last');
}

/** This tab waits no more. @param at of the return that it has shown, milliseconds */
export function endsHere(at: number): void {
  write({ tab: OWN, returned: at }, 'same');
}

/** Whether a return belongs to another tab. @param at of the return, milliseconds */
export function isOfOther(at: number): boolean {
  const tab = latestFor(read(), at);
  return tab !== null && tab !== OWN;
}

window.addEventListener('pagehide', () => write(null, 'same'));
