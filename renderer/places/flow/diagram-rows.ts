/** The rows of the diagram and of the list: their sentences, selection and folding. */
import type { KeyboardEvent } from 'react';
import { type Diagram, type Row, scaKey } from '../../../shared/flow/diagram.ts';
import { sentenceOf } from '../../../shared/flow/sentence.ts';
import { keyOf, rowAt, useFlow } from '../../state/flow.ts';

/** What both views pass to `EventWindow`. */
export function useDiagramRows(diagram: Diagram) {
  const { selected, select } = useFlow();
  const { rows } = diagram;
  return {
    rows: rows.length,
    selected: rowAt(diagram, selected),
    onSelect: (at: number) => {
      const row = rows[at];
      if (row) select(keyOf(row));
    },
    sentence: (at: number) => sentenceAt(rows[at]),
    keyOf: (at: number) => {
      const row = rows[at];
      return row === undefined ? at : keyOf(row);
    },
    isOpen: (at: number) => {
      const row = rows[at];
      return row?.kind === 'group' ? !row.isFolded : undefined;
    },
    onKey: (event: KeyboardEvent, at: number) => foldKey(event, diagram, at),
  };
}

/** Sentences by row, because scrolling renders each many times. */
const SENTENCES = new WeakMap<Row, string>();

function sentenceAt(row: Row | undefined): string {
  if (row === undefined) return '';
  const sentence = SENTENCES.get(row) ?? (row.kind === 'event' ? sentenceOf(row.event) : row.text);
  SENTENCES.set(row, sentence);
  return sentence;
}

/** Groups that a row can be folded into, the smallest first: its SCA, its dialogue. */
export function groupsOf({ rows, relations }: Diagram, at: number): string[] {
  const row = rows[at];
  if (row === undefined) return [];
  if (row.kind === 'group') return [row.group];
  const sca = relations.scaOf(row.event.seq);
  const dialogue = relations.dialogueOf(row.event.seq);
  return [...(sca === null ? [] : [scaKey(sca)]), ...(dialogue === null ? [] : [dialogue])];
}

/** The key of the payment, basket or consent that a row is about; null for none, and for a group. */
export function dialogueOf({ relations }: Diagram, row: Row | undefined): string | null {
  return row?.kind === 'event' ? relations.dialogueOf(row.event.seq) : null;
}

/** Left folds the group of a row, Right opens it, as in a tree. */
function foldKey(event: KeyboardEvent, diagram: Diagram, at: number): void {
  const row = diagram.rows[at];
  if (event.key === 'ArrowLeft') {
    const [group] = groupsOf(diagram, at);
    if (group === undefined) return;
    event.preventDefault();
    foldInto(group);
  } else if (event.key === 'ArrowRight' && row?.kind === 'group' && row.isFolded) {
    event.preventDefault();
    useFlow.getState().fold(row.group, false);
  }
}

/** Folds a group and selects its row. */
export function foldInto(group: string): void {
  const { fold, select } = useFlow.getState();
  fold(group, true);
  select(group);
}
