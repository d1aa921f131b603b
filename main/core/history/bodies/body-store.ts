/** Response bodies that are too large for memory: one file per body, in a folder of the data folder. */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DigestAlgorithm } from '../../../../shared/signing/digest.ts';
import { privateFolder } from '../../../../shared/node/private-files.ts';
import { HostError } from '../../../../shared/contract/envelope.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { BodyMasker } from '../../redaction/body-masker.ts';
import type { Hidden } from '../../redaction/mask.ts';
import { MAX_BODY_IN_MEMORY_BYTES } from '../../../../shared/limits.ts';

const t = texts.core.bodies;

/** How much of a body is sent to the window with its exchange, in bytes. */
export const FIRST_WINDOW = 256 * 1024;

/** The file names of this store: it neither reads nor deletes other files. */
const OWN = /^[0-9a-f-]{36}\.body$/;

/** A received body. */
export interface ReceivedBody {
  /** Total bytes as received on the wire. */
  length: number;
  /** The whole body, or the first window of a body in a file. */
  bytes: Buffer;
  /** Name of its file, or null. Secrets are masked in the file. */
  file: string | null;
  /** Hash of the bytes as received on the wire (SIG-11). */
  hashOf: (algorithm: DigestAlgorithm) => Uint8Array;
}

export class BodyStore {
  private readonly folder: string;
  /** Names. */
  private readonly writing = new Set<string>();

  /** @param folder created if it does not exist */
  constructor(folder: string) {
    this.folder = folder;
    privateFolder(folder);
  }

  /** A sink that a body is written to as it arrives. @param secrets values that must not reach the disk */
  sink(secrets: readonly Hidden[]): BodySink {
    return new BodySink(this.folder, secrets, this.writing);
  }

  /** Called once an exchange of the history refers to the file. */
  settled(file: string): void {
    this.writing.delete(file);
  }

  /** Deletes a body that no exchange will refer to. */
  remove(file: string): void {
    rmSync(this.pathOf(file), { force: true });
    this.writing.delete(file);
  }

  /** @throws HostError for a name that is not this store's: a changed history must not lead out of the folder */
  pathOf(file: string): string {
    if (!OWN.test(file)) throw new HostError('not-found', t.unreadable(t.notOwn));
    return join(this.folder, file);
  }

  /** Deletes files that no exchange refers to. @param known the names that exchanges refer to, read lazily */
  sweep(known: () => Iterable<string>): void {
    const left = new Set(
      readdirSync(this.folder).filter((file) => OWN.test(file) && !this.writing.has(file)),
    );
    if (left.size === 0) return;
    for (const file of known()) if (left.delete(file) && left.size === 0) return;
    for (const file of left) rmSync(join(this.folder, file), { force: true });
  }
}

/** Receives a body, in memory while it is small. */
export class BodySink {
  private readonly folder: string;
  private readonly secrets: readonly Hidden[];
  private readonly writing: Set<string>;
  private readonly masker: BodyMasker;
  private readonly hashes: Readonly<Record<DigestAlgorithm, Hash>> = {
    'SHA-256': createHash('sha256'),
    'SHA-512': createHash('sha512'),
  };
  private memory: Buffer[] = [];
  private length = 0;
  private stored = 0;
  private file: { name: string; handle: FileHandle } | null = null;
  private first: Buffer = Buffer.alloc(0);

  constructor(folder: string, secrets: readonly Hidden[], writing: Set<string>) {
    this.folder = folder;
    this.secrets = secrets;
    this.writing = writing;
    this.masker = new BodyMasker(secrets);
  }

  /** @throws Error of the file system, for example because the disk is full */
  async write(chunk: Buffer): Promise<void> {
    this.length += chunk.length;
    for (const hash of Object.values(this.hashes)) hash.update(chunk);
    if (this.file !== null) return this.store(this.masker.pass(chunk));
    this.memory.push(chunk);
    if (this.length <= MAX_BODY_IN_MEMORY_BYTES) return undefined;
    const name = `${randomUUID()}.body`;
    this.writing.add(name);
    this.file = { name, handle: await open(join(this.folder, name), 'wx', 0o600) };
    const received = Buffer.concat(this.memory);
    this.memory = [];
    return this.store(this.masker.pass(received));
  }

  /** Completes the body. `sweep` spares its file until it is `settled`. */
  async end(): Promise<ReceivedBody> {
    const { length, file } = this;
    const digests = new Map(
      Object.entries(this.hashes).map(([algorithm, hash]) => [algorithm, new Uint8Array(hash.digest())]),
    );
    const hashOf = (algorithm: DigestAlgorithm) => digests.get(algorithm) ?? new Uint8Array();
    if (file === null) return { length, bytes: Buffer.concat(this.memory), file: null, hashOf };
    await this.store(this.masker.pass(Buffer.alloc(0), true));
    await file.handle.close();
    return {
      length: this.secrets.length > 0 ? this.stored : length,
      bytes: this.first,
      file: file.name,
      hashOf,
    };
  }

  /** Discards everything received so far. */
  async abandon(): Promise<void> {
    const { file } = this;
    this.file = null;
    this.memory = [];
    if (file === null) return;
    await file.handle.close().catch(() => undefined);
    await rm(join(this.folder, file.name), { force: true });
    this.writing.delete(file.name);
  }

  private async store(bytes: Buffer): Promise<void> {
    if (this.first.length < FIRST_WINDOW)
      this.first = Buffer.concat([this.first, bytes.subarray(0, FIRST_WINDOW - this.first.length)]);
    this.stored += bytes.length;
    await this.file?.handle.writeFile(bytes);
  }
}
