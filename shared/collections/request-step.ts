/** Converts between the request of a step and the request that the user composes. */
import type { ComposedRequest } from '../requests/request.ts';
import type { RequestStep, Step } from './steps.ts';
import { isRecord } from '../own-value.ts';
import type { JsonValue } from './value-text.ts';
import { MAX_STEP_FILE_NESTING } from '../limits.ts';

/** Opens the request of a step for editing or sending. */
export function composedOfStep({ line, json, text, ...request }: RequestStep): ComposedRequest {
  const body = json === undefined ? (text ?? []).join('\n') : indented(json);
  return { ...request, body, line: line ?? null, raw: null };
}

/** A body that is JSON becomes a JSON value, however it is laid out; any other text stays as it is, line by line. */
export function stepOfComposed(composed: ComposedRequest): RequestStep {
  const { operation, params, query, headers, fault, line, body } = composed;
  const json = jsonBody(body);
  return {
    operation,
    params,
    query,
    headers,
    fault,
    ...(line === null ? {} : { line }),
    ...(body === '' ? {} : json === undefined ? { text: body.split('\n') } : { json }),
  };
}

/** A new step that sends a request. */
export function requestStep(name: string, request: ComposedRequest): Step {
  return { name, request: stepOfComposed(request) };
}

/** A value with the changes of a JSON Merge Patch: null removes a member (RFC 7396). */
export function merged(value: unknown, change: JsonValue): unknown {
  if (!isRecord(change)) return change;
  const members = new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
  for (const [name, one] of Object.entries(change))
    if (one === null) members.delete(name);
    else members.set(name, merged(members.get(name), one));
  return Object.fromEntries(members);
}

const indented = (json: unknown) => JSON.stringify(json, null, 2);

/**
 * A body as the JSON value that a file keeps of it. Undefined if more than its blanks would change: a number such as 1.10, or a
 * repeated name.
 */
export function jsonBody(body: string): RequestStep['json'] {
  try {
    const json: RequestStep['json'] = JSON.parse(body);
    const isSame = body.replaceAll(TEXT_OR_BLANKS, '$1') === JSON.stringify(json);
    return isSame && isReadAgain(indented(json)) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** In JSON, so that every text ends. */
const TEXT_OR_BLANKS = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g;

/** Whether the file's reader takes an indented JSON text: it refuses some depth, and a name that JavaScript reserves. */
function isReadAgain(text: string): boolean {
  // The body is two levels inside the file.
  return !text.includes(`\n${'  '.repeat(MAX_STEP_FILE_NESTING - 4)}`) && !text.includes('"__proto__": ');
}
