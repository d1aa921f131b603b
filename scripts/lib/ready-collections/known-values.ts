/** Fills in the variables whose values are known before a collection runs. */
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { IN_TEXT, WHOLE } from '../../../shared/placeholders.ts';

export type Known = Readonly<Record<string, JsonValue>>;

/** The same value without these variables, also those inside of their values. */
export function filledIn<T>(value: T, { given, around }: { given: Known; around: Known }): T {
  const known = { ...around, ...given };
  const filled = (one: unknown): unknown => {
    if (typeof one === 'string') return filledText(one);
    if (Array.isArray(one)) return one.map(filled);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, filled(inner)]));
  };
  const filledText = (text: string): unknown => {
    const whole = WHOLE.exec(text)?.[1];
    if (whole !== undefined && Object.hasOwn(known, whole)) return filled(known[whole]);
    return text.replaceAll(new RegExp(IN_TEXT.source, 'g'), (found, name: string) =>
      Object.hasOwn(known, name) ? String(filled(known[name])) : found,
    );
  };
  return filled(value) as T;
}
