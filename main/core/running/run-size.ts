/** How much one run does, so that neither loops in loops nor rows without end take the machine. */
import { PlanError, type PlannedItem } from '../../../shared/collection/plan.ts';
import { texts } from '../../../shared/texts/texts.ts';

/** Results of one run. */
export const MOST_RESULTS = 1_000_000;

/** Every step that has a result of its own: one that includes others has none. */
export function countOf(items: readonly PlannedItem[]): number {
  return items.reduce((sum, item) => sum + stepsOf(item), 0);
}

export const stepsOf = (item: PlannedItem): number =>
  'damage' in item || item.included === null ? 1 : countOf(item.included);

/** @param rows null for one iteration without data @throws PlanError if a run of them has too many results */
export function checkSize(items: readonly PlannedItem[], rows: readonly unknown[] | null): void {
  const results = countOf(items) * (rows?.length ?? 1);
  if (results > MOST_RESULTS) throw new PlanError(texts.running.tooMany(results, MOST_RESULTS));
}

/** What loops can still add to a run. */
export class Budget {
  private left: number;

  /** @param left results */
  constructor(left: number) {
    this.left = left;
  }

  /** @returns false if the turns of a loop are too many for what is left. A turn without a step counts too: it takes time */
  take(turns: number, stepsOfOne: number): boolean {
    const wanted = turns * Math.max(1, stepsOfOne);
    if (wanted > this.left) return false;
    this.left -= wanted;
    return true;
  }
}
