/** A year of plausible transactions for one account; identical for the same seed and date. */
import { hash } from 'node:crypto';
import { convert } from '../../shared/money/rates.ts';
import { kidOf } from '../../shared/norway/kid.ts';
import { bbanFrom } from '../../shared/norway/numbers.ts';
import type { Transaction } from './model.ts';
import { type AccountUse, type Habit, HABITS } from './starting-habits.ts';
import { DAY, HOUR } from '../../shared/time.ts';

export interface TransactionOrder {
  seed: string;
  use: AccountUse;
  currency: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

type Draft = Omit<Transaction, 'id' | 'accountId'>;

/** Days. */
const YEAR = 365;
const MONTH = 30;
/** Transfers between own accounts are of whole hundreds, in minor units. */
const ROUND = 10_000;

/** Oldest first. The sum differs from the balance because an opening balance precedes them. */
export function yearOfTransactions(order: TransactionOrder): Draft[] {
  const random = numbers(order.seed);
  const end = Date.parse(`${order.today}T00:00:00Z`);
  const habitual = HABITS[order.use].flatMap((habit) => following(habit, order, end, random));
  const kept = order.use === 'savings' || order.use === 'tax' ? [] : transfers(habitual, order, end);
  const booked = [...habitual, ...kept].sort((a, b) => a.bookedAt - b.bookedAt);
  const hasCard = order.use === 'household' || order.use === 'business';
  return hasCard ? [...booked, ...reservations(order, end)] : booked;
}

function following(habit: Habit, order: TransactionOrder, end: number, random: () => number): Draft[] {
  const { every, low, high, counterparty, text, code, foreign } = habit;
  const counterpartyAccount = foreign ? foreign.account : code === 'VISA' ? null : accountOf(counterparty);
  const found: Draft[] = [];
  const start = 1 + Math.floor(random() * every);
  for (let ago = start; ago <= YEAR; ago += every) {
    // Odd cents for what is weighed or metered, round amounts for what is agreed.
    const units = low + random() * (high - low);
    const bookedAt = end - ago * DAY + Math.floor(6 + random() * 9) * HOUR;
    found.push({
      ...draft(order, bookedAt, low === high ? low * 100 : Math.round(units * 100), foreign?.currency),
      counterparty,
      counterpartyAccount,
      endToEndId: text === 'Faktura' ? `E2E-${order.seed.replace('/', '')}-${ago}` : null,
      // Bills carry a KID, everything else a text.
      reference: text === 'Strøm' || text === 'Materialer' ? kidOf(String(100_000 + ago)) : null,
      code,
      text,
    });
  }
  return found;
}

/** A booked transaction of the account; an amount in another currency is converted. @param minor of its own currency */
function draft({ currency }: TransactionOrder, bookedAt: number, minor: number, original = currency): Draft {
  const isForeign = original !== currency;
  return {
    amount: Math.sign(minor) * convert(Math.abs(minor), original, currency),
    currency,
    pending: false,
    ...dated(bookedAt),
    bookedAt,
    counterparty: '',
    counterpartyAccount: null,
    endToEndId: null,
    reference: null,
    code: '',
    text: '',
    originalAmount: isForeign ? minor : null,
    originalCurrency: isForeign ? original : null,
    posted: null,
  };
}

/** Once a month, what is left goes to another account of the owner, or what is missing comes from there. */
function transfers(habitual: readonly Draft[], order: TransactionOrder, end: number): Draft[] {
  const found: Draft[] = [];
  for (let from = 0; from < YEAR; from += MONTH) {
    const [oldest, newest] = [end - (from + MONTH) * DAY, end - from * DAY];
    const month = habitual.filter(({ bookedAt }) => bookedAt >= oldest && bookedAt < newest);
    const net = month.reduce((sum, { amount }) => sum + amount, 0);
    const amount = -Math.round(net / ROUND) * ROUND;
    // A surplus leaves at the end of the month, and money that is missing arrives at its beginning.
    const bookedAt = amount > 0 ? oldest + 5 * HOUR : newest - DAY + 16 * HOUR;
    if (amount !== 0 && bookedAt >= end - YEAR * DAY)
      found.push({
        ...draft(order, bookedAt, amount),
        counterparty: 'Egen konto',
        counterpartyAccount: accountOf('Egen konto'),
        code: 'OVERFORSEL',
        text: 'Overføring',
      });
  }
  return found;
}

/** Two recent card purchases that are not booked yet. */
function reservations(order: TransactionOrder, end: number): Draft[] {
  return [
    { ago: 1, amount: -34_900, counterparty: 'Torget Dagligvare' },
    { ago: 0, amount: -12_450, counterparty: 'Kaffebaren Bryggen' },
  ].map(({ ago, amount, counterparty }) => ({
    ...draft(order, end - ago * DAY, amount),
    pending: true,
    counterparty,
    code: 'VISA',
    text: 'Reservasjon',
  }));
}

function dated(ms: number): { bookingDate: string; valueDate: string } {
  const date = new Date(ms).toISOString().slice(0, 10);
  return { bookingDate: date, valueDate: date };
}

/** A valid account number for a name, always the same. */
function accountOf(name: string): string {
  const digits = hash('sha256', name, 'buffer').readUIntBE(0, 6).toString().padStart(10, '0').slice(-6);
  for (let bank = 1200; ; bank++) {
    const number = bbanFrom(`${bank}${digits}`);
    if (number !== null) return number;
  }
}

/** Repeatable numbers from 0 to below 1: the bytes of a chain of hashes, four bytes per number. */
function numbers(seed: string): () => number {
  let block = hash('sha256', seed, 'buffer');
  let at = 0;
  return () => {
    if (at + 4 > block.length) {
      block = hash('sha256', block, 'buffer');
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4) / 2 ** 32;
  };
}
