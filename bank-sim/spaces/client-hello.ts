/** The name that a TLS client asks for, read before anybody has answered (RFC 8446, 4.1.2; RFC 6066, 3). */

/** Bytes of the longest first message that is read, with and without the headers of its records. */
const LONGEST_HELLO = 64 * 1024;

const NOTHING = Buffer.alloc(0);
/** Bytes before the content of a record: type, version, length. And before that of a message: type and length. */
const RECORD_HEADER = 5;
const MESSAGE_HEADER = 4;

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;

/** Reads the ClientHello as it arrives, which may be in several records, each byte once: whoever sends it decides how it is cut. */
export class HelloReader {
  /** Bytes that have arrived, with the headers of the records. */
  private seen = 0;
  /** Of the record that is arriving: its header as far as it is there, and the bytes of its content that are missing. */
  private header: Buffer = NOTHING;
  private missing = 0;
  /** Of the message, without the headers of its records. */
  private readonly parts: Buffer[] = [];
  private got = 0;
  /** Bytes of the whole message; null until it says so. */
  private length: number | null = null;

  /**
   * @param piece what follows the pieces before it
   * @returns the name in lower case; null if there is none or this is no TLS; undefined if more bytes are needed
   */
  read(piece: Buffer): string | null | undefined {
    this.seen += piece.length;
    const name = this.nameAfter(piece);
    return name === undefined && this.seen > LONGEST_HELLO ? null : name;
  }

  private nameAfter(piece: Buffer): string | null | undefined {
    for (let at = 0; at < piece.length;) {
      if (this.missing === 0) {
        const more = piece.subarray(at, at + RECORD_HEADER - this.header.length);
        this.header = Buffer.concat([this.header, more]);
        at += more.length;
        if (this.header[0] !== HANDSHAKE) return null;
        if (this.header.length < RECORD_HEADER) return undefined;
        this.missing = this.header.readUInt16BE(RECORD_HEADER - 2);
        this.header = NOTHING;
        // RFC 8446, 5.1: a record of a handshake is never empty.
        if (this.missing === 0) return null;
        continue;
      }
      const part = piece.subarray(at, at + this.missing);
      at += part.length;
      this.missing -= part.length;
      const name = this.nameWith(part);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  private nameWith(part: Buffer): string | null | undefined {
    this.parts.push(part);
    this.got += part.length;
    if (this.length === null) {
      if (this.got < MESSAGE_HEADER) return undefined;
      const start = Buffer.concat(this.parts);
      if (start[0] !== CLIENT_HELLO) return null;
      this.length = MESSAGE_HEADER + start.readUIntBE(1, 3);
      if (this.length > LONGEST_HELLO) return null;
    }
    if (this.got < this.length) return undefined;
    const message = Buffer.concat(this.parts).subarray(MESSAGE_HEADER, this.length);
    try {
      return nameIn(new Reader(message));
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
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
