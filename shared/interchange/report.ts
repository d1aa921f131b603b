/** Writes the report about an import or export, item by item. */
import type { Assertion } from '../collections/assertion.ts';
import { nameOfSource } from '../collections/source.ts';
import type { Report, ReportItem } from './model.ts';

/** One item of the report while it is being written. */
export class Entry {
  readonly item: ReportItem;
  /** Those of the item: a body may have a secret on each of its lines. */
  private readonly noted = new Set<string>();

  constructor(item: ReportItem) {
    this.item = item;
  }

  /** Something about the item is different from the source. */
  changed(note: string): void {
    if (this.item.result === 'carried') this.item.result = 'changed';
    this.note(note);
  }

  lost(why: string): void {
    this.item.result = 'not carried';
    this.note(why);
  }

  private note(note: string): void {
    if (this.noted.has(note)) return;
    this.noted.add(note);
    this.item.notes.push(note);
  }
}

export class ReportWriter {
  readonly report: Report = [];

  /** A new item, carried as it is unless something is said about it. */
  item(kind: string, names: readonly string[]): Entry {
    const item: ReportItem = { kind, name: names.map(shown).join(' / '), result: 'carried', notes: [] };
    this.report.push(item);
    return new Entry(item);
  }

  /** Of something that is not in the source. */
  unlisted(): Entry {
    return new Entry({ kind: '', name: '', result: 'carried', notes: [] });
  }

  lost(kind: string, names: readonly string[], why: string): void {
    this.item(kind, names).lost(why);
  }
}

/** In characters, of a name or of a part of the source in a sentence. */
const LONGEST = 200;

/** A text of the source as a part of one line. */
export function shown(text: string): string {
  const line = text
    .slice(0, LONGEST * 10)
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
  return (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line).toWellFormed();
}

/** An assertion as a sentence names it. */
export function wordsOf({ that, must }: Assertion): string {
  return `${nameOfSource(that)} ${must.is}`;
}
