/** What regularly happens on the accounts of the seed data (SBX-1). */

/** What an account is used for. */
export type AccountUse = 'household' | 'savings' | 'business' | 'trade' | 'tax';

export interface Habit {
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

/** The habits of each use. */
export const HABITS: Readonly<Record<AccountUse, readonly Habit[]>> = {
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
