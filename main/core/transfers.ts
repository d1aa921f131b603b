/**
 * Files in transit between the user and the core. They go directly to the host, never through the page's memory, and wait
 * here until they are fetched.
 */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.core.transfers;

export interface TransferFile {
  name: string;
  bytes: Uint8Array;
}

/** An outgoing file: in memory, on the disk, or in pieces that are produced while it is fetched. */
export type OutgoingFile =
  | TransferFile
  | { name: string; path: string }
  | { name: string; pieces: Iterable<Buffer> };

/** Maximum bytes of one upload. A key file has a few thousand. */
export const MAX_UPLOAD = 4 * 1024 * 1024;
const MAX_FILES = 20;
/** Milliseconds after which a file that has not been fetched is dropped. */
const LIFETIME = 10 * 60_000;

export class Transfers {
  private readonly incoming = new Waiting<TransferFile>();
  private readonly outgoing = new Waiting<OutgoingFile>();

  /** @returns the id under which the file can be read @throws HostError if it is too large */
  put(file: TransferFile): string {
    if (file.bytes.length > MAX_UPLOAD)
      throw new HostError('bad-input', t.tooLarge(file.name, file.bytes.length, MAX_UPLOAD));
    return this.incoming.keep(file);
  }

  /** Reads a file without removing it, so that another password can be tried. @throws HostError if it no longer exists */
  look(id: string): TransferFile {
    const found = this.incoming.look(id);
    if (found === null) throw new HostError('not-found', t.waitedTooLong);
    return found;
  }

  drop(id: string): void {
    this.incoming.drop(id);
  }

  /** Offers a file of any size for download. @returns the id under which it can be fetched once */
  offer(file: OutgoingFile): string {
    return this.outgoing.keep(file);
  }

  /** Returns the file once; null if it no longer exists. */
  take(id: string): OutgoingFile | null {
    const found = this.outgoing.look(id);
    this.outgoing.drop(id);
    return found;
  }

  clear(): void {
    this.incoming.clear();
    this.outgoing.clear();
  }
}

/** Files that wait to be fetched. The oldest is dropped when there are too many. */
class Waiting<File> {
  private readonly files = new Map<string, { file: File; timer: NodeJS.Timeout }>();

  keep(file: File): string {
    const oldest = this.files.keys().next().value;
    if (this.files.size >= MAX_FILES && oldest !== undefined) this.drop(oldest);
    const id = randomUUID();
    this.files.set(id, { file, timer: setTimeout(() => this.drop(id), LIFETIME).unref() });
    return id;
  }

  look(id: string): File | null {
    return this.files.get(id)?.file ?? null;
  }

  drop(id: string): void {
    clearTimeout(this.files.get(id)?.timer);
    this.files.delete(id);
  }

  clear(): void {
    for (const id of this.files.keys()) this.drop(id);
  }
}
