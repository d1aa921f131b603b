/** `--baseline` and `--save-baseline`: compares a run with an earlier one, and saves it for later ones. */
import {
  type Baseline,
  baselineSchema,
  baselineStep,
  type Change,
  changesBetween,
  keyOf,
  learntFrom,
} from '../../../shared/collections/baseline.ts';
import { mayBeSlow } from '../../../shared/collections/json-path.ts';
import { everyItem, type PlannedItem } from '../../../shared/collections/plan.ts';
import type { StepResult } from '../../../shared/collections/result.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { FollowsPaths } from '../../core/history/bodies/body-queries.ts';
import { readJson, UsageError } from '../command.ts';
import { printableLine } from '../printable.ts';
import { writeReport } from '../output-files.ts';

export class Comparing {
  private readonly before: Baseline | null;
  private readonly save: string | null;
  private readonly volatile: ReadonlyMap<string, readonly string[]>;
  private readonly steps = new Map<string, Baseline['steps'][string]>();
  private readonly queries: FollowsPaths;
  private pending = Promise.resolve();

  /** @param files to compare with, and to write @throws UsageError if the first cannot be read */
  constructor(
    { baseline, save }: { baseline: string | undefined; save: string | undefined },
    items: readonly PlannedItem[],
    queries: FollowsPaths,
  ) {
    this.queries = queries;
    this.before = baseline === undefined ? null : readBaseline(baseline);
    this.save = save ?? null;
    this.volatile = new Map(
      [...everyItem(items)].map((item) => [
        item.path,
        'damage' in item ? [] : item.around.flatMap(({ settings }) => settings.volatile),
      ]),
    );
  }

  result(result: StepResult, exchange: Exchange | null): void {
    if (this.before === null && this.save === null) return;
    const volatile = this.volatile.get(result.path) ?? [];
    const body = exchange?.response?.body ?? null;
    this.pending = this.pending.then(async () => {
      const places = await this.queries.places(body ?? '', body === null ? [] : volatile.filter(mayBeSlow));
      this.steps.set(keyOf(result), baselineStep(result, body, volatile, places));
    });
  }

  /** @returns what has changed; null without a baseline @throws UsageError if the new baseline cannot be written */
  async end(name: string): Promise<Change[] | null> {
    await this.pending;
    const after: Baseline = {
      version: 1,
      name,
      steps: Object.fromEntries(this.steps),
      learnt: this.before?.learnt ?? {},
    };
    const changes = this.before === null ? null : changesBetween(this.before, after);
    const isWhole = Object.values(after.steps).every(({ outcome }) => outcome !== 'not-run');
    if (this.save !== null && !isWhole)
      throw new UsageError(`The run did not reach its end, so ${this.save} is not written.`);
    const next = this.before === null ? after : learntFrom(this.before, after);
    if (this.save !== null) writeReport(this.save, `${JSON.stringify(next, null, 2)}\n`);
    return changes;
  }
}

export function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing has changed since the baseline.';
  const lines = changes.map(({ step, text }) => printableLine(`  ${step}: ${text}`));
  return [
    `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} since the baseline:`,
    ...lines,
  ].join('\n');
}

function readBaseline(file: string): Baseline {
  const { name, json } = readJson(file);
  const read = baselineSchema.safeParse(json);
  if (!read.success) throw new UsageError(`${name} is not a baseline. Write one with --save-baseline.`);
  return read.data;
}
