/** Puts every mutant of a file into its source, each behind a switch, so that one start of the tests serves all of them. */
import type { Mutant } from './mutants.ts';

/** The global function that the changed source asks: is this the mutant that is switched on? */
export const SWITCH = 'isMutant';

/** The mutants of all files with their numbers, from 1. */
export type Numbered = Mutant & { id: number };

/** The source with switches. @param mutants from top to bottom, outer ones first */
export function withSwitches(source: string, mutants: readonly Numbered[]): string {
  return rendered(source, 0, source.length, mutants);
}

function rendered(source: string, start: number, end: number, mutants: readonly Numbered[]): string {
  let text = '';
  let at = start;
  let left = mutants;
  for (;;) {
    const [first] = left;
    if (first === undefined) return text + source.slice(at, end);
    const same = left.filter((one) => one.start === first.start && one.end === first.end);
    const inner = left.filter((one) => one.end <= first.end && !same.includes(one));
    left = left.filter((one) => one.start >= first.end);
    text += source.slice(at, first.start);
    text += switched(same, rendered(source, first.start, first.end, inner));
    at = first.end;
  }
}

/** The original behind the switches of its mutants. */
function switched(mutants: readonly Numbered[], original: string): string {
  const isOn = ({ id }: Numbered) => `globalThis.${SWITCH}(${id})`;
  const [first] = mutants;
  if (first?.form === 'statement') return `{ if (!${isOn(first)}) { ${original} } }`;
  const chain = mutants.map((mutant) => `${isOn(mutant)} ? (${instead(mutant)}) : `).join('');
  return `(${chain}(${original}))`;
}

/** A case that is not a number never matches, because that equals nothing. */
function instead({ form, to }: Mutant): string {
  return form === 'case' ? 'NaN' : to;
}
