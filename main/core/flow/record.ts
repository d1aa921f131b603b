/**
 * Merges the workbench's requests and the local bank's journal in the event log. A request to the local bank is one event: the workbench
 * adds it as it leaves, and the bank's entry, matched by method, target and X-Request-ID, only adds what it caused.
 */
import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '../../../bank-sim/index.ts';
import { aboutPage, eventText } from '../../../shared/flow/answer.ts';
import type { FlowEvent, NewFlowEvent } from '../../../shared/flow/event.ts';
import { type Hidden, masked } from '../redaction/mask.ts';
import type { FlowLog } from './log.ts';
import {
  headerOf,
  type Leaving,
  requestEvent,
  type ResponseEvent,
  responseEvent,
  bounded,
  Recent,
} from './sent.ts';

/** To be called when a request is over. */
export interface Left {
  /** The local bank's reason for not responding, or null. */
  unanswered: () => string | null;
  /** Enters what the bank of a class did in the meantime; to be called first. Null at other banks. */
  caughtUp: (() => Promise<void>) | null;
  /** @param exchange as it is recorded, masked */
  ended: (exchange: Parameters<typeof responseEvent>[0]) => void;
  /** @param reason why the request could not be sent, as a sentence */
  failed: (reason: string) => void;
}

/** The banks of a class, whose journals are read, by the names of their environments. */
interface Followed {
  follows: (environment: string) => boolean;
  catchUp: (environment: string) => Promise<void>;
}

interface Pending {
  /** Null for a request that is in no log, such as that of a connection test. */
  seq: number | null;
  key: string;
  /** The bank's own event of the response, once there is one. */
  atBank: ResponseEvent | null;
  isOver: boolean;
}

/** Maximum number of entries in each cache. */
const CACHE_SIZE = 5000;

export class FlowRecord {
  private readonly log: Pick<FlowLog, 'add'>;
  private readonly bankNow: () => number;
  /** Requests without an entry in the local bank's journal, by {@link keyOf}. An environment may lead to it under another name. */
  private readonly left = new Recent<Pending[]>(CACHE_SIZE);
  /** The same with an entry, by its position in the journal. */
  private readonly known = new Recent<Pending>(CACHE_SIZE);
  /** Ids in the history of other programs' requests, by position in the journal. */
  private readonly foreign = new Recent<string>(CACHE_SIZE);
  /** Positions in the log, by positions in the journal. */
  private readonly places = new Recent<number>(CACHE_SIZE);
  /** The paths of the PSU's requests, by their positions. */
  private readonly asked = new Recent<string>(CACHE_SIZE);
  /** The positions of responses with a link, by its path; of openings of a page, by its path; of redirects, by their targets. */
  private readonly links = new Recent<number>(CACHE_SIZE);
  private readonly pages = new Recent<number>(CACHE_SIZE);
  private readonly redirects = new Recent<number>(CACHE_SIZE);
  /** The path of the page that redirected last, by the target. */
  private readonly cameFrom = new Recent<string>(CACHE_SIZE);
  /** Masked everywhere, because a bank may repeat them later. */
  private secrets: readonly Hidden[] = [];
  private followed: Followed = { follows: () => false, catchUp: () => Promise.resolve() };

  private readonly report: (line: string) => void;

  constructor(log: Pick<FlowLog, 'add'>, bankNow: () => number, report: (line: string) => void) {
    this.log = log;
    this.report = report;
    this.bankNow = bankNow;
  }

  /** Whose journals are entered besides that of the local bank. */
  follow(followed: Followed): void {
    this.followed = followed;
  }

  /** Enters what the bank of an environment did until now, if it is of a class. */
  async catchUp(environment: string): Promise<void> {
    if (this.followed.follows(environment)) await this.followed.catchUp(environment);
  }

