/** A year of plausible transactions for an account of the seed data (SBX-1), deterministic by seed and date. */
import { hash } from 'node:crypto';
import { convert } from '../../shared/money/money.ts';
import { bbanFrom, kidOf } from '../../shared/norway/numbers.ts';
import type { Transaction } from './model.ts';
import { DAY, HOUR } from '../../shared/time.ts';

export type AccountUse = 'household' | 'savings' | 'business' | 'trade' | 'tax';

interface Habit {
  /** Days between two transactions. */
  every: number;
  /** Range in whole units of the currency; negative for amounts that leave the account. */
  low: number;
  high: number;
  counterparty: string;
  text: string;
  /** The bank's own code. */
  code: string;
  /** The currency of the amounts, and the account of a counterparty abroad. */
  foreign?: { currency: string; account: string | null };
}

const habit = (
  [every, low, high]: readonly [number, number, number],
  counterparty: string,
  text: string,
  code: string,
  foreign?: Habit['foreign'],
): Habit => ({ every, low, high, counterparty, text, code, ...(foreign ? { foreign } : {}) });

const LINDNER = { currency: 'EUR', account: 'DE89370400440532013000' };
const ELBE = { currency: 'EUR', account: 'DE75512108001245126199' };
const THAMES = { currency: 'GBP', account: 'GB29NWBK60161331926819' };
const MALAR = { currency: 'SEK', account: 'SE4550000000058398257466' };

const HABITS: Readonly<Record<AccountUse, readonly Habit[]>> = {
  household: [
    habit([30, 38_000, 38_900], 'Havbris Kommune', 'Lønn', 'LONN'),
    habit([30, -14_500, -14_500], 'Sentrum Bolig AS', 'Husleie', 'GIRO'),
    habit([30, -1_350, -820], 'Kystkraft AS', 'Strøm', 'GIRO'),
    habit([30, -599, -599], 'Fjordnett AS', 'Bredbånd', 'GIRO'),
    habit([3, -920, -85], 'Torget Dagligvare', 'Varekjøp', 'VISA'),
    habit([9, -430, -60], 'Kaffebaren Bryggen', 'Varekjøp', 'VISA'),
    habit([21, -1_200, -400], 'Bakke Bensin', 'Drivstoff', 'VISA'),
    habit([28, -49, -12], 'Cloudberry Software Inc', 'Abonnement', 'VISA', {
      currency: 'USD',
      account: null,
    }),
    habit([75, -180, -40], 'Järnvägskiosken', 'Varekjøp', 'VISA', { currency: 'SEK', account: null }),
  ],
  savings: [
    habit([30, 2_000, 4_000], 'Egen konto', 'Sparing', 'OVERFORSEL'),
    habit([91, 600, 1_900], 'Simulated bank', 'Renter', 'RENTE'),
  ],
  business: [
    habit([7, 42_000, 180_000], 'Viken Eiendom AS', 'Faktura', 'GIRO'),
    habit([10, 12_000, 66_000], 'Borettslaget Solsiden', 'Faktura', 'GIRO'),
    habit([30, -310_000, -240_000], 'Lønnskjøring', 'Lønn', 'LONN'),
    habit([14, -88_000, -9_000], 'Byggevarer Nord AS', 'Materialer', 'GIRO'),
    habit([30, -26_000, -26_000], 'Havnegata Kontor AS', 'Leie', 'GIRO'),
    habit([5, -6_200, -350], 'Maskinutleie Øst AS', 'Leie av utstyr', 'GIRO'),
    habit([28, -4_800, -900], 'Holzbau Lindner GmbH', 'Trelast', 'SEPA', LINDNER),
    habit([45, 900, 3_600], 'Thames Cranes Ltd', 'Kranleie', 'UTLAND', THAMES),
  ],
  trade: [
    habit([14, 2_400, 7_900], 'Holzbau Lindner GmbH', 'Faktura', 'SEPA', LINDNER),
    habit([21, -6_900, -1_100], 'Baustoffe Elbe GmbH', 'Trelast', 'SEPA', ELBE),
    habit([40, -38_000, -6_000], 'Mälar Stål AB', 'Armering', 'UTLAND', MALAR),
  ],
  tax: [
    habit([30, 41_000, 41_000], 'Egen konto', 'Forskuddstrekk', 'OVERFORSEL'),
    habit([60, -82_000, -82_000], 'Skatteoppkreveren', 'Forskuddstrekk', 'GIRO'),
  ],
};

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
/** Transfers between own accounts are rounded to hundreds; minor units. */
const ROUND = 10_000;

/** Oldest first. The balance also includes an opening balance. */
export function yearOfTransactions(order: TransactionOrder): Draft[] {
  const random = generator(order.seed);
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
    // Fixed prices are round amounts.
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

/** Monthly transfers to or from another account of the owner, which even out the balance. */
function transfers(habitual: readonly Draft[], order: TransactionOrder, end: number): Draft[] {
  const found: Draft[] = [];
  for (let from = 0; from < YEAR; from += MONTH) {
    const [oldest, newest] = [end - (from + MONTH) * DAY, end - from * DAY];
    const month = habitual.filter(({ bookedAt }) => bookedAt >= oldest && bookedAt < newest);
    const net = month.reduce((sum, { amount }) => sum + amount, 0);
    const amount = -Math.round(net / ROUND) * ROUND;
    // A surplus leaves at the end of the month; a deficit is covered at its beginning.
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

/** Two pending card purchases. */
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

/** A valid account number, derived from a name. */
function accountOf(name: string): string {
  const digits = hash('sha256', name, 'buffer').readUIntBE(0, 6).toString().padStart(10, '0').slice(-6);
  for (let bank = 1200; ; bank++) {
    const number = bbanFrom(`${bank}${digits}`);
    if (number !== null) return number;
  }
}

/** A deterministic generator of numbers from 0 to below 1, by a chain of hashes. */
function generator(seed: string): () => number {
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
