/** How much one run does, so that neither loops in loops nor rows without end take the machine. */
import { PlanError, type PlannedItem } from '../../../shared/collection/plan.ts';
import type { StepResult } from '../../../shared/collection/result.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { shortened, shortener } from '../masking/shown.ts';

/** Results of one run. */
export const MOST_RESULTS = 1_000_000;

/** Characters of all results of one run: a million ordinary ones have about as many. */
export const MOST_KEPT = 512 * 1024 * 1024;

/** Tags of a step that its results have. */
const MOST_TAGS = 50;

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

/** The parts of a result that a collection decides on, so short that a page of results has room. Only for texts that are masked. */
export function small<T extends Pick<StepResult, 'line' | 'reason' | 'tags' | 'turn'>>(result: T): T {
  const { line, reason, tags, turn } = result;
  return {
    ...result,
    line: shortened(line),
    reason: reason === null ? null : shortened(reason),
    tags: tags.slice(0, MOST_TAGS).map(shortened),
    turn: turn === null ? null : shortened(turn),
  };
}

/** A result as short as a run makes it, and its names as short as its values: the window draws all of it, and anybody may have written it. */
export function shownResult<T extends StepResult>(result: T): T {
  const { reason, assertions, kept, used } = result;
  const short = shortener();
  return {
    ...small(result),
    reason: reason === null ? null : short(reason),
    assertions: assertions.map((one) => ({ ...one, text: short(one.text) })),
    kept: kept.map(({ name, value }) => ({ name: short(name), value: short(value) })),
    used: used.map(({ name, from, value, ...one }) => ({
      ...one,
      name: short(name),
      from: from === null ? null : short(from),
      value: short(value),
    })),
  };
}

/** Characters of a result that is shown as it was stored: more than a run makes. */
const LONGEST_STORED = 200_000;

/** A result as it was stored, unless it is one that no run has made. */
export function boundedResult<T extends StepResult>(result: T): T {
  return sizeOf(result) > LONGEST_STORED ? shownResult(result) : result;
}

/** Characters of a result, roughly: its texts, and what stands around them. */
export function sizeOf({ path, name, line, reason, tags, turn, assertions, kept, used }: StepResult): number {
  let size = AROUND + path.length + name.length + line.length + (reason?.length ?? 0) + (turn?.length ?? 0);
  for (const tag of tags) size += tag.length;
  for (const { text } of assertions) size += AROUND_EACH + text.length;
  for (const one of kept) size += AROUND_EACH + one.name.length + one.value.length;
  for (const one of used) size += AROUND_EACH + one.name.length + one.value.length + (one.from?.length ?? 0);
  return size;
}
const AROUND = 300;
const AROUND_EACH = 50;
