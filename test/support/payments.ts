/** Payments for tests: valid bodies that a test can change, and the steps from creation to settlement. */
import { expect } from 'vitest';
import { productByShort, type ProductShort } from '../../shared/xs2a/payment-products.ts';
import { type BankDoor, control, finishSca, type Reply, scaIdOf, type Tpp } from './tpp.ts';

/** Accounts in the seed data. */
export const EIRIK = '86011100009';
export const EIRIK_SAVINGS = '86011101374';
export const INGRID = '86011200003';
export const FJELLHEIM = '86011300008';
export const FJELLHEIM_EUR = 'NO2386011301373';
export const NORDLYS = '86011400002';

/** National IDs in the seed data. */
export const PEOPLE = {
  eirik: '13839319910',
  ingrid: '24898719916',
  fjellheim: '02867920075',
  nordlys: '19918419996',
};

export type Body = Record<string, unknown>;

const ADDRESS = { streetName: 'Quay Street', postCode: 'SE1 9PX', townName: 'London', country: 'GB' };
const WITHIN_NORWAY = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  debtorAccount: { bban: EIRIK },
  creditorAccount: { bban: INGRID },
  creditorName: 'Ingrid Haugen',
  remittanceInformationUnstructured: 'Takk',
};
const BODIES: Record<ProductShort, Body> = {
  NDCT: WITHIN_NORWAY,
  INDCTS: WITHIN_NORWAY,
  SCT: {
    instructedAmount: { amount: '100.00', currency: 'EUR' },
    debtorAccount: { bban: EIRIK },
    creditorAccount: { iban: 'DE89370400440532013000' },
    creditorName: 'Holzbau Lindner GmbH',
  },
  CBCT: {
    instructedAmount: { amount: '100.00', currency: 'USD' },
    debtorAccount: { bban: EIRIK },
    creditorAccount: { bban: '4410097713' },
    creditorAgent: 'EXMPUS33',
    creditorName: 'Harbor Tools Inc',
    creditorAddress: { ...ADDRESS, townName: 'Portland', country: 'US' },
  },
  NCBCT: {
    instructedAmount: { amount: '100.00', currency: 'GBP' },
    debtorAccount: { bban: EIRIK },
    creditorAccount: { iban: 'GB29NWBK60161331926819' },
    creditorName: 'Thames Cranes Ltd',
    creditorAddress: ADDRESS,
    regulatoryReportingCode: '29',
    regulatoryReportingInformation: 'Hire of machinery',
  },
};

let serial = 0;

/** A valid body with some fields changed; undefined removes a field. No two are identical (PAY-16). */
export function bodyOf(product: ProductShort, changes: Body = {}): Body {
  return { ...BODIES[product], endToEndIdentification: `E2E-${++serial}`, ...changes };
}

export function pathOfProduct(product: ProductShort, service = 'payments'): string {
  return `/v1/${service}/${productByShort(product).path}`;
}

export function post(tpp: Tpp, path: string, body: unknown, headers: Record<string, string | null> = {}) {
  return tpp.send({ method: 'POST', path, body: JSON.stringify(body), headers });
}

/** The body of a bulk payment with several NDCT items. */
export function bulkOf(amounts: readonly string[], changes: Body = {}): Body {
  const payments = amounts.map((amount) => {
    const { debtorAccount: _, ...item } = bodyOf('NDCT', { instructedAmount: { amount, currency: 'NOK' } });
    return item;
  });
  return { debtorAccount: { bban: EIRIK }, payments, ...changes };
}

/** Creates a payment. @returns its path */
export async function create(
  tpp: Tpp,
  product: ProductShort,
  changes: Body = {},
  service = 'payments',
): Promise<string> {
  const body = service === 'bulk-payments' ? changes : bodyOf(product, changes);
  const reply = await post(tpp, pathOfProduct(product, service), body);
  expect(reply.status, reply.text).toBe(201);
  return selfOf(reply);
}

export function selfOf(reply: Reply): string {
  const href = reply.body._links?.['self']?.href;
  if (href === undefined) throw new Error(`There is no self link in ${reply.text}`);
  return href;
}

/** The id at the end of a path. */
export function idIn(path: string): string {
  return decodeURIComponent(path.split('/').at(-1) ?? '');
}

/** Starts an authorisation of a payment or basket, or of its cancellation. */
export async function authorise(tpp: Tpp, path: string, kind = 'authorisations'): Promise<Reply> {
  const started = await tpp.send({ method: 'POST', path: `${path}/${kind}` });
  expect(started.status, started.text).toBe(201);
  return started;
}

