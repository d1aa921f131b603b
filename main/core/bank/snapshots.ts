/**
 * Snapshots of the local bank's whole state, as files in the data folder. Beside each are a file with the workbench's side of it (PSU
 * and sessions), and a small file for the list.
 */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bank, Outcome } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { type SnapshotAbout, snapshotAboutSchema } from '../../../shared/contract/local-bank.ts';
import { freeName } from '../../../shared/names.ts';
import { kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { TransferFile } from '../transfers.ts';
import { type SnapshotFile, writeSnapshotFile } from './snapshot-file.ts';
import { type WorkbenchSide, workbenchSideSchema } from './workbench-side.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import {
  MAX_FILE_NAME_BYTES,
  MAX_OWN_FILE_BYTES,
  MAX_SNAPSHOT_BYTES,
  MAX_SNAPSHOT_SIDE_BYTES,
} from '../../../shared/limits.ts';
import { z } from 'zod';

const t = texts.core.snapshots;

export interface SnapshotEntry {
  name: string;
  /** This machine's clock, milliseconds since 1970. */
  takenAt: number;
  /** Size of its file. */
  bytes: number;
  /** Null if its file is missing or damaged. */
  about: SnapshotAbout | null;
}

const SUFFIX = '.snapshot.json';
const SIDE = '.workbench.json';
const ABOUT = '.about.json';
/** Maximum length of a name. */
const LONGEST_NAME = 60;

export class Snapshots {
  private readonly folder: string;
  private readonly operator: Pick<Bank['operator'], 'takeSnapshot' | 'restoreSnapshot'>;
  private readonly largest: number;

  /** @param largest bytes of a snapshot that is taken or restored */
  constructor(
    folder: string,
    operator: Pick<Bank['operator'], 'takeSnapshot' | 'restoreSnapshot'>,
    largest: number = MAX_SNAPSHOT_BYTES,
  ) {
    this.folder = folder;
    this.operator = operator;
    this.largest = largest;
  }

  /** Newest first. */
  list(): SnapshotEntry[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .flatMap((file) => {
        const stat = lstatSync(join(this.folder, file), { throwIfNoEntry: false });
        const name = file.endsWith(SUFFIX) ? nameOf(file.slice(0, -SUFFIX.length)) : null;
        // Skips other files, and those that were deleted in the meantime.
        if (stat?.isFile() !== true || name === null) return [];
        return [{ name, takenAt: stat.mtimeMs, bytes: stat.size, about: this.about(name) }];
      })
      .sort((a, b) => b.takenAt - a.takenAt);
  }

  /**
   * Saves the current state under a name, atomically.
   * @param ofDemonstration whether the bank is that of a demonstration
   * @throws HostError if the name is taken, or the bank is too large to be restored later
   */
  take(name: string, side: WorkbenchSide | null = null, ofDemonstration = false): void {
    if (kindOf(this.path(name)) !== 'none') throw new HostError('refused', t.exists(name));
    const bank = this.operator.takeSnapshot();
    this.write(name, bank, { side, about: aboutSnapshot(bank, { added: false, ofDemonstration }) });
  }

