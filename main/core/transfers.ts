/** Files in transit between the user and the core. They bypass the page's memory, and wait here until they are fetched. */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import {
  MAX_BUNDLE_BYTES,
  MAX_FILE_UPLOAD_BYTES,
  MAX_SNAPSHOT_BYTES,
  MAX_WAITING_FILES,
  WAITING_FILE_MS,
} from '../../shared/limits.ts';

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

/** The purpose of an upload: one small file, the files of an import, or a snapshot or export. */
export const PURPOSES = ['file', 'collection', 'work'] as const;
export type Purpose = (typeof PURPOSES)[number];
/** Maximum bytes of one upload. */
export const MAX_UPLOAD = {
  file: MAX_FILE_UPLOAD_BYTES,
  collection: MAX_BUNDLE_BYTES,
  work: MAX_SNAPSHOT_BYTES,
} as const satisfies Record<Purpose, number>;

export class Transfers {
  private readonly incoming = new Waiting<TransferFile & { purpose: Purpose }>();
  private readonly outgoing = new Waiting<OutgoingFile>();

  /** @returns the id under which the file can be read @throws HostError if it is too large */
  put(file: TransferFile, purpose: Purpose = 'file'): string {
    const most = MAX_UPLOAD[purpose];
    if (file.bytes.length > most) throw new HostError('bad-input', t.tooLarge[purpose](file.name, most));
    return this.incoming.keep({ ...file, purpose });
  }

  /** Reads a file without removing it, so that another password can be tried. @throws HostError if it no longer exists */
  look(id: string, purpose: Purpose = 'file'): TransferFile {
    const found = this.incoming.look(id);
    if (found?.purpose !== purpose) throw new HostError('not-found', t.waitedTooLong);
    return found;
  }

  drop(id: string): void {
    this.incoming.drop(id);
  }

  /** Offers a file of any size for download. @returns the id under which it can be fetched once */
  offer(file: OutgoingFile): string {
    return this.outgoing.keep(file);
  }

  /** Returns a file once; null if it no longer exists. */
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

/** Files that wait to be fetched. When they are too many, the oldest is dropped. */
class Waiting<File extends OutgoingFile> {
  private readonly files = new Map<string, { file: File; timer: NodeJS.Timeout }>();

  keep(file: File): string {
    const oldest = this.files.keys().next().value;
    if (oldest !== undefined && this.files.size >= MAX_WAITING_FILES) this.drop(oldest);
    const id = randomUUID();
    this.files.set(id, { file, timer: setTimeout(() => this.drop(id), WAITING_FILE_MS).unref() });
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
