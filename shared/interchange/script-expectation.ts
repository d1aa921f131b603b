/** What the words of an assertion in a script say. */
import { type Assertion, assertionSchema } from '../collections/assertion.ts';
import { isRecord, ownValue } from '../own-value.ts';
import { interchange as t } from '../texts/interchange.ts';
import { stepsOfTail } from './paths.ts';
import { ScriptPattern } from './script-text.ts';
import { bodyValue, memberOf, type ScriptValue } from './script-values.ts';
import { isSecretName } from './secrets.ts';

type Must = Assertion['must'];

const FORMS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

/** Other words for the same, without those that say nothing such as `to` and `be`. */
const SAME: Readonly<Record<string, string>> = {
  eql: 'equal',
  equals: 'equal',
  eq: 'equal',
  includes: 'include',
  contain: 'include',
  contains: 'include',
  string: 'include',
  gt: 'above',
  greaterThan: 'above',
  gte: 'least',
  greaterThanOrEqual: 'least',
  lt: 'below',
  lessThan: 'below',
  lte: 'most',
  lessThanOrEqual: 'most',
  matches: 'match',
  an: 'a',
  lengthOf: 'length',
  exists: 'exist',
  startsWith: 'startWith',
  endsWith: 'endWith',
};

/** Texts of statuses, as scripts compare them. */
const REASONS: Readonly<Record<string, number>> = {
  OK: 200,
  Created: 201,
  Accepted: 202,
  'No Content': 204,
  'Bad Request': 400,
  Unauthorized: 401,
  Forbidden: 403,
  'Not Found': 404,
  'Method Not Allowed': 405,
  'Not Acceptable': 406,
  Conflict: 409,
  'Unsupported Media Type': 415,
  'Unprocessable Entity': 422,
  'Too Many Requests': 429,
  'Internal Server Error': 500,
};

/**
 * What chai's words say of a value, if it can be said without code.
 * @param words such as `not.equal` @param changed called with a sentence about what is not quite the same
 * @returns null if it cannot be said, or would show a secret
 */
export function expectationOf(
  words: string,
  args: readonly unknown[],
  value: ScriptValue,
  changed: (note: string) => void,
): Assertion[] | null {
  const isNot = words.startsWith('not.');
  const same = (isNot ? words.slice(4) : words)
    .split('.')
    .map((word) => ownValue(SAME, word) ?? word)
    .join('.');
  const found =
    value.is === 'response'
      ? ofResponse(same, isNot, args)
      : ofValue(isNot ? `not.${same}` : same, args, value, changed);
  const read = assertionSchema.array().min(1).safeParse(found);
  return read.success && !read.data.some(isOfSecret) ? read.data : null;
}

