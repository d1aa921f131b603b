/** SVC-10: correctly signed garbage over every operation. No 5xx, no hang, and nothing changes when the bank refuses. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OPERATIONS, pathOf } from '../../shared/xs2a/operations.ts';
import { errorSchema } from '../../shared/xs2a/schemas.ts';
import { useBank } from '../support/bank.ts';
import { type Call, control } from '../support/tpp.ts';

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

const call: fc.Arbitrary<Call> = fc
  .record({
    operation: fc.constantFrom(...OPERATIONS),
    parameter: text,
    query: fc.dictionary(
      fc.constantFrom('withBalance', 'bookingStatus', 'dateFrom', 'dateTo', 'limit', 'offset', 'x'),
      text,
      { maxKeys: 4 },
    ),
    headers,
    body,
    plain: fc.boolean(),
  })
  .map(({ operation, parameter, query, headers: changed, body: sent, plain }) => {
    const path = pathOf(operation.path, {
      'account-id': parameter,
      'customer-id': parameter,
      'transaction-id': parameter,
      'card-account-id': parameter,
      'agreement-id': parameter,
      'tpp-id': parameter,
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

/** Everything that a refused request must leave as it was. */
async function state(): Promise<string> {
  const [all, consents] = await Promise.all([
    control(test.bank, 'GET', '/control/state'),
    control(test.bank, 'GET', '/control/consents'),
  ]);
  return JSON.stringify([all.body, consents.body]);
}

it(`SVC-10, ERR-1: ${RUNS} correctly signed requests of garbage`, { timeout: 600_000 }, async () => {
  const tpp = test.tpp();
  await tpp.consent();
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
    { numRuns: RUNS },
  );
});

/** Node's own client refuses control characters and blanks in a path; what is left goes out. */
function isSendable(path: string): boolean {
  return /^[\x21-\x7e]+$/.test(path);
}
