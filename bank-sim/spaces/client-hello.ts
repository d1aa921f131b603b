/** The name that a TLS client asks for, read before anybody has answered (RFC 8446, 4.1.2; RFC 6066, 3). */

/** Bytes of the longest first message that is read. */
export const LONGEST_HELLO = 64 * 1024;

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;

/**
 * @param bytes what a connection begins with
 * @returns the name in lower case; null if there is none or this is no TLS; undefined if more bytes are needed
 */
export function serverNameIn(bytes: Buffer): string | null | undefined {
  const message = messageIn(bytes);
  if (message === null || message === undefined) return message;
  try {
    return nameIn(new Reader(message));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The ClientHello, which may come in several records. */
function messageIn(bytes: Buffer): Buffer | null | undefined {
  const parts: Buffer[] = [];
  let [at, got] = [0, 0];
  for (;;) {
    if (bytes.length < at + 5) return bytes[at] === undefined || bytes[at] === HANDSHAKE ? undefined : null;
    if (bytes[at] !== HANDSHAKE) return null;
    const length = bytes.readUInt16BE(at + 3);
    const part = bytes.subarray(at + 5, at + 5 + length);
    parts.push(part);
    got += part.length;
    if (got >= 4) {
      const message = Buffer.concat(parts);
      if (message[0] !== CLIENT_HELLO) return null;
      const end = 4 + message.readUIntBE(1, 3);
      if (end > LONGEST_HELLO) return null;
      if (got >= end) return message.subarray(4, end);
    }
    if (part.length < length) return undefined;
    at += 5 + length;
  }
}

function nameIn(hello: Reader): string | null {
  // Version and random.
  hello.take(2 + 32);
  // Session id, cipher suites and compression methods.
  for (const size of [1, 2, 1] as const) hello.take(hello.number(size));
  const extensions = new Reader(hello.take(hello.number(2)));
  while (extensions.hasMore) {
    const type = extensions.number(2);
    const content = extensions.take(extensions.number(2));
    if (type !== SERVER_NAME) continue;
    const names = new Reader(content);
    names.number(2);
    // Only host names are defined.
    if (names.number(1) !== 0) return null;
    return names.take(names.number(2)).toString('latin1').toLowerCase();
  }
  return null;
}

/** Reads what has a length before it. Beyond the end, Node.js throws a RangeError. */
class Reader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get hasMore(): boolean {
    return this.at < this.bytes.length;
  }

  number(size: 1 | 2): number {
    const value = this.bytes.readUIntBE(this.at, size);
    this.at += size;
    return value;
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new RangeError('The message is too short.');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
