/** The user's demonstrations, one file each in a folder of the data folder, and those of the program. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../../shared/contract/envelope.ts';
import {
  DEMONSTRATION_LIMITS,
  DEMONSTRATION_SUFFIX,
  type Demonstration,
  type DemonstrationFile,
} from '../../../shared/demonstrations/demonstration.ts';
import { demonstrationFileSchema, SCHEMA_FILE } from '../../../shared/demonstrations/file-schema.ts';
import { writeDemonstration } from '../../../shared/demonstrations/from-collection.ts';
import type { PlacedMistake } from '../../../shared/collections/yaml-reader.ts';
import { type ControlChoice, type Linted, lintDemonstration } from '../../../shared/demonstrations/lint.ts';
import { endingWith } from '../../../shared/names.ts';
import { kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_DEMONSTRATIONS, MAX_DEMONSTRATION_BYTES } from '../../../shared/limits.ts';

const t = texts.demonstrations.player;

/** Prefix of their ids, which distinguishes them from shipped ones. */
const OWN = 'own-';
const FILE_NAME = /^[a-z0-9-]{1,60}\.demonstration\.yaml$/;
/** Characters of a name. */
const LONGEST = DEMONSTRATION_LIMITS.name;

export interface OwnDemonstration {
  id: string;
  linted: Linted;
}

export class OwnFiles {
  private readonly folder: string;
  private readonly controls: readonly ControlChoice[];
  /** Cache of checked files by name. */
  private readonly checked = new Map<string, { stamp: string; linted: Linted }>();

  /** @param controls the control calls that a file may use */
  constructor(folder: string, controls: readonly ControlChoice[]) {
    this.folder = folder;
    this.controls = controls;
  }

  /** Sorted by id. */
  list(): OwnDemonstration[] {
    if (kindOf(this.folder) !== 'folder') return [];
    const files = readdirSync(this.folder).filter((file) => FILE_NAME.test(file));
    return files
      .sort()
      .slice(0, MAX_DEMONSTRATIONS)
      .map((file) => ({ id: OWN + file.slice(0, -DEMONSTRATION_SUFFIX.length), linted: this.read(file) }));
  }

  /** @throws HostError if it does not exist, or has a fault */
  demonstration(id: string): Demonstration {
    const linted = this.read(this.fileOf(id));
    if ('demonstration' in linted) return linted.demonstration;
    throw new HostError('refused', faultText(linted.faults));
  }

  /** The text of its file. @throws HostError if it does not exist */
  text(id: string): string {
    return readPlainFile(join(this.folder, this.fileOf(id)), MAX_DEMONSTRATION_BYTES).toString('utf8');
  }

  /**
   * @param replaces whether it replaces one of the same name
   * @returns its id; its faults; or the name of the one that it would replace
   */
  add(
    bytes: Uint8Array,
    replaces: boolean,
  ): { id: string; name: string } | { faults: PlacedMistake[] } | { taken: string } {
    const text = Buffer.from(bytes).toString('utf8');
    const linted = lintDemonstration(text, this.controls);
    if ('faults' in linted) return linted;
    const { name } = linted.demonstration;
    const slug = slugOf(name);
    const file = join(this.folder, slug + DEMONSTRATION_SUFFIX);
    if (!['none', 'folder'].includes(kindOf(this.folder)))
      throw new HostError('refused', t.folderIsNot(this.folder));
    const there = kindOf(file);
    if (there !== 'none' && there !== 'file') throw new HostError('refused', t.taken(name));
    if (there === 'file' && !replaces) {
      const other = this.read(slug + DEMONSTRATION_SUFFIX);
      const isSame = readPlainFile(file, MAX_DEMONSTRATION_BYTES).equals(bytes);
      if (!isSame) return { taken: 'demonstration' in other ? other.demonstration.name : name };
    }
    makeFolder(this.folder);
    writeWholeFile(file, text, 0o600);
    // For editors: each file refers to the schema beside it.
    writeWholeFile(join(this.folder, SCHEMA_FILE), demonstrationFileSchema(), 0o600);
    return { id: OWN + slug, name };
  }

  /**
   * Adds a demonstration of another machine, with a number if its name is taken.
   * @returns false if it exists
   * @throws HostError if it has a fault
   */
  adopt(written: DemonstrationFile): boolean {
    for (let number = 1; number <= MAX_DEMONSTRATIONS; number++) {
      const name = number === 1 ? written.name : endingWith(written.name, ` (${number})`, LONGEST);
      const named = { ...written, name };
      const text = writeDemonstration(named);
      const file = slugOf(named.name) + DEMONSTRATION_SUFFIX;
      if (kindOf(join(this.folder, file)) === 'none') {
        const added = this.add(Buffer.from(text), false);
        if ('faults' in added) throw new HostError('refused', faultText(added.faults));
        return true;
      }
      const known = this.read(file);
      if ('file' in known && writeDemonstration(known.file) === text) return false;
    }
    throw new HostError('refused', t.taken(written.name));
  }

  /** @throws HostError for one of the program's */
  remove(id: string): void {
    if (!id.startsWith(OWN)) throw new HostError('refused', t.shippedStays);
    const file = this.fileOf(id);
    rmSync(join(this.folder, file), { force: true });
    this.checked.delete(file);
  }

  /** @throws HostError if it does not exist */
  private fileOf(id: string): string {
    const file = id.slice(OWN.length) + DEMONSTRATION_SUFFIX;
    const isThere =
      id.startsWith(OWN) &&
      FILE_NAME.test(file) &&
      // A link may have replaced the folder since the start.
      kindOf(this.folder) === 'folder' &&
      kindOf(join(this.folder, file)) !== 'none';
    if (!isThere) throw new HostError('not-found', t.gone);
    return file;
  }

  private read(file: string): Linted {
    try {
      const { mtimeMs, ctimeMs, size, ino } = statSync(join(this.folder, file));
      const stamp = [mtimeMs, ctimeMs, size, ino].join(' ');
      const known = this.checked.get(file);
      if (known?.stamp === stamp) return known.linted;
      const bytes = readPlainFile(join(this.folder, file), MAX_DEMONSTRATION_BYTES);
      const linted = lintDemonstration(bytes.toString('utf8'), this.controls);
      this.checked.set(file, { stamp, linted });
      return linted;
    } catch (error) {
      const text = error instanceof Error ? `${error.message}.` : String(error);
      return { faults: [{ line: 1, column: 1, text }] };
    }
  }
}

function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return words === '' ? 'demonstration' : words.slice(0, 60);
}

/** Those of the program, in the order of teaching. */
const SHIPPED = [
  'consent',
  'single-payment',
  'one-sca',
  'app-approval',
  'sca-approaches',
  'corporate-basket',
  'basket-one-fails',
  'session',
  'failed-sca',
  'unattended-limits',
  'easter',
  'signature-clinic',
  'for-managers',
];

/** @param folder of the demonstrations of the program @returns them by id */
export function shippedDemonstrations(
  folder: string,
  controls: readonly ControlChoice[],
): ReadonlyMap<string, { demonstration: Demonstration; text: string }> {
  return new Map(
    SHIPPED.map((id) => {
      const text = readFileSync(join(folder, id + DEMONSTRATION_SUFFIX), 'utf8');
      const linted = lintDemonstration(text, controls);
      if ('faults' in linted) throw new Error(faultText(linted.faults));
      return [id, { demonstration: linted.demonstration, text }];
    }),
  );
}

function faultText([first]: readonly PlacedMistake[]): string {
  return t.faulty(first?.line ?? 1, first?.text ?? '');
}
