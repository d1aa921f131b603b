/** The dates and pages of listings, against lists that are cut directly (AIS-3 to AIS-6, VER-2). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
