/** The values of a snapshot that SQLite accepts and the bank could not read afterwards. */
import { RATES } from '../../shared/money/rates.ts';
import { LIFE } from '../domain/payment.ts';

type Value = string | number | null;

const oneOf = (values: readonly string[]) => (value: Value) => values.includes(String(value));

/** A text of JSON whose value is a list, or an object. */
const json = (isList: boolean) => (value: Value) => {
  try {
    const read: unknown = JSON.parse(String(value));
    return typeof read === 'object' && read !== null && Array.isArray(read) === isList;
  } catch {
    return false;
  }
};

const CHECKS: Readonly<Record<string, Readonly<Record<string, (value: Value) => boolean>>>> = {
  customer: { type: oneOf(['PRIVATE', 'CORPORATE']) },
  account: { currency: (value) => String(value) in RATES },
  payment: {
    status: oneOf(Object.keys(LIFE)),
    debtor_currency: (value) => String(value) in RATES,
    body: json(false),
    signers: json(true),
    done: json(false),
    path: json(true),
  },
};

/** The first column of a row whose value the bank cannot read, or null. */
export function unreadableColumn(table: string, row: Readonly<Record<string, Value>>): string | null {
  const wrong = Object.entries(CHECKS[table] ?? {}).find(([column, fits]) => !fits(row[column] ?? null));
  return wrong?.[0] ?? null;
}
