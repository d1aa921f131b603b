/**
 * What happened at the bank, in order, each entry with what caused it: requests of TPPs and of the PSU's browser, decisions,
 * steps of payments, baskets, consents and sessions, batches, the clock, the operator, resets. It is the bank's one memory:
 * exchanges and decisions are views of it. Plain objects in memory, so that a request costs next to nothing.
 */
import type { NewFlowEvent } from '../shared/flow/event.ts';
import type { ScaDecision } from './domain/sca.ts';
import type { BankExchange } from './exchanges.ts';
import { MAX_JOURNAL_CHARS } from '../shared/limits.ts';

/** Entries that are kept. */
const KEPT = 20_000;
/** Exchanges among them, each with its explanation. */
const KEPT_EXCHANGES = 1000;

type WithoutOrigin<E> = E extends unknown ? Omit<E, 'bankAt' | 'cause' | 'environment'> : never;
/** What has happened; the journal adds times and cause. */
export type Fact = WithoutOrigin<NewFlowEvent>;

/** What only the bank knows of an entry. */
interface Beside {
  exchange?: BankExchange | undefined;
  decision?: ScaDecision | undefined;
}

export interface JournalEntry extends Readonly<Beside> {
  /** Position since the bank was started: 1, 2, 3… */
  readonly seq: number;
  /** The machine's clock, milliseconds since 1970. */
  readonly at: number;
  readonly fact: Fact;
  /** The fact with its times and its cause, which is the position of an earlier entry. Made for each reading. */
  readonly event: NewFlowEvent;
}

/**
 * Something that happened, as the cause of other things, and as an entry of the journal once it has its place there. One object
 * for both, because two are kept for each request.
 */
export class Happening implements JournalEntry {
  readonly at: number;
  bankAt: number;
  fact: Fact;
  /** Null for what begins by itself, and for an entry, which keeps only the position: what is trimmed would stay in memory. */
  cause: Happening | null;
  seq = 0;
  readonly exchange: BankExchange | undefined;
  readonly decision: ScaDecision | undefined;
  private causeSeq: number | null = null;

  constructor(at: number, bankAt: number, fact: Fact, cause: Happening | null, beside: Beside) {
    this.at = at;
    this.bankAt = bankAt;
    this.fact = fact;
    this.cause = cause;
    this.exchange = beside.exchange;
    this.decision = beside.decision;
  }

  /** Gives it its place in the journal. */
  enter(seq: number): void {
    this.seq = seq;
    this.causeSeq = this.cause?.seq ?? null;
    this.cause = null;
  }

  get event(): NewFlowEvent {
    const { fact, bankAt, causeSeq } = this;
    return { ...fact, bankAt, cause: causeSeq, environment: null };
  }
}

export interface JournalTimes {
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  /** The machine's clock. */
  realTime: () => number;
}

export class Journal {
  private readonly times: JournalTimes;
  private entries: JournalEntry[] = [];
  private exchanges = 0;
  /** Characters, as for {@link MAX_JOURNAL_CHARS}. */
  private sent = 0;
  private seq = 0;
  private present: Happening | null = null;
  /** Where entries wait until it is certain that they happened, or until what caused them is known. */
  private held: Happening[] | null = null;
  private readonly listeners = new Set<(entry: JournalEntry) => void>();

  constructor(times: JournalTimes) {
    this.times = times;
  }

  /** Within what everything happens at present; null for what begins by itself. */
  get cause(): Happening | null {
    return this.present;
  }

  /** Enters what has happened, within its cause. @returns it, as the cause of what follows from it */
  add(fact: Fact, beside: Beside = NOTHING): Happening {
    const happening = this.happening(fact, beside);
    this.pass(happening);
    return happening;
  }

  /** Everything that the work enters has this cause. The work is synchronous. */
  during<T>(cause: Happening | null, work: () => T): T {
    const before = this.present;
    this.present = cause;
    try {
      return work();
    } finally {
      this.present = before;
    }
  }

