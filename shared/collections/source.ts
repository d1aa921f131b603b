/** Where the value of a capture or an assertion comes from: one place in a response, or in what the PSU's return brought. */
import { z } from 'zod';
import { isRecord } from '../own-value.ts';
import { codeOfRefusal } from '../xs2a/refusals.ts';
import { linkSchema } from '../xs2a/schemas.ts';
import {
  compileJsonPath,
  mayBeSlow,
  matchesOf,
  type Places,
  documentOf,
  type JsonDocument,
} from './json-path.ts';

const name = z.string().min(1);

const jsonPath = z.string().superRefine((path, issues) => {
  const compiled = compileJsonPath(path);
  if (typeof compiled === 'string') issues.addIssue(compiled);
});

export const sourceSchema = z.discriminatedUnion('of', [
  /** The status, as a number. */
  z.strictObject({ of: z.literal('status') }),
  /** A header of the response; repeated ones are joined by a comma and a blank. */
  z.strictObject({ of: z.literal('header'), name }),
  /** A value of the body by its JSONPath (RFC 9535), in whose texts variables may stand. A path that may lead to several values gives a list. */
  z.strictObject({ of: z.literal('body'), path: jsonPath }),
  /** The whole body as a text. */
  z.strictObject({ of: z.literal('text') }),
  /** The code of the first message of a refusal (ERR-1), or of the PSU's return. */
  z.strictObject({ of: z.literal('error-code') }),
  /** The address of a link of the body (SVC-8). */
  z.strictObject({ of: z.literal('link'), name }),
  /** A parameter of the address to which the PSU returned (SCA-5). */
  z.strictObject({ of: z.literal('redirect'), name }),
  /** Whether the body fits the operation's schema: `yes`, `no` or `unknown`. */
  z.strictObject({ of: z.literal('schema') }),
  /** Whether the bank's signature is valid (SIG-13): `yes`, `no` or `unknown`. */
  z.strictObject({ of: z.literal('signature') }),
  /** `no` if a verdict fails, else `unknown` if one could not be checked, else `yes`. */
  z.strictObject({ of: z.literal('verdicts') }),
  /** From sending to the last byte, in milliseconds. */
  z.strictObject({ of: z.literal('time') }),
]);
export type Source = z.infer<typeof sourceSchema>;

export type Holds = 'yes' | 'no' | 'unknown';

/** What a step has brought; the parts that it did not bring are null. */
export interface Outcome {
  response: {
    status: number;
    headers: readonly (readonly [name: string, value: string])[];
    /** Null if it is too large to be read whole. */
    text: string | null;
    /** Milliseconds. */
    time: number;
    schema: Holds;
    signature: Holds;
    /** Every verdict. */
    verdicts: readonly Holds[];
    /** Of {@link slowPaths}, if somebody has followed them already. */
    places?: Places;
  } | null;
  /** The address to which the PSU returned. */
  redirect: string | null;
}

/** The JSONPaths among sources that may take any time. */
export function slowPaths(sources: readonly Source[]): string[] {
  const paths = sources.flatMap((one) => (one.of === 'body' && mayBeSlow(one.path) ? [one.path] : []));
  return [...new Set(paths)];
}

export type Found = { found: true; value: unknown } | { found: false; why: string };

const found = (value: unknown): Found => ({ found: true, value });
const absent = (why: string): Found => ({ found: false, why });

/** Reads a value. A value that is not there is no error: an assertion may be that it is absent. */
export function valueOf(source: Source, { response, redirect }: Outcome): Found {
  if (source.of === 'redirect') return parameterOf(source.name, redirect);
  if (response === null)
    return source.of === 'error-code' && redirect !== null
      ? parameterOf('code', redirect)
      : absent('There is no response.');
  switch (source.of) {
    case 'status':
      return found(response.status);
    case 'header':
      return headerOf(source.name, response.headers);
    case 'text':
      return response.text === null ? absent(TOO_LARGE) : found(response.text);
    case 'body':
      return bodyValue(source.path, response);
    case 'error-code':
      return errorCodeOf(response);
    case 'link':
      return linkOf(source.name, response);
    case 'schema':
      return found(response.schema);
    case 'signature':
      return found(response.signature);
    case 'verdicts':
      return found(worstOf(response.verdicts));
    case 'time':
      return found(Math.round(response.time));
  }
}

