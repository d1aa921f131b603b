/** Validates a JSON body; one response lists every issue, up to 1,000, with the path to its field (PAY-2). */
import type { z } from 'zod';
import { utf8OrNull } from '../../shared/signing/base64.ts';
import { checkBody } from '../../shared/xs2a/body-issues.ts';
import { type Ruled, ruleAt, type BodyIssue } from '../../shared/xs2a/body-schema.ts';
import { valueAt } from '../../shared/xs2a/body-words.ts';
import { jsonProblem } from '../../shared/xs2a/json-lines.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

interface Steps {
  /** Changes the parsed JSON before validation. */
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
  const checked = checkBody(schema, before(read.json), between);
  if ('value' in checked) return checked;
  const [first, ...more] = checked.issues;
  const { path, text, rule } = first ?? {
    path: '',
    text: 'The body does not match its schema.',
    rule: ruleAt(schema, []),
  };
  const hint = meantMembers(read.json, checked.issues);
  return refuse({ check: 'body', rule, status: 400, code: 'FORMAT_ERROR', text, path, more, hint });
}

/** Maximum number of names in a hint. */
const MAX_MEANT = 5;

/** Missing members that the body has under almost the same name. */
function meantMembers(json: unknown, issues: readonly BodyIssue[]): string | null {
  const meant = new Set<string>();
  for (const { path } of issues) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    const parent = valueAt(json, names);
    if (typeof parent !== 'object' || parent === null || Object.hasOwn(parent, name)) continue;
    const sent = Object.keys(parent).find((one) => isAlmost(one, name));
    if (sent !== undefined) meant.add(`${name}, not ${sent}`);
    if (meant.size === MAX_MEANT) break;
  }
  return meant.size === 0 ? null : `Did you mean ${[...meant].join(', and ')}?`;
}

/** Whether names differ only in case or, if they are not as short as iban and bban, by one letter. */
function isAlmost(sent: string, name: string): boolean {
  if (sent.toLowerCase() === name.toLowerCase()) return true;
  const [long, short] = sent.length > name.length ? [sent, name] : [name, sent];
  if (name.length < 6 || long.length - short.length > 1) return false;
  let at = 0;
  while (long[at] === short[at]) at++;
  return long.slice(at + 1) === short.slice(long.length === short.length ? at + 1 : at);
}

function jsonIn(bytes: Uint8Array): { json: unknown } | Refusal {
  const text = utf8OrNull(bytes) ?? '';
  try {
    return { json: JSON.parse(text) };
  } catch {
    return refuse({
      check: 'body',
      rule: 'SVC-3',
      status: 400,
      code: 'FORMAT_ERROR',
      text: bytes.length === 0 ? 'The body is missing.' : 'The body is not valid JSON.',
      hint: bytes.length === 0 ? null : problemIn(text),
    });
  }
}

/** Why a text is not JSON, with its place. */
function problemIn(text: string): string | null {
  const problem = jsonProblem(text);
  return problem && `${problem.text} See line ${problem.line}, ${problem.place}`;
}
