/** The mark of an event in the diagram, and the names of the lanes. */
import { texts } from '../texts/texts.ts';
import { BAD_STATES } from './answer.ts';
import type { FlowEvent } from './event.ts';
import { cutTo, plain, shortId, shortTarget, dayText, lengthText, minutesText } from './diagram-text.ts';

const t = texts.flow.marks;

/** The lifelines, from left to right. */
export const LANES = ['tpp', 'psu', 'bank'] as const;
export type Lane = (typeof LANES)[number];

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'here';

export interface Badge {
  tone: Tone;
  glyph: GlyphName;
  text: string;
}

export type Mark =
  | {
      shape: 'arrow';
      from: Lane;
      to: Lane;
      dashed: boolean;
      signed: boolean;
      /** The signature is not valid. */
      forged: boolean;
      badge: Badge | null;
      text: string;
      /** The part of the text that stands out. */
      strong?: string;
      rule: string | null;
      bad: boolean;
    }
  /** On the PSU's lane. */
  | { shape: 'box'; glyph: GlyphName; text: string; bad: boolean }
  /** Beside the bank's lane. */
  | { shape: 'flag'; text: string; bad: boolean }
  /** Across all lanes: a line, a double line, or a filled band. */
  | { shape: 'line' | 'double' | 'band'; glyph: GlyphName; text: string; bad: boolean }
  | { shape: 'heading'; text: string; bad: boolean };

/** A value of a callback parameter that is not an id. */
const WORD = /^[A-Za-z_ ]{1,40}$/;

export function markOf(event: FlowEvent): Mark {
  switch (event.kind) {
    case 'request':
      return {
        ...arrow(event.from, 'bank'),
        signed: event.signed,
        text: requestText(event),
      };
    case 'response':
      return responseMark(event);
    case 'opened':
      return { ...arrow('tpp', 'psu'), text: t.opens[event.where] };
    case 'callback': {
      const bad = event.outcome === 'failure';
      const said = event.parameters.map(({ name, value }) => ({ name: plain(name), value: plain(value) }));
      // Words such as the context first; ids by name only.
      const words = said.filter(({ value }) => WORD.test(value));
      const ids = said.filter((one) => !words.includes(one));
      const text = [
        ...words.map(({ name, value }) => `${name}=${value}`),
        ...ids.map(({ name }) => name),
      ].join(', ');
      const badge: Badge = {
        tone: bad ? 'bad' : 'here',
        glyph: bad ? 'cross' : 'arrow',
        text: t.callback[event.outcome],
      };
      return { ...arrow('psu', 'tpp'), dashed: true, badge, text, bad };
    }
    case 'decision': {
      const text = plain(event.text);
      const bad = event.decision === 'abort';
      return { shape: 'box', glyph: 'person', text: bad ? t.aborts(text) : t.approves(text), bad };
    }
    case 'step':
      return { shape: 'flag', text: stepText(event), bad: BAD_STATES.has(event.to) };
    case 'batch': {
      const time = minutesText(event.bankAt ?? event.at);
      return {
        shape: 'line',
        glyph: 'batch',
        text: t.batch(time, event.settled, event.rejected),
        bad: false,
      };
    }
    case 'clock':
      return { shape: 'double', glyph: 'clock', text: clockText(event), bad: false };
    case 'operator':
      return { shape: 'band', glyph: 'operator', text: plain(event.title), bad: false };
    case 'reset':
      return { shape: 'band', glyph: 'reset', text: t[event.how], bad: false };
    case 'note':
      return { shape: 'heading', text: plain(event.text), bad: false };
    case 'rewound':
      return { shape: 'band', glyph: 'reset', text: t.rewound(event.to), bad: false };
  }
}

/** No response, a refusal, a wrong signature, an abort or a rejection. */
export function isFailure(event: FlowEvent): boolean {
  return markOf(event).bad;
}

/** For the PSU, the start of the address and the act on the page. */
function requestText({ from, method, target, title }: FlowEvent & { kind: 'request' }): string {
  const verb = plain(method);
  if (from === 'tpp' || title === '') return `${verb} ${shortTarget(target)}`;
  return t.byPsu(`${verb} /${cutTo(plain(target).split(/[/?]/, 2)[1] ?? '', 12)}/…`, plain(title));
}

function arrow(from: Lane, to: Lane) {
  return {
    shape: 'arrow',
    from,
    to,
    dashed: false,
    signed: false,
    forged: false,
    badge: null,
    rule: null,
    bad: false,
  } as const;
}

function responseMark(event: FlowEvent & { kind: 'response' }): Mark {
  const { status, failure, word, code, rule, location } = event;
  const forged = event.signatureFault !== undefined;
  const base = { ...arrow('bank', event.to), dashed: true, signed: event.signed, forged, rule };
  if (status === null) {
    const badge: Badge = { tone: 'bad', glyph: 'cross', text: t.failed };
    return { ...base, badge, text: plain(failure ?? ''), bad: true };
  }
  const refused = status >= 400;
  // A successful request about a failed resource is not shown in green.
  const failed = word !== null && BAD_STATES.has(word);
  const neutral = failed || (status >= 300 && status < 400);
  // Whoever trusts a wrong signature trusts what somebody else may have written.
  const wrong = refused || forged;
  const badge: Badge = {
    tone: wrong ? 'bad' : neutral ? 'plain' : 'ok',
    glyph: wrong ? 'cross' : neutral ? 'arrow' : 'tick',
    text: String(status),
  };
  const said = code ?? word ?? (location === null ? '' : t.toRedirect(shortTarget(pathOf(location))));
  const text = forged ? (said === '' ? t.forged : `${said}, ${t.forged}`) : said;
  return { ...base, badge, text: plain(text), bad: wrong || failed };
}

