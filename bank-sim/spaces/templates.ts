/** A cache of databases with the seed data of a day, as bytes: copying one takes a fraction of the time of creating it. */
import { osloDate } from '../../shared/norway/oslo.ts';
import { startingData } from '../domain/starting-data.ts';
import { bankStore, openBankDatabase } from '../store/bank-store.ts';

/** Days: today, and those at which clocks are frozen. Each takes less than a megabyte. */
const MAX_CACHED = 4;

export class Templates {
  private readonly byDay = new Map<string, Buffer>();

  /** The content of the database file of a new bank. @param now bank time in milliseconds */
  of(now: number): Buffer {
    const day = osloDate(now);
    const known = this.byDay.get(day) ?? create(day);
    // Most recently used last.
    this.byDay.delete(day);
    this.byDay.set(day, known);
    for (const old of [...this.byDay.keys()].slice(0, -MAX_CACHED)) this.byDay.delete(old);
    return known;
  }
}

function create(day: string): Buffer {
  const db = openBankDatabase(null);
  try {
    bankStore(db).customers.replaceAll(startingData(day));
    return db.serialize();
  } finally {
    db.close();
  }
}
