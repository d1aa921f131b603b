/** Dates and times as people write them, in Oslo. */
import { expect, test } from 'vitest';
import { readOsloTime } from '../../shared/norway/date-text.ts';

/** A Friday, 10:00 in Oslo. */
const NOW = Date.parse('2026-11-20T09:00:00Z');
const read = (text: string) => {
  const found = readOsloTime(text, NOW);
  return found === null
    ? null
    : [new Date(found.at).toISOString().slice(0, 19), found.odd].filter(Boolean).join(' ');
};

test.each([
  ['24 Dec 2026 09:30', '2026-12-24T08:30:00'],
  ['24. desember 2026 kl. 9.30', '2026-12-24T08:30:00'],
  ['24.12.2026 09:30', '2026-12-24T08:30:00'],
  ['24.12. 9.30', '2026-12-24T08:30:00'],
  ['24.12.26', '2026-12-23T23:00:00'],
  ['24.12', '2026-12-23T23:00:00'],
  ['24/12/2026, 09:30', '2026-12-24T08:30:00'],
  ['2026-12-24T09:30', '2026-12-24T08:30:00'],
  ['2026-12-24 09:30:15', '2026-12-24T08:30:15'],
  ['December 24, 2026 at 9:30', '2026-12-24T08:30:00'],
  ['Thu, 24 Dec 2026 09:30:00 CET', '2026-12-24T08:30:00'],
  ['24 dec', '2026-12-23T23:00:00'],
  ['1 Feb 12:00', '2027-02-01T11:00:00'],
  ['20 Nov 2026 10:42 Oslo', '2026-11-20T09:42:00'],
  ['1 Jul 2027 12:00 CEST', '2027-07-01T10:00:00'],
  ['2026-12-24T09:30:00Z', '2026-12-24T09:30:00'],
  ['2026-12-24T09:30:00+05:00', '2026-12-24T04:30:00'],
  ['15:30', '2026-11-20T14:30:00'],
  ['9:30', '2026-11-21T08:30:00'],
  ['tomorrow 8:00', '2026-11-21T07:00:00'],
  ['Monday 08:00', '2026-11-23T07:00:00'],
  ['friday', '2026-11-26T23:00:00'],
  ['sunday 12:00', '2026-11-22T11:00:00'],
  ['saturday 8:00', '2026-11-21T07:00:00'],
  ['today 15:30', '2026-11-20T14:30:00'],
  ['10:00', '2026-11-21T09:00:00'],
  ['23:30', '2026-11-20T22:30:00'],
  ['15:59:59', '2026-11-20T14:59:59'],
  ['20 Nov', '2026-11-19T23:00:00'],
  ['  24  dec 2026 ', '2026-12-23T23:00:00'],
  ['2026-1-5', '2026-01-04T23:00:00'],
  ['4.12.2026', '2026-12-03T23:00:00'],
  ['24.1.2027', '2027-01-23T23:00:00'],
  ['Dec 4, 2026', '2026-12-03T23:00:00'],
  ['28 Mar 2027 02:30', '2027-03-28T01:30:00 skipped'],
  ['25 Oct 2026 02:30', '2026-10-25T01:30:00 twice'],
])('%s is %s', (text, at) => {
  expect(read(text)).toBe(at);
});

test.each(
  'jan feb mar apr may jun jul aug sep oct nov dec januar februar mars april mai juni juli august september oktober november desember'
    .split(' ')
    .map((name, at) => [name, at % 12] as const),
)('%s is month %i, from 0', (name, month) => {
  expect(read(`15 ${name} 2027 12:00`)?.slice(0, 10)).toBe(
    new Date(Date.UTC(2027, month, 15)).toISOString().slice(0, 10),
  );
});

test('the first year is 1000', () => {
  expect(read('24.12.1000 12:00')?.slice(0, 10)).toBe('1000-12-24');
  expect(read('24.12.0999 12:00')).toBeNull();
});

test.each([
  '',
  'soon',
  '24',
  '31.2.2027',
  '24.13.2026',
  '25:00',
  '12:60',
  '24 Foo 2026',
  '2026-12-24 9',
  'Oslo 12:00',
  '24 dec 009:30',
  'Thu, 2026-12-24T09:30Z',
  '2026-12-24T09:30:00Z (UTC)',
  '2026-13-24T09:30:00Z',
  '24 dec 2026 09:30:60',
  '24:00',
  'mon x',
  '24 mon dec',
  '12026-12-24',
  '2026-012-24',
  '2026-12-024',
  '124.12.2026',
  '024.12.2026',
  '24.012.2026',
  '24.12.2026x',
  'x24 dec 2026',
  '024 dec 2026',
  '24 dec 2026 x',
  '-december 24, 2026',
  'december 024, 2026',
  'december 24, 2026 x',
  'T',
])('“%s” is no date', (text) => {
  expect(read(text)).toBeNull();
});
