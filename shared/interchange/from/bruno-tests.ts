/** The assertions and captures of Bruno, which are data: `res.body.id: isDefined`. */
import { type Assertion, assertionSchema } from '../../collections/assertion.ts';
import { captureSchema } from '../../collections/capture.ts';
import type { Source } from '../../collections/source.ts';
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Importing } from '../importing.ts';
import { jsonPathOf, stepsOfTail } from '../paths.ts';
import { variableName } from '../variables.ts';
import { ownValue } from '../../own-value.ts';

/** @param names of the request and the folders around it @param text with the operator first */
export function addAssertion(
  importing: Importing,
  names: readonly string[],
  step: Step | null,
  given: { name: string; value: string; off?: boolean },
): void {
  const { name: expression, value } = given;
  const entry = importing.out.item('assertion', [...names, `${expression}: ${value}`]);
  if (given.off === true) return entry.lost(t.off(expression));
  const that = sourceOf(expression);
  if (that === null || step === null) return entry.lost(t.expression(expression));
  const [operator = '', ...rest] = value.trim().split(' ');
  const must = expectationOf(operator, rest.join(' ').trim(), that);
  const assertion = assertionSchema.safeParse({ that: must?.that ?? that, must: must?.must });
  if (!assertion.success) return entry.lost(t.operator(operator));
  step.expect = [...(step.expect ?? []), assertion.data];
}

export function addCapture(
  importing: Importing,
  names: readonly string[],
  step: Step | null,
  given: { name: string; value: string; off?: boolean },
): void {
  const { name, value } = given;
  const entry = importing.out.item('capture', [...names, name]);
  if (given.off === true) return entry.lost(t.off(name));
  const from = sourceOf(value);
  const capture = captureSchema.safeParse({ as: variableName(name), from });
  if (from === null || step === null || !capture.success) return entry.lost(t.expression(value));
  if (capture.data.as !== name) entry.changed(t.variableName(name, capture.data.as));
  step.keep = [...(step.keep ?? []), capture.data];
}

function sourceOf(expression: string): Source | null {
  const text = expression.trim();
  if (text === 'res.status') return { of: 'status' };
  if (text === 'res.responseTime') return { of: 'time' };
  const body = /^res\.body(.*)$/s.exec(text)?.[1] ?? /^\$(.*)$/s.exec(text)?.[1];
  if (body !== undefined) {
    const steps = stepsOfTail(body);
    return steps === null ? null : { of: 'body', path: jsonPathOf(steps) };
  }
  const [name, ...more] = stepsOfTail(/^res\.headers(.*)$/s.exec(text)?.[1] ?? '') ?? [];
  return typeof name === 'string' && more.length === 0 ? { of: 'header', name } : null;
}

interface Expectation {
  must: Assertion['must'];
  that?: Source;
}

const FORMS: Readonly<Record<string, string>> = {
  isNumber: 'number',
  isString: 'text',
  isBoolean: 'boolean',
  isArray: 'list',
};

function expectationOf(operator: string, text: string, that: Source): Expectation | null {
  const value = literal(text);
  switch (operator) {
    case 'eq':
      return { must: { is: 'equal', to: value } };
    case 'neq':
      return that.of === 'status' ? { must: { is: 'different', from: value } } : null;
    case 'contains':
      return { must: { is: 'containing', value } };
    case 'lte':
    case 'gte':
      return typeof value === 'number'
        ? { must: { is: operator === 'lte' ? 'at-most' : 'at-least', value } }
        : null;
    case 'in': {
      const values = text
        .replace(/^\[([^]*)\]$/, '$1')
        .split(',')
        .map((one) => literal(one.trim()));
      return text === '' ? null : { must: { is: 'one-of', values } };
    }
    case 'length':
      return typeof value === 'number' ? { must: { is: 'of-length', length: value } } : null;
    case 'isDefined':
      return { must: { is: 'present' } };
    case 'isUndefined':
      return { must: { is: 'absent' } };
    case 'isNull':
      return { must: { is: 'equal', to: null } };
    case 'isTruthy':
    case 'isFalsy':
      return null;
    default: {
      // An expression without an operator means `eq`.
      const form = ownValue(FORMS, operator);
      return form === undefined ? null : { must: { is: 'of-form', form } as Assertion['must'] };
    }
  }
}

/** As Bruno reads a value: numbers, truth values, null, and texts with or without quotes. */
function literal(text: string): string | number | boolean | null {
  if (/^-?\d+(?:\.\d+)?$/.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const [, inside] = /^"([^]*)"$/.exec(text) ?? /^'([^]*)'$/.exec(text) ?? [];
  return inside ?? text;
}
