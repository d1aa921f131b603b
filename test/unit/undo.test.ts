/** Undo and redo: whatever is done, all of it can be taken back, and done again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  nothingDone,
  ONE_STEP,
  recorded,
  redone,
  settled,
  type Undo,
  UNDO_STEPS,
  undone,
} from '../../renderer/state/requests/tabs.ts';

interface Kept {
  value: string;
  undo: Undo<string>;
}
const FIRST: Kept = { value: 'first', undo: nothingDone() };

/** Edits to the values, in turn, each long after the one before. */
function changed(values: readonly string[], from: Kept = FIRST): Kept {
  return values.reduce(
    ({ value, undo }, next, at) => ({ value: next, undo: recorded(undo, value, 'body', (at + 1) * 10_000) }),
    from,
  );
}
const back = ({ value, undo }: Kept) => undone(undo, value);
const forward = ({ value, undo }: Kept) => redone(undo, value);

const values = fc.array(fc.string(), { minLength: 1, maxLength: 40 });

test('n undos after n edits restore the original, and n redos the last value', () => {
  fc.assert(
    fc.property(values, (edits) => {
      let now = changed(edits);
      for (const _ of edits) now = back(now) ?? now;
      expect(now.value).toBe('first');
      expect(back(now)).toBeNull();
      for (const _ of edits) now = forward(now) ?? now;
      expect(now.value).toBe(edits.at(-1));
      expect(forward(now)).toBeNull();
    }),
  );
});

test('each undo restores the previous value, and redo reverses it at every step', () => {
  fc.assert(
    fc.property(values, fc.array(fc.boolean(), { maxLength: 80 }), (edits, steps) => {
      const seen = ['first', ...edits];
      let at = edits.length;
      let now = changed(edits);
      for (const isBack of steps) {
        const next = isBack ? back(now) : forward(now);
        const isAtEnd = at === (isBack ? 0 : edits.length);
        expect(next === null).toBe(isAtEnd);
        if (next === null) continue;
        expect((isBack ? forward : back)(next)?.value).toBe(now.value);
        at += isBack ? -1 : 1;
        now = next;
        expect(now.value).toBe(seen[at]);
      }
    }),
  );
});

test('an edit after an undo discards the redo steps', () => {
  const edited = changed(['other'], back(changed(['a', 'b'])) ?? FIRST);
  expect(forward(edited)).toBeNull();
  expect(back(edited)?.value).toBe('a');
});

test(`at most ${UNDO_STEPS} steps are kept`, () => {
  let now = changed(Array.from({ length: UNDO_STEPS + 50 }, (_, at) => String(at)));
  let steps = 0;
  for (let next = back(now); next !== null; next = back(now)) {
    now = next;
    steps++;
  }
  expect(steps).toBe(UNDO_STEPS);
  expect(now.value).toBe('49');
});

describe('steps', () => {
  const typed = (edits: readonly [kind: string, at: number][]) =>
    edits.reduce((undo, [kind, at], index) => recorded(undo, String(index), kind, at), nothingDone<string>());

  test('continuous typing in one field is one step, however long it takes', () => {
    const undo = typed(Array.from({ length: 30 }, (_, at) => ['body', at * (ONE_STEP - 1)]));
    expect(undo.past).toEqual(['0']);
  });
  test('a pause or another field starts a new step', () => {
    expect(
      typed([
        ['body', 0],
        ['body', ONE_STEP],
      ]).past,
    ).toEqual(['0', '1']);
    expect(
      typed([
        ['body', 0],
        ['fault', 1],
        ['body', 2],
      ]).past,
    ).toEqual(['0', '1', '2']);
  });
  test('an undo or a change of tab starts a new step', () => {
    const first = typed([['body', 0]]);
    const again = undone(first, 'x')?.undo ?? first;
    expect(recorded(again, 'y', 'body', 1).past).toEqual(['y']);
    expect(recorded(settled(first), 'y', 'body', 1).past).toEqual(['0', 'y']);
  });
});
