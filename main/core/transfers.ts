/**
 * Files on their way between a person and the core: they go straight to the host, never through the page's memory, and
 * lie here in memory until they are taken.
 */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../shared/contract/envelope.ts';

export interface TransferFile {
  name: string;
  bytes: Uint8Array;
}

/** Bytes of one file; a key file has a few thousand. */
export const MAX_UPLOAD = 4 * 1024 * 1024;
const MAX_FILES = 20;
/** Milliseconds after which nobody comes for a file any more. */
const LIFETIME = 10 * 60_000;

export class Transfers {
  private readonly files = new Map<string, { file: TransferFile; timer: NodeJS.Timeout }>();

  /** @returns the id under which the file can be had @throws HostError where there are too many, or it is too large */
  put(file: TransferFile): string {
    if (file.bytes.length > MAX_UPLOAD)
      throw new HostError(
        'bad-input',
        `${file.name} has ${file.bytes.length} bytes; certificate and key files have at most ${MAX_UPLOAD}.`,
      );
    return this.keep(file);
  }

  private keep(file: TransferFile): string {
    const oldest = this.files.keys().next().value;
    if (this.files.size >= MAX_FILES && oldest !== undefined) this.drop(oldest);
    const id = randomUUID();
    this.files.set(id, { file, timer: setTimeout(() => this.drop(id), LIFETIME).unref() });
    return id;
  }

  /** A file of ours on its way out, however large. @returns the id under which it can be had, once */
  offer(file: TransferFile): string {
    return this.keep(file);
  }

  /** The file stays, so that another password can be tried. @throws HostError where it is gone */
  look(id: string): TransferFile {
    const found = this.files.get(id);
    if (!found) throw new HostError('not-found', 'The file has been waiting too long. Choose it again.');
    return found.file;
  }

  /** Gives the file once; null where it is gone. */
  take(id: string): TransferFile | null {
    const found = this.files.get(id);
    this.drop(id);
    return found?.file ?? null;
  }

  drop(id: string): void {
    const found = this.files.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    this.files.delete(id);
  }

  clear(): void {
    for (const id of this.files.keys()) this.drop(id);
  }
}
