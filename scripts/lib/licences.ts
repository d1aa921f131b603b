/** The licences of the libraries that the program is made of, for Settings and the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/**
 * The program's own licence, then each library with the text of its licence.
 * @param root the folder of package-lock.json
 * @param only the names of the libraries, if they are not all that the project depends on
 */
export function licencesText(root: string, only?: ReadonlySet<string>): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const libraries = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && dev !== true && (only?.has(nameAt(path)) ?? true),
  );
  const parts = libraries.map(([path, { version = '', license = '' }]) => {
    const name = nameAt(path);
    return `${name} ${version} (${license})\n\n${licenceIn(join(root, path))}`;
  });
  const line = `\n\n${'-'.repeat(72)}\n\n`;
  const own = `TPP Workbench\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
  return `${[own, ...parts.map((part) => part.trim())].join(line)}\n`;
}

const nameAt = (path: string) => path.replace(/^.*node_modules\//, '');

/** Some packages have no file of their own; their licence is named in the heading. Optional ones may not be installed. */
function licenceIn(folder: string): string {
  try {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  } catch {
    return '';
  }
}
