/**
 * The bank's journal: what happened, in order, each entry with its cause. Exchanges, decisions, metrics and the access log are
 * views of it. Kept in memory as plain objects, so that it costs a request almost nothing.
 */
import type { NewFlowEvent } from '../shared/flow/event.ts';
import { type BodyIssue } from '../shared/xs2a/body-schema.ts';
import type { Explanation } from '../shared/xs2a/explanation.ts';
import type { OperationId } from '../shared/xs2a/operations.ts';
import type { RuleId } from '../shared/xs2a/rules.ts';
import type { ScaDecision } from './domain/sca.ts';
import { fitsPath } from './scenarios.ts';

const MAX_ENTRIES = 20_000;
const MAX_EXCHANGES = 1000;

type WithoutOrigin<E> = E extends unknown ? Omit<E, 'bankAt' | 'cause' | 'environment'> : never;
/** An event without its times and cause, which the journal adds. */
export type Fact = WithoutOrigin<NewFlowEvent>;

/** A request from a TPP with its outcome; a refusal has its explanation (SIG-14, section 13). */
export interface BankExchange {
  requestId: string | null;
  method: string;
  path: string;
  status: number;
  tpp: string | null;
  operation: OperationId | null;
  /** Bank time, milliseconds since 1970. */
  at: number;
  clientCertificate: string | null;
  /** What was accepted here, but other banks may refuse. */
  notes: readonly string[];
  rule: RuleId | null;
  explanation: Explanation | null;
  /** Every fault of the body, each with its path and rule; the explanation has only the first. */
  issues: readonly BodyIssue[];
}

/** A condition that is left out matches every exchange. */
export interface ExchangeFilter {
  requestId?: string | undefined;
  /** A status such as 415, or a class such as 4xx. */
  status?: string | undefined;
  tpp?: string | undefined;
  /** Exactly the path as sent, without query; `*` stands for one segment. */
  path?: string | undefined;
  /** Maximum number of entries; the newest are kept. */
  limit?: number | undefined;
}

interface Attachments {
  exchange?: BankExchange | undefined;
  decision?: ScaDecision | undefined;
}

export interface JournalEntry extends Readonly<Attachments> {
  /** Position since the bank was started: 1, 2, 3… */
  readonly seq: number;
  /** Real time, milliseconds since 1970. */
  readonly at: number;
  readonly fact: Fact;
  /** The fact with its times and the position of its cause. Made for each reading. */
  readonly event: NewFlowEvent;
}

/** An event, first as the cause of others and then as an entry. One object for both, because each request has two. */
export class Happening implements JournalEntry {
  readonly at: number;
  bankAt: number;
  fact: Fact;
  /** Null without a cause, and for an entry: it has only the position of its cause, so that trimmed entries can be freed. */
  cause: Happening | null;
  seq = 0;
  readonly exchange: BankExchange | undefined;
  readonly decision: ScaDecision | undefined;
  private causeSeq: number | null = null;

  constructor(at: number, bankAt: number, fact: Fact, cause: Happening | null, attachments: Attachments) {
    this.at = at;
    this.bankAt = bankAt;
    this.fact = fact;
    this.cause = cause;
    this.exchange = attachments.exchange;
    this.decision = attachments.decision;
  }

  /** Makes it an entry. */
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
  realTime: () => number;
}

export class Journal {
  private readonly times: JournalTimes;
  private entries: JournalEntry[] = [];
  private exchangeCount = 0;
  private seq = 0;
  private present: Happening | null = null;
  /** Buffers entries until they are certain to have happened, or until their cause is known. */
  private buffer: Happening[] | null = null;
  private readonly listeners = new Set<(entry: JournalEntry) => void>();

  constructor(times: JournalTimes) {
    this.times = times;
  }

  /** The cause of everything that happens at present; null without one. */
  get cause(): Happening | null {
    return this.present;
  }

  /** Records an event under the current cause. @returns it, as the cause of what follows */
  add(fact: Fact, attachments: Attachments = NO_ATTACHMENTS): Happening {
    const happening = this.happening(fact, attachments);
    this.pass(happening);
    return happening;
  }

