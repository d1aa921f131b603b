/** Exports a collection to another program's format, with a report about what that format cannot carry. */
import type { FolderNode } from '../collections/tree.ts';
import { MAX_PLAN_STEPS } from '../limits.ts';
import { interchange as t } from '../texts/interchange.ts';
import type { ExportFormat, Report } from './model.ts';
import { toCurl } from './to/curl.ts';
import { Exporting } from './to/exporting.ts';
import { plainCollection } from './to/plain.ts';
import { folderOf } from './to/read-tree.ts';
import { redactedCollection, type OwnSecrets } from './to/redacted-collection.ts';
import { toHar } from './to/har.ts';
import type { Masks } from './to/masked-folder.ts';
import { toOpenCollection } from './to/opencollection.ts';
import { toPostman } from './to/postman.ts';
import { BRUNO, type Dialect, POSTMAN } from './to/script.ts';

const WRITERS = {
  postman: toPostman,
  har: toHar,
  curl: toCurl,
  opencollection: toOpenCollection,
} as const;

/** Those that have nothing but requests, which scripts judge. */
const DIALECTS: Partial<Record<ExportFormat, Dialect>> = { postman: POSTMAN, opencollection: BRUNO };

export interface ExportedTree {
  text: string;
  report: Report;
}

const UNMASKED: Masks = { text: (text) => text, name: (name) => name };

/**
 * @param root of the collection, as it was read from its folder
 * @param name of the collection
 * @param masksOf how secrets are masked in its values before they are written
 */
export function exportTree(
  root: FolderNode,
  name: string,
  format: ExportFormat,
  masksOf: (own: OwnSecrets) => Masks = () => UNMASKED,
): ExportedTree {
  const damaged: [string, string][] = [];
  const read = folderOf(root, (path, reason) => damaged.push([path, reason]));
  const named = { ...read, name: read.name === '' ? name : read.name };
  const { folder, taken } = redactedCollection(named, masksOf);
  const dialect = DIALECTS[format];
  const plain = dialect ? plainCollection(folder, dialect) : { folder, told: undefined, isCut: false };
  const exporting = new Exporting(taken, dialect !== undefined, plain.told);
  const text = WRITERS[format](plain.folder, exporting);
  for (const [path, reason] of damaged) exporting.out.lost('file', [path], t.damaged(reason));
  if (plain.isCut) exporting.out.lost('steps', [named.name], t.exportCut(MAX_PLAN_STEPS));
  return { text, report: exporting.out.report };
}
