/** The bodies of requests to the proxy, which are in memory until the bank has answered. */
import type { IncomingMessage } from 'node:http';
import { readBody } from '../../../shared/node/read-body.ts';
import { PATIENCE } from '../../../shared/node/serving.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Refusal } from './door.ts';

const t = texts.core.proxy;
const MEBIBYTE = 1024 * 1024;

/** Bytes of one body. A bulk payment with 1,000 transfers stays below (PAY-15). */
const LARGEST = 8 * MEBIBYTE;
/** Bytes of all bodies: a program may send any number of requests at once, and only some of them go on to the bank at once. */
const ALL = 32 * LARGEST;

type Asked = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown };

export class Bodies {
  private readonly most: number;
  private held = 0;

  /** @param most bytes of all bodies */
  constructor(most = ALL) {
    this.most = most;
  }

  /** Reads a body, and holds it for as long as the work takes. @returns what the work does, or why there was none */
  async with<T>(request: Asked, work: (body: string) => Promise<T>): Promise<T | Refusal> {
    const read = await bodyOf(request);
    if (!Buffer.isBuffer(read)) return read;
    if (this.held + read.length > this.most)
      return { status: 503, sentence: t.tooMany(this.most / MEBIBYTE), headers: { 'Retry-After': '1' } };
    this.held += read.length;
    try {
      const text = textIn(read);
      return text === null ? { status: 400, sentence: t.notText } : await work(text);
    } finally {
      this.held -= read.length;
    }
  }
}

async function bodyOf(request: Asked): Promise<Buffer | Refusal> {
  const tooLarge = { status: 413, sentence: t.tooLarge(LARGEST / MEBIBYTE) };
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) return tooLarge;
  // The connection must survive, to carry the answer.
  const pieces = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
  const read = await readBody(pieces as AsyncIterable<Uint8Array>, {
    bytes: LARGEST,
    time: PATIENCE.requestTimeout,
  });
  if (read.ok) return read.bytes;
  request.resume();
  return read.reason === 'too-large' ? tooLarge : { status: 408, sentence: t.tooSlow };
}

/** Byte for byte; null if the bytes are no text. */
function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
