/** The body of a foreign request as that of a step. */
import type { RequestStep } from '../collection/steps.ts';
import { interchange as t } from '../texts/interchange.ts';
import { on } from './address.ts';
import type { ForeignBody, Part } from './foreign.ts';
import { LIMITS } from './model.ts';
import type { Entry } from './report.ts';
import { hasVariable } from './variables.ts';

export interface StepBody {
  /** Content-Type that goes with it; null for the usual one. */
  type: string | null;
  body: Pick<RequestStep, 'json' | 'text'>;
}

/** Values in each other in a JSON body. */
const DEEPEST = 64;
/** It stands in no text that a person writes. */
const BOUNDARY = 'tpp-workbench-part';

/** @param secret gives what stands in the place of a value, by the name of the value */
export function bodyOf(
  body: ForeignBody,
  entry: Entry,
  secret: (name: string, value: string) => string,
): StepBody | null {
  const note = (sentence: string) => entry.changed(sentence);
  switch (body.kind) {
    case 'text':
      if (body.graphql === true) note(t.graphql);
      return textBody(body.text, body.type, note, secret);
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
  secret: (name: string, value: string) => string,
): StepBody | null {
  if (text === '') return null;
  if (text.length > LIMITS.body) {
    note(t.bodyTooLarge(LIMITS.body / 1024 / 1024));
    return null;
  }
  const json = losslessJson(text);
  if (json !== undefined) return { type, body: { json: withoutSecrets(json, secret) } };
  if (type === null || /json/i.test(type)) note(t.bodyText);
  return { type, body: { text: textWithoutSecrets(text, type, secret).split(/\r\n|\r|\n/) } };
}

/** The same for a text that is not read as JSON: a form, or what looks like members of JSON. */
export function textWithoutSecrets(
  text: string,
  type: string | null,
  secret: (name: string, value: string) => string,
): string {
  const replaced = (whole: string, name: string, value: string) => {
    const after = secret(name, value);
    return after === value ? whole : `${whole.slice(0, whole.length - value.length)}${after}`;
  };
  if (/x-www-form-urlencoded/i.test(type ?? ''))
    return text.replaceAll(/([^&=\s]{1,100})=([^&\s]*)/g, replaced);
  return text.replaceAll(/"([^"\\]{1,100})"\s{0,10}:\s{0,10}"((?:[^"\\]|\\.)*)(?=")/g, replaced);
}

/** A JSON value, or undefined if its text says more than the value: `1.10`, a name that stands twice, an order of numbers as names. */
export function losslessJson(text: string): RequestStep['json'] {
  try {
    const json: RequestStep['json'] = JSON.parse(text);
    if (depthOf(text) > DEEPEST || text.includes('__proto__')) return undefined;
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

export function withoutSecrets(json: Json, secret: (name: string, value: string) => string): Json {
  if (Array.isArray(json)) return json.map((one) => withoutSecrets(one, secret));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'string' ? secret(name, value) : withoutSecrets(value, secret),
    ]),
  );
}

/** As a form writes it, with variables as they are: they are filled in as texts. */
function formed(text: string): string {
  return text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part) =>
      hasVariable(part) ? part : encodeURIComponent(part.toWellFormed()).replaceAll('%20', '+'),
    )
    .join('');
}

function multipart(
  parts: readonly Part[],
  note: (sentence: string) => void,
  secret: (name: string, value: string) => string,
): StepBody | null {
  for (const { name, file } of parts) if (file !== null) note(t.partFile(name, file));
  const texts = on(
    parts.filter(({ file }) => file === null),
    note,
  ) as readonly Part[];
  if (texts.length === 0) return null;
  note(t.multipart);
  const lines = texts.flatMap(({ name, value, type }) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${quoted(name)}"`,
    ...(type === null || /[\r\n]/.test(type) ? [] : [`Content-Type: ${type}`]),
    '',
    ...secret(name, value).split(/\r\n|\r|\n/),
  ]);
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: { text: [...lines, `--${BOUNDARY}--`, ''] },
  };
}

const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
