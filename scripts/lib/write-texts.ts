/** Writes texts as files, with the folders that they need. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param texts by their path below the folder */
export function writeTexts(folder: string, texts: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