  /** Everything that the work, which is synchronous, enters has this cause. */
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
   * Records an event that is known only after its work, before the entries of that work.
   * @param fact called after the work, even if it has thrown; null to enter nothing
   */
  enclose<T>(fact: () => Fact | null, work: (happening: Happening) => T): T {
    const happening = this.happening(PLACEHOLDER, NO_ATTACHMENTS);
    const outer = this.buffer;
    const mine: Happening[] = [];
    this.buffer = mine;
    try {
      return this.during(happening, () => work(happening));
    } finally {
      this.buffer = outer;
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

  /** Drops the entries of the work if it throws. */
  atomically<T>(work: () => T): T {
    const { value, happened } = this.gather(work);
    for (const one of happened) this.pass(one);
    return value;
  }

  /** Buffers the entries of the work, for {@link publish}. */
  gather<T>(work: () => T): { value: T; happened: Happening[] } {
    const outer = this.buffer;
    const happened: Happening[] = [];
    this.buffer = happened;
    try {
      return { value: work(), happened };
    } finally {
      this.buffer = outer;
    }
  }

  /** Records gathered entries. @param bankAt bank time at which they happened @param cause replaces their own */
  publish(happened: readonly Happening[], bankAt: number, cause: Happening | null): void {
    for (const one of happened) this.pass(Object.assign(one, { bankAt, cause }));
  }

  /** The remaining entries after a position, oldest first. */
  after(seq: number, limit = Number.POSITIVE_INFINITY): JournalEntry[] {
    const first = this.entries[0]?.seq ?? 1;
    const from = Math.max(0, seq + 1 - first);
    return this.entries.slice(from, from + limit);
  }

  /** The most recent exchanges that match the filter, newest last. */
  exchanges({ limit = MAX_EXCHANGES, ...filter }: ExchangeFilter = {}): BankExchange[] {
    const found: BankExchange[] = [];
    let seen = 0;
    for (let at = this.entries.length - 1; at >= 0 && found.length < limit && seen < MAX_EXCHANGES; at--) {
      const exchange = this.entries[at]?.exchange;
      if (exchange === undefined) continue;
      seen++;
      if (fits(exchange, filter)) found.push(exchange);
    }
    return found.reverse();
  }

  /** @param listener must not throw @returns a function that ends the subscription */
  onAdded(listener: (entry: JournalEntry) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private happening(fact: Fact, attachments: Attachments): Happening {
    const { times } = this;
    return new Happening(times.realTime(), times.now(), fact, this.present, attachments);
  }

  private pass(happening: Happening): void {
    if (this.buffer !== null) {
      this.buffer.push(happening);
      return;
    }
    this.seq++;
    happening.enter(this.seq);
    if (happening.exchange !== undefined) this.exchangeCount++;
    this.entries.push(happening);
    if (this.entries.length > 2 * MAX_ENTRIES || this.exchangeCount > 2 * MAX_EXCHANGES) this.trim();
    for (const listener of this.listeners) listener(happening);
  }

  private trim(): void {
    const recent = this.entries.slice(-MAX_ENTRIES);
    let exchanges = 0;
    const oldest = recent.findLastIndex(
      ({ exchange }) => exchange !== undefined && ++exchanges > MAX_EXCHANGES,
    );
    this.entries = recent.slice(oldest + 1);
    this.exchangeCount = Math.min(exchanges, MAX_EXCHANGES);
  }
}

function fits(exchange: BankExchange, { requestId, status, tpp, path }: ExchangeFilter): boolean {
  if (requestId !== undefined && exchange.requestId !== requestId) return false;
  if (tpp !== undefined && exchange.tpp !== tpp) return false;
  if (status !== undefined && !fitsStatus(status, String(exchange.status))) return false;
  return path === undefined || fitsPath(path, exchange.path.split('?', 1)[0] ?? '');
}

function fitsStatus(wanted: string, status: string): boolean {
  return wanted.endsWith('xx') ? wanted[0] === status[0] : wanted === status;
}

const NO_ATTACHMENTS: Attachments = {};

/** Replaced before it is entered. */
const PLACEHOLDER: Fact = { kind: 'note', text: '', about: [] };
