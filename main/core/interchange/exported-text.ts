/** The file of an export, without secrets. */
import type { FolderNode } from '../../../shared/collections/tree.ts';
import { exportTree } from '../../../shared/interchange/export.ts';
import type { ExportFormat, Report } from '../../../shared/interchange/model.ts';
import { texts } from '../../../shared/texts/texts.ts';
import {
  hasPassage,
  hidden,
  MASK,
  maskedPassages,
  maskedText,
  type Prepared,
  prepared,
} from '../redaction/mask.ts';
import { found } from '../redaction/credentials.ts';

const t = texts.core.interchange;

export interface ExportedText {
  text: string;
  report: Report;
  /** Any other text of the collection, such as a name, without secrets. */
  clean: (text: string) => string;
}

/** Like the name of a variable or member, or a keyword of a format. */
const WORD = /^[A-Za-z_]+$/;
const VARIABLE = /(\{\{[^{}]*\}\})/;
/** A variable whose name was masked. */
const CUT_VARIABLE = new RegExp(String.raw`\{\{[^{}]*${MASK}[^{}]*\}\}|\{\{[^{}]*\{\{`);

/**
 * Masks secrets in the values of the collection. The finished text is only checked, because masking could break its syntax.
 * @param name of the collection @param secrets further values that the file must not contain
 * @returns a sentence if the text contains one of them nevertheless
 */
export function exportedText(
  root: FolderNode,
  name: string,
  format: ExportFormat,
  secrets: readonly string[],
): ExportedText | string {
  let everywhere = prepared([]);
  let inNames = everywhere;
  let isMasked = false;
  const noted = (from: string, to: string) => {
    isMasked ||= from !== to && to.includes(MASK);
    return to;
  };
  const clean = (text: string) => noted(text, maskedValue(text, everywhere));
  const made = exportTree(root, name, format, ({ replaced, values }) => {
    const all = [...hidden([...secrets, ...values]), ...found(replaced)];
    everywhere = prepared(all);
    // With a secret "password", names such as "password" stay.
    inNames = prepared(all.filter(({ real }) => !WORD.test(real)));
    return { text: clean, name: (one) => noted(one, maskedPassages(one, inNames)) };
  });
  if (hasPassage(made.text, inNames)) return t.stillSecret;
  const report = made.report.map((item) => ({
    ...item,
    name: clean(item.name),
    notes: item.notes.map(clean),
  }));
  if (isMasked) report.push({ kind: 'values', name: clean(name), result: 'changed', notes: [t.masked] });
  return { text: made.text, report, clean };
}

/** Masks a text, but not the names of its variables. */
function maskedValue(text: string, secrets: Prepared): string {
  const masked = maskedText(text, secrets);
  if (masked === text || !CUT_VARIABLE.test(masked)) return masked;
  return text
    .split(VARIABLE)
    .map((part) => (VARIABLE.test(part) ? part : maskedText(part, secrets)))
    .join('');
}
