/** The licences of the libraries that a program is made of, for Settings and the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from './libraries.ts';

/** The program's own licence, then each library with the text of its licence. @param root the folder of package-lock.json */
export function licencesText(root: string, libraries: readonly Library[]): string {
  const parts = libraries.map(
    ({ name, version, licence, path }) => `${name} ${version} (${licence})\n\n${licenceIn(join(root, path))}`,
  );
  const line = `\n\n${'-'.repeat(72)}\n\n`;
  const own = `TPP Workbench\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
  return `${[own, ...parts.map((part) => part.trim())].join(line)}\n`;
}

/** Some packages have no file of their own; their licence is named in the heading. */
function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
}