/** An expected value that is secret would stand in the collection. */
function isOfSecret({ that, must }: Assertion): boolean {
  const isSecret = that.of === 'body' && isSecretName(that.path.split(/[.[]/).at(-1) ?? '');
  return isSecret && !/^(?:present|absent|of-form|of-length)$/.test(must.is) && !isEmptyText(must);
}

const isEmptyText = (must: Must) => must.is === 'different' && must.from === '';

interface Claim {
  that: Assertion['that'];
  /** Not yet known to be one. */
  must: unknown;
}

const STATUS = { of: 'status' } as const;
const WHOLE = { of: 'body', path: '$' } as const;
const status = (must: unknown): Claim => ({ that: STATUS, must });

/** What is said of the response itself, as in `pm.response.to.be.ok`. */
function ofResponse(word: string, isNot: boolean, args: readonly unknown[]): Claim[] | null {
  const [first, second] = args;
  const presence = { is: isNot ? 'absent' : 'present' };
  switch (word) {
    case 'status': {
      const code = typeof first === 'string' ? ownValue(REASONS, first) : first;
      return typeof code === 'number'
        ? [status(isNot ? { is: 'different', from: code } : { is: 'equal', to: code })]
        : null;
    }
    case 'header':
      if (typeof first !== 'string' || (isNot && args.length > 1)) return null;
      return [
        {
          that: { of: 'header', name: first },
          must: args.length > 1 ? { is: 'equal', to: second } : presence,
        },
      ];
    case 'jsonBody': {
      if (typeof first !== 'string' && args.length > 0)
        return isNot ? null : [{ that: WHOLE, must: { is: 'equal', to: first } }];
      const steps = typeof first === 'string' ? pathSteps(first) : [];
      if (steps === null || (isNot && args.length > 1)) return null;
      return [
        { that: bodyValue(steps).source, must: args.length > 1 ? { is: 'equal', to: second } : presence },
      ];
    }
    case 'body':
    case 'withBody':
      if (isNot) return null;
      return [
        {
          that: { of: 'text' },
          must: args.length > 0 ? { is: 'equal', to: first } : { is: 'different', from: '' },
        },
      ];
    case 'json':
      return isNot ? null : [{ that: WHOLE, must: presence }];
    case 'error':
      return isNot ? [status({ is: 'at-most', value: 399 })] : [status({ is: 'at-least', value: 400 })];
    default: {
      const range = ownValue(RANGES, word);
      if (range === undefined || isNot || args.length > 0) return null;
      const [from, to] = range;
      return from === to
        ? [status({ is: 'equal', to: from })]
        : [status({ is: 'at-least', value: from }), status({ is: 'at-most', value: to })];
    }
  }
}

const RANGES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  ok: [200, 200],
  accepted: [202, 202],
  success: [200, 299],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  badRequest: [400, 400],
  unauthorized: [401, 401],
  forbidden: [403, 403],
  notFound: [404, 404],
  notAcceptable: [406, 406],
  rateLimited: [429, 429],
};

/** `_links.self.href` or `accounts[0].iban`, as lodash reads a path. */
function pathSteps(path: string): (string | number)[] | null {
  return stepsOfTail(path.startsWith('[') ? path : `.${path}`);
}

function ofValue(
  words: string,
  args: readonly unknown[],
  value: ScriptValue,
  changed: (note: string) => void,
): Claim[] | null {
  const [first, second] = args;
  const { source: that, is } = value;
  const one = (must: unknown): Claim[] => [{ that, must }];
  if (is === 'length') return ofLength(words, first, value, changed);
  if (is !== 'whole') return null;
  switch (words) {
    case 'equal':
      // A second one is what chai says when it fails.
      return args.length > 0 && isPlain(first) ? one({ is: 'equal', to: first }) : null;
    case 'not.equal':
      if (!isPlain(first) || args.length === 0) return null;
      // A value that is not there is different, too, but the status is always there.
      if (that.of !== 'status') changed(t.different);
      return one({ is: 'different', from: first });
    case 'oneOf':
      return Array.isArray(first) && first.length > 0 ? one({ is: 'one-of', values: first }) : null;
    case 'include':
      if (isRecord(first) && isPlain(first))
        return Object.entries(first).flatMap(([name, to]) => inside(value, [name], { is: 'equal', to }));
      return typeof first === 'object' || first === undefined
        ? null
        : one({ is: 'containing', value: first });
    case 'startWith':
    case 'endWith':
      if (typeof first !== 'string' || first.includes('*')) return null;
      return one({ is: 'like', pattern: words === 'endWith' ? `*${first}` : `${first}*` });
    case 'match':
      // A number is no text, in which an expression is searched.
      if (!(first instanceof ScriptPattern) || that.of === 'status' || that.of === 'time') return null;
      return one({ is: 'matching', pattern: first.source });
    case 'true':
    case 'false':
      return one({ is: 'equal', to: words === 'true' });
    case 'null':
      return one({ is: 'equal', to: null });
    case 'not.null':
      return one({ is: 'different', from: null });
    case 'exist':
    case 'not.undefined':
      return one({ is: 'present' });
    case 'not.exist':
    case 'undefined':
      return one({ is: 'absent' });
    case 'ok':
      changed(t.truthy);
      return one({ is: 'present' });
    case 'not.ok':
      changed(t.falsy);
      return one({ is: 'absent' });
    case 'empty':
      return one({ is: 'of-length', length: 0 });
    case 'not.empty':
      if (value.form === 'array') return ofLength('above', 0, value, changed);
      if (value.form !== 'string') changed(t.notEmpty);
      return one({ is: 'different', from: '' });
    case 'most':
    case 'least':
    case 'below':
    case 'above':
    case 'not.below':
    case 'not.above':
      return typeof first === 'number' ? one(limitOf(words, first, that.of === 'status', changed)) : null;
    case 'within':
      return [...one({ is: 'at-least', value: first }), ...one({ is: 'at-most', value: second })];
    case 'a':
      return ofForm(first, one);
    case 'json':
      return one({ is: 'of-form', form: 'object' });
    case 'property':
    case 'not.property': {
      const steps = typeof first === 'string' ? [first] : null;
      if (steps === null || (words !== 'property' && args.length > 1)) return null;
      const must =
        args.length > 1 ? { is: 'equal', to: second } : { is: words === 'property' ? 'present' : 'absent' };
      return inside(value, steps, must);
    }
    case 'nested.property': {
      const steps = typeof first === 'string' ? pathSteps(first) : null;
      return steps && inside(value, steps, args.length > 1 ? { is: 'equal', to: second } : { is: 'present' });
    }
    case 'keys':
    case 'include.keys': {
      const names: readonly unknown[] = Array.isArray(first) ? first : args;
      return names.flatMap((name) => inside(value, [String(name)], { is: 'present' }));
    }
    case 'length':
      return ofLength('equal', first, value, changed);
    default:
      return null;
  }
}

