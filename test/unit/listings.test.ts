/** The dates and pages of listings, against lists that are cut directly (AIS-3 to AIS-6, VER-2). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_STATUSES,
  CARD_STATUSES,
  pageLinks,
  pageOf,
  readListing,
} from '../../bank-sim/api/listing.ts';
import { isDate, pageOffsets, pageSize, windowAfter } from '../../bank-sim/domain/period.ts';

describe('AIS-6: dates', () => {
  it.each(['2026-11-20', '2024-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is one', (text) => {
    expect(isDate(text)).toBe(true);
  });
  it.each([
    '2026-02-29',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '26-11-20',
    '2026-11-2',
    '12026-11-20',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '2026-11-20 ',
    '',
  ])('"%s" is none', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('AIS-4, AIS-5, VER-2: pages', () => {
  const small = fc.nat(30);
  const page = fc.record({ offset: small, limit: fc.integer({ min: 1, max: 12 }) });
  it('a page has 200 transactions since 7 March 2024', () => {
    expect(['2024-03-06', '2024-03-07'].map(pageSize)).toEqual([100, 200]);
  });
  it('AIS-3: a page over two lists is cut like their concatenation', () => {
    fc.assert(
      fc.property(page, small, small, (of, first, second) => {
        const [a, b] = [Array.from({ length: first }, (_, at) => at), Array.from({ length: second }, String)];
        const cut = ({ offset, limit }: typeof of, list: unknown[]) => list.slice(offset, offset + limit);
        const rest = windowAfter(of, first);
        expect([...cut(of, a), ...cut(rest, b)]).toEqual(cut(of, [...a, ...b]));
        expect(rest.offset).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  it('a page that ends with the list has no next one', () => {
    expect(pageOffsets({ offset: 0, limit: 5 }, 5)).toEqual({});
    expect(pageOffsets({ offset: 0, limit: 5 }, 6)).toEqual({ next: 5, last: 5 });
    expect(pageOffsets({ offset: 0, limit: 5 }, 0)).toEqual({});
  });
  it('the links lead to the first, previous, next and last page, where there is one', () => {
    fc.assert(
      fc.property(page, fc.nat(60), ({ offset, limit }, total) => {
        const links = pageOffsets({ offset, limit }, total);
        expect(links.first).toBe(offset > 0 ? 0 : undefined);
        expect(links.previous).toBe(offset > 0 ? Math.max(0, offset - limit) : undefined);
        const hasNext = offset + limit < total;
        expect(links.next).toBe(hasNext ? offset + limit : undefined);
        // The last page that starts at a multiple of the limit, unless the next one is later still.
        const starts = Array.from({ length: total }, (_, at) => at).filter((at) => at % limit === 0);
        const last = Math.max(starts.at(-1) ?? 0, offset + limit);
        expect(links.last).toBe(hasNext ? last : undefined);
        expect(Object.keys(links).length).toBe((offset > 0 ? 2 : 0) + (hasNext ? 2 : 0));
      }),
    );
  });
});

describe('AIS-3, AIS-4, AIS-6, VER-2: the parameters of a listing', () => {
  const TODAY = '2026-11-20';
  const read = (query: string, today = TODAY) =>
    readListing(new URLSearchParams(query), today, ACCOUNT_STATUSES);
  it('the last 90 days until today, in pages of 200, unless the query says otherwise', () => {
    const usual = { status: 'booked', from: '2026-08-22', to: TODAY, limit: 200, offset: 0 };
    expect(read('bookingStatus=booked')).toEqual(usual);
    expect(
      read('bookingStatus=all&dateFrom=2026-01-02&dateTo=2026-01-02&limit=1000&offset=999999999'),
    ).toEqual({ status: 'all', from: '2026-01-02', to: '2026-01-02', limit: 1000, offset: 999_999_999 });
    expect(read('bookingStatus=both&limit=1&offset=1')).toMatchObject({ limit: 1, offset: 1 });
    expect(read('bookingStatus=pending', '2024-03-06')).toMatchObject({ limit: 100 });
  });
  it.each([
    ['bookingStatus=', 'AIS-3', 'bookingStatus'],
    ['bookingStatus=Booked', 'AIS-3', 'bookingStatus'],
    ['limit=0', 'AIS-4', 'limit'],
    ['limit=1001', 'AIS-4', 'limit'],
    ['limit=-1', 'AIS-4', 'limit'],
    ['limit=1.5', 'AIS-4', 'limit'],
    ['limit=', 'AIS-4', 'limit'],
    ['offset=-1', 'AIS-4', 'offset'],
    ['offset=x1', 'AIS-4', 'offset'],
    ['offset=1x', 'AIS-4', 'offset'],
    ['offset=1000000000', 'AIS-4', 'offset'],
    ['dateFrom=2026-02-30', 'AIS-6', 'dateFrom'],
    ['dateTo=today', 'AIS-6', 'dateTo'],
    ['dateFrom=2026-11-21', 'AIS-6', 'dateFrom'],
    ['dateTo=2026-08-21', 'AIS-6', 'dateFrom'],
    ['dateFrom=2026-11-20&dateTo=2026-11-19', 'AIS-6', 'dateFrom'],
  ])('"%s" is refused (%s) because of %s', (query, rule, path) => {
    const status = rule === 'AIS-3' ? '' : 'bookingStatus=both&';
    const code = rule === 'AIS-6' ? 'PERIOD_INVALID' : 'FORMAT_ERROR';
    expect(read(status + query)).toMatchObject({ rule, path, status: 400, code, check: 'business' });
  });
  it('AIS-3: a card does not know the status all', () => {
    const query = new URLSearchParams('bookingStatus=all');
    expect(readListing(query, TODAY, CARD_STATUSES)).toMatchObject({ rule: 'AIS-3' });
  });
});

describe('AIS-3, AIS-5: what a page holds', () => {
  const lists = {
    false: Array.from({ length: 5 }, (_, at) => `booked ${at}`),
    true: ['pending 0', 'pending 1', 'pending 2'],
  };
  /** The pending ones lie outside the period where the period is not the longest one. */
  const source = (inPeriod: boolean) => {
    const of = (pending: boolean, period: { from: string; to: string }) =>
      pending && !inPeriod && period.from > '0000-01-01' ? [] : lists[`${pending}`];
    return {
      count: (pending: boolean, period: { from: string; to: string }) => of(pending, period).length,
      list: (
        pending: boolean,
        period: { from: string; to: string },
        { offset, limit }: { offset: number; limit: number },
      ) => of(pending, period).slice(offset, offset + limit),
    };
  };
  const page = (status: 'booked' | 'pending' | 'both' | 'all', allPending: boolean, isInPeriod = true) =>
    pageOf(
      source(isInPeriod),
      { status, from: '2026-01-01', to: '2026-12-31', offset: 3, limit: 4 },
      allPending,
    );
  const booked = ['booked 3', 'booked 4'];
  it.each([
    ['booked', false, { booked, pending: [], total: 5 }],
    ['pending', false, { booked: [], pending: [], total: 3 }],
    ['both', false, { booked, pending: ['pending 0', 'pending 1'], total: 8 }],
    ['all', false, { booked, pending: ['pending 0', 'pending 1'], total: 8 }],
    ['booked', true, { booked, pending: [], total: 5 }],
    ['pending', true, { booked: [], pending: lists.true, total: 0 }],
    ['both', true, { booked, pending: lists.true, total: 5 }],
  ] as const)('for %s, with all pending ones on every page: %s', (status, allPending, expected) => {
    expect(page(status, allPending)).toEqual(expected);
  });
  it('AIS-5: the period applies to pending transactions unless every page has all of them', () => {
    expect(page('both', false, false)).toEqual({ booked, pending: [], total: 5 });
    expect(page('both', true, false)).toEqual({ booked, pending: lists.true, total: 5 });
  });
});

it('AIS-4: the links of a page keep every parameter and state the period, the limit and the offset', () => {
  const query = new URLSearchParams('bookingStatus=both&own=a b&limit=2');
  const listing = { status: 'both', from: '2026-08-22', to: '2026-11-20', limit: 2, offset: 2 } as const;
  const href = (offset: number) =>
    `/v1/accounts/a/transactions?bookingStatus=both&own=a+b&limit=2&dateFrom=2026-08-22&dateTo=2026-11-20&offset=${offset}`;
  const link = (offset: number) => ({ href: href(offset), verbs: ['GET'] });
  expect(pageLinks('/v1/accounts/a', query, listing, 7)).toEqual({
    account: { href: '/v1/accounts/a', verbs: ['GET'] },
    first: link(0),
    previous: link(0),
    next: link(4),
    last: link(6),
  });
});
