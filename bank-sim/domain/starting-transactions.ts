/** A year of plausible transactions for one account; identical for the same seed and date. */
import { createHash } from 'node:crypto';
import { kidOf } from '../../shared/norway/kid.ts';
import { bbanFrom } from '../../shared/norway/numbers.ts';
import type { Transaction } from './model.ts';
import { DAY, HOUR } from '../../shared/time.ts';

export interface TransactionOrder {
  seed: string;
  kind: 'PRIVATE' | 'CORPORATE';
  type: 'CACC' | 'SVGS';
  currency: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

type Draft = Omit<Transaction, 'id' | 'accountId'>;
/** Days between two transactions, range in whole units, counterparty, text, the bank's code. */
type Habit = [every: number, low: number, high: number, party: string, text: string, code: string];

const PRIVATE: Habit[] = [
  [30, 38_000, 38_900, 'Havbris Kommune', 'Lønn', 'LONN'],
  [30, -14_500, -14_500, 'Sentrum Bolig AS', 'Husleie', 'GIRO'],
  [30, -1_350, -820, 'Kystkraft AS', 'Strøm', 'GIRO'],
  [30, -599, -599, 'Fjordnett AS', 'Bredbånd', 'GIRO'],
  [3, -920, -85, 'Torget Dagligvare', 'Varekjøp', 'VISA'],
  [9, -430, -60, 'Kaffebaren Bryggen', 'Varekjøp', 'VISA'],
  [21, -1_200, -400, 'Bakke Bensin', 'Drivstoff', 'VISA'],
];
const SAVINGS: Habit[] = [
  [30, 2_000, 4_000, 'Egen konto', 'Sparing', 'OVERFORSEL'],
  [91, 600, 1_900, 'Simulated bank', 'Renter', 'RENTE'],
];
const CORPORATE: Habit[] = [
  [7, 42_000, 180_000, 'Viken Eiendom AS', 'Faktura', 'GIRO'],
  [10, 12_000, 66_000, 'Borettslaget Solsiden', 'Faktura', 'GIRO'],
  [30, -310_000, -240_000, 'Lønnskjøring', 'Lønn', 'LONN'],
  [14, -88_000, -9_000, 'Byggevarer Nord AS', 'Materialer', 'GIRO'],
  [30, -26_000, -26_000, 'Havnegata Kontor AS', 'Leie', 'GIRO'],
  [5, -6_200, -350, 'Maskinutleie Øst AS', 'Leie av utstyr', 'GIRO'],
];

/** Oldest first. The sum differs from the balance because an opening balance precedes them. */
export function yearOfTransactions(order: TransactionOrder): Draft[] {
  const random = numbers(order.seed);
  const habits = order.kind === 'CORPORATE' ? CORPORATE : order.type === 'SVGS' ? SAVINGS : PRIVATE;
  const end = Date.parse(`${order.today}T00:00:00Z`);
  const found: Draft[] = [];
  for (const [every, low, high, counterparty, text, code] of habits) {
    const counterpartyAccount = code === 'VISA' ? null : accountOf(counterparty);
    const start = 1 + Math.floor(random() * every);
    for (let ago = start; ago <= 365; ago += every) {
      // Odd cents for what is weighed or metered, round amounts for what is agreed.
      const units = low + random() * (high - low);
      const bookedAt = end - ago * DAY + Math.floor(6 + random() * 9) * HOUR;
      found.push({
        amount: low === high ? low * 100 : Math.round(units * 100),
        currency: order.currency,
        pending: false,
        ...dated(bookedAt),
        bookedAt,
        counterparty,
        counterpartyAccount,
        endToEndId: text === 'Faktura' ? `E2E-${order.seed.replace('/', '')}-${ago}` : null,
        // Bills carry a KID, everything else a text.
        reference: text === 'Strøm' || text === 'Materialer' ? kidOf(String(100_000 + ago)) : null,
        code,
        text,
      });
    }
  }
  found.sort((a, b) => a.bookedAt - b.bookedAt);
  return order.type === 'CACC' ? [...found, ...reservations(order, end)] : found;
}

/** Two recent card purchases that are not booked yet. */
function reservations(order: TransactionOrder, end: number): Draft[] {
  return [
    { ago: 1, amount: -34_900, counterparty: 'Torget Dagligvare' },
    { ago: 0, amount: -12_450, counterparty: 'Kaffebaren Bryggen' },
  ].map(({ ago, amount, counterparty }) => {
    const bookedAt = end - ago * DAY;
    return {
      amount,
      currency: order.currency,
      pending: true,
      ...dated(bookedAt),
      bookedAt,
      counterparty,
      counterpartyAccount: null,
      endToEndId: null,
      reference: null,
      code: 'VISA',
      text: 'Reservasjon',
    };
  });
}

function dated(ms: number): { bookingDate: string; valueDate: string } {
  const date = new Date(ms).toISOString().slice(0, 10);
  return { bookingDate: date, valueDate: date };
}

/** A valid account number for a name, always the same. */
function accountOf(name: string): string {
  const digits = createHash('sha256')
    .update(name)
    .digest()
    .readUIntBE(0, 6)
    .toString()
    .padStart(10, '0')
    .slice(-6);
  for (let bank = 1200; ; bank++) {
    const number = bbanFrom(`${bank}${digits}`);
    if (number !== null) return number;
  }
}

/** Repeatable numbers from 0 to below 1: the bytes of a chain of hashes, four bytes per number. */
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