  /**
   * Enters what is known only after its work, before what the work has entered.
   * @param fact called after the work, even if it has thrown; null if nothing is to be entered
   */
  enclose<T>(fact: () => Fact | null, work: (happening: Happening) => T): T {
    const happening = this.happening(PLACEHOLDER, NOTHING);
    const outer = this.held;
    const mine: Happening[] = [];
    this.held = mine;
    try {
      return this.during(happening, () => work(happening));
    } finally {
      this.held = outer;
      const known = fact();
      if (known !== null) {
        happening.fact = known;
        this.pass(happening);
      }
      for (const one of mine) {
        if (known === null && one.cause === happening) one.cause = happening.cause;
        this.pass(one);
      }
    }
  }

  /** Work that happens wholly or not at all: what it has entered is dropped if it throws. */
  atomically<T>(work: () => T): T {
    const { value, happened } = this.gather(work);
    for (const one of happened) this.pass(one);
    return value;
  }

  /** Sets aside what the work enters, for {@link publish}. */
  gather<T>(work: () => T): { value: T; happened: Happening[] } {
    const outer = this.held;
    const happened: Happening[] = [];
    this.held = happened;
    try {
      return { value: work(), happened };
    } finally {
      this.held = outer;
    }
  }

  /** Enters what was set aside. @param bankAt bank time at which it happened @param cause instead of what was its cause */
  publish(happened: readonly Happening[], bankAt: number, cause: Happening | null): void {
    for (const one of happened) this.pass(Object.assign(one, { bankAt, cause }));
  }

  /** The entries after a position that are still kept, oldest first. */
  after(seq: number, limit = Number.POSITIVE_INFINITY): JournalEntry[] {
    const first = this.entries[0]?.seq ?? 1;
    const from = Math.max(0, seq + 1 - first);
    return this.entries.slice(from, from + limit);
  }

  /** The newest exchanges that the filter lets through, newest last. */
  lastExchanges(limit: number, fits: (exchange: BankExchange) => boolean): BankExchange[] {
    const found: BankExchange[] = [];
    let seen = 0;
    for (let at = this.entries.length - 1; at >= 0 && found.length < limit && seen < KEPT_EXCHANGES; at--) {
      const exchange = this.entries[at]?.exchange;
      if (exchange === undefined) continue;
      seen++;
      if (fits(exchange)) found.push(exchange);
    }
    return found.reverse();
  }

  /** @param listener must not throw @returns a function that ends the subscription */
  onAdded(listener: (entry: JournalEntry) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private happening(fact: Fact, beside: Beside): Happening {
    const { times } = this;
    return new Happening(times.realTime(), times.now(), fact, this.present, beside);
  }

  private pass(happening: Happening): void {
    if (this.held !== null) {
      this.held.push(happening);
      return;
    }
    this.seq++;
    happening.enter(this.seq);
    const { exchange } = happening;
    if (exchange !== undefined) {
      this.exchanges++;
      this.sent += sentIn(exchange);
    }
    this.entries.push(happening);
    const isFull = this.exchanges > 2 * KEPT_EXCHANGES || this.sent > 2 * MAX_JOURNAL_CHARS;
    if (this.entries.length > 2 * KEPT || isFull) this.trim();
    for (const listener of this.listeners) listener(happening);
  }

  private trim(): void {
    const kept = this.entries.slice(-KEPT);
    let exchanges = 0;
    let sent = 0;
    const oldest = kept.findLastIndex(({ exchange }) => {
      if (exchange === undefined) return false;
      const more = sentIn(exchange);
      if (exchanges === KEPT_EXCHANGES || sent + more > MAX_JOURNAL_CHARS) return true;
      exchanges++;
      sent += more;
      return false;
    });
    this.entries = kept.slice(oldest + 1);
    [this.exchanges, this.sent] = [exchanges, sent];
  }
}

/** Characters of an exchange that its TPP decides on, and of the bank's report on it, which quotes them. */
function sentIn({
  path,
  requestId,
  tpp,
  clientCertificate,
  notes,
  issues,
  explanation,
}: BankExchange): number {
  let sent = path.length + (requestId?.length ?? 0) + (tpp?.length ?? 0) + (clientCertificate?.length ?? 0);
  for (const note of notes) sent += note.length;
  if (issues.length > 0) sent += charactersIn(issues);
  if (explanation !== null) sent += charactersIn(explanation);
  return sent;
}

/** Characters of all texts in plain data. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const one of Object.values(value)) characters += charactersIn(one);
  return characters;
}

const NOTHING: Beside = {};

/** Replaced before anybody sees it. */
const PLACEHOLDER: Fact = { kind: 'note', text: '', about: [] };
