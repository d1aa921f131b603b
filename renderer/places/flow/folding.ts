/** Left folds the group that a row belongs to, Right opens it, as in a tree. */
import type { KeyboardEvent } from 'react';
import { type Diagram, scaKey } from '../../../shared/flow/diagram.ts';
import { useFlow } from '../../state/flow.ts';

/** Groups that a row can be folded into, the smallest first: its SCA, its dialogue. */
export function groupsOf({ rows, relations }: Diagram, at: number): string[] {
  const row = rows[at];
  if (row === undefined) return [];
  if (row.kind === 'group') return [row.group];
  const sca = relations.scaOf(row.event.seq);
  const dialogue = relations.dialogueOf(row.event.seq);
  return [...(sca === null ? [] : [scaKey(sca)]), ...(dialogue === null ? [] : [dialogue])];
}

export function foldKey(event: KeyboardEvent, diagram: Diagram, at: number): void {
  const row = diagram.rows[at];
  if (row === undefined) return;
  const { fold } = useFlow.getState();
  if (event.key === 'ArrowLeft') {
    const [group] = groupsOf(diagram, at);
    if (group === undefined) return;
    event.preventDefault();
    foldInto(group);
  } else if (event.key === 'ArrowRight' && row.kind === 'group' && row.isFolded) {
    event.preventDefault();
    fold(row.group, false);
  }
}

/** Folds a group and selects its row. */
export function foldInto(group: string): void {
  const { fold, select } = useFlow.getState();
  fold(group, true);
  select(group);
}
