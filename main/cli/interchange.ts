/** `tpp-workbench import` and `tpp-workbench export`. */
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { treeOf } from '../../shared/collections/tree.ts';
import {
  countsOf,
  type ExportFormat,
  EXPORTS,
  type Format,
  FORMATS,
  isEmpty,
  type Report,
  type SourceFile,
} from '../../shared/interchange/model.ts';
import { brunoFiles } from '../../shared/interchange/to/bruno-folder.ts';
import { listed } from '../core/collections/listing.ts';
import { exportedText } from '../core/interchange/exported-text.ts';
import { FolderInUse, writeCollection, writeTexts } from '../core/interchange/write-collection.ts';
import {
  type Command,
  messageOf,
  orUsageError,
  readArgs,
  UsageError,
  type Result,
  strings,
} from './command.ts';
import { writeOutFile } from './output-files.ts';
import { orShipped } from './own-files.ts';
import { printableLine } from './printable.ts';
import { readApart, type Reading } from './reading.ts';
import { sourcesAt } from './sources.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import { changeCounts } from '../../shared/interchange/updating/listed.ts';
import type { UpdateItem } from '../../shared/interchange/updating/update.ts';
import { kindOf } from '../../shared/node/plain-files.ts';
import { TreeFiles } from '../core/collections/tree-files.ts';
import { writeAll } from '../core/collections/write-all.ts';

export const importing = (read: Reading): Command => ({
  help: `import FILE… --out FOLDER | --update FOLDER [options] [--json]   make a collection of files of other programs, or update it
  FILE                   Postman 2.1, OpenAPI 3, HAR, curl, Insomnia, OpenCollection: a file, - for standard input, or a folder
                         of a Bruno collection, or of an OpenAPI document in several files
  --out FOLDER           the new folder of the collection
  --from FORMAT          ${FORMATS.join(', ')}; recognised if left out
  --update FOLDER        instead of --out: a folder that was made from an earlier version of an OpenAPI document. New operations
                         become steps, and requests are renewed. Names, groups, tests and what you have changed stay
  --dry-run              only lists what --update would change
  --delete-removed       also deletes the steps of operations that the newer document does not have`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('out', 'from', 'update'),
      'dry-run': { type: 'boolean' },
      'delete-removed': { type: 'boolean' },
    });
    const { out, update } = values;
    if (positionals.length === 0) throw new UsageError('Give the files to import.');
    const options = { isDry: values['dry-run'] === true, deletes: values['delete-removed'] === true };
    if (update !== undefined) {
      if (out !== undefined) throw new UsageError('Give either --out or --update.');
      if ((values.from ?? 'openapi') !== 'openapi')
        throw new UsageError('Only an OpenAPI document can update a folder: leave out --from.');
      return updateFolder(update, sourcesAt(positionals), options, read);
    }
    if (options.isDry || options.deletes)
      throw new UsageError('--dry-run and --delete-removed need --update FOLDER.');
    if (out === undefined) throw new UsageError('Give the folder of the new collection: --out FOLDER.');
    const from = oneOf(FORMATS, values.from ?? null, '--from');
    const files = sourcesAt(positionals);
    const imported = await read({ kind: 'import', files, from });
    const { tree, environments, report, formats } = imported;
    if (isEmpty(imported)) throw new UsageError(`Nothing was imported.\n${linesOf(report).join('\n')}`);
    const count = written(() => writeCollection(out, tree, environments), out);
    return {
      text: [...linesOf(report), '', `${out}: ${count} files. ${summaryOf(report)}`].join('\n'),
      json: { folder: resolve(out), formats, files: count, counts: countsOf(report), report },
      status: 0,
    };
  },
});

export const importCommand = importing(readApart);

