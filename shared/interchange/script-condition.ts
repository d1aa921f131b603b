/** Recognises conditions of scripts: `pm.response.code === 201 && body._links`. */
import type { Assertion } from '../collections/assertion.ts';
import { expectationOf } from './script-expectation.ts';
import { ScriptNames } from './script-names.ts';
import type { ScriptValue } from './script-values.ts';

/** chai's words for an operator, and for the same with its sides exchanged. */
const OPERATORS: Readonly<Record<string, readonly [words: string, exchanged: string]>> = {
  '===': ['equal', 'equal'],
  '==': ['equal', 'equal'],
  '!==': ['not.equal', 'not.equal'],
  '!=': ['not.equal', 'not.equal'],
  '<': ['below', 'above'],
  '<=': ['most', 'least'],
  '>': ['above', 'below'],
  '>=': ['least', 'most'],
};

export class ScriptConditions extends ScriptNames {
  /** What holds if the condition does: all of these. @param changed as of {@link expectationOf} */
  protected condition(changed: (note: string) => void): Assertion[] | null {
    return this.nested(() => {
      let some = this.conjunction(changed);
      while (some !== null && (this.take('||') || this.take('??'))) {
        const other = this.conjunction(changed);
        some = other && either(some, other);
      }
      return some;
    });
  }

  private conjunction(changed: (note: string) => void): Assertion[] | null {
    const all: Assertion[] = [];
    do {
      const more = this.simple(changed);
      if (more === null) return null;
      all.push(...more);
    } while (this.take('&&'));
    return all;
  }

  private simple(changed: (note: string) => void): Assertion[] | null {
    if (this.take('!')) {
      const inside = this.nested(() => this.simple(changed));
      return inside && opposite(inside);
    }
    const start = this.at;
    const compared = this.comparison(changed);
    if (compared !== null) return compared;
    this.back(start);
    if (!this.take('(')) return null;
    const inside = this.condition(changed);
    return this.take(')') ? inside : null;
  }

  private comparison(changed: (note: string) => void): Assertion[] | null {
    const left = this.operand();
    if (left === null) return null;
    const found = Object.entries(OPERATORS).find(([one]) => this.take(one));
    const [words, exchanged] = found?.[1] ?? ['ok', ''];
    if (found === undefined) {
      // Whether the value is there is what a script means by that.
      const noted = left.value?.is === 'answer' ? changed : () => {};
      return left.value === undefined ? null : expectationOf(words, [], left.value, noted);
    }
    const right = this.operand();
    if (right === null) return null;
    if (left.value !== undefined && right.value === undefined)
      return compared(words, left.value, right.of, changed);
    if (right.value !== undefined && left.value === undefined)
      return compared(exchanged, right.value, left.of, changed);
    return null;
  }

  private operand(): { value?: ScriptValue; of?: unknown } | null {
    const start = this.at;
    const value = this.value();
    if (value !== null) return { value };
    this.back(start);
    if (this.take('undefined')) return { of: undefined };
    const literal = this.literal();
    return literal && { of: literal.value };
  }
}

function compared(
  words: string,
  value: ScriptValue,
  to: unknown,
  changed: (note: string) => void,
): Assertion[] | null {
  if (to === undefined) return expectationOf(words === 'equal' ? 'not.exist' : 'exist', [], value, changed);
  // What is compared with null or an empty text is there, or is not.
  const isNothing = to === null || to === '';
  return expectationOf(words, [to], value, isNothing ? () => {} : changed);
}

/** Two statuses of which either will do; other alternatives cannot be said. */
function either(some: readonly Assertion[], other: readonly Assertion[]): Assertion[] | null {
  const [a, ...more] = some;
  const [b, ...others] = other;
  if (a === undefined || b === undefined || more.length + others.length > 0) return null;
  if (JSON.stringify(a.that) !== JSON.stringify(b.that)) return null;
  const values = [...valuesOf(a), ...valuesOf(b)];
  return values.length < 2 ? null : [{ that: a.that, must: { is: 'one-of', values } }];
}

function valuesOf({ must }: Assertion) {
  return must.is === 'equal' ? [must.to] : must.is === 'one-of' ? must.values : [];
}

/** What holds if a condition does not. */
export function opposite(all: readonly Assertion[]): Assertion[] | null {
  const [one, ...more] = all;
  const must = one === undefined || more.length > 0 ? null : oppositeOf(one);
  return one === undefined || must === null ? null : [{ that: one.that, must }];
}

function oppositeOf({ that, must }: Assertion): Assertion['must'] | null {
  switch (must.is) {
    case 'present':
      return { is: 'absent' };
    case 'absent':
      return { is: 'present' };
    case 'equal':
      return { is: 'different', from: must.to };
    case 'different':
      return { is: 'equal', to: must.from };
    case 'at-most':
      return that.of === 'status' ? { is: 'at-least', value: Number(must.value) + 1 } : null;
    case 'at-least':
      return that.of === 'status' ? { is: 'at-most', value: Number(must.value) - 1 } : null;
    default:
      return null;
  }
}

/** What holds where a guard lets a script go on. */
export type Guard = 'success' | 'value' | 'failure';

/** What a condition asks for: nothing that a successful response lacks, a certain value, or a response that the step fails with. */
export function guardOf(all: readonly Assertion[] | null): Guard {
  const kinds = (all ?? []).map(({ that, must }): Guard => {
    if (that.of === 'status') return isOfSuccess(must) ? 'success' : 'failure';
    return must.is === 'present' || must.is === 'absent' || must.is === 'different' ? 'success' : 'value';
  });
  if (all === null || kinds.includes('failure')) return 'failure';
  return kinds.includes('value') ? 'value' : 'success';
}

function isOfSuccess(must: Assertion['must']): boolean {
  const isSuccess = (status: unknown) => typeof status === 'number' && status >= 200 && status < 400;
  switch (must.is) {
    case 'equal':
      return isSuccess(must.to);
    case 'one-of':
      return must.values.every(isSuccess);
    case 'different':
      return !isSuccess(must.from);
    case 'at-least':
      return isSuccess(must.value);
    case 'at-most':
      return Number(must.value) >= 200;
    default:
      return false;
  }
}
