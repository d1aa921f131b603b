/**
 * How long the texts of the bank's state can be. Lists repeat some of them in each row, so one long text in a snapshot from
 * elsewhere would take more memory than there is. Each bound is what the bank's own ways in let pass, or more.
 */
import type { Database } from '../../shared/node/sqlite/database.ts';
import { MAX_BODY, MAX_HEADERS } from '../../shared/xs2a/limits.ts';
import { REGISTER_LIMITS } from '../../shared/xs2a/registration.ts';
import { idSchema } from '../../shared/xs2a/schemas.ts';

/** Of what a person reads: a message has 140 characters, a reason in a payment's history a sentence or two. */
export const LONGEST_TEXT = 500;
/** Numbers of accounts and customers, codes, and the ids that the bank makes (SVC-9). */
const LONGEST_ID = idSchema.maxLength ?? 0;

/** By `table.column` or by `column`; the first goes before. */
const BOUNDS: ReadonlyMap<string, number> = new Map<string, number>([
  // A TPP without an organizationIdentifier goes by its subject, which is as long as a header lets it be.
  ...bounded(MAX_HEADERS, ['tpp.id', 'tpp_register.id']),
  ...bounded(LONGEST_ID, ['id', 'account_id', 'customer_id', 'owner_id', 'agreement_id', 'psu_customer_id']),
  ...bounded(LONGEST_ID, [
    'card_id',
    'consent_id',
    'basket_id',
    'payment_id',
    'debtor_id',
    'authorisation_id',
  ]),
  ...bounded(LONGEST_ID, ['number', 'bban', 'iban', 'masked_pan', 'counterparty_account', 'code']),
  ...bounded(REGISTER_LIMITS.name, ['name', 'tpp_name', 'counterparty']),
  ...bounded(LONGEST_TEXT, ['text', 'end_to_end', 'reference']),
  ...bounded(LONGEST_TEXT, ['acceptor_id', 'acceptor_town', 'acceptor_country']),
  // JSON of a body, or of what the bank has made of one.
  ...bounded(MAX_BODY, ['body', 'posted', 'signers', 'done', 'path', 'failure']),
]);

function bounded(most: number, columns: readonly string[]): [column: string, most: number][] {
  return columns.map((column) => [column, most]);
}

/** Whether a text is longer than the bank would have stored it. */
export function isTooLong(table: string, column: string, text: string): boolean {
  return text.length > longestIn(table, column);
}

/** What has no bound of its own came in a header, if not from the bank. */
function longestIn(table: string, column: string): number {
  return BOUNDS.get(`${table}.${column}`) ?? BOUNDS.get(column) ?? MAX_HEADERS;
}

/** Bytes of UTF-8 that one character of a JavaScript string can take. */
const BYTES = 3;

/** A table of a bank that has a text which is longer than the bank would have stored it; null for none. Reads no text. */
export function tableWithLongText(db: Database): string | null {
  const columns = db
    .prepare<[], { name: string; column: string }>(
      `SELECT t.name AS name, c.name AS column FROM sqlite_master t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'`,
    )
    .all();
  for (const [name, all = []] of Map.groupBy(columns, (one) => one.name)) {
    const tests = all.map(({ column }) => `octet_length(${column}) > ${BYTES * longestIn(name, column)}`);
    if (db.prepare(`SELECT 1 FROM ${name} WHERE ${tests.join(' OR ')} LIMIT 1`).get() !== undefined)
      return name;
  }
  return null;
}
