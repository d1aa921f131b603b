/** JSONPaths as data that a script for k6 follows: names, indexes, every value, slices, and filters that compare with `==`. */
import { stepsOf, stepsOfTail } from '../../paths.ts';

/** A member, an element, or every value between two places for which all of this is so. */
type PathStep =
  | string
  | number
  | { where: { at: (string | number)[]; to: unknown }[]; from?: number; to?: number };

const SEVERAL = /(\[\*\]|\[\d{0,9}:\d{0,9}\]|\[\?[^[\]]*\])/;

/** Null for a path that a script cannot follow. */
export function pathData(path: string): PathStep[] | null {
  const [start = '', ...rest] = path.split(SEVERAL);
  const steps: PathStep[] | null = stepsOf(start);
  if (steps === null) return null;
  for (const part of rest) {
    const more = SEVERAL.test(part) ? selected(part) : stepsOfTail(part);
    if (more === null) return null;
    steps.push(...more);
  }
  return steps;
}

/** @param part `[*]`, `[1:3]` or `[?…]` */
function selected(part: string): PathStep[] | null {
  if (part === '[*]') return [{ where: [] }];
  if (!part.startsWith('[?')) {
    const [from = '', to = ''] = part.slice(1, -1).split(':');
    return [{ where: [], from: Number(from), ...(to === '' ? {} : { to: Number(to) }) }];
  }
  const where = part
    .slice(2, -1)
    .split('&&')
    .map((one) => condition(one.trim()));
  return where.includes(null) ? null : [{ where: where.filter((one) => one !== null) }];
}

function condition(text: string): { at: (string | number)[]; to: unknown } | null {
  const [, tail, quoted, literal] =
    /^@((?:\.\w+)+)\s*==\s*(?:'([^'\\&|]*)'|(null|true|false|-?(?:0|[1-9]\d*)))$/.exec(text) ?? [];
  const at = tail === undefined ? null : stepsOfTail(tail);
  return at === null ? null : { at, to: quoted ?? JSON.parse(literal ?? 'null') };
}
