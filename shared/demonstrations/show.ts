/** What a step shows large of an action: a header that was sent, a value of the response or of the return, or the signing string. */
import { sourceOf } from '../collections/expectation-text.ts';
import type { Source } from '../collections/source.ts';
import { texts } from '../texts/texts.ts';

export type Subject = { of: 'sent'; name: string } | { of: 'signing string' } | Source;

/** Reads `sent PSU-IP-Address`, `signing string`, and what an expectation of a flow names, such as `redirect psu-id`. @returns what is wrong as a text */
export function subjectOf(text: string): Subject | string {
  if (text === 'signing string') return { of: text };
  const [, name] = /^sent +(\S+)$/.exec(text) ?? [];
  if (name !== undefined) return { of: 'sent', name };
  const source = sourceOf(text);
  return typeof source === 'string' ? texts.demonstrations.lint.subject(source) : source;
}
