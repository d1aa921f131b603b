/** `tpp-workbench import --update`: a folder of steps and a newer version of the OpenAPI document that they were made from. */
import { resolve } from 'node:path';
import { HostError } from '../../shared/contract/envelope.ts';
import type { SourceFile } from '../../shared/interchange/model.ts';
import { changeCounts } from '../../shared/interchange/updating/listed.ts';
import type { UpdateItem } from '../../shared/interchange/updating/update.ts';
import { kindOf } from '../../shared/node/plain-files.ts';
import { TreeFiles } from '../core/collections/tree-files.ts';
import { writeAll } from '../core/collections/write-all.ts';
import { type Result, UsageError } from './command.ts';
import { printableLine } from './printable.ts';
import type { Reading } from './reading.ts';

interface Options {
  /** Lists what would change, and writes nothing. */
  isDry: boolean;
  /** Whether the steps of removed operations are deleted. */
  deletes: boolean;
}

/** @throws UsageError if nothing can be updated, or the files cannot be written; then nothing has changed */
export function updateFolder(
  name: string,
  files: readonly SourceFile[],
  { isDry, deletes }: Options,
  read: Reading,
): Result {
  const folder = resolve(name);
  if (kindOf(folder) !== 'folder') throw new UsageError(`${name} is not a folder.`);
  try {
    const { items, writes: all } = read({ kind: 'update', folder, files, deletes });
    if (!isDry) writeAll(new TreeFiles(folder, undefined, true), '', all);
    const counts = changeCounts(items);
    const written = isDry
      ? 'Nothing was written'
      : `${all.length} ${all.length === 1 ? 'file' : 'files'} changed`;
    const summary = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.same} the same`;
    return {
      text: [...items.flatMap(linesOf), '', `${name}: ${summary}. ${written}.`].join('\n'),
      json: {
        folder,
        written: !isDry,
        files: all.map(({ path }) => path),
        counts,
        items: items.map(({ isChosen, ...item }) => ({ ...item, done: isChosen })),
      },
      status: 0,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // A file is damaged, has changed meanwhile, or cannot be written.
    const sentence = error instanceof Error ? error.message : String(error);
    throw new UsageError(error instanceof HostError ? sentence : `${name} cannot be written: ${sentence}`);
  }
}

function linesOf({ change, name, operation, notes, conflicts, isChosen }: UpdateItem): string[] {
  if (change === 'same') return [];
  const left = { added: 'not added', changed: 'left as it is', removed: 'kept' }[change];
  return [
    printableLine(`${change.padEnd(12)} ${name}: ${operation}${isChosen ? '' : ` (${left})`}`),
    ...notes.map((note) => printableLine(`${''.padEnd(12)}   ${note}`)),
    ...conflicts.map((note) => printableLine(`${''.padEnd(12)} ! ${note}`)),
  ];
}
