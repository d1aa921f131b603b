/** What pointing at a value of a response proposes: an assertion about it, and the name of a variable for it. */
import { firstFree } from '../names.ts';
import type { Assertion } from './assertion.ts';
import type { Source } from './source.ts';
import type { JsonValue } from './value-text.ts';
import { VARIABLE_NAME } from './variable-name.ts';

/** A longer text is not worth comparing letter by letter. */
const COMPARED = 500;

/**
 * The expectation that a value stays as it is. An address has an id of its own each time, and an object or a list is compared
 * by its form: for those the expectation is weaker.
 */
export function expectationOf(that: Source, value: JsonValue): Assertion {
  if (that.of === 'link') return { that, must: { is: 'present' } };
  if (Array.isArray(value)) return { that, must: { is: 'of-form', form: 'list' } };
  if (typeof value === 'object' && value !== null) return { that, must: { is: 'of-form', form: 'object' } };
  if (typeof value === 'string' && value.length > COMPARED) return { that, must: { is: 'present' } };
  return { that, must: { is: 'equal', to: value } };
}

/** A name for a variable that keeps a value, from the value's own key. @param taken names that other captures have */
export function nameFor(source: Source, taken: readonly string[]): string {
  const base = baseOf(source);
  return firstFree(
    (number) => (number === 1 ? base : `${base}${number}`),
    (name) => taken.includes(name),
  );
}

function baseOf(source: Source): string {
  switch (source.of) {
    case 'body':
      return nameFrom(keyOf(source.path));
    case 'header':
    case 'link':
    case 'redirect':
      return nameFrom(source.name);
    case 'error-code':
      return 'errorCode';
    default:
      return source.of;
  }
}

/** The last member that a path names: `paymentId` of `$.payments[0].paymentId`, `accounts` of `$.accounts[2]`. */
function keyOf(path: string): string {
  const names = Array.from(
    path.matchAll(/\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]/g),
    ([, dotted, quoted]) => dotted ?? quoted ?? '',
  );
  // The value of an amount says less than whose amount it is.
  return names.findLast((name) => name !== '') ?? 'value';
}

/** In the field's spelling: letters after a mark become capitals, as in `xRequestId` of `X-Request-ID`. */
function nameFrom(text: string): string {
  const [first = '', ...more] = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const isShouted = more.length > 0;
  const small = (word: string) => (isShouted ? word.toLowerCase() : word);
  const joined = [small(first), ...more.map((word) => capital(small(word)))].join('');
  const name = `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`;
  return VARIABLE_NAME.test(name) ? name : `value${capital(name)}`;
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
