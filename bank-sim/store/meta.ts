/** Small values that survive a restart: the clock, and the salt of the stable ids. */
import { z } from 'zod';
import type { ClockState } from '../clock.ts';
import type { Database } from '../../shared/node/sqlite/database.ts';

const clockState = z.object({ mode: z.enum(['real', 'frozen']), base: z.number(), at: z.number() });

function clockIn(text: string): ClockState | null {
  try {
    return clockState.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** @param db an open bank database */
export function metaStore(db: Database) {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const write = db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const value = (key: string) => read.get(key)?.value ?? null;
  return {
    clock: (): ClockState | null => {
      const text = value('clock');
      return text === null ? null : clockIn(text);
    },
    setClock: (state: ClockState) => write.run('clock', JSON.stringify(state)),
    /** The salt of psu-ids: created once and kept through every reset, so that psu-ids stay stable (SCA-3). */
    salt: (make: () => string): string => {
      const known = value('salt');
      if (known !== null) return known;
      const made = make();
      write.run('salt', made);
      return made;
    },
  };
}
