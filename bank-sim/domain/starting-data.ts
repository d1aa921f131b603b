/** The sandbox's seed data (SBX-1): the same ids, names and numbers each time, and all numbers valid. */
import { bbanFrom, ibanOf, syntheticIdentityNumber } from '../../shared/norway/numbers.ts';
import { fixedId } from '../ids.ts';
import {
  type Account,
  type Agreement,
  type CardAccount,
  type CardTransaction,
  type Customer,
  ownAgreementName,
  ROLES,
  type Transaction,
} from './model.ts';
import { yearOfTransactions, type AccountUse } from './starting-transactions.ts';
import { DAY, HOUR } from '../../shared/time.ts';

export interface StartingData {
  customers: Customer[];
  agreements: Agreement[];
  accounts: Account[];
  cardAccounts: CardAccount[];
  transactions: Transaction[];
  cardTransactions: CardTransaction[];
}

interface Person {
  name: string;
  born: [number, number, number];
  type: 'PRIVATE' | 'CORPORATE';
  accounts: [name: string, currency: string, type: 'CACC' | 'SVGS', booked: number, use: AccountUse][];
  card?: string;
}

const PEOPLE: readonly Person[] = [
  {
    name: 'Eirik Solbakken',
    born: [1993, 3, 13],
    type: 'PRIVATE',
    accounts: [
      ['Brukskonto', 'NOK', 'CACC', 4_218_450, 'household'],
      ['Sparekonto', 'NOK', 'SVGS', 18_750_000, 'savings'],
    ],
    card: '1847',
  },
  {
    name: 'Ingrid Haugen',
    born: [1987, 9, 24],
    type: 'PRIVATE',
    accounts: [
      ['Lønnskonto', 'NOK', 'CACC', 2_904_075, 'household'],
      ['Ferie og fritid', 'NOK', 'SVGS', 6_130_000, 'savings'],
    ],
    card: '6022',
  },
  {
    name: 'Fjellheim Bygg AS',
    born: [1979, 6, 2],
    type: 'CORPORATE',
    accounts: [
      ['Driftskonto', 'NOK', 'CACC', 84_530_218, 'business'],
      ['Valutakonto', 'EUR', 'CACC', 5_212_540, 'trade'],
    ],
  },
  {
    name: 'Nordlys Elektro AS',
    born: [1984, 11, 19],
    type: 'CORPORATE',
    accounts: [
      ['Driftskonto', 'NOK', 'CACC', 31_077_900, 'business'],
      ['Skattetrekk', 'NOK', 'CACC', 9_400_000, 'tax'],
    ],
  },
];

/** Whole NOK; the first private customer can approve up to this amount alone for each corporate customer. */
const SECOND_SIGNER_LIMIT = 50_000;

/** @param today the bank's date; transactions go back one year from it */
export function startingData(today: string): StartingData {
  const data: StartingData = {
    customers: [],
    agreements: [],
    accounts: [],
    cardAccounts: [],
    transactions: [],
    cardTransactions: [],
  };
  for (const [at, person] of PEOPLE.entries()) {
    const customer: Customer = {
      id: fixedId(`customer/${at}`),
      number: identityNumber(person.born),
      type: person.type,
      name: person.name,
    };
    data.customers.push(customer);
    const own = person.accounts.map(([name, currency, type, booked, use], index) => {
      const bban = accountNumber(8601, 110_000 + at * 10_000 + index * 137);
      const transactions = yearOfTransactions({
        seed: `${at}/${index}`,
        use,
        currency,
        today,
      });
      const account: Account = {
        id: fixedId(`account/${at}/${index}`),
        customerId: customer.id,
        name,
        bban,
        iban: ibanOf(bban),
        currency,
        type,
        booked,
        reserved: -transactions.filter((one) => one.pending).reduce((sum, one) => sum + one.amount, 0),
        creditLine: 0,
        changedAt: transactions.findLast((one) => !one.pending)?.bookedAt ?? null,
      };
      data.transactions.push(
        ...transactions.map((transaction, n) => ({
          ...transaction,
          id: fixedId(`transaction/${at}/${index}/${n}`),
          accountId: account.id,
        })),
      );
      return account;
    });
    data.accounts.push(...own);
    if (person.card !== undefined) {
      const id = fixedId(`card/${at}`);
      const purchases = cardPurchases(at, today).map((purchase, n) => ({
        ...purchase,
        id: fixedId(`card/${at}/${n}`),
        cardId: id,
      }));
      data.cardTransactions.push(...purchases);
      data.cardAccounts.push({
        id,
        customerId: customer.id,
        name: 'Kredittkort',
        maskedPan: `541231******${person.card}`,
        currency: 'NOK',
        creditLimit: 5_000_000,
        used: -purchases.filter((one) => !one.pending).reduce((sum, one) => sum + one.amount, 0),
      });
    }
    data.agreements.push(agreementOf(at, customer, own, data.customers[0]));
  }
  return data;
}

function agreementOf(
  at: number,
  customer: Customer,
  accounts: Account[],
  first: Customer | undefined,
): Agreement {
  const signers =
    customer.type === 'CORPORATE' && first
      ? [
          { psu: customer, approvalLimit: 0 },
          { psu: first, approvalLimit: SECOND_SIGNER_LIMIT },
        ]
      : [{ psu: customer, approvalLimit: 0 }];
  return {
    id: fixedId(`agreement/${at}`),
    ownerId: customer.id,
    name: ownAgreementName(customer),
    engagements: signers.flatMap(({ psu, approvalLimit }, signer) =>
      accounts.map((account, index) => ({
        id: fixedId(`engagement/${at}/${signer}/${index}`),
        psuCustomerId: psu.id,
        accountId: account.id,
        roles: [...ROLES],
        registerLimit: 0,
        approvalLimit,
      })),
    ),
  };
}

function identityNumber([year, month, day]: [number, number, number]): string {
  // The individual numbers 000 to 499 belong to people born from 1900 to 1999.
  for (let individual = 199; individual < 500; individual++) {
    const number = syntheticIdentityNumber(year, month, day, String(individual));
    if (number !== null) return number;
  }
  throw new Error('No identity number exists for this day.');
}

function accountNumber(bank: number, from: number): string {
  for (let serial = from; ; serial++) {
    const number = bbanFrom(`${bank}${String(serial).padStart(6, '0')}`);
    if (number !== null) return number;
  }
}

/** SBX-1: at least six per card, one of them in a foreign currency. Amounts in minor units. */
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

/** Oldest first; the last one is pending. @param card shifts the days, so that no two cards are alike */
function cardPurchases(card: number, today: string): Draft[] {
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
