/** Every exchange, newest first. */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import {
  type Exchange,
  type ExchangeSummary,
  type ListedExchange,
  recordedExchangeSchema,
} from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { messageInBody } from '../../../shared/xs2a/refusals.ts';
import type { HistoryFile } from '../store/databases.ts';
import { type BodyStore, FIRST_WINDOW } from './bodies/body-store.ts';
import { patternOf, wordsIn } from '../store/search.ts';
import {
  MAX_RECEIVED_BYTES,
  MAX_RECEIVED_EXCHANGES,
  MAX_REFUSAL_BYTES,
  MAX_SEARCHED_BODY_BYTES,
} from '../../../shared/limits.ts';

const t = texts.core.client;

const SUMMARY = 'id, at, title, method, path, status, duration, failure, environment, origin';
/** Number of exchanges read at a time. */
const PAGE = 1000;
/** Limits of a batch of added exchanges. */
const ADOPTED = 100;
const ADOPTED_BYTES = 1024 * 1024;
const FOUND_BY = [
  'title',
  'method',
  'path',
  "coalesce(status, 'failed')",
  'environment',
  "coalesce(origin, '')",
  "coalesce(tpp, '')",
  "coalesce(program, '')",
  'words',
].join(" || ' ' || ");
const REFUSAL = `CASE WHEN status >= 400 AND length(body) <= ${MAX_REFUSAL_BYTES} THEN CAST(body AS TEXT) END`;
/** Which exchanges a choice of the list has. */
const FROM = {
  sent: 'origin IS NULL',
  received: "origin = 'received'",
  proxied: "origin IN ('proxy', 'tap')",
} as const;
const BEGINNING = `CAST(substr(body, 1, ${MAX_SEARCHED_BODY_BYTES}) AS TEXT)`;
const HAS_WORD = `(${FOUND_BY} LIKE ? ESCAPE '\\' OR ${BEGINNING} LIKE ? ESCAPE '\\')`;

export class History {
  private readonly file: HistoryFile;
  private readonly bodies: BodyStore;

  /**
   * @param file the open history database
   * @param bodies the store of large bodies; bodies that no exchange refers to are deleted from it
   */
  constructor(file: HistoryFile, bodies: BodyStore) {
    this.file = file;
    this.bodies = bodies;
    this.sweep();
  }

  private get db() {
    return this.file.db;
  }

  /** Stores an exchange with its whole body. @returns the exchange with the first window of the body */
  add(exchange: Exchange, body: KeptBody): Exchange {
    const { id, at, title, method, path, status, duration, failure, environment, origin } = exchange;
    const summary = { id, at, title, method, path, status, duration, failure, environment, origin };
    this.db
      .prepare(
        `INSERT INTO exchange (${SUMMARY}, detail, words, program, body, body_file, body_bytes)
         VALUES (${SUMMARY.replaceAll(/\w+/g, '@$&')}, @detail, @words, @program, @bytes, @file, @length)`,
      )
      .run({
        ...summary,
        ...body,
        detail: detailOf(exchange),
        words: wordsOf(exchange),
        program: origin === null ? null : headerOf(exchange, 'user-agent'),
      });
    if (body.file !== null) this.bodies.settled(body.file);
    return withBody(exchange, body);
  }

  /** Stores exchanges that reached the local bank from other programs, and deletes the oldest of them beyond the limits. */
  addReceived(received: readonly { exchange: Exchange; tpp: string | null; body: Buffer }[]): void {
    const about = this.db.prepare('UPDATE exchange SET tpp = ?, bytes = ? WHERE id = ?');
    this.db.transaction(() => {
      for (const { exchange, tpp, body } of received) {
        this.add(exchange, { bytes: body, file: null, length: body.length });
        about.run(tpp, detailOf(exchange).length + body.length, exchange.id);
      }
      this.db
        .prepare(
          `DELETE FROM exchange WHERE rowid IN (SELECT id FROM (
             SELECT rowid AS id, count(*) OVER newer AS number, sum(bytes) OVER newer AS total
             FROM exchange WHERE origin = 'received' WINDOW newer AS (ORDER BY rowid DESC)
           ) WHERE number > ? OR total > ?)`,
        )
        .run(MAX_RECEIVED_EXCHANGES, MAX_RECEIVED_BYTES);
    })();
  }

