/** The filter: what fits, and the context without which it says nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filtered, type FlowFilter, NO_FILTER } from '../../../shared/flow/filter.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { Relations } from '../../../shared/flow/relations.ts';
import { anyEvents, note, paymentFlow, request, response, step } from '../../support/flow-events.ts';

const first = paymentFlow('pay-1', 'sca-1');
const second = paymentFlow('pay-2', 'sca-2', 20);
const both = [...first, ...second];

describe('the filter shows', () => {
  it('what is about a payment, with its SCA, its creation, its batch and the clock that let it run', () => {
    const { match, context } = shown(both, { about: { subject: 'payment', id: 'pay-2' } });
    expect(match).toEqual([21, 22, 23, 24, 29, 30, 35, 36, 37]);
    // The operator's act at the end has nothing to do with it.
    expect(context).toEqual([20, 25, 26, 27, 28, 31, 32, 33, 34]);
  });

  it('a consent with the whole SCA in which it was given, which is then not unfinished', () => {
    const about = { subject: 'consent' as const, id: 'con-1' };
    // The bank enters it as caused by the decision, event 10; the callback is event 13.
    const given = step(14, 'con-1', null, 'valid', { subject: 'consent', cause: 10, about: [about] });
    const { match, context } = shown([...first.slice(0, 14), given], { about });
    expect(match).toEqual([14]);
    expect(context).toEqual([4, 5, 6, 7, 8, 9, 10, 12, 13]);
  });

  it('the response to a request that is found by its X-Request-ID', () => {
    const about = [{ subject: 'request' as const, id: 'r-1' }];
    const events = [request(1), request(2, { about }), response(3, 1), response(4, 2)];
    expect(shown(events, { about: { subject: 'request', id: 'r-1' } })).toEqual({ match: [2], context: [4] });
  });

  it('failures with the request that was refused', () => {
    const events = [...first, request(40), response(41, 40, { status: 403, code: 'CONSENT_INVALID' })];
    expect(shown(events, { onlyFailures: true })).toEqual({ match: [41], context: [40] });
  });

  it('what the PSU does, with the SCA from its beginning to the callback', () => {
    const { match, context } = shown(first, { actor: 'psu' });
    expect(match).toEqual([7, 8, 9, 10, 12, 13]);
    expect(context).toEqual([4, 5, 6]);
  });

  it('words in any order, in ids, paths, codes and names', () => {
    expect(shown(both, { text: 'callback' }).match).toEqual([13, 32]);
    expect(shown(both, { text: 'pay-2 POST' }).match).toEqual([23]);
    expect(shown(both, { text: 'solbakken eirik' }).match).toEqual([10, 29]);
    expect(shown(both, { text: 'not there' })).toEqual({ match: [], context: [] });
  });

  it('the heading under which something stands', () => {
    const events = [note(1, 'One'), request(2), note(3, 'Two'), request(4, { target: '/v1/consents' })];
    expect(shown(events, { text: 'consents' })).toEqual({ match: [4], context: [3] });
  });
});

it('whatever the events, the context has the cause of everything that fits, and the other half of each exchange', () => {
  const filters: fc.Arbitrary<FlowFilter> = fc.record({
    actor: fc.constantFrom(null, 'tpp', 'psu', 'bank'),
    about: fc.constantFrom(null, { subject: 'payment' as const, id: 'a' }),
    onlyFailures: fc.boolean(),
    text: fc.constantFrom('', 'a', '200'),
  });
  fc.assert(
    fc.property(anyEvents, filters, (events, filter) => {
      const relations = new Relations(events);
      const found = filtered(events, relations, filter);
      const matches = [...found].filter(([, why]) => why === 'match').map(([seq]) => seq);
      for (const seq of matches) {
        expect(found.has(relations.get(seq)?.cause ?? seq)).toBe(true);
        expect(found.has(relations.responseOf(seq) ?? seq)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

function shown(events: readonly FlowEvent[], filter: Partial<FlowFilter>) {
  const found = filtered(events, new Relations(events), { ...NO_FILTER, ...filter });
  const of = (why: string) =>
    [...found]
      .filter(([, one]) => one === why)
      .map(([seq]) => seq)
      .toSorted((a, b) => a - b);
  return { match: of('match'), context: of('context') };
}