  /** The same in place of an earlier one of this name. Of a bank that is too large, there is none then. */
  renew(name: string, side: WorkbenchSide | null = null): void {
    this.remove(name);
    try {
      this.take(name, side);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }

  private write(
    name: string,
    bank: unknown,
    { side, about }: { side: WorkbenchSide | null; about: SnapshotAbout | null },
  ): void {
    const text = JSON.stringify(bank);
    if (Buffer.byteLength(text) > this.largest) throw new HostError('refused', t.tooLarge);
    makeFolder(this.folder);
    // Before the snapshot's own file, which makes it exist.
    const beside = [
      [SIDE, side],
      [ABOUT, about],
    ] as const;
    for (const [suffix, value] of beside)
      if (value === null) rmSync(this.path(name, suffix), { force: true });
      else writeWholeFile(this.path(name, suffix), JSON.stringify(value), 0o600);
    writeWholeFile(this.path(name), text, 0o600);
  }

  /**
   * Restores the bank's state, including its clock.
   * @returns the workbench's side; null if it is missing or cannot be read
   * @throws HostError, without changing anything
   */
  restore(name: string): WorkbenchSide | null {
    const file = this.path(name);
    if (kindOf(file) === 'none') throw new HostError('not-found', t.gone(name));
    let content: unknown;
    try {
      content = JSON.parse(readPlainFile(file, this.largest).toString('utf8'));
    } catch {
      throw new HostError('refused', t.damaged(name));
    }
    const side = this.side(name);
    valueOf(this.operator.restoreSnapshot(content));
    return side;
  }

  private bytes(path: string, name: string): Buffer {
    try {
      return readPlainFile(path, this.largest);
    } catch {
      throw new HostError('refused', t.unreadable(name));
    }
  }

  /** The snapshot as a file for another machine. @throws HostError if it no longer exists or is damaged */
  file(name: string): TransferFile {
    const path = this.path(name);
    if (kindOf(path) === 'none') throw new HostError('not-found', t.gone(name));
    const bank = this.bytes(path, name);
    const plain = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').trim();
    return { name: `${plain}${SUFFIX}`, bytes: writeSnapshotFile(name, bank, this.side(name)) };
  }

  /**
   * Stores a snapshot from a file. @returns its name, with a number if it was taken
   */
  keep({ name: wanted, bank, workbench }: SnapshotFile): string {
    const short = wanted.toWellFormed().slice(0, LONGEST_NAME);
    const name = freeName(short, (one) => kindOf(this.path(one)) !== 'none', LONGEST_NAME);
    const about = aboutSnapshot(bank, { added: true, ofDemonstration: false });
    this.write(name, bank, { side: workbench, about });
    return name;
  }

  private side(name: string): WorkbenchSide | null {
    try {
      const read = workbenchSideSchema.safeParse(
        JSON.parse(readPlainFile(this.path(name, SIDE), MAX_SNAPSHOT_SIDE_BYTES).toString('utf8')),
        upToFirstFault,
      );
      return read.success ? read.data : null;
    } catch {
      return null;
    }
  }

  private about(name: string): SnapshotAbout | null {
    try {
      const file = readPlainFile(this.path(name, ABOUT), MAX_OWN_FILE_BYTES);
      return snapshotAboutSchema.safeParse(JSON.parse(file.toString('utf8')), upToFirstFault).data ?? null;
    } catch {
      return null;
    }
  }

  remove(name: string): void {
    for (const suffix of [SUFFIX, SIDE, ABOUT]) rmSync(this.path(name, suffix), { force: true });
  }

  /** Encodes the name, so that the path stays inside the folder. @throws HostError for a name that is too long */
  private path(name: string, suffix = SUFFIX): string {
    // A lone surrogate cannot be encoded.
    const encoded = encodeURIComponent(name.toWellFormed());
    if (encoded.length > MAX_FILE_NAME_BYTES) throw new HostError('bad-input', t.longName);
    return join(this.folder, encoded + suffix);
  }
}

/** The name of the snapshot in a file; null if it is no such file. */
function nameOf(encoded: string): string | null {
  try {
    const name = decodeURIComponent(encoded);
    return encodeURIComponent(name) === encoded ? name : null;
  } catch {
    // Such as `%zz`.
    return null;
  }
}

/** The value of an operator's action. @throws HostError with the bank's sentence if it was refused */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.done) throw new HostError('refused', outcome.refusal.text);
  return outcome.value;
}

const rows = z.array(z.unknown()).catch([]);
const sessionRows = z.array(z.object({ replaced: z.unknown() })).catch([]);
const contentSchema = z.object({
  clock: z.object({ now: z.number() }),
  tables: z.object({ payment: rows, basket: rows, consent: rows, session: sessionRows }),
});

/** For the list: the snapshot itself can have 128 MB. @param bank from any source @returns null if it is no snapshot */
function aboutSnapshot(
  bank: unknown,
  origin: Pick<SnapshotAbout, 'added' | 'ofDemonstration'>,
): SnapshotAbout | null {
  const read = contentSchema.safeParse(bank);
  if (!read.success) return null;
  const { clock, tables } = read.data;
  return {
    ...origin,
    clock: clock.now,
    payments: tables.payment.length,
    baskets: tables.basket.length,
    consents: tables.consent.length,
    // As the bank lists them: without those that a later SCA has replaced.
    sessions: tables.session.filter(({ replaced }) => replaced === 0).length,
  };
}
