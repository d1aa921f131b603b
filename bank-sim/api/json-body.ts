/** Validates a JSON body; one response lists every issue, up to 1,000, with the path to its field (PAY-2). */
import type { z } from 'zod';
import { utf8OrNull } from '../../shared/signing/base64.ts';
import { checkBody, hasTooMuch } from '../../shared/xs2a/body-issues.ts';
import { type Ruled, ruleAt, type BodyIssue } from '../../shared/xs2a/body-schema.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

interface Steps {
  /** Changes the parsed JSON before validation, unless it is too large to be validated. */
  before?: (json: unknown) => unknown;
  /** Finds issues between fields. */
  between?: (json: unknown) => readonly BodyIssue[];
}

/** @param bytes UTF-8, as checked by the gate @returns the parsed value, or a refusal under the rule of the first issue */
export function readBody<T>(
  bytes: Uint8Array,
  schema: Ruled<z.ZodType<T>>,
  { before = (json) => json, between }: Steps = {},
): { value: T } | Refusal {
  const read = jsonIn(bytes);
  if ('kind' in read) return read;
  const checked = checkBody(schema, hasTooMuch(read.json) ? read.json : before(read.json), between);
  if ('value' in checked) return checked;
  const [first, ...more] = checked.issues;
  const { path, text, rule } = first ?? {
    path: '',
    text: 'The body does not match its schema.',
    rule: ruleAt(schema, []),
  };
  return refuse({ check: 'body', rule, status: 400, code: 'FORMAT_ERROR', text, path, more });
}

function jsonIn(bytes: Uint8Array): { json: unknown } | Refusal {
  try {
    return { json: JSON.parse(utf8OrNull(bytes) ?? '') };
  } catch {
    return refuse({
      check: 'body',
      rule: 'SVC-3',
      status: 400,
      code: 'FORMAT_ERROR',
      text: bytes.length === 0 ? 'The body is missing.' : 'The body is not valid JSON.',
    });
  }
}
