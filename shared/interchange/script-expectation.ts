/** What the words of an assertion in a script say. */
import type { Assertion } from '../collections/assertion.ts';
import type { Source } from '../collections/source.ts';
import { interchange as t } from '../texts/interchange.ts';
import { ownValue } from '../own-value.ts';

/** A value of the response. */
export interface ScriptValue {
  source: Source;
  /** Whether it is the length of the value. */
  length: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

/** What chai's words say, if it can be said without code. */
export function expectationOf(
  words: string,
  args: readonly unknown[],
  { source, length }: ScriptValue,
  changed: string[],
): Assertion['must'] | null {
  const [first] = args;
  const isLimit = typeof first === 'number';
  if (length)
    return isLimit && /^(?:eql|equal|eq|equals)$/.test(words) && first >= 0 && Number.isInteger(first)
      ? { is: 'of-length', length: first }
      : null;
  switch (words) {
    case 'eql':
    case 'equal':
    case 'equals':
    case 'eq':
      return args.length === 1 ? { is: 'equal', to: first as string } : null;
    case 'not.eql':
    case 'not.equal':
      // A value that is not there is different, too, but the status is always there.
      return args.length === 1 && source.of === 'status' ? { is: 'different', from: first as string } : null;
    case 'oneOf':
      return Array.isArray(first) && first.length > 0 ? { is: 'one-of', values: first } : null;
    case 'include':
    case 'includes':
    case 'contain':
    case 'contains':
      return args.length === 1 && typeof first !== 'object'
        ? { is: 'containing', value: first as string }
        : null;
    case 'true':
    case 'false':
      return args.length === 0 ? { is: 'equal', to: words === 'true' } : null;
    case 'null':
      return args.length === 0 ? { is: 'equal', to: null } : null;
    case 'not.undefined':
      return args.length === 0 ? { is: 'present' } : null;
    case 'undefined':
      return args.length === 0 ? { is: 'absent' } : null;
    case 'at.most':
    case 'lte':
      return isLimit ? { is: 'at-most', value: first } : null;
    case 'at.least':
    case 'gte':
      return isLimit ? { is: 'at-least', value: first } : null;
    case 'below':
    case 'lessThan':
      if (!isLimit || source.of !== 'time') return null;
      changed.push(t.below(first));
      return { is: 'at-most', value: first };
    case 'a':
    case 'an': {
      const form = typeof first === 'string' ? ownValue(TYPES, first) : undefined;
      return form === undefined ? null : ({ is: 'of-form', form } as Assertion['must']);
    }
    case 'length':
    case 'lengthOf':
      return isLimit && first >= 0 && Number.isInteger(first) ? { is: 'of-length', length: first } : null;
    default:
      return null;
  }
}
