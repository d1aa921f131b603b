/**
 * Brings what the workbench sends and what the local bank says together in the event log. A request that the workbench sends to
 * the local bank is one event, although both know of it: the workbench enters it as it leaves, and the bank's entry for the same
 * request, found by method, target and X-Request-ID, only says what it has caused.
 */
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

/** What to call when a request is over. */
export interface Left {
  /** Why the local bank has not responded, in its own words; null if it says nothing of that. */
  unanswered: () => string | null;
  /** @param exchange as it is recorded, masked */
  ended: (exchange: Parameters<typeof responseEvent>[0]) => void;
  /** The request could not even be sent. @param reason as a sentence */
  failed: (reason: string) => void;
}

interface Pending {
  seq: number;
  key: string;
  /** The bank's own event of the response, once there is one. */
  atBank: ResponseEvent | null;
  isOver: boolean;
}

/** Things of each kind that are remembered. */
const REMEMBERED = 5000;

export class FlowRecord {
  private readonly log: Pick<FlowLog, 'add'>;
  private readonly bankNow: () => number;
  /** Requests that have left for the local bank and that it has not yet spoken of, by what both know. */
  private readonly left = new Recent<Pending[]>(REMEMBERED);
  /** The same once the bank has, by the position in its journal. */
  private readonly known = new Recent<Pending>(REMEMBERED);
  /** The position in the log of an entry of the journal. */
  private readonly places = new Recent<number>(REMEMBERED);
  /** The path of a page that the PSU's browser has asked for, by the position of the request. */
  private readonly asked = new Recent<string>(REMEMBERED);
  /** What brought a link, by its path; what opened a page, by its path; and the redirects, by their targets. */
  private readonly links = new Recent<number>(REMEMBERED);
  private readonly pages = new Recent<number>(REMEMBERED);
  private readonly redirects = new Recent<number>(REMEMBERED);
  /** The path of the page that led there last, by the target of the redirect. */
  private readonly cameFrom = new Recent<string>(REMEMBERED);
  /** A bank repeats what it was sent, also later and in other texts. */
  private secrets: readonly Hidden[] = [];

  private readonly report: (line: string) => void;

  constructor(log: Pick<FlowLog, 'add'>, bankNow: () => number, report: (line: string) => void) {
    this.log = log;
    this.report = report;
    this.bankNow = bankNow;
  }

  /** Called before a request is sent. */
  sends(leaving: Leaving): Left {
    const { isLocal, secrets, method, target } = leaving;
    const bankAt = () => (isLocal ? this.bankNow() : null);
    this.hides(secrets);
    const request = bounded(masked(requestEvent(leaving, bankAt()), secrets));
    const { seq } = this.log.add(request);
    const key = keyOf(method, target, headerOf(leaving, 'x-request-id'));
    const pending: Pending = { seq, key, atBank: null, isOver: false };
    if (isLocal) this.left.set(key, [...(this.left.get(key) ?? []), pending]);
    const end = (exchange: Parameters<typeof responseEvent>[0]) => {
      pending.isOver = true;
      const { atBank } = pending;
      this.answered(this.log.add(responseEvent(exchange, request, { bankAt: bankAt(), cause: seq, atBank })));
    };
    return {
      unanswered: () => pending.atBank?.failure ?? null,
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

  /** Takes an entry of the local bank's journal. Whatever is wrong with it, the bank goes on. */
  heard(entry: JournalEntry): void {
    try {
      this.enter(entry);
    } catch (error) {
      this.report(`An event of the bank cannot be entered: ${String(error)}`);
    }
  }

  private enter(entry: JournalEntry): void {
    const { seq, at, event: original } = entry;
    const event = bounded(masked(this.placed(original), this.secrets));
    if (original.kind === 'request' && original.from === 'tpp') {
      const own = this.own(original);
      if (own !== null) {
        this.places.set(seq, own.seq);
        this.known.set(seq, own);
        return;
      }
    }
    if (event.kind === 'response' && original.cause !== null) {
      const own = this.known.take(original.cause);
      if (own !== undefined) {
        // Who has not waited for the answer knows it only as a failure.
        own.atBank = event;
        return;
      }
    }
    const added = this.log.add(event, at);
    this.places.set(seq, added.seq);
    this.answered(added);
  }

  /** The log has gone back: what is no longer shown causes nothing any more. @param to position of the last event that counts */
  rewound(to: number): void {
    for (const one of [this.places, this.links, this.pages, this.redirects]) one.forget((seq) => seq > to);
  }

  /** The PSU's browser is sent to a page of a bank. @param environment its name */
  opened(
    link: string,
    where: Extract<NewFlowEvent, { kind: 'opened' }>['where'],
    { environment, isLocal }: { environment: string; isLocal: boolean },
  ): void {
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
    this.pages.set(pathOf(link), seq);
  }

  /**
   * The PSU's browser is back.
   * @param address of the redirect, or its path and query
   * @returns the path of the local bank's page that has sent it back; null if none has
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

  /** The request of the workbench that the bank speaks of. One that is not over goes first: its response is still awaited. */
  private own({ method, target, about }: Extract<NewFlowEvent, { kind: 'request' }>): Pending | null {
    const id = about.find(({ subject }) => subject === 'request')?.id ?? null;
    const key = keyOf(method, target, id);
    const waiting = this.left.get(key) ?? [];
    const found = waiting.find(({ isOver }) => !isOver) ?? waiting[0];
    if (found === undefined) return null;
    const others = waiting.filter((one) => one !== found);
    if (others.length === 0) this.left.take(key);
    else this.left.set(key, others);
    return found;
  }

  /** An event of the bank, with a cause in this log. */
  private placed(event: NewFlowEvent): NewFlowEvent {
    const cause = event.cause === null ? null : (this.places.get(event.cause) ?? null);
    if (event.kind !== 'request' || event.from !== 'psu') return { ...event, cause };
    const path = pathOf(event.target);
    return { ...event, cause: this.pages.get(path) ?? this.links.get(path) ?? null };
  }

  /** Remembers where a response leads. A page leads to the forms in it. */
  private answered(event: FlowEvent): void {
    if (event.kind === 'request' && event.from === 'psu') this.asked.set(event.seq, pathOf(event.target));
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

  /** Values that nobody is to see from now on, wherever a bank repeats them: those of a request, or what a run has kept as a secret. */
  hides(secrets: readonly Hidden[]): void {
    const known = new Set(this.secrets.map(({ real }) => real));
    const more = secrets.filter(({ real }) => !known.has(real));
    // The same list while there is nothing new: it is prepared for the search once.
    if (more.length > 0) this.secrets = [...this.secrets, ...more];
  }

  /** All of them. What was entered before a value became a secret has it in the clear. */
  get secretTexts(): string[] {
    return this.secrets.map(({ real }) => real);
  }
}

/** What both sides know of a request. The bank's event has a long text only in part. */
function keyOf(method: string, target: string, requestId: string | null): string {
  return JSON.stringify([method, eventText(target), requestId === null ? null : eventText(requestId.trim())]);
}

/** The path of an address or target, without origin and query: the PSU's pages have more than one origin. */
function pathOf(address: string): string {
  const target = targetOf(address);
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** Path and query of an address. */
function targetOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.pathname + url.search;
}
