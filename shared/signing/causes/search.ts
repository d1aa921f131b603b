/**
 * Searches the text that a client signed instead of the signing string (SIG-14).
 *
 * A candidate describes a text as lines, separators and encodings. A hypothesis is one change to a candidate, with its cause
 * and its rarity. The search probes the correct candidate, each hypothesis alone from common to rare, and then pairs of
 * common ones in the order in which a client makes both mistakes. It ends with the first text that matches the signature, or at a limit.
 */
import type { RawCause } from './cause.ts';
import type { Hash, HashName } from './hash.ts';
import { MAX_SIGNATURE_TEXTS, MAX_SIGNATURE_TEXTS_CHARS } from '../../limits.ts';
import { REQUEST_TARGET, signingLines, type SignedMessage } from '../signing-string.ts';

export interface Line {
  /** Lower-case name of the header, or `(request-target)`. */
  name: string;
  /** The name as it is written in the text. */
  label: string;
  /** Not used for `(request-target)`, whose value is the method and path of the candidate. */
  value: string;
}

/** A text that a client may have signed. All texts have one char per byte. */
export interface Candidate {
  lines: readonly Line[];
  method: string;
  path: string;
  /** Between name and value. */
  separator: string;
  /** Between lines. */
  joiner: string;
  before: string;
  after: string;
  /** A text that replaces the lines. */
  whole: string | null;
  /** Charset encoding: from the chars of the text to its bytes. */
  encode: ((text: string) => string) | null;
  /** Applied to the bytes before signing. @param hash of the signature, in hexadecimal */
  wrap: ((text: string, hash: (text: string) => string) => string) | null;
}

/** The part of a candidate that a hypothesis changes. Two hypotheses of one slot exclude each other. */
export type Slot =
  | 'lines'
  | `value:${string}`
  | 'method'
  | 'path'
  | 'target-name'
  | 'names'
  | 'order'
  | 'separator'
  | 'joiner'
  | 'before'
  | 'after'
  | 'whole'
  | 'encode'
  | 'wrap';

/** A mistake that a client may have made. */
export interface Hypothesis {
  slot: Slot;
  cause: RawCause;
  /** 1 for a mistake that many clients make, 3 for one that few make. Mistakes of rarity 4 are probed only on their own. */
  rarity: 1 | 2 | 3 | 4;
  change: (candidate: Candidate) => Candidate;
}

/** The signing string of SIG-7. Names without a header are left out. */
export function correctCandidate(names: readonly string[], message: SignedMessage): Candidate {
  const values = signingLines(names, message);
  return {
    lines: names.flatMap((name, at) => {
      const line = values[at];
      return line === undefined || line === null
        ? []
        : [{ name, label: name, value: line.slice(name.length + 2) }];
    }),
    method: message.method.toLowerCase(),
    path: message.target,
    separator: ': ',
    joiner: '\n',
    before: '',
    after: '',
    whole: null,
    encode: null,
    wrap: null,
  };
}

/** The text before it is encoded and wrapped. */
export function textOf({ lines, method, path, separator, joiner, before, after, whole }: Candidate): string {
  if (whole !== null) return before + whole + after;
  let text = before;
  let first = true;
  for (const { name, label, value } of lines) {
    if (!first) text += joiner;
    first = false;
    text += label + (label === '' ? '' : separator);
    if (name === REQUEST_TARGET) text += method === '' ? path : `${method} ${path}`;
    else text += value;
  }
  return text + after;
}

/** The bytes that are signed. */
export function bytesOf(candidate: Candidate, hash: Hash, name: HashName): string {
  const text = textOf(candidate);
  const bytes = candidate.encode === null ? text : candidate.encode(text);
  return candidate.wrap === null ? bytes : candidate.wrap(bytes, (inner) => hash(name, inner));
}

/** A change of one field. */
export function set<Key extends keyof Candidate>(key: Key, value: Candidate[Key]): Hypothesis['change'] {
  return (candidate) => ({ ...candidate, [key]: value });
}

