/** Snapshots of the local bank: its whole state, kept as files in the data folder, to be restored later. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Bank, Outcome } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.snapshots;

export interface SnapshotEntry {
  name: string;
  /** This machine's clock, milliseconds since 1970. */
  takenAt: number;
}

const SUFFIX = '.snapshot.json';

export class Snapshots {
  private readonly folder: string;
  private readonly operator: Bank['operator'];

  constructor(folder: string, operator: Bank['operator']) {
    this.folder = folder;
    this.operator = operator;
  }

  /** Newest first. */
  list(): SnapshotEntry[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => ({
        name: decodeURIComponent(file.slice(0, -SUFFIX.length)),
        takenAt: statSync(join(this.folder, file)).mtimeMs,
      }))
      .sort((a, b) => b.takenAt - a.takenAt);
  }

  /** Saves the current state under a name, atomically. @throws HostError if the name is taken */
  take(name: string): void {
    const file = this.file(name);
    if (existsSync(file)) throw new HostError('refused', t.exists(name));
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(this.operator.takeSnapshot()), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** Restores the bank's state, including its clock. @throws HostError, without changing anything */
  restore(name: string): void {
    const file = this.file(name);
    if (!existsSync(file)) throw new HostError('not-found', t.gone(name));
    let content: unknown;
    try {
      content = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new HostError('refused', t.damaged(name));
    }
    valueOf(this.operator.restoreSnapshot(content));
  }

  remove(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  /** The name is encoded, so that the path stays inside the folder. */
  private file(name: string): string {
    return join(this.folder, encodeURIComponent(name) + SUFFIX);
  }
}

/** Returns the value of an operator's action. @throws HostError with the bank's own sentence if it was refused */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.done) throw new HostError('refused', outcome.refusal.text);
  return outcome.value;
}
