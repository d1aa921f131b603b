/** Recognises the values of a response in a script: `pm.response.json()._links.self.href.split('/').pop()`. */
import type { Capture } from '../collections/capture.ts';
import type { Source } from '../collections/source.ts';
import { jsonPathOf, type Steps, stepsOfTail } from './paths.ts';

export interface ScriptValue {
  source: Source;
  /** Names and indexes that lead to a value of the body; null for other values. */
  steps: Steps | null;
  /** What of the value it is; `response` is all of the response. */
  is: 'whole' | 'length' | 'response';
  /** Of an address between its slashes. */
  pick?: Capture['pick'];
  /** The type that the script has said it has. */
  form?: unknown;
}

/** Expressions by the names that the script gives them. */
export type Names = Map<string, string>;

const STATUS = /^(?:pm\.response\.code|responseCode\.code|res\.getStatus\(\)|res(?:ponse)?\.status)$/;
const TIME = /^(?:pm\.response\.responseTime|responseTime|res\.getResponseTime\(\)|res\.responseTime)$/;
const TEXT = /^(?:pm\.response\.text\(\)|responseBody)$/;
const HEADER =
  /^(?:pm\.response\.headers\.get|postman\.getResponseHeader|res\.getHeader)\((["'])([^"']+)\1\)$/;
const HEADERS = /^(?:res\.headers|res\.getHeaders\(\)|responseHeaders)(?=[.[])/;
const BODY =
  /^(?:pm\.response\.json\(\)|JSON\.parse\((?:responseBody|pm\.response\.text\(\))\)|res\.getBody\(\)|res(?:ponse)?\.body)(?![\w$])/;
/** The last part of an address, or one that is counted from its end. */
const PART = /\.split\((["'])\/\1\)(?:\.pop\(\)|\.at\(-(\d)\)|\.slice\(-(\d)\)\[0\])$/;

/** @returns null for a value of something else */
export function valueOf(expression: string, names: Names, depth = 0): ScriptValue | null {
  let text = expression.trim();
  while (text.startsWith('(') && text.endsWith(')') && !/^\([^]*\)[^]*\(/.test(text))
    text = text.slice(1, -1).trim();
  const [name = ''] = /^[A-Za-z_$][\w$]*/.exec(text) ?? [];
  const meaning = names.get(name);
  if (meaning !== undefined && depth < MAX_NAMES)
    return valueOf(meaning + text.slice(name.length), names, depth + 1);
  const [part, , at, slice] = PART.exec(text) ?? [];
  if (part !== undefined) {
    const address = valueOf(text.slice(0, -part.length), names, depth + 1);
    const isText =
      address?.is === 'whole' && (address.source.of === 'header' || (address.steps ?? []).length > 0);
    return isText ? { ...address, pick: { segment: -Number(at ?? slice ?? 1) } } : null;
  }
  const one = (source: Source): ScriptValue => ({ source, steps: null, is: 'whole' });
  if (STATUS.test(text)) return one({ of: 'status' });
  if (TIME.test(text)) return one({ of: 'time' });
  if (TEXT.test(text)) return one({ of: 'text' });
  const header = HEADER.exec(text)?.[2];
  if (header !== undefined) return one({ of: 'header', name: header });
  const [map] = HEADERS.exec(text) ?? [];
  const [own, ...others] = map === undefined ? [] : (stepsOfTail(text.slice(map.length)) ?? []);
  if (typeof own === 'string' && others.length === 0) return one({ of: 'header', name: own });
  const [body] = BODY.exec(text) ?? [];
  const steps = body === undefined ? null : stepsOfTail(tailOf(text.slice(body.length)));
  if (steps === null) return null;
  const isLength = steps.at(-1) === 'length';
  return { ...bodyValue(isLength ? steps.slice(0, -1) : steps), is: isLength ? 'length' : 'whole' };
}

/** Names in the way to a value. */
const MAX_NAMES = 40;

/** `?.a?.[0].at(-1)` as a JSONPath writes it, but for what is counted from the end. */
const tailOf = (tail: string) =>
  tail
    .replaceAll('?.[', '[')
    .replaceAll('?.', '.')
    .replaceAll(/\s+(?=\.)/g, '');

export function bodyValue(steps: Steps): ScriptValue {
  return { source: { of: 'body', path: jsonPathOf(steps) }, steps, is: 'whole' };
}

/** A value inside another one. @returns null if that is none of the body */
export function memberOf({ steps, is }: ScriptValue, more: Steps): ScriptValue | null {
  return steps === null || is !== 'whole' ? null : bodyValue([...steps, ...more]);
}
