/** The interface of reporters. The order of calls is begin, results, end. */
import { posix } from 'node:path';
import {
  type Counts,
  type StepResult,
  OUTCOMES,
  type OutcomeName,
} from '../../../../shared/collections/result.ts';
import type { Exchange } from '../../../../shared/contract/exchange.ts';

export interface RunInfo {
  name: string;
  /** The root of the run from that of its repository, with `/`; '' if it is the same. */
  folder: string;
  bank: string;
  version: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

export interface RunSummary extends RunInfo {
  counts: Counts;
  planned: number;
  /** Milliseconds. */
  duration: number;
}

export function statusOf({ counts }: Pick<RunSummary, 'counts'>): 0 | 1 {
  return counts.failed > 0 || counts['not-run'] > 0 ? 1 : 0;
}

export interface Reporter {
  begin: (info: RunInfo) => void;
  planned?: (steps: number) => void;
  /** @param exchange the step's last, masked; null for a step without requests */
  result: (result: StepResult, exchange: Exchange | null) => void;
  end: (summary: RunSummary) => void;
}

export type Write = (text: string) => void;

const NAMES: Readonly<Record<OutcomeName, string>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'with warnings',
  skipped: 'skipped',
  'not-run': 'not run',
};

/** `12 passed, 1 failed, …`, with every outcome. */
export function countsText(counts: Counts): string {
  return OUTCOMES.map((outcome) => `${counts[outcome]} ${NAMES[outcome]}`).join(', ');
}

/** Where a step is written, from the root of the repository; null if unknown. */
export function placeIn(
  { folder }: Pick<RunInfo, 'folder'>,
  { place }: Pick<StepResult, 'place'>,
): StepResult['place'] {
  return place && { ...place, file: posix.join(folder, place.file) };
}

/** The step's name, with the turn of its loop. */
export function titleOf({ name, turn }: StepResult): string {
  return turn === null ? name : `${name} (${turn})`;
}

/** The same with the row, where results are not grouped by rows. */
export function titleWithRow(result: StepResult): string {
  return `${result.row === null ? '' : `${result.iteration}: `}${titleOf(result)}`;
}

/** The headline of a row; null without data. */
export function rowTitle({ iteration, row }: StepResult): string | null {
  return row === null ? null : `Row ${iteration}: ${row}`;
}
