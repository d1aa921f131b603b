/** Names of files and folders that every file system accepts, each once, whatever the case of its letters. */

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Bytes: a path of several folders must fit into the 260 characters of Windows. */
const LONGEST = 60;

export class FileNames {
  private readonly taken = new Set(['readme.md', 'collection.json', 'folder.json']);

  /** A name made from a text, different from all names before. */
  next(text: string): string {
    const plain = fitting(text);
    for (let number = 1; ; number++) {
      const name = number === 1 ? plain : `${plain} ${number}`;
      const key = name.normalize('NFC').toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return name;
    }
  }
}

function fitting(text: string): string {
  let bytes = 0;
  const name = Array.from(
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N} ._()+-]+/gu, '-'),
  )
    .filter((character) => (bytes += Buffer.byteLength(character)) <= LONGEST)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  if (name === '') return 'step';
  return DEVICE.test(name) ? `${name.split('.', 1)[0]}-${name.slice(name.split('.', 1)[0]?.length)}` : name;
}
