/** The user's demonstrations, one file each in a folder of the data folder, and those of the program. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../../shared/contract/envelope.ts';
import {
  DEMONSTRATION_LIMITS,
  type Demonstration,
  demonstrationSchema,
} from '../../../shared/demonstrations/demonstration.ts';
import { demonstrationFileSchema, SCHEMA_FILE } from '../../../shared/demonstrations/file-schema.ts';
import { writeDemonstration } from '../../../shared/demonstrations/from-collection.ts';
import {
  type ControlChoice,
  type DemonstrationFault,
  type Linted,
  lintDemonstration,
} from '../../../shared/demonstrations/lint.ts';
import { endingWith } from '../../../shared/names.ts';
import { kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_DEMONSTRATIONS, MAX_DEMONSTRATION_BYTES } from '../../../shared/limits.ts';
import basketOneFails from '../../../shared/demonstrations/shipped/basket-one-fails.json' with { type: 'json' };
import consent from '../../../shared/demonstrations/shipped/consent.json' with { type: 'json' };
import corporateBasket from '../../../shared/demonstrations/shipped/corporate-basket.json' with { type: 'json' };
import easter from '../../../shared/demonstrations/shipped/easter.json' with { type: 'json' };
import failedSca from '../../../shared/demonstrations/shipped/failed-sca.json' with { type: 'json' };
import oneSca from '../../../shared/demonstrations/shipped/one-sca.json' with { type: 'json' };
import session from '../../../shared/demonstrations/shipped/session.json' with { type: 'json' };
import signatureClinic from '../../../shared/demonstrations/shipped/signature-clinic.json' with { type: 'json' };
import singlePayment from '../../../shared/demonstrations/shipped/single-payment.json' with { type: 'json' };
import unattendedLimits from '../../../shared/demonstrations/shipped/unattended-limits.json' with { type: 'json' };

const t = texts.demonstrations.player;

const SUFFIX = '.json';
/** Prefix of their ids, which distinguishes them from shipped ones. */
const OWN = 'own-';
const FILE_NAME = /^[a-z0-9-]{1,60}\.json$/;
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
      .map((file) => ({ id: OWN + file.slice(0, -SUFFIX.length), linted: this.read(file) }));
  }

  /** @throws HostError if it does not exist, or has a fault */
  demonstration(id: string): Demonstration {
    const linted = this.read(this.fileOf(id));
    if ('demonstration' in linted) return linted.demonstration;
    const [first] = linted.faults;
    throw new HostError('refused', t.faulty(first?.line ?? 1, first?.text ?? ''));
  }

  /**
   * @param replaces whether it replaces one of the same name
   * @returns its id; its faults; or the name of the one that it would replace
   */
  add(
    bytes: Uint8Array,
    replaces: boolean,
  ): { id: string; name: string } | { faults: DemonstrationFault[] } | { taken: string } {
    const text = Buffer.from(bytes).toString('utf8');
    const linted = lintDemonstration(text, this.controls);
    if ('faults' in linted) return linted;
    const { name } = linted.demonstration;
    const slug = slugOf(name);
    const file = join(this.folder, slug + SUFFIX);
    if (!['none', 'folder'].includes(kindOf(this.folder)))
      throw new HostError('refused', t.folderIsNot(this.folder));
    const there = kindOf(file);
    if (there !== 'none' && there !== 'file') throw new HostError('refused', t.taken(name));
    if (there === 'file' && !replaces) {
      const other = this.read(slug + SUFFIX);
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
  adopt(demonstration: Demonstration): boolean {
    for (let number = 1; number <= MAX_DEMONSTRATIONS; number++) {
      const name =
        number === 1 ? demonstration.name : endingWith(demonstration.name, ` (${number})`, LONGEST);
      const named = { ...demonstration, name };
      const text = writeDemonstration(named);
      const file = slugOf(named.name) + SUFFIX;
      if (kindOf(join(this.folder, file)) === 'none') {
        const added = this.add(Buffer.from(text), false);
        if ('faults' in added) throw new HostError('refused', t.faulty(1, added.faults[0]?.text ?? ''));
        return true;
      }
      const known = this.read(file);
      if ('demonstration' in known && writeDemonstration(known.demonstration) === text) return false;
    }
    throw new HostError('refused', t.taken(demonstration.name));
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
    const file = id.slice(OWN.length) + SUFFIX;
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
      return { faults: [{ line: 1, text: error instanceof Error ? `${error.message}.` : String(error) }] };
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

const FILES: Readonly<Record<string, unknown>> = {
  consent,
  'single-payment': singlePayment,
  'one-sca': oneSca,
  'corporate-basket': corporateBasket,
  'basket-one-fails': basketOneFails,
  session,
  'failed-sca': failedSca,
  'unattended-limits': unattendedLimits,
  easter,
  'signature-clinic': signatureClinic,
};

/** By id. */
export const SHIPPED: ReadonlyMap<string, Demonstration> = new Map(
  Object.entries(FILES).map(([id, file]) => [id, demonstrationSchema.parse(file)]),
);