/** Path and query of an address. */
function pathOf(address: string): string {
  return address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
}

function stepText({ subject, from, to }: FlowEvent & { kind: 'step' }): string {
  const name = texts.flow.subjects[subject];
  if (from === null) return t.created(name, plain(to));
  return from === to ? t.stays(name, plain(to)) : t.changed(name, plain(from), plain(to));
}

function clockText({ from, to, mode }: FlowEvent & { kind: 'clock' }): string {
  const length = lengthText(Math.abs(to - from));
  if (Math.abs(to - from) < 1000) return mode === 'frozen' ? t.frozen(dayText(to)) : t.running(dayText(to));
  return to > from ? t.forward(length, dayText(to)) : t.back(length, dayText(to));
}

/** The name of a dialogue: its subject and the start of its id. */
export function subjectName(subject: keyof typeof texts.flow.subjects, id: string): string {
  return `${texts.flow.subjects[subject]} ${shortId(id)}`;
}

const lanesTexts = texts.flow.lanes;

/** Maximum length of the joined names. */
const MAX_NAME = 28;

/** The first name of a person, the whole name of a company; null if nobody knows who decided. */
export function shortName({ psu, company }: FlowEvent & { kind: 'decision' }): string | null {
  if (psu === null) return null;
  return plain(psu === company ? psu : (psu.split(' ', 1)[0] ?? psu));
}

/** The id and name of the TPP that this workbench is. */
export interface OwnTpp {
  id: string;
  name: string;
}

/**
 * The names of the TPP, PSU and bank in the events; empty for none, and a count for several TPPs.
 * @param own named instead of its id
 */
export function laneNames(events: readonly FlowEvent[], own: OwnTpp | null = null): Record<Lane, string> {
  const tpps = new Set<string>();
  const psus = new Set<string>();
  const banks = new Set<string>();
  for (const event of events) {
    if (event.kind === 'request' && event.tpp !== null)
      tpps.add(event.tpp === own?.id ? own.name : event.tpp);
    if (event.kind === 'decision' && event.psu !== null) psus.add(event.psu);
    if (event.environment !== null) banks.add(event.environment);
  }
  const named = (names: ReadonlySet<string>) => cutTo([...names].slice(0, 3).map(plain).join(', '), MAX_NAME);
  return {
    tpp: tpps.size > 1 ? lanesTexts.tpps(tpps.size) : named(tpps),
    psu: named(psus),
    bank: named(banks),
  };
}

/** The names of the lanes in words: the TPP's own, the PSU's first name if there is one PSU, and the bank. */
export function humanLaneNames(
  events: readonly FlowEvent[],
  { tpp, psu }: Record<Lane, string>,
): Record<Lane, string> {
  const people = new Set(
    events.flatMap((event) => (event.kind === 'decision' ? (shortName(event) ?? []) : [])),
  );
  const [only = psu.split(' ', 1)[0] ?? ''] = people;
  const person = people.size > 1 ? '' : only;
  return {
    tpp: tpp === '' ? lanesTexts.tpp : tpp,
    psu: person === '' ? texts.flow.human.psu : person,
    bank: lanesTexts.bank,
  };
}

/** Icons of the diagram: paths in a square of 16 units, with a stroke of 1.5 units and without a fill. */
export const GLYPHS = {
  seal: 'M12 6.5a4 4 0 1 1-8 0a4 4 0 1 1 8 0M5.6 10L5 14l3-1.5L11 14l-.6-4',
  wrongSeal: 'M12 6.5a4 4 0 1 1-8 0a4 4 0 1 1 8 0M5.6 10L5 14l3-1.5L11 14l-.6-4M2.5 12.5l11-11',
  tick: 'M3 8.5L6.5 12L13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  arrow: 'M3 8h10M9 4l4 4l-4 4',
  clock: 'M13.5 8a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0M8 5v3.2l2.2 1.4',
  batch: 'M2.5 4h11M2.5 8h11M2.5 12h6M11 10.5v4l3-2z',
  person: 'M10.6 5.2a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0M3 13.5c.6-3 2.5-4.2 5-4.2s4.4 1.2 5 4.2',
  operator:
    'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M11.8 4.5a1.6 1.6 0 1 1-3.2 0a1.6 1.6 0 1 1 3.2 0M7.4 11.5a1.6 1.6 0 1 1-3.2 0a1.6 1.6 0 1 1 3.2 0',
  reset: 'M3 8a5 5 0 1 0 1.6-3.7L3 5.8M3 2.8v3h3',
  open: 'M4 6l4 4l4-4',
  folded: 'M6 4l4 4l-4 4',
} as const;
export type GlyphName = keyof typeof GLYPHS;
