/** The positions of a demonstration: each press of Next goes to the following one. A step has several if the room must see a redirect. */
import type { Action, Demonstration } from './demonstration.ts';

export interface Position {
  /** Of the step, from 0. */
  step: number;
  /** Of the part within the step, from 0. */
  part: number;
  /** Parts of the step. */
  parts: number;
  actions: readonly Action[];
}

/**
 * The parts of a step: an SCA is a part of its own, so that the address that the PSU's browser opens is seen before it, and the one
 * that it comes back to afterwards. A pause ends a part.
 */
export function partsOf(actions: readonly Action[]): Action[][] {
  const parts: Action[][] = [[]];
  for (const action of actions) {
    if (action.sca !== undefined) parts.push([action], []);
    else {
      parts.at(-1)?.push(action);
      if (action.pause !== undefined) parts.push([]);
    }
  }
  const filled = parts.filter((part) => part.length > 0);
  return filled.length === 0 ? [[]] : filled;
}

export function positionsOf({ steps }: Pick<Demonstration, 'steps'>): Position[] {
  return steps.flatMap(({ actions, question }, step) => {
    // A question is asked before its answer is played.
    const parts = [...(question === undefined ? [] : [[]]), ...partsOf(actions)];
    return parts.map((part, at) => ({ step, part: at, parts: parts.length, actions: part }));
  });
}
