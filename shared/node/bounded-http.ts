/** HTTP within limits on size and time: reads bodies, and calls local services whose port another program may have. */
import { Readable } from 'node:stream';

interface BodyLimits {
  bytes: number;
  /** Milliseconds from the call to the last byte. */
  time: number;
  /** Whether a stream stays open when its body is too large; by default it is destroyed. */
  leavesRest?: boolean;
}

type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'too-slow' };

/**
 * Reads a body into memory.
 * @param body a message of Node or a web stream @throws the error of the body, for example if the other side disconnects
 */
export async function readBody(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const source: AsyncIterator<Uint8Array> =
    limits.leavesRest && body instanceof Readable
      ? (body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>)
      : body[Symbol.asyncIterator]();
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, limits.time, 'late');
  try {
    for (;;) {
      const piece = await Promise.race([source.next(), late.promise]);
      if (piece === 'late') {
        // Its iterator waits for the next chunk and cannot be interrupted.
        if (body instanceof Readable) body.destroy();
        return { ok: false, reason: 'too-slow' };
      }
      if (piece.done === true) return { ok: true, bytes: Buffer.concat(pieces) };
      size += piece.value.length;
      if (size > limits.bytes) {
        await source.return?.();
        return { ok: false, reason: 'too-large' };
      }
      pieces.push(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

type CallLimits = Pick<BodyLimits, 'bytes' | 'time'>;

/** `silent`: why there was no response. `odd`: the response of another program, as a phrase after “it”. */
type NoAnswer = { silent: string } | { odd: string };
type Answer = { ok: boolean; status: number; type: string | null; bytes: Buffer } | NoAnswer;
type JsonAnswer = { ok: boolean; status: number; json: unknown } | NoAnswer;

/** Calls once. Redirects are not followed, so that no token goes elsewhere. */
export async function ask(
  url: string | URL,
  call: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { time, bytes }: CallLimits,
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
  limits: CallLimits,
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

/** The sentence in a refusal of a bank or of the service of spaces; null if there is none. */
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
  // One error for each address of a host.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return first instanceof Error ? first.message : String(first);
}