  /**
   * Adds exchanges of another history in batches, with as much of each body as they have; known ones are skipped. Yields the number
   * of each batch, which is then stored.
   */
  *adopting(exchanges: readonly Exchange[]): Generator<number, void> {
    const isThere = this.db.prepare<[string], 1>('SELECT 1 FROM exchange WHERE id = ?').pluck();
    for (let at = 0; at < exchanges.length;) {
      let [added, bytes, next] = [0, 0, at];
      this.db.transaction(() => {
        for (; next < exchanges.length && next - at < ADOPTED && bytes < ADOPTED_BYTES; next++) {
          const exchange = exchanges[next];
          if (exchange === undefined || isThere.get(exchange.id) !== undefined) continue;
          const body = Buffer.from(exchange.response?.body ?? '');
          this.add(exchange, { bytes: body, file: null, length: body.length });
          bytes += body.length + exchange.requestBody.length;
          added++;
        }
      })();
      at = next;
      yield added;
    }
  }

  /** Updates an exchange with its judgement, unless it was deleted in the meantime. */
  judge(exchange: Exchange): void {
    this.db.prepare('UPDATE exchange SET detail = ? WHERE id = ?').run(detailOf(exchange), exchange.id);
  }

  /**
   * The newest exchanges.
   * @param search words, each of which must occur: in the summary, the environment, the X-Request-ID, the operation, or the beginning
   * of a body; empty for all
   * @param of where they come from, and the name of the environment
   */
  list(
    search: string,
    limit: number,
    { from, bank }: { from?: keyof typeof FROM | undefined; bank?: string | undefined } = {},
  ): ListedExchange[] {
    const patterns = wordsIn(search).map(patternOf);
    const words = patterns.flatMap((pattern) => [pattern, pattern]);
    const where = [
      from === undefined ? '1' : FROM[from],
      ...(bank === undefined ? [] : ['environment = ?']),
      ...patterns.map(() => HAS_WORD),
    ].join(' AND ');
    return this.db
      .prepare<(number | string)[], Omit<ListedExchange, 'code' | 'reason'> & { refusal: string | null }>(
        `SELECT ${SUMMARY}, tpp, program, ${REFUSAL} AS refusal FROM exchange WHERE ${where} ORDER BY at DESC, rowid DESC LIMIT ?`,
      )
      .all(...(bank === undefined ? [] : [bank]), ...words, limit)
      .map(({ refusal, ...summary }) => {
        const { code = null, text = null } = messageInBody(refusal ?? '') ?? {};
        return { ...summary, code, reason: text };
      });
  }

  /** How many exchanges there are, how many of them were received, and with which environments. */
  totals(): { all: number; received: number; banks: string[] } {
    const count = (where: string) =>
      this.db.prepare<[], number>(`SELECT count(*) FROM exchange WHERE ${where}`).pluck().get() ?? 0;
    const banks = this.db
      .prepare<[], string>('SELECT DISTINCT environment FROM exchange ORDER BY environment')
      .pluck()
      .all();
    return { all: count('1'), received: count(FROM.received), banks };
  }

  read(id: string): Exchange | null {
    // substr() of an empty body is NULL.
    const row = this.db
      .prepare<[string], ExchangeSummary & { detail: string; body: Buffer; length: number }>(
        `SELECT ${SUMMARY}, detail, coalesce(substr(body, 1, ${FIRST_WINDOW}), x'') AS body, body_bytes AS length
         FROM exchange WHERE id = ?`,
      )
      .get(id);
    if (!row) return null;
    const { detail, body, length, ...summary } = row;
    const read = recordedExchangeSchema.safeParse({ ...detailIn(detail), ...summary }, upToFirstFault);
    if (!read.success) throw new HostError('refused', t.rowDamaged);
    return withBody(read.data, { bytes: body, length });
  }

