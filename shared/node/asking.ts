/**
 * Calls of a program on an address where another one may answer: within limits on size and time, and with words for what has answered
 * instead.
 */
import { readBody } from './read-body.ts';

interface AnswerLimits {
  /** Milliseconds from the call to the last byte of the answer. */
  time: number;
  /** Of the answer at most. */
  bytes: number;
}

/** `silent`: there is no answer, and why. `odd`: another program answers; how it does goes on behind “it”. */
type NoAnswer = { silent: string } | { odd: string };
type Answer = { ok: boolean; status: number; type: string | null; bytes: Buffer } | NoAnswer;
type JsonAnswer = { ok: boolean; status: number; json: unknown } | NoAnswer;

/** Asks once. A redirect is not followed, so no token goes elsewhere. */
export async function ask(
  url: string | URL,
  call: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { time, bytes }: AnswerLimits,
): Promise<Answer> {
  const signal = AbortSignal.timeout(time);
  const late = { silent: `there was no whole answer within ${time / 1000} seconds` };
  try {
    const { ok, status, headers, body } = await fetch(url, { ...call, redirect: 'manual', signal });
    const type = headers.get('content-type');
    if (body === null) return { ok, status, type, bytes: Buffer.alloc(0) };
    const read = await readBody(body, { bytes, time });
    if (read.ok) return { ok, status, type, bytes: read.bytes };
    return read.reason === 'too-slow' ? late : { odd: `answers with more than ${inWords(bytes)}` };
  } catch (error) {
    return signal.aborted ? late : { silent: reasonOf(error) };
  }
}

/** The same with JSON. @param content sent as JSON */
export async function askJson(
  url: string | URL,
  { content, ...call }: { method?: string; headers?: Record<string, string>; content?: unknown },
  limits: AnswerLimits,
): Promise<JsonAnswer> {
  const body = content === undefined ? null : JSON.stringify(content);
  const answer = await ask(url, { ...call, body }, limits);
  if (!('bytes' in answer)) return answer;
  const { ok, status, type, bytes } = answer;
  try {
    return { ok, status, json: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { odd: `answers ${status} with ${bytes.length === 0 ? 'nothing' : kindOf(type)}` };
  }
}

/** The sentence of a refusal, as the listeners of banks and spaces say it; null if there is none. */
export function errorIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('error' in json)) return null;
  return typeof json.error === 'string' && json.error !== '' ? json.error.slice(0, 2000) : null;
}

function kindOf(type: string | null): string {
  const [plain] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/.exec(type ?? '') ?? [];
  return plain === undefined || /json/i.test(plain)
    ? 'something that is not JSON'
    : `${plain}, not with JSON`;
}

function inWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  // Of several addresses, each has an error of its own.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return first instanceof Error ? first.message : String(first);
}
