/** A bank over an open database: its parts, its events and its access log, without anything by which it is reached. */
import type { Database } from '../shared/node/sqlite/database.ts';
import { accessLine } from './access-log.ts';
import { BankEvents } from './events.ts';
import { bankStore } from './store/bank-store.ts';
import { type Surroundings, type Workings, workingsOf } from './workings.ts';

/** @throws StartError if a trusted CA is not a PEM certificate */
export function assembled(
  db: Database,
  surroundings: Omit<Surroundings, 'store' | 'events'>,
): { workings: Workings; events: BankEvents } {
  const events = new BankEvents();
  const workings = workingsOf({ ...surroundings, store: bankStore(db), events });
  const { accessLog } = surroundings.options;
  if (accessLog !== undefined)
    events.onEntry((entry) => {
      const line = accessLine(entry, workings.journal);
      if (line !== null) accessLog(line);
    });
  return { workings, events };
}