  /**
   * All exchanges that exist now, oldest first, each with the first window of its body, one at a time in memory. Deleted ones are
   * skipped in the meantime; a damaged one has its reason.
   */
  everything(): Iterable<Exchange | DamagedExchange> {
    const newest = this.db.prepare<[], number | null>('SELECT max(rowid) FROM exchange').pluck().get() ?? 0;
    return this.readUpTo(newest);
  }

  private *readUpTo(newest: number): Iterable<Exchange | DamagedExchange> {
    let after: [at: number, row: number] = [Number.MIN_SAFE_INTEGER, 0];
    for (;;) {
      const page = this.db
        .prepare<number[], { id: string; at: number; row: number }>(
          `SELECT id, at, rowid AS row FROM exchange WHERE (at, rowid) > (?, ?) AND rowid <= ? ORDER BY at, rowid LIMIT ${PAGE}`,
        )
        .all(...after, newest);
      const last = page.at(-1);
      if (last === undefined) return;
      for (const { id } of page) {
        const exchange = this.readOrDamage(id);
        if (exchange !== null) yield exchange;
      }
      after = [last.at, last.row];
    }
  }

  private readOrDamage(id: string): Exchange | DamagedExchange | null {
    try {
      return this.read(id);
    } catch (error) {
      return { id, damaged: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The body of an exchange: a file, or bytes that are read on demand. Null for an unknown exchange. */
  bodyOf(id: string): { file: string | null; bytes: () => Buffer } | null {
    const row = this.db
      .prepare<[string], { file: string | null }>('SELECT body_file AS file FROM exchange WHERE id = ?')
      .get(id);
    if (!row) return null;
    const bytes = () =>
      this.db.prepare<[string], { body: Buffer }>('SELECT body FROM exchange WHERE id = ?').get(id)?.body ??
      Buffer.alloc(0);
    return { file: row.file, bytes };
  }

  /** Deletes every exchange. */
  clear(): void {
    this.file.empty();
    this.sweep();
  }

  private sweep(): void {
    const known = this.db
      .prepare<[], string>('SELECT body_file FROM exchange WHERE body_file IS NOT NULL')
      .pluck();
    this.bodies.sweep(() => known.iterate());
  }
}

/** An exchange that cannot be read, and why. */
export interface DamagedExchange {
  id: string;
  damaged: string;
}

/** @throws HostError if the JSON of a row is damaged */
function detailIn(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new HostError('refused', t.rowDamaged);
  }
}

/** The JSON of a row: everything without a column. */
function detailOf(exchange: Exchange): string {
  const columns = new Set<string>(SUMMARY.split(', '));
  const detail = Object.fromEntries(Object.entries(exchange).filter(([name]) => !columns.has(name)));
  const response = exchange.response && { ...exchange.response, body: '', bodyBytes: 0 };
  return JSON.stringify({ ...detail, response });
}

/** Searchable text besides the summary and the response. Secrets are masked already. */
function wordsOf(exchange: Exchange): string {
  const { operation, requestBody } = exchange;
  const id = headerOf(exchange, 'x-request-id');
  return [operation, id, requestBody.slice(0, MAX_SEARCHED_BODY_BYTES)].filter(Boolean).join(' ');
}

/** @param wanted in lower case */
function headerOf({ prepared }: Exchange, wanted: string): string | null {
  return prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
}

/** What the workbench adds to a response after it was stored. */
export type Judgement = Pick<Exchange, 'verdicts' | 'links' | 'linksLeftOut' | 'explanation' | 'diagnosis'>;

/** A stored body: the whole body, or the first window of a body in a file. */
export interface KeptBody {
  bytes: Buffer;
  file: string | null;
  length: number;
}

/** The exchange with the first window of its body. */
export function withBody(
  exchange: Exchange,
  { bytes, length }: Pick<KeptBody, 'bytes' | 'length'>,
): Exchange {
  if (exchange.response === null) return exchange;
  return {
    ...exchange,
    response: {
      ...exchange.response,
      bodyBytes: length,
      body: bytes.subarray(0, FIRST_WINDOW).toString('utf8'),
    },
  };
}
