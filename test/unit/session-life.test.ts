/** SCA-4, SCA-5: the life of a TPP-Session-ID against the state table of the interface. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asked,
  expired,
  failed,
  newSession,
  SESSION_STEPS,
  sessionState,
  sessionTimeLeft,
  succeeded,
} from '../../shared/xs2a/session-life.ts';
import { HOUR } from '../../shared/time.ts';

const EIRIK = { psuId: 'eirik', corporateId: null };
const INGRID = { psuId: 'ingrid', corporateId: null };
const EIRIK_CORPORATE = { psuId: 'eirik', corporateId: 'fjellheim' };

const states = (sessions: ReturnType<typeof asked>, now: number) =>
  Object.fromEntries(sessions.map((session) => [session.id, sessionState(session, now)]));

describe('the rows of the state table hold', () => {
  const pending = asked([newSession('a', 0)], 'a', 10);
  const valid = succeeded(pending, 'a', EIRIK, 20);
  test('a request that needs an SCA, an approval and an abort change the state', () => {
    expect(states([newSession('a', 0)], 5)).toEqual({ a: 'no valid SCA' });
    expect(states(pending, 10)).toEqual({ a: 'SCA pending' });
    expect(states(failed(pending, 'a', 15), 15)).toEqual({ a: 'no valid SCA' });
    expect(states(valid, 20)).toEqual({ a: 'SCA valid' });
  });
  test('the session that an environment is made with begins with its first SCA', () => {
    expect([pending, valid].map(([session]) => session?.began)).toEqual([10, 10]);
    const [other] = succeeded([newSession('a', 0)], 'a', EIRIK, 20);
    expect(other?.began).toBe(20);
    expect(asked([newSession('b', 5)], 'b', 10)[0]?.began).toBe(5);
  });
  test('a session is valid for an hour and expired at 3600 seconds', () => {
    expect(states(valid, 20 + HOUR - 1)).toEqual({ a: 'SCA valid' });
    expect(states(valid, 20 + HOUR)).toEqual({ a: 'expired' });
    expect(sessionTimeLeft(valid[0] ?? newSession('a', 0), 20 + HOUR - 1000)).toBe(1000);
    expect(states(expired(valid, 'a', 30), 30)).toEqual({ a: 'expired' });
  });
  test('a new session replaces the old one when its SCA completes, not earlier and not for another PSU', () => {
    const both = asked(valid, 'b', 30);
    expect(states(both, 30)).toEqual({ a: 'SCA valid', b: 'SCA pending' });
    expect(states(failed(both, 'b', 40), 40)).toEqual({ a: 'SCA valid', b: 'no valid SCA' });
    expect(states(succeeded(both, 'b', EIRIK, 40), 40)).toEqual({ a: 'replaced', b: 'SCA valid' });
    expect(states(succeeded(both, 'b', INGRID, 40), 40)).toEqual({ a: 'SCA valid', b: 'SCA valid' });
  });
  test('HDR-6: an SCA in another context replaces the session, too', () => {
    const both = succeeded(asked(valid, 'b', 30), 'b', EIRIK_CORPORATE, 40);
    expect(states(both, 40)).toEqual({ a: 'replaced', b: 'SCA valid' });
    expect(both.map(({ corporateId }) => corporateId)).toEqual([null, 'fjellheim']);
  });
});

test('a session always moves along the steps of the table, and a PSU has one valid session', () => {
  const event = fc.record({
    kind: fc.constantFrom('ask', 'succeed', 'fail', 'expire'),
    id: fc.constantFrom('a', 'b', 'c'),
    psu: fc.constantFrom(EIRIK, INGRID, EIRIK_CORPORATE),
    after: fc.nat(HOUR / 2),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let sessions = [newSession('a', 0)];
      let now = 0;
      for (const { kind, id, psu, after } of events) {
        now += after;
        const before = states(sessions, now);
        sessions =
          kind === 'ask'
            ? asked(sessions, id, now)
            : kind === 'succeed'
              ? succeeded(sessions, id, psu, now)
              : kind === 'fail'
                ? failed(sessions, id, now)
                : expired(sessions, id, now);
        for (const [one, to] of Object.entries(states(sessions, now))) {
          const from = before[one] ?? 'no valid SCA';
          const known =
            from === to ||
            SESSION_STEPS.some((step) => step.from === from && step.to === to) ||
            // Two steps at once: an SCA that begins and ends, one of an expired session that is aborted, and one that was
            // pending beside the hour that is over.
            (to === 'SCA valid' && from !== 'SCA valid') ||
            (from === 'SCA pending' && to === 'expired') ||
            (from === 'SCA valid' && to === 'SCA pending');
          expect(known, `${one}: ${from} to ${to}`).toBe(true);
        }
        const valid = sessions.filter((session) => sessionState(session, now) === 'SCA valid');
        expect(new Set(valid.map(({ psuId }) => psuId)).size).toBe(valid.length);
      }
    }),
  );
});
