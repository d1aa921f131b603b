/** Databases with the seed data of a day, as bytes. To copy one takes a fraction of the time of making it, and the seed data depend on the day only. */
import { osloDate } from '../../shared/norway/oslo.ts';
import { startingData } from '../domain/starting-data.ts';
import { bankStore, openBankDatabase } from '../store/bank-store.ts';

/** Days that are kept: today, and those at which clocks stand still. Each takes less than a megabyte. */
const KEPT = 4;

export class Templates {
  private readonly byDay = new Map<string, Buffer>();

  /** The content of the database file of a new bank. @param now its time, in milliseconds */
  of(now: number): Buffer {
    const day = osloDate(now);
    const known = this.byDay.get(day) ?? made(day);
    // The last to go.
    this.byDay.delete(day);
    this.byDay.set(day, known);
    for (const old of [...this.byDay.keys()].slice(0, -KEPT)) this.byDay.delete(old);
    return known;
  }
}

function made(day: string): Buffer {
  const db = openBankDatabase(null);
  try {
    bankStore(db).customers.replaceAll(startingData(day));
    return db.serialize();
  } finally {
    db.close();
  }
}