  /** Called before a request is sent. */
  sends(leaving: Leaving): Left {
    const { isLocal, secrets, method, target, environment } = leaving;
    const isFollowed = !isLocal && this.followed.follows(environment);
    const bankAt = () => (isLocal ? this.bankNow() : null);
    this.hides(secrets);
    const request = bounded(masked(requestEvent(leaving, bankAt()), secrets));
    const { seq } = this.log.add(request);
    const pending = this.expects(seq, method, target, headerOf(leaving, 'x-request-id'));
    const end = (exchange: Parameters<typeof responseEvent>[0]) => {
      pending.isOver = true;
      // At another bank, no entry follows: the same request may come from another program.
      if (!isLocal && !isFollowed) this.drop(pending);
      const { atBank } = pending;
      this.answered(this.log.add(responseEvent(exchange, request, { bankAt: bankAt(), cause: seq, atBank })));
    };
    return {
      unanswered: () => pending.atBank?.failure ?? null,
      caughtUp: isFollowed ? () => this.followed.catchUp(environment) : null,
      ended: end,
      failed: (reason) =>
        end({
          id: leaving.exchange,
          status: null,
          failure: masked(reason, secrets),
          duration: null,
          response: null,
          links: [],
          explanation: null,
          verdicts: [],
        }),
    };
  }

  /** Called before a request that is not logged is sent, so that it is not taken for that of another program. @returns its X-Request-ID */
  sendsUnlogged(method: string, target: string): string {
    const id = randomUUID();
    this.expects(null, method, target, id);
    return id;
  }

  private expects(seq: number | null, method: string, target: string, requestId: string | null): Pending {
    const key = keyOf(method, targetOf(target), requestId);
    const pending: Pending = { seq, key, atBank: null, isOver: false };
    this.left.set(key, [...(this.left.get(key) ?? []), pending]);
    return pending;
  }

  /**
   * Adds an entry of a bank's journal. A faulty one must not stop the bank.
   * @param isLocal whether other programs' requests in it are in the history
   */
  heard(entry: Pick<JournalEntry, 'at' | 'event' | 'seq'>, isLocal = true): void {
    try {
      this.enter(entry, isLocal);
    } catch (error) {
      this.report(`An event of the bank cannot be entered: ${String(error)}`);
    }
  }

  private enter({ seq, at, event: original }: Parameters<typeof this.heard>[0], isLocal: boolean): void {
    const event = bounded(masked(this.placed(original), this.secrets));
    if (original.kind === 'request' && original.from === 'tpp') {
      const own = this.own(original);
      if (own !== null) {
        if (own.seq !== null) this.places.set(seq, own.seq);
        this.known.set(seq, own);
        return;
      }
      if (isLocal) this.foreign.set(seq, randomUUID());
    }
    if (event.kind === 'response' && original.cause !== null) {
      const own = this.known.take(original.cause);
      if (own !== undefined) {
        // For a request that was aborted before the response.
        own.atBank = event;
        return;
      }
    }
    const exchange = this.receivedAs(event.kind === 'response' ? (original.cause ?? 0) : seq);
    const added = this.log.add(exchange !== null && 'exchange' in event ? { ...event, exchange } : event, at);
    this.places.set(seq, added.seq);
    this.answered(added);
  }

  /** @param seq position in the journal @returns the id in the history of another program's request; null for one of the workbench */
  receivedAs(seq: number): string | null {
    return this.foreign.get(seq) ?? null;
  }

  /** Called when the log was rewound: hidden events cause nothing. @param to position of the last visible event */
  rewound(to: number): void {
    for (const one of [this.places, this.links, this.pages, this.redirects]) one.forget((seq) => seq > to);
  }

  /** Called when the PSU's browser is sent to a bank's page. Nobody sends a PSU to the online bank: a visit is a new beginning. */
  opened(
    link: string,
    where: Extract<NewFlowEvent, { kind: 'opened' }>['where'],
    { environment, isLocal }: { environment: string; isLocal: boolean },
  ): void {
    if (pageOf(link) === ONLINE_BANK) {
      this.pages.take(ONLINE_BANK);
      return;
    }
    const { seq } = this.log.add(
      bounded(
        masked(
          {
            kind: 'opened',
            link,
            where,
            bankAt: isLocal ? this.bankNow() : null,
            cause: this.links.get(pathOf(link)) ?? null,
            environment,
            about: aboutPage(link),
          },
          this.secrets,
        ),
      ),
    );
    this.pages.set(pageOf(link), seq);
  }