/** A change of the lines. */
export function lines(change: (lines: readonly Line[]) => readonly Line[]): Hypothesis['change'] {
  return (candidate) => ({ ...candidate, lines: change(candidate.lines) });
}

/** Another value in the line of a header. */
export function withValue(name: string, value: string): Hypothesis['change'] {
  return lines((all) => all.map((line) => (line.name === name ? { ...line, value } : line)));
}

/** Limits of one search, which keep it within 20 ms on an ordinary machine. */
export interface Limits {
  /** Texts that are probed. */
  texts: number;
  /** Chars of all of them together. */
  chars: number;
}

export const LIMITS: Limits = { texts: MAX_SIGNATURE_TEXTS, chars: MAX_SIGNATURE_TEXTS_CHARS };

/** Tests a text against the signature; `name` is the hash function that `wrap` uses. */
export interface Probe {
  matches: (text: string) => boolean;
  hash: Hash;
  name: HashName;
}

export interface SearchResult {
  /** The text before it was encoded and wrapped, one char per byte, and its causes. */
  found: { causes: readonly RawCause[]; text: string } | null;
  tried: number;
  /** Whether a limit ended the search. */
  cut: boolean;
}

/** The order in which a client makes two mistakes. */
const PHASES: readonly (readonly Slot[])[] = [
  ['whole', 'lines'],
  ['method', 'path', 'target-name'],
  ['names'],
  ['order'],
  ['separator', 'joiner'],
  ['before', 'after'],
  ['encode', 'wrap'],
];

function phaseOf({ slot }: Hypothesis): number {
  const at = PHASES.findIndex((phase) => phase.includes(slot));
  // Values change after the lines are chosen, before anything else.
  return at < 0 ? 0.5 : at;
}

/** Pairs of rarities that are combined, the most common first. */
const COMBINED: readonly (readonly [Hypothesis['rarity'], Hypothesis['rarity']])[] = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 2],
];

/** Slots that apply to a text without lines. */
const OF_ANY_TEXT: ReadonlySet<Slot> = new Set(['before', 'after', 'encode', 'wrap']);

function canCombine(a: Hypothesis, b: Hypothesis): boolean {
  if (a.slot === b.slot) return false;
  if (a.slot === 'whole') return OF_ANY_TEXT.has(b.slot);
  return b.slot !== 'whole' || OF_ANY_TEXT.has(a.slot);
}

/** @param hypotheses in any order */
export function searchText(
  correct: Candidate,
  hypotheses: readonly Hypothesis[],
  { matches, hash, name }: Probe,
  limits: Limits = LIMITS,
): SearchResult {
  const result: SearchResult = { found: null, tried: 0, cut: false };
  let left = limits.chars;
  /** @returns whether the search is over */
  const probe = (candidate: Candidate, ...causes: readonly RawCause[]): boolean => {
    const bytes = bytesOf(candidate, hash, name);
    result.tried++;
    left -= bytes.length;
    if (matches(bytes)) result.found = { causes, text: textOf(candidate) };
    result.cut = result.tried >= limits.texts || left < 0;
    return result.found !== null || result.cut;
  };

  if (probe(correct)) return result;
  const singles = hypotheses
    .toSorted((a, b) => a.rarity - b.rarity)
    .map((one) => ({ ...one, phase: phaseOf(one), candidate: one.change(correct) }));
  for (const { candidate, cause } of singles) if (probe(candidate, cause)) return result;
  const byRarity = Map.groupBy(singles, ({ rarity }) => rarity);
  for (const [first, second] of COMBINED) {
    const others = byRarity.get(second) ?? [];
    for (const [at, one] of (byRarity.get(first) ?? []).entries()) {
      for (let next = first === second ? at + 1 : 0; next < others.length; next++) {
        const other = others[next];
        if (other === undefined || !canCombine(one, other)) continue;
        const [earlier, later] = one.phase <= other.phase ? [one, other] : [other, one];
        if (probe(later.change(earlier.candidate), earlier.cause, later.cause)) return result;
      }
    }
  }
  return result;
}
