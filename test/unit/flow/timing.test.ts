/** The timing view: what took how long, what waited for what, and an axis on which waiting takes little room. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Relations } from '../../../shared/flow/relations.ts';
import { lengthText } from '../../../shared/flow/diagram-text.ts';
import { axisOf, barsOf, placeOn } from '../../../shared/flow/timing.ts';
import { anyEvents, paymentFlow, request, response, START } from '../../support/flow-events.ts';

it('a payment has a bar for each request, for the time of the PSU and for the wait for a batch', () => {
  const events = paymentFlow('pay-1', 'sca-1');
  const bars = barsOf(events, new Relations(events));
  expect(bars.map(({ seq, kind, length }) => [seq, kind, length])).toEqual([
    [1, 'request', '9 ms'],
    [4, 'request', '9 ms'],
    [6, 'psu', 'PSU: 28 s'],
    [7, 'request', '4 ms'],
    [9, 'request', '11 ms'],
    [16, 'batch', 'waiting for a batch: 47 min of bank time'],
    [17, 'request', '9 ms'],
  ]);
});

it('a request without a response, and a PSU who is not back, say so', () => {
  const events = paymentFlow('pay-1', 'sca-1').slice(0, 7);
  const bars = barsOf(events, new Relations(events));
  expect(bars.at(-1)).toMatchObject({ kind: 'request', length: 'no response yet' });
  expect(bars.at(-2)).toMatchObject({ kind: 'psu', length: 'PSU: not back yet' });
});

it('a PSU who went to the redirect URI of another program is back', () => {
  const events = paymentFlow('pay-1', 'sca-1').filter(({ kind }) => kind !== 'callback');
  const bars = barsOf(events, new Relations(events));
  expect(bars.find(({ kind }) => kind === 'psu')?.length).toBe('PSU: 27 s');
});

it('a failed request is marked', () => {
  const events = [request(1), response(2, 1, { status: 500 })];
  expect(barsOf(events, new Relations(events))[0]?.bad).toBe(true);
});

it('a minute without anything takes no more room than a second', () => {
  const bar = (seq: number, start: number) => ({
    seq,
    kind: 'request' as const,
    label: '',
    length: '',
    bad: false,
    start,
    end: start + 10,
  });
  const axis = axisOf([bar(1, START), bar(2, START + 1000), bar(3, START + 61_000)]);
  const idle = axis
    .filter(({ isIdle }) => isIdle)
    .map(({ left, right }) => Number((right - left).toFixed(6)));
  expect(idle).toEqual([0.04, 0.04]);
  expect(placeOn(axis, START)).toBe(0);
  expect(placeOn(axis, START + 61_010)).toBeCloseTo(1);
});

it('a slow request is drawn in proportion, although nothing begins or ends during it', () => {
  const [slow, quick] = [
    { seq: 1, kind: 'request' as const, label: '', length: '', bad: false, start: START, end: START + 900 },
    {
      seq: 2,
      kind: 'request' as const,
      label: '',
      length: '',
      bad: false,
      start: START + 900,
      end: START + 1000,
    },
  ];
  expect(placeOn(axisOf([slow, quick]), slow.end)).toBeCloseTo(0.9);
});

it('the axis keeps the order of time, from 0 to 1, for any events', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const bars = barsOf(events, new Relations(events));
      const axis = axisOf(bars);
      const times = bars.flatMap(({ start, end }) => [start, end]).toSorted((a, b) => a - b);
      const places = times.map((time) => placeOn(axis, time));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const place of places) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(1.000001);
      }
    }),
    { numRuns: 150 },
  );
});

it('lengths of time are short', () => {
  const lengths = [
    0,
    9.4,
    999.4,
    2400,
    9949,
    28_000,
    60_000,
    185_000,
    47 * 60_000,
    7_500_000,
    86_370_000,
    259_200_000,
    313_560_000,
  ];
  expect(lengths.map(lengthText)).toEqual([
    '0 ms',
    '9 ms',
    '999 ms',
    '2.4 s',
    '9.9 s',
    '28 s',
    '1 min',
    '3 min 5 s',
    '47 min',
    '2 h 5 min',
    '1 d',
    '3 d',
    '3 d 15 h',
  ]);
});
