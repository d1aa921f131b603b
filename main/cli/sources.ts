/** The files that a command reads as they are given: documents and collections of others. */
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { SourceFile } from '../../shared/interchange/model.ts';
import { decoded } from '../../shared/node/plain-files.ts';
import { readSources } from '../core/interchange/read-sources.ts';
import { orUsageError, readInput } from './command.ts';

/** @param names of files and folders, or `-` for standard input @returns files whose paths begin at the folder around all of them @throws UsageError */
export function sourcesAt(names: readonly string[]): SourceFile[] {
  const folders = names.filter((name) => name !== '-').map((name) => dirname(resolve(name)));
  let around = folders[0] ?? '';
  const isIn = (folder: string) => folder === around || folder.startsWith(join(around, sep));
  // Two drives of Windows have no folder around them.
  while (!folders.every(isIn) && around !== dirname(around)) around = dirname(around);
  return names.flatMap((name) => {
    if (name === '-') return [{ path: 'standard input', bytes: readInput('-').bytes }];
    const folder = relative(around, dirname(resolve(name)));
    return orUsageError(`${name} cannot be read`, () =>
      readSources(name).map(({ path, bytes }) => ({
        path: join(folder, path).split(sep).join('/'),
        bytes: decoded(Buffer.from(bytes)),
      })),
    );
  });
}
