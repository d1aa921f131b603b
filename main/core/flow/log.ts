/**
 * The event log: everything that crossed a wire or changed the local bank, across restarts. Events are written in batches a few times a
 * second, so that they do not slow requests down; a crash loses at most the last batch.
 */
import { FARTHEST, type FlowEvent, type NewFlowEvent } from '../../../shared/flow/event.ts';
import type { HistoryFile } from '../store/databases.ts';
import { patternOf, wordsIn } from '../store/search.ts';
import { eventIn } from './stored-event.ts';
import { MAX_EVENTS_CHARS, MAX_EVENT_CHARS, MAX_UNWRITTEN_EVENTS } from '../../../shared/limits.ts';

/** Milliseconds over which events are batched before they are written and emitted. */
const BATCH_MS = 50;
/** Events, and milliseconds. */
const MAX_EVENTS = 100_000;
const MAX_AGE = 90 * 24 * 3_600_000;
/** Number of events between two purges. */
const PURGE_INTERVAL = 1000;
/** Number of events read at a time. */
const PAGE = 1000;
const LIKE = String.raw`AND detail LIKE ? ESCAPE '\'`;
/** Events in one message to the windows, which read the ones that they have missed. */
const MAX_EMITTED = 300;

export interface FlowPage {
  events: FlowEvent[];
  first: number;
  last: number;
  since: number;
}

export interface FlowLogOptions {
  /** Position after which the diagram begins; it survives a restart. */
  since: { read: () => number; write: (seq: number) => void };
  /** The local bank's time, in milliseconds. */
  bankNow: () => number;
  /** Called with batches of new events. */
  emit: (events: FlowEvent[]) => void;
  /** Called when the diagram is cleared. */
  cleared: () => void;
  log: (line: string) => void;
  now?: () => number;
}