export const exportCommand: Command = {
  help: `export FOLDER --to FORMAT --out FILE [--overwrite] [--json]   write a collection for another program
  --to FORMAT            ${EXPORTS.join(', ')}
  --out FILE             the new file; for opencollection a new folder, which bru runs
  --overwrite            replace the file if it exists`,
  run: (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('to', 'out'),
      overwrite: { type: 'boolean' },
    });
    const [given, ...more] = positionals;
    const { out } = values;
    if (given === undefined || more.length > 0) throw new UsageError('Give one folder of a collection.');
    const to = oneOf(EXPORTS, values.to ?? null, '--to');
    if (to === null) throw new UsageError(`Give the format: --to ${EXPORTS.join(', --to ')}.`);
    if (out === undefined) throw new UsageError('Give the new file: --out FILE.');
    const folder = orShipped(given);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${folder} is not a folder.`);
    const isFolder = to === 'opencollection';
    if (existsSync(out) && values.overwrite !== true && !isFolder)
      throw new UsageError(`${out} exists already. Choose another file, or add --overwrite.`);
    const { text, report } = exportFolder(folder, to);
    written(() => (isFolder ? writeTexts(out, brunoFiles(text)) : writeOutFile(out, text)), out);
    return {
      text: [...linesOf(report), '', `${out}: ${summaryOf(report)}`].join('\n'),
      json: { file: resolve(out), format: to, counts: countsOf(report), report },
      status: 0,
    };
  },
};

/** @throws UsageError if there is no collection, or a secret would be in the file */
function exportFolder(folder: string, to: ExportFormat): { text: string; report: Report } {
  const listing = listed(resolve(folder));
  if (listing.entries.length === 0) {
    const damages = listing.folders.flatMap(({ path, damage }) =>
      damage === null ? [] : [`${path}: ${damage}`],
    );
    throw new UsageError([`${folder} has no steps of a collection.`, ...damages].join('\n'));
  }
  const made = exportedText(treeOf(listing), basename(resolve(folder)), to, []);
  if (typeof made === 'string') throw new UsageError(made);
  return made;
}

/** @throws UsageError */
function oneOf<T extends Format | ExportFormat>(
  formats: readonly T[],
  name: string | null,
  option: string,
): T | null {
  if (name === null) return null;
  const format = formats.find((one) => one === name);
  if (format === undefined) throw new UsageError(`${option} must be ${formats.join(', ')}, not "${name}".`);
  return format;
}

/** @throws UsageError if the files cannot be written */
function written<T>(write: () => T, where: string): T {
  return orUsageError(`${where} cannot be written`, () => {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      throw new UsageError(`${where} exists already and is not an empty folder. Choose another folder.`);
    }
  });
}

function linesOf(report: Report): string[] {
  return report.flatMap(({ kind, name, result, notes }) => [
    printableLine(`${result.padEnd(12)} ${kind} ${name}`.trimEnd()),
    ...notes.map((note) => printableLine(`${''.padEnd(12)}   ${note}`)),
  ]);
}

function summaryOf(report: Report): string {
  const counts = countsOf(report);
  return `${counts.carried} carried over, ${counts.changed} changed, ${counts['not carried']} not carried over.`;
}

interface UpdateOptions {
  isDry: boolean;
  /** Whether the steps of removed operations are deleted. */
  deletes: boolean;
}

/** Updates a folder from a newer OpenAPI document, completely or not at all. @throws UsageError if that fails */
async function updateFolder(
  name: string,
  files: readonly SourceFile[],
  { isDry, deletes }: UpdateOptions,
  read: Reading,
): Promise<Result> {
  const folder = resolve(name);
  if (kindOf(folder) !== 'folder') throw new UsageError(`${name} is not a folder.`);
  try {
    const { items, writes: all } = await read({ kind: 'plan-update', folder, files, deletes });
    if (!isDry) writeAll(new TreeFiles(folder, undefined, true), '', all);
    const counts = changeCounts(items);
    const written = isDry
      ? 'Nothing was written'
      : `${all.length} ${all.length === 1 ? 'file' : 'files'} changed`;
    const summary = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.same} the same`;
    return {
      text: [...items.flatMap(reportLines), '', `${name}: ${summary}. ${written}.`].join('\n'),
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
    // A file is damaged, has changed in the meantime, or cannot be written.
    const problem = error instanceof HostError ? '' : `${name} cannot be written: `;
    throw new UsageError(problem + messageOf(error));
  }
}

function reportLines({ change, name, operation, notes, conflicts, isChosen }: UpdateItem): string[] {
  if (change === 'same') return [];
  const left = { added: 'not added', changed: 'left as it is', removed: 'kept' }[change];
  return [
    printableLine(`${change.padEnd(12)} ${name}: ${operation}${isChosen ? '' : ` (${left})`}`),
    ...notes.map((note) => printableLine(`${''.padEnd(12)}   ${note}`)),
    ...conflicts.map((note) => printableLine(`${''.padEnd(12)} ! ${note}`)),
  ];
}
