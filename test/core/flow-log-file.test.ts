/** The file of the event log: restarts, bounds, damage, and going back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlowLog } from '../../main/core/flow/log.ts';
import { eventIn } from '../../main/core/flow/stored-event.ts';
import { type Databases, openDatabases } from '../../main/core/store/databases.ts';
import { type FlowEvent, type NewFlowEvent, shownEvents } from '../../shared/flow/event.ts';

let folder: string;
let databases: Databases;
let since = 0;
let told: FlowEvent[][] = [];
let problems: string[] = [];
let now = 1_800_000_000_000;

const open = () => {
  databases = openDatabases(folder, () => undefined);
};
const started = () =>
  new FlowLog(databases.history, {
    since: { read: () => since, write: (seq) => (since = seq) },
    bankNow: () => 5,
    emit: (events) => told.push(events),
    cleared: () => undefined,
    log: (line) => problems.push(line),
    now: () => now,
  });

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'tpp-flow-'));
  [since, told, problems, now] = [0, [], [], 1_800_000_000_000];
  open();
});
afterEach(() => {
  vi.useRealTimers();
  databases.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Positions of the events that an export has. */
const shownIn = (log: FlowLog) =>
  shownEvents([...log.rows()].flat().flatMap((row) => eventIn(row) ?? [])).map(({ seq }) => seq);
const note = (text: string): NewFlowEvent => ({
  kind: 'note',
  text,
  bankAt: null,
  cause: null,
  environment: null,
  about: [],
});
const textsIn = (log: FlowLog, after = 0) =>
  log.read(after, 5000).events.map((event) => (event.kind === 'note' ? event.text : event.kind));

