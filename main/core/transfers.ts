/**
 * Files on their way between a person and the core: they go straight to the host, never through the page's memory, and
 * wait here until they are taken.
 */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.core.transfers;

export interface TransferFile {
  name: string;
  bytes: Uint8Array;
}

/** On its way out: in memory, where it lies on the disk, or in pieces that are made as they are fetched. */
export type OutgoingFile =
  | TransferFile
  | { name: string; path: string }
  | { name: string; pieces: Iterable<Buffer> };

/** Bytes of one file; a key file has a few thousand. */
export const MAX_UPLOAD = 4 * 1024 * 1024;
const MAX_FILES = 20;
/** Milliseconds after which nobody comes for a file any more. */
const LIFETIME = 10 * 60_000;

export class Transfers {
  private readonly incoming = new Waiting<TransferFile>();
  private readonly outgoing = new Waiting<OutgoingFile>();

  /** @returns the id under which the file can be had @throws HostError where it is too large */
  put(file: TransferFile): string {
    if (file.bytes.length > MAX_UPLOAD)
      throw new HostError('bad-input', t.tooLarge(file.name, file.bytes.length, MAX_UPLOAD));
    return this.incoming.keep(file);
  }

  /** The file stays, so that another password can be tried. @throws HostError where it is gone */
  look(id: string): TransferFile {
    const found = this.incoming.look(id);
    if (found === null) throw new HostError('not-found', t.waitedTooLong);
    return found;
  }

  drop(id: string): void {
    this.incoming.drop(id);
  }

  /** A file of ours on its way out, however large. @returns the id under which it can be had, once */
  offer(file: OutgoingFile): string {
    return this.outgoing.keep(file);
  }

  /** Gives the file once; null where it is gone. */
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

/** Files that wait for somebody; the oldest goes where there are too many. */
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
