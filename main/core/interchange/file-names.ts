/** Names of files and folders that every file system accepts, each once, whatever the case of its letters. */
import { COLLECTION_FILE, FOLDER_FILE } from '../../../shared/collections/folder-file.ts';
import { OPERATIONS_FILE } from '../../../shared/collections/operations-file.ts';
import { nameKey } from '../../../shared/name-key.ts';
import { README } from '../collections/file-limits.ts';
import { isDevice, plainName } from '../collections/names.ts';

/** Bytes: a path of several folders must fit into the 260 characters of Windows. */
const LONGEST = 60;

export class FileNames {
  private readonly taken: Set<string>;
  /** The number that a name has had last: a thousand of one name are not counted anew each time. */
  private readonly last = new Map<string, number>();

  /** @param there names that the folder has already */
  constructor(there: readonly string[] = []) {
    this.taken = new Set([README, COLLECTION_FILE, FOLDER_FILE, OPERATIONS_FILE, ...there].map(nameKey));
  }

  /** A name made from a text, different from all names before. */
  next(text: string): string {
    const plain = fitting(text);
    const common = nameKey(plain);
    for (let number = (this.last.get(common) ?? 0) + 1; ; number++) {
      const name = number === 1 ? plain : `${plain} ${number}`;
      const key = nameKey(name);
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      this.last.set(common, number);
      return name;
    }
  }
}

function fitting(text: string): string {
  const name = plainName(text, LONGEST);
  if (name === '') return 'step';
  const dot = name.indexOf('.');
  return isDevice(name) ? (dot < 0 ? `${name}-` : `${name.slice(0, dot)}-${name.slice(dot)}`) : name;
}