  /**
   * Called when the PSU's browser was redirected back.
   * @param address of the redirect, or its path and query
   * @returns the path of the local bank's page that redirected; null if none did
   */
  returned(
    address: string,
    outcome: 'success' | 'failure',
    { environment, isLocal }: { environment: string; isLocal: boolean },
  ): string | null {
    const target = targetOf(address);
    const query = [...new URLSearchParams(target.slice(target.indexOf('?') + 1))];
    const session = query.find(([name]) => name === 'tpp-session-id')?.[1];
    this.log.add(
      bounded(
        masked(
          {
            kind: 'callback',
            outcome,
            target,
            parameters: query.map(([name, value]) => ({ name, value })),
            bankAt: isLocal ? this.bankNow() : null,
            cause: this.redirects.get(target) ?? null,
            environment,
            about: session === undefined ? [] : [{ subject: 'session', id: session }],
          },
          this.secrets,
        ),
      ),
    );
    return this.cameFrom.get(target) ?? null;
  }

  /** The workbench's own request of a journal entry, preferably one that still waits for its response. */
  private own({ method, target, about }: Extract<NewFlowEvent, { kind: 'request' }>): Pending | null {
    const id = about.find(({ subject }) => subject === 'request')?.id ?? null;
    const key = keyOf(method, target, id);
    const waiting = this.left.get(key) ?? [];
    const found = waiting.find(({ isOver }) => !isOver) ?? waiting[0];
    if (found === undefined) return null;
    this.drop(found);
    return found;
  }

  private drop(pending: Pending): void {
    const others = (this.left.get(pending.key) ?? []).filter((one) => one !== pending);
    if (others.length === 0) this.left.take(pending.key);
    else this.left.set(pending.key, others);
  }

  /** An event of the bank with its cause in this log. */
  private placed(event: NewFlowEvent): NewFlowEvent {
    const cause = event.cause === null ? null : (this.places.get(event.cause) ?? null);
    if (event.kind !== 'request' || event.from !== 'psu') return { ...event, cause };
    const path = pageOf(event.target);
    return { ...event, cause: this.pages.get(path) ?? this.links.get(path) ?? null };
  }

  /** Stores the links, redirects and pages of a response. A page leads to the forms in it. */
  private answered(event: FlowEvent): void {
    if (event.kind === 'request' && event.from === 'psu') this.asked.set(event.seq, pageOf(event.target));
    if (event.kind !== 'response') return;
    const { location, seq } = event;
    const page = this.asked.get(event.cause ?? 0);
    if (event.to === 'tpp' && location !== null) this.links.set(pathOf(location), seq);
    if (event.to === 'psu' && location !== null) {
      this.redirects.set(targetOf(location), seq);
      if (page !== undefined) this.cameFrom.set(targetOf(location), page);
    }
    if (event.to === 'psu' && location === null && page !== undefined) this.pages.set(page, seq);
  }

  /** Masks values from now on, wherever a bank repeats them: those of a request, or secrets that a run has captured. */
  hides(secrets: readonly Hidden[]): void {
    const known = new Set(this.secrets.map(({ real }) => real));
    const more = secrets.filter(({ real }) => !known.has(real));
    // The list stays the same without new values, so that it is prepared once.
    if (more.length > 0) this.secrets = [...this.secrets, ...more];
  }

  get hidden(): readonly Hidden[] {
    return this.secrets;
  }

  /** For exports: events recorded before a value became secret contain it in the clear. */
  get secretTexts(): string[] {
    return this.secrets.map(({ real }) => real);
  }
}

/** A key that both sides can compute. The bank's event has cut long texts. */
function keyOf(method: string, target: string, requestId: string | null): string {
  return JSON.stringify([method, eventText(target), requestId === null ? null : eventText(requestId.trim())]);
}

const ONLINE_BANK = '/bank';

/** The path of an address or target. The PSU's pages have more than one origin. */
function pathOf(address: string): string {
  const target = targetOf(address);
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** The path of a page in the PSU's browser. The forms of the online bank have paths of their own below its page. */
function pageOf(address: string): string {
  const path = pathOf(address);
  return path.startsWith(`${ONLINE_BANK}/`) ? ONLINE_BANK : path;
}

/** Path and query of an address. */
function targetOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.pathname + url.search;
}
