/** Finds the spans at some rows without looking at all of them. */
import type { Span } from '../diagram.ts';

/** Rows of one list. */
const ROWS = 64;

export class SpanIndex<S extends Span> {
  private readonly lists = new Map<number, S[]>();

  /** @param spans in the order in which they are to be found */
  constructor(spans: readonly S[]) {
    for (const span of spans)
      for (let list = listOf(span.first); list <= listOf(span.last); list++) {
        const known = this.lists.get(list);
        if (known === undefined) this.lists.set(list, [span]);
        else known.push(span);
      }
  }

  /** The spans with a row from `first` to `last`, both included, each once. */
  between(first: number, last: number): S[] {
    const found = new Set<S>();
    for (let list = listOf(first); list <= listOf(last); list++)
      for (const span of this.lists.get(list) ?? [])
        if (span.last >= first && span.first <= last) found.add(span);
    return [...found];
  }
}

function listOf(row: number): number {
  return Math.floor(row / ROWS);
}
