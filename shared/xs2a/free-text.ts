/** Text in a body, checked as it was sent: nothing is trimmed first (PAY-11). */
import { z } from 'zod';
import type { RuleId } from './rules.ts';

/** Printable Basic Latin and the letters of Latin-1; the payment systems accept nothing else. */
const ACCEPTED = /^[\x20-\x7e\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]*$/;

/** Names the first character that is not accepted. @param input the text */
function characterFault(input: unknown): string {
  const wrong = typeof input === 'string' ? Array.from(input).find((one) => !ACCEPTED.test(one)) : undefined;
  const code = wrong?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `has a character that the payment systems cannot process${code === undefined ? '' : ` (U+${code})`}`;
}

/** A text that may be empty. @param max the most characters that it has @param title for the OpenAPI document */
export function plainText(max: number, title?: string) {
  return z
    .string()
    .max(max, `has more than ${max} characters`)
    .refine((text) => ACCEPTED.test(text), {
      error: ({ input }) => characterFault(input),
      params: { rule: 'PAY-11' satisfies RuleId },
    })
    .meta({ pattern: ACCEPTED.source, ...(title === undefined ? {} : { title }) });
}

/** A text that is neither empty nor blank. @param max the most characters that it has @param title for the OpenAPI document */
export function freeText(max: number, title?: string) {
  return plainText(max, title)
    .min(1, 'must not be empty')
    .refine((text) => text === '' || /[^ ]/.test(text), 'must not be blank');
}
