/** Exports a collection to another program's format, with a report about what that format cannot carry. */
import type { FolderNode } from '../collection/tree.ts';
import { interchange as t } from '../texts/interchange.ts';
import type { ExportFormat, Report } from './model.ts';
import { toCurl } from './to/curl.ts';
import { Exporting, folderOf } from './to/exporting.ts';
import { type Given, givenAway } from './to/giving.ts';
import { toHar } from './to/har.ts';
import { toK6 } from './to/k6.ts';
import { toOpenCollection } from './to/opencollection.ts';
import { toPostman } from './to/postman.ts';

const WRITERS = {
  postman: toPostman,
  har: toHar,
  curl: toCurl,
  opencollection: toOpenCollection,
  k6: toK6,
} as const;

export interface ExportedTree {
  text: string;
  report: Report;
  /** Credentials and secret values of the collection: whoever writes the file looks for them wherever else they may stand. */
  hidden: Pick<Given, 'replaced' | 'values'>;
}

/** @param root of the collection, as it was read from its folder @param name of the collection */
export function exportTree(root: FolderNode, name: string, format: ExportFormat): ExportedTree {
  const damaged: [string, string][] = [];
  const read = folderOf(root, (path, reason) => damaged.push([path, reason]));
  const { folder, taken, ...hidden } = givenAway(read);
  const exporting = new Exporting(taken, format === 'k6');
  const text = WRITERS[format]({ ...folder, name: folder.name === '' ? name : folder.name }, exporting);
  for (const [path, reason] of damaged) exporting.out.lost('file', [path], t.damaged(reason));
  return { text, report: exporting.out.report, hidden };
}
