/** The file of an export, without anything that must not be given away. */
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

/** What looks like the name of a variable, a member or a word of a format. */
const WORD = /^[A-Za-z_]+$/;
const VARIABLE = /(\{\{[^{}]*\}\})/;
/** What is left of a variable whose name was taken for a secret. */
const CUT_VARIABLE = new RegExp(String.raw`\{\{[^{}]*${MASK}[^{}]*\}\}|\{\{[^{}]*\{\{`);

/**
 * Secrets are masked in the values of the collection. The finished text is only looked at, because whatever is cut out of it may be
 * syntax of the format.
 * @param name of the collection @param secrets further values of which the file has nothing
 * @returns a sentence if the text would have one of them nevertheless
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
    // "password" with the value "password": names like it are no secret, and files say nothing without them.
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

/** The variables in a text stay, so that it still says which they are. */
function maskedValue(text: string, secrets: Prepared): string {
  const masked = maskedText(text, secrets);
  if (masked === text || !CUT_VARIABLE.test(masked)) return masked;
  return text
    .split(VARIABLE)
    .map((part) => (VARIABLE.test(part) ? part : maskedText(part, secrets)))
    .join('');
}