/** Whether JSON can say it. */
function isPlain(value: unknown): boolean {
  return value !== undefined && !(value instanceof ScriptPattern);
}

function inside(value: ScriptValue, steps: readonly (string | number)[], must: unknown): Claim[] {
  const member = memberOf(value, steps);
  return member === null ? [] : [{ that: member.source, must }];
}

function ofForm(name: unknown, one: (must: unknown) => Claim[]): Claim[] | null {
  const form = typeof name === 'string' ? ownValue(FORMS, name.toLowerCase()) : undefined;
  return form === undefined ? null : one({ is: 'of-form', form });
}

/** A list of at least so many members has the last of these. A text is known by its name only. */
function ofLength(
  words: string,
  limit: unknown,
  value: ScriptValue,
  changed: (note: string) => void,
): Claim[] | null {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0) return null;
  if (words === 'equal') return [{ that: value.source, must: { is: 'of-length', length: limit } }];
  const isAbove = words === 'above' || (words === 'not.equal' && limit === 0);
  const least = isAbove ? limit + 1 : words === 'least' ? limit : 0;
  const name = value.steps?.at(-1);
  const isList = value.form === 'array' || typeof name !== 'string' || /[^s]s$/.test(name);
  if (least > 0 && isList) return inside({ ...value, is: 'whole' }, [least - 1], { is: 'present' });
  if (least !== 1) return null;
  changed(t.notEmpty);
  return [{ that: value.source, must: { is: 'different', from: '' } }];
}

/** @param isWhole whether only whole numbers are compared */
function limitOf(words: string, limit: number, isWhole: boolean, changed: (note: string) => void): unknown {
  if (words === 'most' || words === 'not.above') return { is: 'at-most', value: limit };
  if (words === 'least' || words === 'not.below') return { is: 'at-least', value: limit };
  const isBelow = words === 'below';
  const by = isWhole && Number.isInteger(limit) ? 1 : 0;
  if (by === 0) changed(isBelow ? t.below(limit) : t.above(limit));
  return isBelow ? { is: 'at-most', value: limit - by } : { is: 'at-least', value: limit + by };
}