/** Starts the authorisation of a payment or basket and approves it, by default as Eirik. @returns the redirect's query */
export async function sign(
  tpp: Tpp,
  path: string,
  decision: Record<string, unknown> = {},
  kind = 'authorisations',
): Promise<URLSearchParams> {
  const started = await authorise(tpp, path, kind);
  return finishSca(tpp.bank, scaIdOf(started), decision);
}

/** The status of a payment or basket as the bank sends it. */
export async function statusReply(tpp: Tpp, path: string): Promise<Reply> {
  const reply = await tpp.send({ path: `${path}/status` });
  expect(reply.status, reply.text).toBe(200);
  return reply;
}

export async function statusOf(tpp: Tpp, path: string): Promise<string> {
  return String((await statusReply(tpp, path)).body['transactionStatus']);
}

/** Moves the frozen clock to an instant. */
export async function moveTo(bank: BankDoor, dateTime: string): Promise<void> {
  const moved = await control(bank, 'POST', '/control/clock', { set: dateTime });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
}

/** Resets the bank. @param clock the time at which it stands still, as at the start of a bank of the tests if left out */
export async function reset(bank: BankDoor, clock = '2026-11-20T10:42:07+01:00'): Promise<void> {
  expect((await control(bank, 'POST', '/control/reset', { clock })).status).toBe(200);
}

/** The id of an account of the sandbox, percent-encoded for a path. */
export async function accountIn(tpp: Tpp, bban: string): Promise<string> {
  const { body } = await tpp.send({ path: '/v1/sandbox/accounts' });
  const found = (body['accounts'] as { id: string; bban: string }[]).find((account) => account.bban === bban);
  if (!found) throw new Error(`The sandbox has no account ${bban}.`);
  return encodeURIComponent(found.id);
}

/** The fields of a booked or pending transaction that tests check. */
export interface Listed {
  transactionId: string;
  bookingDate: string;
  endToEndIdentification?: string;
  transactionAmount: { amount: string; currency: string };
  creditorAccount?: object;
}

/** Transactions of an account as a TPP reads them, newest first; the PSU must have given consent. */
export async function transactionsOf(
  tpp: Tpp,
  bban: string,
  query = '',
): Promise<{ path: string; booked: Listed[]; pending: Listed[] }> {
  const path = `/v1/accounts/${await accountIn(tpp, bban)}/transactions`;
  const reply = await tpp.send({ path: `${path}?bookingStatus=both&limit=1000${query}` });
  expect(reply.status, reply.text).toBe(200);
  return { path, ...(reply.body['transactions'] as { booked: Listed[]; pending: Listed[] }) };
}

/** Booked and reserved money of an account in minor units, as the sandbox shows it. */
export async function moneyOf(tpp: Tpp, bban: string): Promise<{ booked: number; expected: number }> {
  const reply = await tpp.send({ path: '/v1/sandbox/accounts' });
  const accounts = reply.body['accounts'] as {
    bban: string;
    balances: { balanceAmount: { amount: string }; balanceType: string }[];
  }[];
  const balances = accounts.find((account) => account.bban === bban)?.balances ?? [];
  const of = (type: string) =>
    Math.round(
      Number(balances.find(({ balanceType }) => balanceType === type)?.balanceAmount.amount ?? 'NaN') * 100,
    );
  return { booked: of('closingBooked'), expected: of('expected') };
}

/** Checks that the sum over all accounts, from the control listener, is zero in every currency (PAY-20). */
export async function expectConserved(bank: BankDoor): Promise<void> {
  const { body } = await control(bank, 'GET', '/control/state');
  for (const [currency, sum] of Object.entries(body['conservation'] as Record<string, string>))
    expect(Number(sum), currency).toBe(0);
}

/** Sets the balance of an account in NOK so that exactly the given amount (minor units) can be spent. */
export async function leaveExactly(tpp: Tpp, bban: string, amount: number): Promise<void> {
  const balanceAmount = { amount: (amount / 100).toFixed(2), currency: 'NOK' };
  const body = JSON.stringify({ balances: [{ balanceAmount, balanceType: 'expected' }] });
  const path = `/v1/sandbox/accounts/${await accountIn(tpp, bban)}/balances`;
  const reply = await tpp.send({ method: 'PUT', path, body });
  expect(reply.status, reply.text).toBe(200);
}
