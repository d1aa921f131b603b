/**
 * Every regular expression of the product, over long texts made for it. Most texts that it reads come from others, so none may take a
 * time that grows with the square of a text: `/ +$/` starts again at each blank of a row of them that is not at the end.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, walk } from '../../../scripts/lib/tree.ts';
import { measured } from '../support/cpu-time.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Expression {
  pattern: string;
  flags: string;
}

/** Those whose texts are short for another reason. */
const BOUNDED: ReadonlySet<string> = new Set([
  // amount.ts: numbers of at most 40 digits.
  String.raw`/\B(?=(\d{3})+$)/g`,
  // body-completion.ts: the editor gives it the 250 characters before the cursor.
  String.raw`/"?[\w$-]*$/`,
]);

/** By the expression: the first place where it stands. */
function expressions(): Map<string, Expression & { where: string }> {
  const found = new Map<string, Expression & { where: string }>();
  for (const folder of ['bank-sim', 'main', 'renderer', 'shared'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const file = join(folder, name);
      walk(parse(file, readFileSync(join(ROOT, file), 'utf8')), ({ type, regex }) => {
        if (type !== 'Literal' || !isExpression(regex)) return true;
        const { pattern, flags } = regex;
        const key = `/${pattern}/${flags}`;
        if (!found.has(key)) found.set(key, { pattern, flags, where: file });
        return true;
      });
    }
  return found;
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

const LENGTH = 20_000;

/** Texts that repeat something, after a beginning and before an end that fits nothing. */
function* textsFor(pattern: string): Generator<string> {
  const letters = [...new Set(pattern.replaceAll(/\\[a-zA-Z]/g, '').replaceAll(/[[\]()^$?*|]/g, ''))];
  const words = pattern.match(/[A-Za-z]{2,}/g) ?? [];
  const repeated = new Set([
    ' ',
    'a',
    'A',
    '0',
    '\n',
    '\t',
    '.',
    '/',
    'a ',
    'a.',
    'a=',
    ', ',
    ...letters,
    ...words,
  ]);
  for (const start of ['', ...letters.slice(0, 4)])
    for (const one of repeated) yield `${start}${one.repeat(LENGTH / one.length)}\u0000`;
}

it('no expression takes the square of a text', { timeout: 600_000 }, () => {
  const slow: string[] = [];
  const all = expressions();
  expect(all.size).toBeGreaterThan(400);
  expect([...BOUNDED].filter((key) => !all.has(key))).toEqual([]);
  for (const [key, { pattern, flags, where }] of all) {
    if (BOUNDED.has(key)) continue;
    const expression = new RegExp(pattern, flags);
    for (const text of textsFor(pattern)) {
      const { seconds } = measured(() =>
        flags.includes('g') ? text.replaceAll(expression, '') : expression.test(text),
      );
      expression.lastIndex = 0;
      // A million steps take a few milliseconds; the square of the length is 400 million.
      if (seconds < 0.1) continue;
      slow.push(`${where}: ${key} over ${JSON.stringify(text.slice(0, 5))}…`);
      break;
    }
  }
  expect(slow).toEqual([]);
});
