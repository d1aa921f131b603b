/** The assertions and captures of Bruno, which are data: `res.body.id: isDefined`. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { ownValue } from '../../own-value.ts';
import type { Importing } from '../importing.ts';
import { stepsOfTail } from '../paths.ts';
import { captureOf, readExpression, withoutKept } from '../script.ts';
import { expectationOf } from '../script-expectation.ts';
import { ScriptPattern } from '../script-text.ts';
import { bodyValue, type ScriptValue } from '../script-values.ts';

/** @param names of the request and the folders around it @param given with the operator first in its value */
export function addAssertion(
  importing: Importing,
  names: readonly string[],
  step: Step | null,
  given: { name: string; value: string; off?: boolean },
): void {
  const { name: expression, value: text } = given;
  const entry = importing.out.item('assertion', [...names, `${expression}: ${text}`]);
  if (given.off === true) return entry.lost(t.off(expression));
  const value = valueOf(expression);
  if (value === null || step === null) return entry.lost(t.expression(expression));
  const [operator = '', ...rest] = text.trim().split(' ');
  const [words, args] = wordsOf(operator, rest.join(' ').trim());
  const assertions = expectationOf(words, args, value, (note) => entry.changed(note));
  if (assertions === null) return entry.lost(t.operator(operator));
  step.expect = [...(step.expect ?? []), ...assertions];
}

export function addCapture(
  importing: Importing,
  names: readonly string[],
  step: Step | null,
  given: { name: string; value: string; off?: boolean },
): void {
  const { name, value: expression } = given;
  const entry = importing.out.item('capture', [...names, name]);
  if (given.off === true) return entry.lost(t.off(name));
  const value = valueOf(expression);
  const capture = value && captureOf(name, value, (note) => entry.changed(note));
  if (capture === null || step === null) return entry.lost(t.expression(expression));
  step.keep = [...(step.keep ?? []), capture];
  step.expect = withoutKept(step.expect ?? [], step.keep);
  if (step.expect.length === 0) delete step.expect;
}

/** A value as a script writes it, or a JSONPath. */
function valueOf(expression: string): ScriptValue | null {
  const text = expression.trim();
  if (!text.startsWith('$')) return readExpression(text);
  const steps = stepsOfTail(text.slice(1));
  return steps && bodyValue(steps);
}

/** The words of scripts for Bruno's operators; those that are the same are left out. */
const WORDS: Readonly<Record<string, string>> = {
  neq: 'not.equal',
  in: 'oneOf',
  notIn: 'not.oneOf',
  notContains: 'not.include',
  notMatches: 'not.match',
  between: 'within',
  isEmpty: 'empty',
  isNotEmpty: 'not.empty',
  isNull: 'null',
  isUndefined: 'undefined',
  isDefined: 'not.undefined',
  isTruthy: 'ok',
  isFalsy: 'not.ok',
  isJson: 'json',
};

const FORMS: Readonly<Record<string, string>> = {
  isNumber: 'number',
  isString: 'string',
  isBoolean: 'boolean',
  isArray: 'array',
};

function wordsOf(operator: string, text: string): [words: string, args: unknown[]] {
  const form = ownValue(FORMS, operator);
  if (form !== undefined) return ['a', [form]];
  const words = ownValue(WORDS, operator) ?? operator;
  switch (words) {
    case 'oneOf':
    case 'not.oneOf':
      return [words, [text === '' ? [] : listOf(text)]];
    case 'within':
      return [words, listOf(text)];
    case 'match':
    case 'matches':
    case 'not.match':
      return [words, [new ScriptPattern(text.replace(/^\/(.*)\/$/s, '$1'))]];
    case 'startsWith':
    case 'endsWith':
      return [words, [String(literal(text))]];
    default:
      return [words, text === '' ? [] : [literal(text)]];
  }
}

/** `[a, b]` or `a, b` */
function listOf(text: string) {
  return text
    .replace(/^\[([^]*)\]$/, '$1')
    .split(',')
    .map((one) => literal(one.trim()));
}

/** As Bruno reads a value: numbers, truth values, null, and texts with or without quotes. */
function literal(text: string): string | number | boolean | null {
  if (/^-?\d+(?:\.\d+)?$/.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const [, inside] = /^"([^]*)"$/.exec(text) ?? /^'([^]*)'$/.exec(text) ?? [];
  return inside ?? text;
}
