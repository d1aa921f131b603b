/** A run that later runs are compared with: the outcome of each step, and the values of its response. */
import { z } from 'zod';
import { baselineValues } from './baseline-values.ts';
import type { Places } from './json-path.ts';
import { namedRecord } from './named-record.ts';
import { OUTCOMES, type StepResult } from './result.ts';
import { ownValue } from '../own-value.ts';

const stepSchema = z.object({
  outcome: z.enum(OUTCOMES),
  status: z.number().nullable(),
  /** Values of the body by their JSONPaths, as JSON. */
  values: z.record(z.string(), z.string()),
});
type BaselineStep = z.infer<typeof stepSchema>;

export const baselineSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  /** By the path of the step, its iteration and its turn. */
  steps: namedRecord(stepSchema),
  /** Paths of values that differed between two runs, by the path of the step; `[*]` stands for any position in a list. */
  learnt: namedRecord(z.array(z.string())),
});
export type Baseline = z.infer<typeof baselineSchema>;

export interface Change {
  /** Name of the step as reports show it, and its path. */
  step: string;
  /** One line. */
  text: string;
}

export function keyOf({ path, iteration, turn }: Pick<StepResult, 'path' | 'iteration' | 'turn'>): string {
  return [path, ...(iteration === 1 ? [] : [`row ${iteration}`]), ...(turn === null ? [] : [turn])].join(
    ' · ',
  );
}

/**
 * What is kept of a step.
 * @param body of its response; null if there is none
 * @param volatile JSONPaths of values to leave out @param known where they lead, if that is known already
 */
export function baselineStep(
  { outcome, status }: Pick<StepResult, 'outcome' | 'status'>,
  body: string | null,
  volatile: readonly string[],
  known?: Places,
): BaselineStep {
  return { outcome, status, values: Object.fromEntries(baselineValues(body, volatile, known)) };
}

/** What differs, in the order of the later run. Values that are known to be volatile are left out. */
export function changesBetween(before: Baseline, after: Baseline): Change[] {
  const changes: Change[] = [];
  for (const [step, now] of Object.entries(after.steps)) {
    const then = ownValue(before.steps, step);
    const learnt = new Set([before, after].flatMap((one) => ownValue(one.learnt, pathOf(step)) ?? []));
    if (then === undefined) changes.push({ step, text: `is new: ${now.outcome}` });
    else for (const text of differences(then, now, learnt)) changes.push({ step, text });
  }
  for (const step of Object.keys(before.steps))
    if (!Object.hasOwn(after.steps, step)) changes.push({ step, text: 'is no longer run' });
  return changes;
}

/** The later run as a baseline that knows every value that differs between both as volatile. */
export function learntFrom(before: Baseline, after: Baseline): Baseline {
  const learnt = new Map<string, Set<string>>();
  for (const [path, known] of [...Object.entries(before.learnt), ...Object.entries(after.learnt)])
    learnt.set(path, new Set([...(learnt.get(path) ?? []), ...known]));
  for (const [step, now] of Object.entries(after.steps)) {
    const then = ownValue(before.steps, step);
    const changed = then === undefined ? [] : changedPaths(then, now);
    const known = learnt.get(pathOf(step)) ?? new Set();
    for (const path of changed) known.add(anywhere(path));
    if (known.size > 0) learnt.set(pathOf(step), known);
  }
  return {
    ...after,
    learnt: Object.fromEntries([...learnt].map(([path, known]) => [path, [...known].sort()])),
  };
}

function differences(then: BaselineStep, now: BaselineStep, learnt: ReadonlySet<string>): string[] {
  const texts: string[] = [];
  if (then.outcome !== now.outcome) texts.push(`was ${then.outcome}, is ${now.outcome}`);
  if (then.status !== now.status)
    texts.push(`status was ${then.status ?? 'none'}, is ${now.status ?? 'none'}`);
  for (const path of changedPaths(then, now).filter((one) => !learnt.has(anywhere(one)))) {
    const [old, value] = [ownValue(then.values, path), ownValue(now.values, path)];
    if (old === undefined) texts.push(`${path} is new: ${shown(value ?? '')}`);
    else
      texts.push(
        value === undefined
          ? `${path} is gone: it was ${shown(old)}`
          : `${path} was ${shown(old)}, is ${shown(value)}`,
      );
  }
  return texts;
}

function changedPaths(then: BaselineStep, now: BaselineStep): string[] {
  const paths = new Set([...Object.keys(then.values), ...Object.keys(now.values)]);
  return [...paths].filter((path) => ownValue(then.values, path) !== ownValue(now.values, path));
}

const shown = (value: string) => (value.length > 120 ? `${value.slice(0, 120)}…` : value);

const anywhere = (path: string) => path.replaceAll(/\[\d+\]/g, '[*]');

const pathOf = (key: string) => key.split(' · ', 1)[0] ?? key;
