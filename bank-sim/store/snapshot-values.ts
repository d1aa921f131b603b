/** The values of a snapshot that SQLite accepts and the bank could not read or compute with afterwards. */
import { z } from 'zod';
import { exceeds } from '../../shared/json-bounds.ts';
import { isCurrency, isKeepable } from '../../shared/money/money.ts';
import {
  PAYMENT_KINDS,
  type PaymentKind,
  productAt,
  productsOf,
} from '../../shared/xs2a/payment-products.ts';
import { LIFE } from '../domain/payment.ts';
import { storedBody, storedDone, storedPath, storedSigners, storedTime } from './stored-payment.ts';
import { isTooLong } from './stored-texts.ts';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;
/** Of a value that is not null: which columns may be null, the schema of the database says. */
type Check = (value: string | number, row: Row) => boolean;

/** Levels of what was posted in the sandbox: written again, deeper JSON needs more stack than there is. */
const LEVELS = 20;

const oneOf = (values: readonly string[]): Check => {
  const known = new Set<unknown>(values);
  return (value) => known.has(value);
};

const fits =
  (schema: z.ZodType): Check =>
  (value) =>
    schema.safeParse(value).success;

/** A text of JSON that the schema accepts. */
const json =
  (schemaFor: (row: Row) => z.ZodType | undefined): Check =>
  (value, row) => {
    if (exceeds(Buffer.from(String(value)), { levels: LEVELS })) return false;
    try {
      return schemaFor(row)?.safeParse(JSON.parse(String(value))).success ?? false;
    } catch {
      return false;
    }
  };

const isMoney: Check = (value) => typeof value === 'number' && isKeepable(value);
const isNoDebt: Check = (value, row) => isMoney(value, row) && Number(value) >= 0;
const isFlag: Check = (value) => value === 0 || value === 1;
/** A due time long before the bank's own would have it work off centuries. */
const isDueTime: Check = (value, row) => isStoredTime(value, row) && Number(value) >= FIRST_DUE;
const FIRST_DUE = Date.UTC(2000, 0, 1);
const isStoredTime = fits(storedTime);
const isDate = fits(z.iso.date());
const isCurrencyCode: Check = (value) => isCurrency(String(value));
const isRoles: Check = (value) =>
  String(value)
    .split(',')
    .every((role) => ['', 'REGISTER', 'VIEW'].includes(role));

const failure = z.strictObject({
  system: z.string(),
  // Completes a redirect; an SCA cannot fail with another one.
  status: z.int().min(100).max(599),
  code: z.string(),
  message: z.string(),
});

function isKind(kind: Value | undefined): kind is PaymentKind {
  return PAYMENT_KINDS.some((one) => one === kind);
}

/** Columns that mean the same in whichever table they are. */
const ANYWHERE: readonly [check: Check, columns: readonly string[]][] = [
  [
    isStoredTime,
    ['at', 'since', 'created_at', 'booked_at', 'changed_at', 'granted_at', 'revoked_at', 'deadline'],
  ],
  [isDueTime, ['due_at']],
  [isDate, ['booking_date', 'value_date', 'created_on']],
  [isCurrencyCode, ['currency', 'debtor_currency', 'original_currency']],
  [isMoney, ['booked', 'amount', 'original_amount', 'credit_line', 'credit_limit', 'used']],
  [isNoDebt, ['reserved', 'register_limit', 'approval_limit']],
  [isFlag, ['app_variant', 'authorised', 'pending', 'invoiced', 'replaced', 'funds_available']],
  [json(() => z.record(z.string(), z.unknown())), ['posted']],
];

const IN_TABLE: Readonly<Record<string, Check>> = {
  'customer.type': oneOf(['PRIVATE', 'CORPORATE']),
  'account.type': oneOf(['CACC', 'SVGS']),
  'engagement.roles': isRoles,
  'internal_account.kind': oneOf(['clearing', 'fee', 'position']),
  // Against everybody's accounts, so it may be more than one of them can hold. SQLite must still be able to add them up.
  'internal_account.booked': (value) => Math.abs(Number(value)) <= 1e17,
  // A batch begins before every payment.
  'batch.created_at': fits(z.int()),
  'sca.ask': oneOf(['consent', 'identify', 'payment', 'basket', 'cancellation']),
  'sca.outcome': oneOf(['approved', 'aborted', 'failed', 'exempted']),
  'sca.failure': json(() => failure),
  // It becomes a header (HDR-2).
  'sca.redirect_uri': (value) => /^[\x21-\x7e]*$/.test(String(value)),
  'payment.kind': oneOf(PAYMENT_KINDS),
  'payment.product': (value, { kind }) =>
    isKind(kind) && productsOf(kind).some(({ short }) => short === value),
  'payment.segment': (value, { kind, product }) =>
    isKind(kind) && productAt(kind, String(value))?.short === product,
  'payment.status': oneOf(Object.keys(LIFE)),
  'payment.body': json(({ kind }) => storedBody(kind)),
  'payment.signers': json(() => storedSigners),
  'payment.done': json(() => storedDone),
  'payment.path': json(() => storedPath),
};

/** By `column` and by `table.column`, which goes before. */
const CHECKS = new Map<string, Check>([
  ...ANYWHERE.flatMap(([check, columns]) => columns.map((column): [string, Check] => [column, check])),
  ...Object.entries(IN_TABLE),
]);

/** The first column of a row whose value the bank cannot read, or null. */
export function unreadableColumn(table: string, row: Row): string | null {
  const wrong = Object.entries(row).find(([column, value]) => {
    if (typeof value === 'string' && isTooLong(table, column, value)) return true;
    const check = CHECKS.get(`${table}.${column}`) ?? CHECKS.get(column);
    return value !== null && check !== undefined && !check(value, row);
  });
  return wrong?.[0] ?? null;
}
