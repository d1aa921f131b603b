/** The body of a foreign request as that of a step. */
import { isDeepEqual } from '../collections/deep-equal.ts';
import type { RequestStep } from '../collections/steps.ts';
import { interchange as t } from '../texts/interchange.ts';
import { on } from './address.ts';
import type { ForeignBody } from './foreign.ts';
import { multipart, partsOf } from './multipart.ts';
import type { Entry } from './report.ts';
import {
  type Called,
  formed,
  hiddenValue,
  type Hide,
  inside,
  type IsSecret,
  textWithoutSecrets,
} from './secret-texts.ts';
import { isSecretName } from './secrets.ts';
import { MAX_BODY_NESTING, MAX_IMPORT_BODY_CHARS } from '../limits.ts';

export interface StepBody {
  /** Content-Type that goes with it; null for the usual one. */
  type: string | null;
  body: Pick<RequestStep, 'json' | 'text'>;
}

/**
 * @param secret gives what stands in the place of a value, by the name of the value
 * @param keepsText whether JSON stays as it is written; otherwise it becomes a value, which a file shows indented
 */
export function bodyOf(body: ForeignBody, entry: Entry, secret: Hide, keepsText: boolean): StepBody | null {
  const note = (sentence: string) => entry.changed(sentence);
  switch (body.kind) {
    case 'text': {
      if (body.graphql === true) note(t.graphql);
      const parts = keepsText ? null : partsOf(body.text, body.type);
      return parts === null
        ? textBody(body.text, body.type, note, secret, keepsText)
        : multipart(parts, note, secret);
    }
    case 'form': {
      const fields = on(body.fields, note).map(
        ({ name, value }) => `${formed(name)}=${formed(secret(name, value))}`,
      );
      return { type: 'application/x-www-form-urlencoded', body: { text: [fields.join('&')] } };
    }
    case 'multipart':
      return multipart(body.parts, note, secret);
    case 'file':
      note(t.bodyFile(body.name));
      return null;
    case 'other':
      note(t.bodyMode(body.mode));
      return null;
  }
}

function textBody(
  text: string,
  type: string | null,
  note: (sentence: string) => void,
  secret: Hide,
  keepsText: boolean,
): StepBody | null {
  if (text === '') return null;
  if (text.length > MAX_IMPORT_BODY_CHARS) {
    note(t.bodyTooLarge(MAX_IMPORT_BODY_CHARS / 1024 / 1024));
    return null;
  }
  const own = keepsText || !isJsonText(text, type) ? text : withoutComments(text);
  if (own !== text) note(t.bodyComments);
  const json = losslessJson(own);
  if (json !== undefined) {
    const shown = withoutSecrets(json, secret);
    // A secret is replaced in the value, and a note says so.
    return keepsText && isDeepEqual(shown, json)
      ? { type, body: { text: text.split(/\r\n|\r|\n/) } }
      : { type, body: { json: shown } };
  }
  if (type === null || /json/i.test(type)) note(t.bodyText);
  return { type, body: { text: textWithoutSecrets(own, type, secret).split(/\r\n|\r|\n/) } };
}

const isJsonText = (text: string, type: string | null) =>
  type === null ? /^\s*[{[]/.test(text) : /json/i.test(type);

/** The other programs take such comments out of JSON before they send it. */
function withoutComments(text: string): string {
  // A text without an end goes on to the end of the whole.
  return text.replaceAll(/"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\/\/[^\r\n]*/g, (part) =>
    part.startsWith('"') ? part : '',
  );
}

/** A JSON value, or undefined if its text says more than the value: `1.10`, a name that stands twice, an order of numbers as names. */
export function losslessJson(text: string): RequestStep['json'] {
  try {
    const json: RequestStep['json'] = JSON.parse(text);
    if (depthOf(text) > MAX_BODY_NESTING || text.includes('__proto__')) return undefined;
    return JSON.stringify(json) === compact(text) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON text without blanks and with every text written in the same way. */
function compact(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (part) =>
    part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : '',
  );
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const char of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}

type Json = Exclude<RequestStep['json'], undefined>;

/** Names go on into lists and objects: everything in `"password": { … }` is secret. A number is as secret as a text. */
export function withoutSecrets(
  json: Json,
  secret: Hide,
  isSecret: IsSecret = isSecretName,
  called: Called = { name: null, around: null },
): Json {
  if (typeof json === 'string' || typeof json === 'number') {
    const after = hiddenValue(String(json), called, secret);
    return after === String(json) ? json : after;
  }
  if (typeof json !== 'object' || json === null) return json;
  const around = inside(called, isSecret);
  if (Array.isArray(json))
    return json.map((one) => withoutSecrets(one, secret, isSecret, { name: called.name, around }));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      withoutSecrets(value, secret, isSecret, { name, around }),
    ]),
  );
}
