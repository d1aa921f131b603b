/** Results in words that several reporters share. */
import {
  type Counts,
  OUTCOMES,
  type OutcomeName,
  type StepResult,
} from '../../../../shared/collections/result.ts';
import type { RunInfo } from './reporter.ts';

const NAMES: Readonly<Record<OutcomeName, string>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'with warnings',
  skipped: 'skipped',
  'not-run': 'not run',
};

/** `12 passed, 1 failed, …`: every outcome, so that the sum can be checked. */
export function countsText(counts: Counts): string {
  return OUTCOMES.map((outcome) => `${counts[outcome]} ${NAMES[outcome]}`).join(', ');
}

/** What has run: the collection, and which part of it. */
export function nameOfRun({ name, shard }: Pick<RunInfo, 'name' | 'shard'>): string {
  return shard === null ? name : `${name}, shard ${shard.number} of ${shard.of}`;
}

/** The step's name, with the iteration and the turn of its loop if there are several. */
export function titleOf({ name, iteration, turn }: StepResult, iterations: boolean): string {
  return [iterations ? `${iteration}: ` : '', name, turn === null ? '' : ` (${turn})`].join('');
}
