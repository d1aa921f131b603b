/** Reads without the PSU: counted calls (LIM-1), listings in progress, and the latest online reads of accounts (LIM-2). */
import { type Database } from '../../shared/node/sqlite.ts';
import { HOUR } from '../../shared/time.ts';
import { UNATTENDED_WINDOW } from '../domain/unattended-limits.ts';
import { cached } from './read-cache.ts';

export type UnattendedService = 'balances' | 'transactions';

/** One page of a listing of an account's transactions. */
export interface ListingPage {
  tpp: string;
  accountId: string;
  /** The filters and page size of the listing. */
  listing: string;
  /** Offset of the page. */
  page: number;
}

export interface OnlineReader {
  tpp: string;
  psuId: string;
  /** '' in the private context. */
  corporateId: string;
}

export type UnattendedStore = ReturnType<typeof unattendedStore>;

/** Times are bank time in milliseconds. */
export function unattendedStore(db: Database) {
  const calls = db
    .prepare<[string, string, string, number], number>(
      'SELECT at FROM unattended_call WHERE tpp = ? AND account_id = ? AND service = ? AND at > ? ORDER BY at',
    )
    .pluck();
  const putCall = db.prepare('INSERT INTO unattended_call VALUES (?, ?, ?, ?)');
  const counts = db.prepare<
    [number],
    { tpp: string; accountId: string; service: string; calls: number; oldest: number }
  >(
    `SELECT tpp, account_id AS accountId, service, count(*) AS calls, min(at) AS oldest FROM unattended_call
     WHERE at > ? GROUP BY 1, 2, 3 ORDER BY oldest`,
  );
  const online = db.prepare<[string, string, string], { accountId: string; at: number }>(
    'SELECT account_id AS accountId, at FROM online_read WHERE tpp = ? AND psu_id = ? AND corporate_id = ?',
  );
  const putOnline = db.prepare('INSERT OR REPLACE INTO online_read VALUES (?, ?, ?, ?, ?)');
  const pageAt = db
    .prepare<[string, string, string, number], number>(
      'SELECT at FROM unattended_page WHERE tpp = ? AND account_id = ? AND listing = ? AND page = ?',
    )
    .pluck();
  const putPage = db.prepare('INSERT OR REPLACE INTO unattended_page VALUES (?, ?, ?, ?, ?)');
  const dropPages = db.prepare(
    'DELETE FROM unattended_page WHERE tpp = ? AND account_id = ? AND (listing = ? OR at < ?)',
  );

  return {
    /** The counted calls of the last 24 hours, oldest first. */
    calls: (tpp: string, accountId: string, service: UnattendedService, now: number) =>
      calls.all(tpp, accountId, service, now - UNATTENDED_WINDOW),
    /** The number of counted calls of the last 24 hours, by TPP, account and service. */
    counts: (now: number) => counts.all(now - UNATTENDED_WINDOW),
    addCall: (tpp: string, accountId: string, service: UnattendedService, at: number) =>
      putCall.run(tpp, accountId, service, at),
    /** Counts a call that begins a listing, whose further pages can then be read once each. */
    begin: db.transaction(({ tpp, accountId, listing, page }: ListingPage, at: number) => {
      putCall.run(tpp, accountId, 'transactions', at);
      // Also expired pages of other listings, so that they cannot fill the disk.
      dropPages.run(tpp, accountId, listing, at - HOUR);
      putPage.run(tpp, accountId, listing, page, at);
    }),
    /** When a page was last read without the PSU, in a listing of the last hour; null for never. */
    readAt: ({ tpp, accountId, listing, page }: ListingPage): number | null =>
      pageAt.get(tpp, accountId, listing, page) ?? null,
    notePage: ({ tpp, accountId, listing, page }: ListingPage, at: number) =>
      putPage.run(tpp, accountId, listing, page, at),
    /** When the PSU last read each account online, by its id. */
    onlineReads: cached(
      db,
      (tpp: string, psuId: string, corporateId: string): ReadonlyMap<string, number> =>
        new Map(online.all(tpp, psuId, corporateId).map(({ accountId, at }) => [accountId, at])),
    ),
    noteOnline: db.transaction(
      ({ tpp, psuId, corporateId }: OnlineReader, accountIds: readonly string[], at: number) => {
        for (const id of accountIds) putOnline.run(tpp, psuId, corporateId, id, at);
      },
    ),
  };
}
