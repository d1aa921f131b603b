/** The file of an export, without anything that must not be given away. */
import type { FolderNode } from '../../../shared/collection/tree.ts';
import { exportTree } from '../../../shared/interchange/export.ts';
import type { ExportFormat, Report } from '../../../shared/interchange/model.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { hidden, MASK, maskedText, prepared } from '../masking/mask.ts';
import { found } from '../masking/without-credentials.ts';

const t = texts.core.interchange;

export interface ExportedText {
  text: string;
  report: Report;
  /** Any other text of the collection, such as a name, without secrets. */
  clean: (text: string) => string;
}

/** @param name of the collection @param secrets further values of which the file has nothing */
export function exportedText(
  root: FolderNode,
  name: string,
  format: ExportFormat,
  secrets: readonly string[],
): ExportedText {
  const made = exportTree(root, name, format);
  const { replaced, values } = made.hidden;
  // A secret may also stand in names, assertions and documentation, and under names that do not say so.
  const forms = prepared([...hidden([...secrets, ...values]), ...found(replaced)]);
  const clean = (one: string) => maskedText(one, forms);
  const report = made.report.map((item) => ({
    ...item,
    name: clean(item.name),
    notes: item.notes.map(clean),
  }));
  const text = clean(made.text);
  if (text.includes(MASK))
    report.push({ kind: 'values', name: clean(name), result: 'changed', notes: [t.masked] });
  return { text, report, clean };
}
