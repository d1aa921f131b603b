/**
 * Marks in words, for a room: what a step calls its action, amount and payee, and who approves. Codes and ids are left out, and so are
 * events that only repeat another one.
 */
import { texts } from '../texts/texts.ts';
import { dayText, lengthText, minutesText, plain } from './diagram-text.ts';
import type { FlowEvent } from './event.ts';
import { type Mark, markOf, shortName } from './marks.ts';

const t = texts.flow.human;

/** @param events among which others say more about an event @returns the mark of an event; null if another one tells it */
export function humanMarks(events: readonly FlowEvent[]): (event: FlowEvent) => Mark | null {
  const known = new Known(events);
  return (event) => humanMark(event, known);
}

type Of<K extends FlowEvent['kind']> = Extract<FlowEvent, { kind: K }>;

/** What events say about others. */
class Known {
  /** Amounts and payees by the request that created the payment, and by payment. */
  readonly created = new Map<number, string>();
  private readonly payments = new Map<string, string>();
  /** By SCA: the payment that it is about, and the title of its first page. */
  private readonly asked = new Map<string, string>();
  private readonly firstPages = new Map<string, string | null>();
  /** The PSU's requests that open a page, and by the others who decided in them. */
  private readonly opens = new Set<number>();
  private readonly decided = new Map<number, string>();
  /** The causes of the redirects to the TPP. */
  private readonly redirects = new Map<number, number | null>();

  constructor(events: readonly FlowEvent[]) {
    for (const event of events) this.add(event);
  }

  private add(event: FlowEvent): void {
    const { seq, cause } = event;
    if (event.kind === 'request' && event.from === 'psu' && event.method === 'GET') this.opens.add(seq);
    if (event.kind === 'decision') this.decided.set(cause ?? 0, whoOf(event));
    if (event.kind === 'step' && event.what !== undefined) {
      this.payments.set(event.id, plain(event.what));
      this.created.set(cause ?? 0, plain(event.what));
    }
    if (event.kind === 'step' && event.subject === 'authorisation') {
      const what = this.payments.get(idOf(event, 'payment') ?? '');
      if (what !== undefined) this.asked.set(event.id, what);
    }
    if (event.kind !== 'response' || event.to === 'tpp') return;
    if (event.location !== null) this.redirects.set(seq, cause);
    if (this.opens.has(cause ?? 0)) this.firstPages.set(idOf(event, 'authorisation') ?? '', event.word);
  }

  isDecision({ seq }: Of<'request'>): boolean {
    return this.decided.has(seq);
  }

  /** What a page asks to approve; null for another page. */
  questionOf(event: Of<'response'>): string | null {
    const sca = idOf(event, 'authorisation') ?? '';
    return event.word === this.firstPages.get(sca) ? null : (this.asked.get(sca) ?? null);
  }

  /** Who comes back; the only PSU if nobody knows. */
  whoReturns({ cause }: Of<'callback'>): string {
    const who = this.decided.get(this.redirects.get(cause ?? 0) ?? 0);
    const [only = t.psu, ...others] = new Set(this.decided.values());
    return who ?? (others.length === 0 ? only : t.psu);
  }
}

function idOf({ about }: FlowEvent, subject: 'payment' | 'authorisation'): string | undefined {
  return about.find((one) => one.subject === subject)?.id;
}

const whoOf = (event: Of<'decision'>) => shortName(event) ?? t.psu;

function humanMark(event: FlowEvent, known: Known): Mark | null {
  const mark = markOf(event);
  const bare = { ...mark, ...('signed' in mark ? { signed: false, forged: false, rule: null } : {}) };
  switch (event.kind) {
    case 'request':
      if (known.isDecision(event)) return null;
      return { ...bare, ...requestWords(event, known) };
    case 'response':
      return { ...bare, ...responseWords(event, known) };
    case 'opened':
      return { ...bare, text: t.toPage };
    case 'callback': {
      const text = (event.outcome === 'success' ? t.isBack : t.isBackFailed)(known.whoReturns(event));
      return { ...bare, text, ...(mark.shape === 'arrow' && { badge: null }) };
    }
    case 'decision': {
      const what = plain(event.text);
      const text = (event.decision === 'approve' ? t.approves : t.aborts)(whoOf(event), what);
      return { ...ARROW, from: 'psu', to: 'bank', text, strong: what, bad: mark.bad };
    }
    case 'step':
      if (event.from === null || event.from === event.to || isInternal(event)) return null;
      return { ...bare, text: t.became(texts.flow.subjects[event.subject], stateOf(event.to)) };
    case 'batch': {
      const { settled, rejected } = event;
      const time = minutesText(event.bankAt ?? event.at);
      return { ...bare, text: t.batch(time, t.settled(settled), t.rejected(rejected)) };
    }
    case 'clock': {
      const length = Math.abs(event.to - event.from);
      if (length < 1000) return bare;
      const words = event.to > event.from ? t.later : t.earlier;
      return { ...bare, text: words(lengthText(length), dayText(event.to).slice(0, -3)) };
    }
    default:
      return bare;
  }
}

const ARROW = {
  shape: 'arrow',
  dashed: false,
  signed: false,
  forged: false,
  badge: null,
  rule: null,
} as const;

/** Sessions and SCAs: the messages and the decision tell them. */
const isInternal = ({ subject }: Of<'step'>) => subject === 'session' || subject === 'authorisation';

function requestWords(event: Of<'request'>, known: Known): { text: string; strong?: string } {
  const title = plain(event.title);
  if (event.from === 'psu') return { text: event.method === 'GET' ? t.opensPage : title };
  const what = known.created.get(event.seq);
  return what === undefined ? { text: title } : { text: t.request(title, what), strong: what };
}

function responseWords(event: Of<'response'>, known: Known): { text: string; strong?: string; badge?: null } {
  const { status, code, word, to, location } = event;
  if (status === null) return { text: plain(event.failure ?? '') };
  if (to === 'psu') {
    if (location !== null) return { text: t.sendsBack, badge: null };
    const what = known.questionOf(event);
    if (status < 400 && what !== null) return { text: t.asks(what), strong: what, badge: null };
    return status < 400 ? { text: plain(word ?? ''), badge: null } : { text: plain(word ?? '') };
  }
  const name = String(status);
  const text =
    word === 'scaRedirect'
      ? t.scaRedirect
      : status >= 400 && code !== null && isKeyOf(t.codes, code)
        ? t.codes[code]
        : status < 400 && word !== null
          ? stateOf(word)
          : isKeyOf(t.statuses, name)
            ? t.statuses[name]
            : plain(event.reason ?? '');
  return { text: event.signatureFault === undefined ? text : `${text}, ${texts.flow.marks.forged}` };
}

const stateOf = (state: string) => (isKeyOf(t.states, state) ? t.states[state] : plain(state));

/** Not an inherited name. */
function isKeyOf<T extends object>(record: T, name: string): name is keyof T & string {
  return Object.hasOwn(record, name);
}
