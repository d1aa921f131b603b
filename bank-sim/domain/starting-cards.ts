/** Card purchases of the seed data: at least six per card, one of them in a foreign currency (SBX-1). */
import type { CardTransaction } from './model.ts';
import { DAY, HOUR } from '../../shared/time.ts';

/** Days ago, minor units of NOK, the amount paid, acceptor, town, country. */
const PURCHASES: readonly [
  ago: number,
  amount: number,
  original: [number, string] | null,
  text: string,
  town: string,
  country: string,
][] = [
  [64, -129_900, null, 'Elektrolageret', 'Bergen', 'NO'],
  [51, -45_900, null, 'Bokhandel Nygård', 'Bergen', 'NO'],
  [37, -233_340, [-19_950, 'EUR'], 'Pensão Alfama', 'Lisboa', 'PT'],
  [36, -41_520, [-3_550, 'EUR'], 'Tasca do Rio', 'Lisboa', 'PT'],
  [22, -19_900, null, 'Strømmetjenesten', 'Oslo', 'NO'],
  [12, -64_300, null, 'Sportsbua', 'Voss', 'NO'],
  [5, -23_850, null, 'Fiskehallen', 'Bergen', 'NO'],
  [1, -8_900, null, 'Kaffebaren Bryggen', 'Bergen', 'NO'],
];

type Draft = Omit<CardTransaction, 'id' | 'cardId'>;

/** Oldest first; the last one is not booked yet. @param card shifts the days a little, so that no two cards are alike */
export function cardPurchases(card: number, today: string): Draft[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return PURCHASES.map(([ago, amount, original, text, town, country], at) => {
    const pending = at === PURCHASES.length - 1;
    const bookedAt = end - (pending ? ago : ago + card) * DAY + 12 * HOUR;
    return {
      pending,
      amount,
      currency: 'NOK',
      originalAmount: original?.[0] ?? amount,
      originalCurrency: original?.[1] ?? 'NOK',
      bookingDate: new Date(bookedAt).toISOString().slice(0, 10),
      bookedAt,
      acceptorId: `4${String(700_100 + at * 37)}`,
      acceptorTown: town,
      acceptorCountry: country,
      invoiced: ago > 30,
      text,
      posted: null,
    };
  });
}
