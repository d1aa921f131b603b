/** The snapshots of the bank in an export of all work: as many as an import can read. */
import { texts } from '../../../shared/texts/texts.ts';
import type { SnapshotEntry, Snapshots } from '../bank/snapshots.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../shared/limits.ts';

/** Bytes of the bank and its snapshots together. The other half of a file that can be imported is for the history. */
const MOST = MAX_SNAPSHOT_BYTES / 2;

export interface ChosenSnapshots {
  names: readonly string[];
  /** A sentence for each that has no room. */
  left: readonly string[];
}

/**
 * The newest snapshots that have room.
 * @param entries newest first
 * @param taken bytes of the file without them
 */
export function chosenSnapshots(entries: readonly SnapshotEntry[], taken: number): ChosenSnapshots {
  const names: string[] = [];
  const left: string[] = [];
  let room = MOST - taken;
  for (const { name, bytes } of entries) {
    if (bytes > room) left.push(texts.core.exportAll.noRoom(name));
    else {
      names.push(name);
      room -= bytes;
    }
  }
  return { names, left };
}

/** The snapshots as JSON, one at a time. One that was deleted or damaged meanwhile would spoil the file, and is left out. */
export function* snapshotTexts(
  snapshots: Pick<Snapshots, 'file'>,
  names: readonly string[],
): Iterable<Buffer> {
  for (const name of names) {
    const text = readable(snapshots, name);
    if (text !== null) yield text;
  }
}

function readable(snapshots: Pick<Snapshots, 'file'>, name: string): Buffer | null {
  try {
    const text = Buffer.from(snapshots.file(name).bytes);
    JSON.parse(text.toString('utf8'));
    return text;
  } catch {
    return null;
  }
}
