/** The body of a request to the proxy, which is in memory until the bank has answered. */
import type { IncomingMessage } from 'node:http';
import { readBody } from '../../../shared/node/read-body.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Refusal } from './door.ts';
import { LISTENER_TIMEOUTS_MS, MAX_PROXY_BODY_BYTES } from '../../../shared/limits.ts';

const t = texts.core.proxy;
const MEBIBYTE = 1024 * 1024;

type Asked = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown };

/** @returns the body byte for byte as text, or why it is not forwarded */
export async function bodyOf(request: Asked): Promise<string | Refusal> {
  const tooLarge = { status: 413, sentence: t.tooLarge(MAX_PROXY_BODY_BYTES / MEBIBYTE) };
  if (Number(request.headers['content-length'] ?? 0) > MAX_PROXY_BODY_BYTES) return tooLarge;
  // The connection must survive, to carry the answer.
  const pieces = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
  const read = await readBody(pieces as AsyncIterable<Uint8Array>, {
    bytes: MAX_PROXY_BODY_BYTES,
    time: LISTENER_TIMEOUTS_MS.requestTimeout,
  });
  if (!read.ok) {
    request.resume();
    return read.reason === 'too-large' ? tooLarge : { status: 408, sentence: t.tooSlow };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes);
  } catch {
    return { status: 400, sentence: t.notText };
  }
}
