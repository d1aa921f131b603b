/** Everything sent, newest first. */
import type { Database } from '../../../bank-sim/index.ts';
import type { Exchange, ExchangeSummary } from '../../../shared/contract/methods.ts';

/** Bytes of a body that travel with an exchange; the rest stays in the store. */
const FIRST_WINDOW = 256 * 1024;
const LISTED = 500;
const SUMMARY = 'id, at, title, method, path, status, duration, failure';

export class History {
  private readonly db: Database;

  /** @param db the open history database */
  constructor(db: Database) {
    this.db = db;
  }

  /** Stores an exchange with its whole body. @returns the exchange with the first window of the body in it */
  add(exchange: Exchange, body: Buffer): Exchange {
    const { id, at, title, method, path, status, duration, failure, ...detail } = exchange;
    this.db
      .prepare('INSERT INTO exchange VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, at, title, method, path, status, duration, failure, JSON.stringify(detail), body);
    return withBody(exchange, body);
  }

  /** @param search part of title, method, path or status; empty for all */
  list(search: string): ExchangeSummary[] {
    const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return this.db
      .prepare<[string, number], ExchangeSummary>(
        `SELECT ${SUMMARY} FROM exchange WHERE title || ' ' || method || ' ' || path || ' ' || coalesce(status, 'failed') LIKE ? ESCAPE '\\'
         ORDER BY at DESC, rowid DESC LIMIT ?`,
      )
      .all(like, LISTED);
  }

  read(id: string): Exchange | null {
    const row = this.db
      .prepare<[string], ExchangeSummary & { detail: string; body: Buffer }>(
        `SELECT ${SUMMARY}, detail, body FROM exchange WHERE id = ?`,
      )
      .get(id);
    if (!row) return null;
    const { detail, body, ...summary } = row;
    return withBody(
      { ...(JSON.parse(detail) as Omit<Exchange, keyof ExchangeSummary>), ...summary },
      Buffer.from(body),
    );
  }

  clear(): void {
    this.db.exec('DELETE FROM exchange');
  }
}

function withBody(exchange: Exchange, body: Buffer): Exchange {
  if (exchange.response === null) return exchange;
  return {
    ...exchange,
    response: {
      ...exchange.response,
      bodyBytes: body.length,
      body: body.subarray(0, FIRST_WINDOW).toString('utf8'),
    },
  };
}
