/** Searches the text that was signed: the right one, each mistake alone, then combinations of two. */
import type { UnsaidCause } from './cause.ts';
import type { Hash } from './hash.ts';
import { bytesOf, type Mistake, type Plan, type Slot, textOf } from './plan.ts';
import { MAX_SIGNATURE_TEXTS, MAX_SIGNATURE_TEXTS_CHARS } from '../../limits.ts';

/** Bounds of one search, which keep it within 20 ms on an ordinary machine. */
export interface Limits {
  /** Texts that are tried. */
  texts: number;
  /** Chars of all of them together. */
  chars: number;
}

export const LIMITS: Limits = { texts: MAX_SIGNATURE_TEXTS, chars: MAX_SIGNATURE_TEXTS_CHARS };

/** A block's question about a text, with the hash function that `wrap` uses. */
export interface Question {
  fits: (text: string) => boolean;
  hash: Hash;
  name: Parameters<Hash>[0];
}

export interface Found {
  causes: readonly UnsaidCause[];
  /** The signed text before it was wrapped or encoded; one char per byte. */
  text: string;
}

export interface SearchResult {
  found: Found | null;
  tried: number;
  /** Whether the limits ended the search before everything was tried. */
  cut: boolean;
}

/** The order in which two mistakes happen, whichever of them is rarer. */
const PHASES: readonly (readonly Slot[])[] = [
  ['whole', 'lines'],
  ['method', 'path', 'target-name'],
  ['names'],
  ['order'],
  ['separator', 'joiner'],
  ['before', 'after'],
  ['encode', 'wrap'],
];

function phaseOf({ slot }: Mistake): number {
  const at = PHASES.findIndex((phase) => phase.includes(slot));
  // Values change after the lines are chosen, before anything else.
  return at < 0 ? 0.5 : at;
}

/** What can happen to a text that does not consist of lines. */
const OF_ANY_TEXT: ReadonlySet<Slot> = new Set(['before', 'after', 'encode', 'wrap']);

/** @param mistakes in any order; commoner ones are tried first */
export function searchText(
  right: Plan,
  mistakes: readonly Mistake[],
  { fits, hash, name }: Question,
  limits: Limits = LIMITS,
): SearchResult {
  const result: SearchResult = { found: null, tried: 0, cut: false };
  let left = limits.chars;
  const asks = (plan: Plan, first: UnsaidCause | null, second: UnsaidCause | null): boolean => {
    const bytes = bytesOf(plan, hash, name);
    result.tried++;
    left -= bytes.length;
    if (fits(bytes)) {
      const causes = [first, second].filter((cause) => cause !== null);
      result.found = { causes, text: textOf(plan) };
    }
    result.cut = result.tried >= limits.texts || left < 0;
    return result.found !== null || result.cut;
  };

  if (asks(right, null, null)) return result;
  const singles = mistakes
    .toSorted((a, b) => a.rarity - b.rarity)
    .map((mistake) => ({ ...mistake, phase: phaseOf(mistake), plan: mistake.change(right) }));
  for (const { plan, cause } of singles) if (asks(plan, cause, null)) return result;
  const byRarity = Map.groupBy(singles, ({ rarity }) => rarity);
  for (const [some, others] of COMBINED) {
    const second = byRarity.get(others) ?? [];
    for (const [at, one] of (byRarity.get(some) ?? []).entries()) {
      for (let next = some === others ? at + 1 : 0; next < second.length; next++) {
        const other = second[next];
        if (other === undefined || !canMeet(one, other)) continue;
        const [earlier, later] = one.phase <= other.phase ? [one, other] : [other, one];
        if (asks(later.change(earlier.plan), earlier.cause, later.cause)) return result;
      }
    }
  }
  return result;
}

/** Which rarities are combined, the commonest first. */
const COMBINED: readonly (readonly [Mistake['rarity'], Mistake['rarity']])[] = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 2],
];

function canMeet(a: Mistake, b: Mistake): boolean {
  if (a.slot === b.slot) return false;
  if (a.slot === 'whole') return OF_ANY_TEXT.has(b.slot);
  return b.slot !== 'whole' || OF_ANY_TEXT.has(a.slot);
}
