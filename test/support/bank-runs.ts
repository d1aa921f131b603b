/** Runs of collections against the bank of a test file. */
import { expect } from 'vitest';
import { total } from '../../shared/collections/result.ts';
import { useBank } from './bank.ts';
import { type Files, type Ran, runFiles, type RunOptions, targetOf } from './runs.ts';

/** Starts a bank for the file. Whatever happens in a run, every planned step has one result. */
export function useRuns() {
  const own = useBank();
  const ran = async (files: Files, options: RunOptions = {}): Promise<Ran> => {
    const run = await runFiles(files, targetOf(own.bank, own.identity), options);
    expect(run.results).toHaveLength(total(run.counts));
    expect(total(run.counts)).toBe(run.planned);
    return run;
  };
  return { own, ran };
}

export const outcomes = ({ results }: Ran) => results.map(({ outcome }) => outcome);
export const reasons = ({ results }: Ran) => results.map(({ reason }) => reason);
