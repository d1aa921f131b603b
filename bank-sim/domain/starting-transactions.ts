/** A year of plausible transactions for one account; the same ones for the same seed and date. */
import { createHash } from 'node:crypto';
import type { Transaction } from './model.ts';

export interface TransactionOrder {
  seed: string;
  kind: 'PRIVATE' | 'CORPORATE';
  type: 'CACC' | 'SVGS';
  currency: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

type Draft = Omit<Transaction, 'id' | 'accountId'>;
/** Days between two, range of whole units, other party, text. */
type Habit = [every: number, low: number, high: number, party: string, text: string];

const PRIVATE: Habit[] = [
  [30, 38_000, 38_900, 'Havbris Kommune', 'Lønn'],
  [30, -14_500, -14_500, 'Sentrum Bolig AS', 'Husleie'],
  [30, -1_350, -820, 'Kystkraft AS', 'Strøm'],
  [30, -599, -599, 'Fjordnett AS', 'Bredbånd'],
  [4, -920, -85, 'Torget Dagligvare', 'Varekjøp'],
  [9, -430, -60, 'Kaffebaren Bryggen', 'Varekjøp'],
  [21, -1_200, -400, 'Bakke Bensin', 'Drivstoff'],
];
const SAVINGS: Habit[] = [
  [30, 2_000, 4_000, 'Egen konto', 'Sparing'],
  [91, 600, 1_900, 'Simulated bank', 'Renter'],
];
const CORPORATE: Habit[] = [
  [7, 42_000, 180_000, 'Viken Eiendom AS', 'Faktura'],
  [10, 12_000, 66_000, 'Borettslaget Solsiden', 'Faktura'],
  [30, -310_000, -240_000, 'Lønnskjøring', 'Lønn'],
  [14, -88_000, -9_000, 'Byggevarer Nord AS', 'Materialer'],
  [30, -26_000, -26_000, 'Havnegata Kontor AS', 'Leie'],
  [5, -6_200, -350, 'Maskinutleie Øst AS', 'Leie av utstyr'],
];

const DAY = 86_400_000;

/** Oldest first. The sum is not the balance: an opening balance came before them. */
export function yearOfTransactions(order: TransactionOrder): Draft[] {
  const random = numbers(order.seed);
  const habits = order.kind === 'CORPORATE' ? CORPORATE : order.type === 'SVGS' ? SAVINGS : PRIVATE;
  const end = Date.parse(`${order.today}T00:00:00Z`);
  const found: Draft[] = [];
  for (const [every, low, high, counterparty, text] of habits) {
    const start = 1 + Math.floor(random() * every);
    for (let ago = start; ago <= 365; ago += every) {
      // Odd cents for what is weighed or metered, round ones for what is agreed.
      const units = low + random() * (high - low);
      const bookedAt = end - ago * DAY + Math.floor(6 + random() * 9) * 3_600_000;
      found.push({
        amount: low === high ? low * 100 : Math.round(units * 100),
        currency: order.currency,
        bookingDate: new Date(bookedAt).toISOString().slice(0, 10),
        bookedAt,
        counterparty,
        text,
      });
    }
  }
  return found.sort((a, b) => a.bookedAt - b.bookedAt);
}

/** Repeatable numbers from 0 to below 1: the bytes of a chain of hashes, four a number. */
function numbers(seed: string): () => number {
  let block = createHash('sha256').update(seed).digest();
  let at = 0;
  return () => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4) / 2 ** 32;
  };
}
