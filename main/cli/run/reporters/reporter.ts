/** What a reporter of a run is told, in this order: begin, every result, end. */
import type { Shard } from '../../../../shared/collections/shard.ts';
import {
  type Counts,
  type StepResult,
  OUTCOMES,
  type OutcomeName,
} from '../../../../shared/collections/result.ts';
import type { Exchange } from '../../../../shared/contract/exchange.ts';

export interface RunInfo {
  /** Name of the collection or folder. */
  name: string;
  bank: string;
  /** Version of this program. */
  version: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Which part of a run that is divided over several machines; null for a whole run. */
  shard: RunShard | null;
}

export interface RunShard extends Shard {
  /** The same for all shards of a run. */
  plan: string;
}

export interface RunSummary extends RunInfo {
  counts: Counts;
  /** The sum of all outcomes. */
  planned: number;
  /** Milliseconds. */
  duration: number;
}

/** The exit status of a run. */
export function statusOf({ counts }: Pick<RunSummary, 'counts'>): 0 | 1 {
  return counts.failed > 0 || counts['not-run'] > 0 ? 1 : 0;
}

export interface Reporter {
  begin: (info: RunInfo) => void;
  /** How many steps are planned so far. */
  planned: (steps: number) => void;
  /** @param exchange of the step's last request, without secrets; null for a step without one */
  result: (result: StepResult, exchange: Exchange | null) => void;
  /** Writes what is left. */
  end: (summary: RunSummary) => void;
}

/** Where a reporter writes: a file, or standard output. */
export type Write = (text: string) => void;

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
