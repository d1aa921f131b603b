/** The journals of several banks take no more memory together than they may. */
import { expect, it } from 'vitest';
import { Journal } from '../../bank-sim/journal.ts';
import { JournalRoom } from '../../bank-sim/journal-room.ts';

const times = { now: () => 2, realTime: () => 1 };
const fill = (journal: Journal, count: number) => {
  for (let at = 0; at < count; at++) journal.add({ kind: 'note', text: 'x', about: [] });
};
const kept = (journal: Journal) => journal.after(0).length;

it('the one that takes most lets go of its older half', () => {
  // An entry counts for 2,000 bytes.
  const room = new JournalRoom(200_000);
  const [busy, quiet] = [new Journal(times, room), new Journal(times, room)];
  fill(quiet, 20);
  fill(busy, 80);
  expect([kept(busy), kept(quiet)]).toEqual([80, 20]);
  fill(quiet, 1);
  expect([kept(busy), kept(quiet)]).toEqual([40, 21]);
  // The newest stay, at their positions.
  expect(busy.after(0).map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, at) => 41 + at));
  fill(quiet, 500);
  expect(kept(busy) + kept(quiet)).toBeLessThanOrEqual(100);
  expect(kept(busy)).toBeGreaterThan(0);
});

it('one that has left takes no room, whatever is still entered', () => {
  const room = new JournalRoom(200_000);
  const [gone, other] = [new Journal(times, room), new Journal(times, room)];
  fill(gone, 90);
  gone.leave();
  fill(gone, 90);
  fill(other, 100);
  expect([kept(gone), kept(other)]).toEqual([180, 100]);
});

it('a journal without others is as long as it may be', () => {
  const journal = new Journal(times);
  fill(journal, 30_000);
  expect(kept(journal)).toBe(30_000);
});
