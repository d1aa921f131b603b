/** Collections: plain files in one folder. The folders of the tree are folders on disk. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { schemaNamed, writeStepFile } from '../../../shared/collection/step-file.ts';
import type { Step } from '../../../shared/collection/steps.ts';
import type { Listing } from '../../../shared/collection/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf, newName, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fingerprintOf } from './fingerprint.ts';
import { listed, MAX_FILE, MEGABYTE, readStep, SUFFIX, SUFFIX_BEFORE } from './listing.ts';
import { FolderWatch, type Later } from './watch.ts';

const t = texts.core.collections;

/** Bytes of a file's name without its suffix. File systems accept 255 with it, and letters have up to four. */
const MAX_NAME = 200;

export class Collections {
  private readonly root: string;
  private readonly watch: FolderWatch;

  /** @param root the folder; it is created with the first saved request @param later delays the reports of {@link onChange} */
  constructor(root: string, later?: Later) {
    this.root = root;
    this.watch = new FolderWatch(root, later);
  }

  /** Every step and folder of the tree. What is damaged or cannot be read is listed with the reason; the rest is not affected. */
  list(): Listing {
    return existsSync(this.root) ? listed(this.root) : { entries: [], folders: [] };
  }

  /**
   * Saves a step under a folder and a name.
   * @param over the path that it was opened from and that it replaces, or null for a new one
   * @param seen the fingerprint of the file that it was opened from; null writes over whatever is there
   * @returns its path and the fingerprint of the new file
   * @throws HostError if no file can have that name, another step has that path, the file there is damaged, or it has changed
   * since it was opened
   */
  save(
    folder: string,
    step: Step,
    over: string | null,
    seen: string | null = null,
  ): { path: string; fingerprint: string } {
    if (segment(step.name) === '') throw new HostError('bad-input', t.noFileName(step.name));
    const path = [...folder.split('/').map(segment).filter(Boolean), segment(step.name)].join('/');
    if (path !== over && this.fileWith(path) !== null) throw new HostError('refused', t.exists(path));
    const before = over === null ? null : this.fileWith(over);
    const there = before === null ? null : this.readBefore(before, seen);
    const file = this.fileOf(path);
    // A file that says the same in another spelling stays as it is, and so does the address of its schema.
    const isSame =
      there !== null && before === file && writeStepFile(there.step, null) === writeStepFile(step, null);
    const text = isSame ? there.text : writeStepFile(step, there === null ? null : schemaNamed(there.text));
    if (isSame) return { path, fingerprint: fingerprintOf(text) };
    if (Buffer.byteLength(text) > MAX_FILE) throw new HostError('bad-input', t.tooLarge(MAX_FILE / MEGABYTE));
    this.makeFolder(dirname(file));
    this.watch.removes(newName(file));
    this.watch.writes(file, text);
    writeWholeFile(file, text, 0o600);
    // Renamed, moved, or of the first format, whose files had another suffix.
    if (before !== null && before !== file) this.removeFile(before);
    return { path, fingerprint: fingerprintOf(text) };
  }

  /** @throws HostError if a file is damaged, or is not the one that was opened */
  private readBefore(file: string, seen: string | null): { step: Step; text: string } {
    const { step, text, fingerprint } = readStep(file);
    if (typeof step === 'string') throw new HostError('refused', t.damaged(file, step));
    if (seen !== null && fingerprint !== seen) throw new HostError('changed', t.changedOutside(file));
    return { step, text };
  }

  /** Deletes the step, and the folders that are then empty. */
  remove(path: string): void {
    const file = this.fileWith(path);
    if (file !== null) this.removeFile(file);
  }

  private removeFile(file: string): void {
    this.watch.removes(file);
    rmSync(file, { force: true });
    for (
      let folder = dirname(file);
      folder !== this.root && folder.startsWith(this.root);
      folder = dirname(folder)
    ) {
      if (!existsSync(folder) || readdirSync(folder).length > 0) return;
      this.watch.removes(folder);
      rmdirSync(folder);
    }
  }

  /**
   * Calls the listener when another program, such as an editor or git, has changed the files, with the first changed path.
   * @returns a function that stops the watching
   */
  onChange(listener: (path: string) => void): () => void {
    makeFolder(this.root);
    return this.watch.start(listener);
  }

  private makeFolder(folder: string): void {
    for (let above = folder; above.startsWith(this.root) && !existsSync(above); above = dirname(above))
      this.watch.makes(above);
    makeFolder(folder);
  }

  /** The file that has a step, in this format or the first one; null if there is none. */
  private fileWith(path: string): string | null {
    return (
      [SUFFIX, SUFFIX_BEFORE]
        .map((suffix) => this.fileOf(path, suffix))
        .find((file) => kindOf(file) !== 'none') ?? null
    );
  }

  private fileOf(path: string, suffix: string = SUFFIX): string {
    const file = join(this.root, `${path}${suffix}`);
    // A path from a page must not lead out of the folder.
    if (!file.startsWith(this.root + sep) || file.includes('\0'))
      throw new HostError('bad-input', t.noPath(path));
    for (let above = dirname(file); above !== this.root; above = dirname(above))
      if (!['none', 'folder'].includes(kindOf(above))) throw new HostError('refused', t.notAFolder(above));
    return file;
  }
}

/**
 * A name that every file system accepts and that does not lead out of the folder; empty if nothing of it is left. It may be
 * shorter than the name, which is in the file.
 */
function segment(name: string): string {
  let bytes = 0;
  return Array.from(name.normalize('NFC').replaceAll(/[^\p{L}\p{N} ._()+-]+/gu, '-'))
    .filter((character) => (bytes += Buffer.byteLength(character)) <= MAX_NAME)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
}