/** A source in the words of the screen and of reports. */
export function nameOfSource(source: Source): string {
  switch (source.of) {
    case 'status':
      return 'Status';
    case 'header':
      return `Header ${source.name}`;
    case 'body':
      return `Body ${source.path}`;
    case 'text':
      return 'Body';
    case 'error-code':
      return 'Error code';
    case 'link':
      return `Link ${source.name}`;
    case 'redirect':
      return `Redirect parameter ${source.name}`;
    case 'schema':
      return 'Schema';
    case 'signature':
      return "The bank's signature";
    case 'verdicts':
      return 'Verdicts';
    case 'time':
      return 'Time in ms';
  }
}

/** Without its verbs: a bank may send a million of them. */
const addressed = linkSchema.pick({ href: true });

const TOO_LARGE = 'The body is too large to be read whole.';

function headerOf(wanted: string, headers: readonly (readonly [string, string])[]): Found {
  const values = headers.filter(([key]) => key.toLowerCase() === wanted.toLowerCase());
  return values.length === 0
    ? absent(`The response has no header ${wanted}.`)
    : found(values.map(([, value]) => value).join(', '));
}

type Response = NonNullable<Outcome['response']>;

/** Every assertion and capture of a step reads the same response: its body is parsed for the first of them only. */
const parsed = new WeakMap<Response, JsonDocument | string>();

/** @returns the body as JSON, or a sentence about why there is none */
function jsonOf(response: Response): JsonDocument | string {
  const { text } = response;
  if (text === null) return TOO_LARGE;
  if (text === '') return 'The response has no body.';
  const known = parsed.get(response) ?? documentOf(text);
  parsed.set(response, known);
  return known;
}

function bodyValue(path: string, response: Response): Found {
  const document = jsonOf(response);
  if (typeof document === 'string') return absent(document);
  const matches = matchesOf(path, document, response.places);
  if (typeof matches === 'string') return absent(matches);
  const [first] = matches;
  if (first === undefined) return absent(`The body has nothing at ${path}.`);
  return found(mayBeSlow(path) ? matches.map(({ value }) => value) : first.value);
}

function errorCodeOf(response: Response): Found {
  const document = jsonOf(response);
  if (typeof document === 'string') return absent(document);
  const code = codeOfRefusal(document.json);
  return code === null ? absent('The body is not that of a refusal.') : found(code);
}

function linkOf(wanted: string, response: Response): Found {
  const document = jsonOf(response);
  if (typeof document === 'string') return absent(document);
  const matches = matchesOf(`$._links[${JSON.stringify(wanted)}]`, document);
  const link = addressed.safeParse(typeof matches === 'string' ? null : matches[0]?.value);
  if (link.success) return found(link.data.href);
  const names = matchesOf('$._links', document);
  const links = typeof names === 'string' ? null : names[0]?.value;
  const all = Object.keys(isRecord(links) ? links : {});
  const has = all.length === 0 ? '' : ` It has ${all.slice(0, MOST_LINKS).map(shortName).join(', ')}.`;
  return absent(`The body has no link ${wanted}.${has}`);
}

/** In a sentence. */
const MOST_LINKS = 10;
const shortName = (name: string) => name.slice(0, 60);

function parameterOf(wanted: string, address: string | null): Found {
  if (address === null) return absent('The PSU has not returned.');
  const value = URL.parse(address)?.searchParams.get(wanted) ?? null;
  return value === null ? absent(`The PSU returned without ${wanted}.`) : found(value);
}

function worstOf(verdicts: readonly Holds[]): Holds {
  if (verdicts.includes('no')) return 'no';
  return verdicts.includes('unknown') ? 'unknown' : 'yes';
}