export class FlowLog {
  private readonly file: HistoryFile;
  private readonly options: FlowLogOptions;
  private readonly now: () => number;
  private newest: number;
  /** Unwritten events, oldest first. */
  private waiting: FlowEvent[] = [];
  private unsent: FlowEvent[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sincePurge = PURGE_INTERVAL;
  private isFailing = false;
  private readonly listeners = new Set<(event: FlowEvent) => void>();

  /** @param file the open history database */
  constructor(file: HistoryFile, options: FlowLogOptions) {
    this.file = file;
    this.options = options;
    this.now = options.now ?? Date.now;
    this.newest = Math.max(this.edge('max'), this.since);
  }

  /** Adds an event, which can be read at once. @param at this machine's clock, in milliseconds; now if left out */
  add(event: NewFlowEvent, at: number = this.now()): FlowEvent {
    const added = { ...event, seq: ++this.newest, at };
    this.waiting.push(added);
    if (this.waiting.length > MAX_UNWRITTEN_EVENTS) this.waiting.shift();
    this.unsent.push(added);
    if (this.unsent.length > MAX_EMITTED) this.unsent.shift();
    this.timer ??= setTimeout(() => this.settle(), BATCH_MS).unref();
    for (const listener of this.listeners) listener(added);
    return added;
  }

  /**
   * The events after a position, oldest first, without damaged rows.
   * @param search a text that must occur in the event
   */
  read(after: number, limit: number, search = ''): FlowPage {
    // Escaped as in JSON.
    const text = JSON.stringify(search).slice(1, -1);
    const rows = this.query(after, limit, text);
    const events = rows.flatMap((row) => eventAt(row) ?? []);
    const small = text.toLowerCase();
    // Not if the page was cut: its rest comes first.
    const waiting = lengthOf(rows) > MAX_EVENTS_CHARS ? [] : this.waiting;
    for (const event of waiting)
      if (event.seq > after && events.length < limit && occurs(small, event)) events.push(event);
    const first = this.edge('min') || (this.waiting[0]?.seq ?? 0);
    return { events, first, last: this.newest, since: this.since };
  }

  /**
   * Pages that PSUs opened, their decisions and redirects, newest first.
   * @param search words that must occur in the event
   */
  visits(search: string, limit: number): FlowEvent[] {
    this.write();
    const patterns = wordsIn(search).map((word) => patternOf(JSON.stringify(word).slice(1, -1)));
    const found = patterns.map(() => LIKE).join(' ');
    return this.rowsWith(`kind IN ('opened', 'decision', 'callback') ${found} ORDER BY seq DESC LIMIT ?`, [
      ...patterns,
      limit,
    ]).flatMap((row) => eventAt(row) ?? []);
  }

  /** Every stored event, oldest first, a page at a time in memory. */
  *everything(): Iterable<FlowEvent> {
    for (const page of this.pages(0)) yield* page.flatMap((row) => eventAt(row) ?? []);
    yield* this.waiting;
  }

  /** The stored rows since the diagram was cleared, oldest first, a page at a time in memory. */
  *rows(): Iterable<string[]> {
    for (const page of this.pages(this.since)) yield page.map(({ detail }) => detail);
    // A full disk may have prevented their writing.
    if (this.waiting.length > 0) yield this.waiting.map((event) => JSON.stringify(event));
  }

  /** Position of the newest event. */
  last(): number {
    return this.newest;
  }

  /** Hides the events after a position, without deleting them. */
  rewindTo(to: number): FlowEvent {
    return this.add({ ...this.own(), kind: 'rewound', to });
  }

  /** The user's note, or the beginning of a step of a demonstration. */
  note(text: string): FlowEvent {
    return this.add({ ...this.own(), kind: 'note', text });
  }

  /** Appends the events of another log in batches, with the same causes. Yields the number of each batch. */
  *adopting(events: readonly FlowEvent[]): Generator<number, void> {
    this.write();
    const start = this.newest;
    const positions = new Map<number, number>();
    const placeOf = (seq: number | null) => (seq === null ? null : (positions.get(seq) ?? null));
    for (let at = 0; at < events.length; at += PAGE) {
      const page = events.slice(at, at + PAGE);
      for (const event of page) {
        const seq = ++this.newest;
        positions.set(event.seq, seq);
        const adopted = { ...event, seq, cause: placeOf(event.cause) };
        if (adopted.kind === 'rewound') adopted.to = placeOf(adopted.to) ?? start;
        this.waiting.push(adopted);
        this.unsent.push(adopted);
        if (this.unsent.length > MAX_EMITTED) this.unsent.shift();
      }
      this.write();
      yield page.length;
    }
    this.settle();
  }

  /** Clears the diagram; the events stay stored. @returns the position after which it begins */
  clear(): number {
    this.options.since.write(this.newest);
    this.options.cleared();
    return this.newest;
  }

  /** Called when the history was deleted. Positions continue, so that none is used twice. */
  emptied(): void {
    this.waiting = [];
    this.unsent = [];
    this.clear();
  }

  /** @returns a function that ends the subscription */
  onAdded(listener: (event: FlowEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  stop(): void {
    this.settle();
  }

  private get since(): number {
    return this.options.since.read();
  }

  private own() {
    return { bankAt: this.options.bankNow(), cause: null, environment: null, about: [] };
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.write();
    const events = this.unsent;
    this.unsent = [];
    if (events.length > 0) this.options.emit(events);
  }

  /** A full disk stops no request: what cannot be written waits in memory, up to a limit. */
  private write(): void {
    const { waiting } = this;
    if (waiting.length === 0) return;
    try {
      const { db } = this.file;
      const insert = db.prepare('INSERT OR REPLACE INTO flow_event VALUES (?, ?, ?, ?, ?)');
      db.transaction(() => {
        for (const event of waiting) {
          const exchange = 'exchange' in event ? event.exchange : null;
          insert.run(event.seq, event.at, event.kind, exchange, JSON.stringify(event));
        }
      })();
      this.waiting = [];
      this.isFailing = false;
      this.sincePurge += waiting.length;
      if (this.sincePurge >= PURGE_INTERVAL) this.purge();
    } catch (error) {
      if (!this.isFailing) this.options.log(`The event log cannot be written: ${String(error)}`);
      this.isFailing = true;
    }
  }

  private purge(): void {
    this.sincePurge = 0;
    this.file.db
      .prepare('DELETE FROM flow_event WHERE seq <= ? OR at < ?')
      .run(this.newest - MAX_EVENTS, this.now() - MAX_AGE);
  }

  /** Writes what waits, then reads all rows, also damaged ones, whose positions count. */
  private *pages(since: number): Iterable<Row[]> {
    this.write();
    for (let after = since; ;) {
      const page = this.query(after, PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      yield page;
      after = last.seq;
    }
  }

  private query(after: number, limit: number, text = ''): Row[] {
    return this.rowsWith(`seq > ? ${LIKE} ORDER BY seq LIMIT ?`, [after, patternOf(text), limit]);
  }

  private rowsWith(condition: string, values: readonly (number | string)[]): Row[] {
    try {
      const rows: Row[] = [];
      let length = 0;
      const found = this.file.db
        .prepare<(number | string)[], Row>(
          `SELECT seq, detail FROM flow_event WHERE seq <= ${FARTHEST} AND length(detail) <= ${MAX_EVENT_CHARS} AND ${condition}`,
        )
        .iterate(...values);
      for (const row of found) {
        rows.push(row);
        length += row.detail.length;
        if (length > MAX_EVENTS_CHARS) break;
      }
      return rows;
    } catch (error) {
      this.options.log(`The event log cannot be read: ${String(error)}`);
      return [];
    }
  }

  private edge(which: 'min' | 'max'): number {
    try {
      return (
        this.file.db
          .prepare<[number], number | null>(`SELECT ${which}(seq) FROM flow_event WHERE seq BETWEEN 1 AND ?`)
          .pluck()
          .get(FARTHEST) ?? 0
      );
    } catch (error) {
      this.options.log(`The event log cannot be read: ${String(error)}`);
      return 0;
    }
  }
}

interface Row {
  seq: number;
  /** The event as JSON. */
  detail: string;
}

function lengthOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { detail }) => sum + detail.length, 0);
}

function eventAt({ seq, detail }: Row): FlowEvent | null {
  const event = eventIn(detail);
  return event?.seq === seq ? event : null;
}

/** @param text in lower case, escaped as in JSON */
function occurs(text: string, event: FlowEvent): boolean {
  return text === '' || JSON.stringify(event).toLowerCase().includes(text);
}
