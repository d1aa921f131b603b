/**
 * What a person pastes, as requests: a command of curl, what `curl -v` prints, an address, HTTP as text, or entries of a HAR file.
 * It is read as an import is: nothing in it is run, and a secret becomes a variable.
 */
import type { Step } from '../collections/steps.ts';
import { interchange as t } from '../texts/interchange.ts';
import type { ForeignRequest, Pair } from './foreign.ts';
import { isCurl, readCurl } from './from/curl.ts';
import { isHar, readHar } from './from/har.ts';
import { stepsIn } from './flows.ts';
import { Importing } from './importing.ts';
import { fewNotes } from './listed.ts';
import type { Folder } from './model.ts';
import { at, isObject } from './values.ts';
import { MAX_PASTED_CHARS, MAX_PASTED_REQUESTS } from '../limits.ts';

export type PastedKind = 'curl' | 'verbose' | 'address' | 'http' | 'har';

/** The requests in what was pasted, in one reading of them. */
export interface PastedRequests {
  /** Steps that send a request, at most {@link MAX_PASTED_REQUESTS}. */
  steps: Step[];
  /** What is different from what was pasted, or why it is not carried: as many sentences as fit into a note. */
  notes: string[];
}

export interface Pasted extends PastedRequests {
  kind: PastedKind;
  /** The same requests as the messages that were signed, each with the signature that came with it; null if none did. */
  asSigned: PastedRequests | null;
}

/** Reads what was pasted; null if it is none of these. */
export function readPasted(pasted: string): Pasted | null {
  if (pasted.length > MAX_PASTED_CHARS) return null;
  const text = pasted.replaceAll('\r\n', '\n').trim();
  const found = SOURCES.flatMap((source) => source(text) ?? [])[0];
  if (found === undefined) return null;
  const kept = requestsOf(found, true);
  const isSigned = kept.steps.some(({ request }) => request !== undefined && 'signature' in request.headers);
  const written = isSigned ? requestsOf(found, false) : kept;
  return { kind: found.kind, ...written, asSigned: isSigned ? kept : null };
}

function requestsOf(source: Source, keepsSignatures: boolean): PastedRequests {
  const importing = new Importing({ keepsText: true, keepsSignatures });
  const root = importing.folder('');
  source.read(importing, root);
  const all = stepsIn(importing.finish(root));
  const notes = new Set(importing.out.report.flatMap((item) => item.notes));
  if (all.length > MAX_PASTED_REQUESTS) notes.add(t.pastedMany(MAX_PASTED_REQUESTS, all.length));
  return { steps: all.slice(0, MAX_PASTED_REQUESTS), notes: fewNotes([...notes]) };
}

interface Source {
  kind: PastedKind;
  read: (importing: Importing, root: Folder) => void;
}

const SOURCES: readonly ((text: string) => Source | null)[] = [curl, verbose, address, http, har];

/** A command, perhaps with what it has printed. */
function curl(text: string): Source | null {
  if (!isCurl(text)) return null;
  const [command = ''] = text.split(/\n(?=\* |> [A-Z]+ \S+ HTTP\/)/, 1);
  return { kind: 'curl', read: (importing, root) => readCurl(importing, root, command) };
}

/** What `curl -v` prints about the request, without its body. */
function verbose(text: string): Source | null {
  const sent = text.split('\n').flatMap((line) => (/^> ?/.test(line) ? [line.slice(2)] : []));
  const start = sent.findIndex((line) => /^[A-Z]+ \S+ HTTP\/[\d.]+$/.test(line.trim()));
  const end = sent.findIndex((line, at) => at > start && line.trim() === '');
  const read = start < 0 ? null : messageOf(sent.slice(start, end < 0 ? undefined : end).join('\n'));
  return read && { kind: 'verbose', read: only(read) };
}

function address(text: string): Source | null {
  if (!/^https?:\/\/\S+$/i.test(text)) return null;
  return { kind: 'address', read: only({ name: 'GET', method: 'GET', url: text }) };
}

function http(text: string): Source | null {
  const read = messageOf(text);
  return read && { kind: 'http', read: only(read) };
}

function har(text: string): Source | null {
  if (!/^[{[]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const file = isHar(value) ? value : harOf(Array.isArray(value) ? value : [value]);
  return file === null ? null : { kind: 'har', read: (importing, root) => readHar(importing, root, file) };
}

/** Entries of a HAR file, or only their requests, as a file. */
function harOf(values: readonly unknown[]): unknown {
  const isRequest = (value: unknown) =>
    isObject(value) && typeof value['method'] === 'string' && typeof value['url'] === 'string';
  const entries = values.map((value) =>
    isRequest(value) ? { request: value } : isRequest(at(value, 'request')) ? value : null,
  );
  return entries.length === 0 || entries.includes(null) ? null : { log: { entries } };
}

const only = (request: ForeignRequest) => (importing: Importing, root: Folder) => {
  importing.request(root, [], request);
};

const METHOD = /^([A-Z]+)[ \t]+((?:https?:\/\/|\/)\S*)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/;

/** A request as HTTP/1.1 writes it; null if it is none. */
function messageOf(text: string): ForeignRequest | null {
  const [head = '', ...rest] = text.split(/\n[ \t]*\n/);
  const [first = '', ...lines] = head.split('\n');
  const [, method, target] = METHOD.exec(first) ?? [];
  if (method === undefined || target === undefined) return null;
  const headers: Pair[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^([^\s:]+):[ \t]*(.*)$/.exec(line.trimEnd()) ?? [];
    if (name === undefined) return null;
    headers.push({ name, value });
  }
  const host = headers.find(({ name }) => name.toLowerCase() === 'host')?.value ?? '';
  const body = rest.join('\n\n');
  return {
    name: method,
    method,
    // The interface is HTTPS only.
    url: target.startsWith('/') && host !== '' ? `https://${host}${target}` : target,
    headers,
    body: body === '' ? null : { kind: 'text', text: body, type: null },
  };
}
