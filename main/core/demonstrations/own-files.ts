/** The demonstrations that a person has added: one file each in a folder of the data folder. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../../shared/contract/envelope.ts';
import { DEMONSTRATION_LIMITS, type Demonstration } from '../../../shared/demonstration/demonstration.ts';
import {
  type ControlChoice,
  type DemonstrationFault,
  type Linted,
  lintDemonstration,
} from '../../../shared/demonstration/lint.ts';
import { kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.demonstrations.player;

const SUFFIX = '.json';
/** Of their ids, so that none is that of a shipped one. */
const OWN = 'own-';
/** Files that are listed. */
const MOST = 200;

export interface OwnDemonstration {
  id: string;
  linted: Linted;
}

export class OwnFiles {
  private readonly folder: string;
  private readonly controls: readonly ControlChoice[];

  /** @param controls the control calls of the bank, of which a file may name any */
  constructor(folder: string, controls: readonly ControlChoice[]) {
    this.folder = folder;
    this.controls = controls;
  }

  /** Sorted by id. */
  list(): OwnDemonstration[] {
    if (kindOf(this.folder) !== 'folder') return [];
    return readdirSync(this.folder)
      .filter((file) => /^[a-z0-9-]{1,60}\.json$/.test(file))
      .sort()
      .slice(0, MOST)
      .map((file) => {
        const id = OWN + file.slice(0, -SUFFIX.length);
        return { id, linted: this.read(file) };
      });
  }

  /** @throws HostError if it does not exist, or has a fault */
  demonstration(id: string): Demonstration {
    const found = this.list().find((one) => one.id === id);
    if (found === undefined) throw new HostError('not-found', t.gone);
    if ('demonstration' in found.linted) return found.linted.demonstration;
    const [first] = found.linted.faults;
    throw new HostError('refused', t.faulty(first?.line ?? 1, first?.text ?? ''));
  }

  /** @returns its id, or what is wrong with it @throws HostError if there is one of this name */
  add(bytes: Uint8Array): { id: string; name: string } | { faults: DemonstrationFault[] } {
    const text = Buffer.from(bytes).toString('utf8');
    const linted = lintDemonstration(text, this.controls);
    if ('faults' in linted) return linted;
    const { name } = linted.demonstration;
    const slug = slugOf(name);
    const file = join(this.folder, slug + SUFFIX);
    if (kindOf(file) !== 'none') throw new HostError('refused', t.taken(name));
    makeFolder(this.folder);
    writeWholeFile(file, text, 0o600);
    return { id: OWN + slug, name };
  }

  /** @throws HostError for one of the program's */
  remove(id: string): void {
    if (!id.startsWith(OWN)) throw new HostError('refused', t.shippedStays);
    if (!this.list().some((one) => one.id === id)) throw new HostError('not-found', t.gone);
    rmSync(join(this.folder, id.slice(OWN.length) + SUFFIX), { force: true });
  }

  private read(file: string): Linted {
    try {
      const bytes = readPlainFile(join(this.folder, file), DEMONSTRATION_LIMITS.file);
      return lintDemonstration(bytes.toString('utf8'), this.controls);
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
