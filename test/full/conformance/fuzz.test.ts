/** SVC-10: correctly signed garbage over every operation. No 5xx, no hang, and nothing changes when the bank refuses. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Operation, OPERATIONS, pathOf } from '../../../shared/xs2a/operations.ts';
import { errorSchema } from '../../../shared/xs2a/refusals.ts';
import { useBank } from '../../support/bank.ts';
import { create, idIn, sign } from '../../support/payments.ts';
import { type Call, control } from '../../support/tpp.ts';
import { SEED } from '../support/seed.ts';

const test = useBank();
/** More with TPP_FUZZ=100000. */
const RUNS = Number(process.env['TPP_FUZZ'] ?? 1000);

const known = fc.constantFrom(
  'enc!!',
  'true',
  'booked',
  '2026-11-20',
  '9999-12-31',
  '0',
  '-1',
  '1e9',
  'NOK',
  '13839319910',
  '0.00',
  '-1.00',
  '',
  ' ',
  '\u0000',
  '😀',
  'æøå',
  '%',
  '../..',
  "' OR 1=1 --",
  '<script>',
  '__proto__',
  'constructor',
);
const text = fc.oneof(known, fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 20 }));
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom(
      'customerType',
      'customerName',
      'customerNumber',
      'accountName',
      'currency',
      'balances',
      'creditLine',
      'transactionAmount',
      'amount',
      'bookingDate',
      'valueDate',
      'email',
      'owner',
      'name',
      'customer',
      'account',
      'iban',
      'roles',
      'registerLimit',
      'approvalLimit',
      '__proto__',
      'paymentIds',
      'payments',
      'instructedAmount',
      'debtorAccount',
      'creditorAccount',
      'frequency',
      'startDate',
    ),
    fc.oneof(
      text,
      fc.integer(),
      fc.double(),
      fc.constant(null),
      fc.array(text, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('amount', 'currency', 'iban', 'bban', 'balanceAmount'), text),
    ),
    { maxKeys: 8 },
  ),
);
/** The right body of an operation with one field spoilt, at any depth. */
function spoilt(operation: Operation): fc.Arbitrary<string> {
  const examples = [operation.example ?? '', ...Object.values(operation.examples ?? {})].filter(
    (example) => example !== '',
  );
  if (examples.length === 0) return fc.constant('');
  return fc
    .tuple(fc.constantFrom(...examples), fc.nat(40), fc.oneof(json, fc.integer(), fc.constant(null)))
    .map(([example, at, value]) =>
      JSON.stringify(replaceAt(JSON.parse(example) as unknown, at, value).value),
    );
}

/** Puts a value in place of the n-th field, counted depth first. */
function replaceAt(node: unknown, at: number, value: unknown): { value: unknown; left: number } {
  if (at === 0) return { value, left: -1 };
  if (typeof node !== 'object' || node === null) return { value: node, left: at - 1 };
  let left = at - 1;
  const entries = Object.entries(node).map(([key, child]) => {
    if (left < 0) return [key, child] as const;
    const done = replaceAt(child, left, value);
    left = done.left;
    return [key, done.value] as const;
  });
  return {
    value: Array.isArray(node) ? entries.map(([, child]) => child) : Object.fromEntries(entries),
    left,
  };
}

const body = fc.oneof(
  fc.constant(''),
  json.map((value) => JSON.stringify(value)),
  text,
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
);
/** What HTTP lets a header carry. */
const headerText = text.map((value) => value.replaceAll(/[^\x20-\x7e]/g, '?').trim());
const headers = fc.dictionary(
  fc.constantFrom(
    'PSU-ID',
    'PSU-Corporate-ID',
    'PSU-IP-Address',
    'PSU-IP-Port',
    'TPP-Session-ID',
    'TPP-Redirect-URI',
    'TPP-Redirect-Preferred',
    'x-accept-fix',
    'Accept',
    'Content-Type',
    'PSU-Geo-Location',
    'PSU-Device-ID',
    'X-Request-ID',
    'Date',
    'Digest',
  ),
  headerText,
  { maxKeys: 3 },
);

/** Ids that are there, filled in before the run. */
const real: string[] = [];

const call: fc.Arbitrary<Call> = fc
  .constantFrom(...(OPERATIONS as readonly Operation[]))
  .chain((operation) => callOf(operation));

function callOf(operation: Operation): fc.Arbitrary<Call> {
  return fc
    .record({
      product: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...(operation.choices?.['payment-product'] ?? ['x'])) },
        { weight: 1, arbitrary: text },
      ),
      known: fc.option(fc.nat(), { nil: undefined }),
      parameter: text,
      query: fc.dictionary(
        fc.constantFrom(
          'withBalance',
          'bookingStatus',
          'dateFrom',
          'dateTo',
          'limit',
          'offset',
          'allowLogicalDuplicate',
          'x',
        ),
        text,
        { maxKeys: 4 },
      ),
      headers,
      body: fc.oneof(body, spoilt(operation)),
      plain: fc.boolean(),
    })
    .map(({ product, known: at, parameter, query, headers: changed, body: sent, plain }) => {
      const id = at === undefined ? parameter : (real[at % Math.max(1, real.length)] ?? parameter);
      const path = pathOf(operation.path, {
        'payment-product': product,
        'payment-id': id,
        'basket-id': id,
        'authorisation-id': id,
        'account-id': id,
        'customer-id': id,
        'transaction-id': id,
        'card-account-id': id,
        'agreement-id': id,
        'tpp-id': id,
      });
      const search = Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&');
      return {
        method: operation.method,
        path: path + (search === '' ? '' : `?${search}`),
        headers: plain ? {} : changed,
        body: sent,
      };
    });
}

/** Everything that a refused request must leave as it was. */
async function state(): Promise<string> {
  const [all, consents] = await Promise.all([
    control(test.bank, 'GET', '/control/state'),
    control(test.bank, 'GET', '/control/consents'),
  ]);
  return JSON.stringify([all.body, consents.body]);
}

it(`SVC-10, ERR-1: the bank survives ${RUNS} signed garbage requests`, { timeout: 600_000 }, async () => {
  const tpp = test.tpp();
  await tpp.consent();
  for (const product of ['NDCT', 'INDCTS', 'SCT', 'CBCT', 'NCBCT'] as const) {
    const [unsigned, signed] = [await create(tpp, product), await create(tpp, product)];
    await sign(tpp, signed);
    real.push(idIn(unsigned), idIn(signed));
  }
  let before = await state();
  await fc.assert(
    fc.asyncProperty(
      call.filter(({ path }) => isSendable(path)),
      async (request) => {
        const reply = await tpp.send(request);
        expect(reply.status, `${request.method} ${request.path}\n${reply.text}`).toBeLessThan(500);
        const after = await state();
        expect(
          reply.status < 400 || after === before,
          `${request.method} ${request.path} was refused, and changed something`,
        ).toBe(true);
        expect(reply.status < 400 || errorSchema.safeParse(reply.body).success, reply.text).toBe(true);
        before = after;
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
});

/** Node's own client refuses control characters and blanks in a path; what is left goes out. */
function isSendable(path: string): boolean {
  return /^[\x21-\x7e]+$/.test(path);
}
