/** A report cut to what a window can show. A file of 64 MB may have a million items. */
import { z } from 'zod';
import { countsOf, type ImportedEnvironment, type Report, RESULTS } from './model.ts';

/** Items, sentences of one item, and characters of one sentence. */
const [MOST, NOTES, LONGEST] = [20_000, 20, 600];
/** Characters of all sentences. */
const ALL = 4_000_000;

export const listedReportSchema = z.object({
  /** The first items of the source. */
  items: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      result: z.enum(RESULTS),
      notes: z.array(z.string()),
    }),
  ),
  /** Of all items. */
  counts: z.record(z.enum(RESULTS), z.number()),
  /** How many items are not listed. */
  more: z.number(),
});
export type ListedReport = z.infer<typeof listedReportSchema>;

/** An environment that an import makes, and what its variables are called. */
export const listedEnvironmentSchema = z.object({
  name: z.string(),
  /** Null if it is not known. */
  baseUrl: z.string().nullable(),
  variables: z.array(z.string()),
  /** Those without a value. */
  secrets: z.array(z.string()),
});
export type ListedEnvironment = z.infer<typeof listedEnvironmentSchema>;

export function listedEnvironment({ variables, ...rest }: ImportedEnvironment): ListedEnvironment {
  return { ...rest, variables: Object.keys(variables) };
}

export function listedReport(report: Report): ListedReport {
  const items: ListedReport['items'] = [];
  let left = ALL;
  for (const item of report) {
    const notes = fewNotes(item.notes);
    left -= notes.join('').length;
    if (items.length === MOST || left < 0) break;
    items.push({ ...item, kind: shortened(item.kind), name: shortened(item.name), notes });
  }
  return { items, counts: countsOf(report), more: report.length - items.length };
}

/** Sentences cut to what a list can show of one item. */
export function fewNotes(notes: readonly string[]): string[] {
  const few = notes.slice(0, NOTES).map(shortened);
  return notes.length > NOTES ? [...few, '…'] : few;
}

/** A text cut to what a list can show. */
export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}
