/** The body of a request to the proxy, which is in memory until the bank has answered. */
import type { IncomingMessage } from 'node:http';
import { PATIENCE } from '../../../shared/node/http-server.ts';
import { readBody } from '../../../shared/node/read-body.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Refusal } from './door.ts';

const t = texts.core.proxy;
const MEBIBYTE = 1024 * 1024;

/** Bytes. A bulk payment with 1,000 transfers stays below (PAY-15). */
const LARGEST = 8 * MEBIBYTE;

type Asked = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown };

/** @returns the body byte for byte as text, or why it is not forwarded */
export async function bodyOf(request: Asked): Promise<string | Refusal> {
  const tooLarge = { status: 413, sentence: t.tooLarge(LARGEST / MEBIBYTE) };
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) return tooLarge;
  // The connection must survive, to carry the answer.
  const pieces = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
  const read = await readBody(pieces as AsyncIterable<Uint8Array>, {
    bytes: LARGEST,
    time: PATIENCE.requestTimeout,
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