describe('the event log', () => {
  it('can be read at once, and after a restart; positions go on', () => {
    const log = started();
    log.add(note('a'));
    log.note('b');
    expect(textsIn(log)).toEqual(['a', 'b']);
    log.stop();
    databases.close();
    open();
    const again = started();
    expect(textsIn(again)).toEqual(['a', 'b']);
    expect(again.add(note('c')).seq).toBe(3);
    expect(again.read(1, 1)).toMatchObject({ events: [{ text: 'b' }], first: 1, last: 3, since: 0 });
  });

  it('is searched, also in what is not yet written', () => {
    const log = started();
    for (const text of ['Ærlig', '50 % of "it"', '50 of it', 'ABC']) log.add(note(text));
    const found = (search: string) => log.read(0, 10, search).events.map(({ seq }) => seq);
    const all = () => ['% of "', 'abc', 'Ærlig', '_', ''].map(found);
    const expected = [[2], [4], [1], [], [1, 2, 3, 4]];
    expect(all()).toEqual(expected);
    vi.advanceTimersByTime(50);
    expect(all()).toEqual(expected);
  });

  it('is written a moment later in one go: a crash loses no more than that', () => {
    const log = started();
    log.add(note('a'));
    vi.advanceTimersByTime(50);
    log.add(note('lost'));
    databases.close();
    open();
    expect(textsIn(started())).toEqual(['a']);
  });

  it('tells 2,000 events at once as one message with the newest; the others are read', () => {
    const log = started();
    for (let at = 1; at <= 2000; at++) log.add(note(String(at)));
    vi.advanceTimersByTime(50);
    expect(told).toHaveLength(1);
    const [message = []] = told;
    expect(message.length).toBeLessThanOrEqual(300);
    expect(message.at(-1)?.seq).toBe(2000);
    expect(textsIn(log)).toEqual(Array.from({ length: 2000 }, (_, at) => String(at + 1)));
  });

  it('keeps the newest 100,000, and none older than 90 days', () => {
    const log = started();
    log.add(note('old'));
    vi.advanceTimersByTime(50);
    now += 91 * 24 * 3_600_000;
    for (let at = 0; at < 2000; at++) log.add(note('young'));
    vi.advanceTimersByTime(50);
    expect(log.read(0, 1)).toMatchObject({ first: 2, last: 2001 });
    databases.history.db.exec('UPDATE flow_event SET seq = seq + 200000');
    const later = started();
    for (let at = 0; at < 2000; at++) later.add(note('newest'));
    databases.history.db.exec('UPDATE flow_event SET seq = seq - 100500');
    vi.advanceTimersByTime(50);
    expect(later.read(0, 1).first).toBeGreaterThan(later.last() - 100_000);
  });

  it('begins the diagram anew without deleting; the history deletes it', () => {
    const log = started();
    log.add(note('a'));
    expect(log.clear()).toBe(1);
    log.add(note('b'));
    expect(shownIn(log)).toEqual([2]);
    expect(textsIn(log)).toEqual(['a', 'b']);
    log.stop();
    databases.history.empty();
    log.emptied();
    expect(log.read(0, 10)).toEqual({ events: [], first: 0, last: 2, since: 2 });
    expect(started().add(note('c')).seq).toBe(3);
  });

  it.each([
    ['no JSON', `UPDATE flow_event SET detail = '{' WHERE seq = 2`],
    ['no event', `UPDATE flow_event SET detail = '{"kind":"note"}' WHERE seq = 2`],
    ['of a kind of another version', `UPDATE flow_event SET detail = '{"kind":"dream"}' WHERE seq = 2`],
  ])('leaves out a row that is %s', (_, damage) => {
    const log = started();
    for (const text of ['a', 'b', 'c']) log.add(note(text));
    log.stop();
    databases.history.db.exec(damage);
    expect(textsIn(log)).toEqual(['a', 'c']);
  });

  it('counts on where it was, and ends, whatever position a row has that nobody of it has written', () => {
    const log = started();
    log.add(note('a'));
    log.stop();
    const insert = databases.history.db.prepare('INSERT INTO flow_event VALUES (?, 1, ?, NULL, ?)');
    for (const seq of [2e12, Number.MAX_SAFE_INTEGER]) insert.run(seq, 'note', '{');
    const again = started();
    expect(again.add(note('b')).seq).toBe(2);
    expect([...again.everything()].map(({ seq }) => seq)).toEqual([1, 2]);
    expect(textsIn(again)).toEqual(['a', 'b']);
  });

  it.each([
    ['a time that no date has', { at: 1e300 }],
    ['a time of the bank that no date has', { bankAt: -1e300 }],
    ['a move of the clock to no date', { kind: 'clock', text: undefined, from: 1e300, to: 0, mode: 'real' }],
    ['the position of another', { seq: 2 }],
    ['more text than an event can have', { text: 'x'.repeat(300_000) }],
  ])('leaves out an event with %s', (_, change) => {
    const log = started();
    log.add(note('a'));
    log.stop();
    const [event] = log.read(0, 1).events;
    databases.history.db
      .prepare('INSERT INTO flow_event VALUES (3, 1, ?, NULL, ?)')
      .run('note', JSON.stringify({ ...event, seq: 3, ...change }));
    expect([...started().everything()].map(({ seq }) => seq)).toEqual([1]);
  });

  it('a page of long events has fewer of them, and those that wait come after the rest', () => {
    const log = started();
    for (let at = 0; at < 60; at++) log.add(note('x'.repeat(190_000)));
    vi.advanceTimersByTime(50);
    log.add(note('waiting'));
    const seen: number[] = [];
    const pages: number[] = [];
    for (
      let { events } = log.read(0, 5000);
      events.length > 0;
      { events } = log.read(seen.at(-1) ?? 0, 5000)
    ) {
      seen.push(...events.map(({ seq }) => seq));
      pages.push(events.length);
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(seen).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  });

  it('goes on without its table, from memory, and says so once', () => {
    const log = started();
    databases.history.db.exec('DROP TABLE flow_event');
    for (let at = 0; at < 3; at++) {
      log.add(note(String(at)));
      vi.advanceTimersByTime(50);
    }
    expect(textsIn(log)).toEqual(['0', '1', '2']);
    expect(problems.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    for (let at = 0; at < 20_000; at++) log.add(note('more'));
    expect(log.read(0, 50_000).events).toHaveLength(10_000);
  });

  it('writes what waited as soon as there is room again', () => {
    const log = started();
    const refuse = `CREATE TRIGGER full BEFORE INSERT ON flow_event BEGIN SELECT raise(ABORT, 'full'); END`;
    databases.history.db.exec(refuse);
    log.add(note('a'));
    vi.advanceTimersByTime(50);
    databases.history.db.exec('DROP TRIGGER full');
    log.add(note('b'));
    vi.advanceTimersByTime(50);
    expect(textsIn(started())).toEqual(['a', 'b']);
  });

  it('shows after any additions and steps back what a list would', () => {
    const acts = fc.array(
      fc.oneof(fc.constant(null), fc.nat(30), fc.constantFrom<'settle' | 'restart'>('settle', 'restart')),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(acts, (program) => {
        databases.history.empty();
        since = 0;
        let log = started();
        let model: number[] = [];
        for (const act of program) {
          if (act === null) model.push(log.add(note('n')).seq);
          else if (act === 'settle') vi.advanceTimersByTime(50);
          else if (act === 'restart') {
            log.stop();
            log = started();
          } else {
            const to = Math.min(act, log.last());
            log.rewindTo(to);
            model = model.filter((seq) => seq <= to);
          }
        }
        expect(shownEvents(log.read(0, 5000).events).map(({ seq }) => seq)).toEqual(model);
        expect(shownIn(log)).toEqual(model);
        log.stop();
      }),
      { numRuns: 20 },
    );
  });
});
