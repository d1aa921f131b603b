/** Compares two runs of the window, and learns which values always differ. */
import {
  type Baseline,
  baselineStep,
  type Change,
  changesBetween,
  keyOf,
  learntFrom,
} from '../../../shared/collections/baseline.ts';
import { mayBeSlow } from '../../../shared/collections/json-path.ts';
import { aroundIn } from '../../../shared/collections/plan.ts';
import { type Listing, shareSteps } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { RunChange } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import type { History } from '../history/history.ts';
import type { RunStore } from './run-store.ts';

const t = texts.core.runResults;

export interface ComparingParts {
  runStore: RunStore;
  history: Pick<History, 'bodyOf'>;
  collections: Pick<Collections, 'list'>;
  queries: FollowsPaths;
}

/** Changes in the response; `total` counts all. */
const MOST_CHANGES = 1000;

/** @throws HostError if a run is deleted or in progress, or they ran different things */
export async function compareRuns(
  before: string,
  after: string,
  parts: ComparingParts,
): Promise<{ changes: RunChange[]; total: number }> {
  const [then, now] = await bothOf(before, after, parts);
  const changes = worstFirst(changesBetween(then.baseline, now.baseline));
  return {
    changes: changes
      .slice(0, MOST_CHANGES)
      .map(({ step, text }) => ({ step, text, number: now.numbers.get(step) ?? null })),
    total: changes.length,
  };
}

/** Later comparisons with the baseline ignore every value that differs now. @throws HostError */
export async function learnFrom(before: string, after: string, parts: ComparingParts): Promise<void> {
  if (parts.runStore.learnt(before) === null) throw new HostError('refused', t.noBaseline);
  const [then, now] = await bothOf(before, after, parts);
  parts.runStore.setBaseline(before, learntFrom(then.baseline, now.baseline).learnt);
}

/** Puts steps whose outcome or status differs before those with different values. */
function worstFirst(changes: readonly Change[]): Change[] {
  const isOfValue = ({ text }: Change) => text.startsWith('$');
  const worse = new Set(changes.filter((one) => !isOfValue(one)).map(({ step }) => step));
  return [
    ...changes.filter(({ step }) => worse.has(step)),
    ...changes.filter(({ step }) => !worse.has(step)),
  ];
}

interface Side {
  baseline: Baseline;
  numbers: ReadonlyMap<string, number>;
}

async function bothOf(before: string, after: string, parts: ComparingParts): Promise<[Side, Side]> {
  const volatile = volatileIn(parts.collections.list());
  const [then, now] = [before, after].map((id) => parts.runStore.read(id));
  if (!then || !now) throw new HostError('not-found', t.gone);
  if (then.state === 'running' || now.state === 'running') throw new HostError('refused', t.underway);
  if (!shareSteps(then.path, now.path)) throw new HostError('bad-input', t.notCompared);
  const sides: [Side, Side] = [await sideOf(then, volatile, parts), await sideOf(now, volatile, parts)];
  return then.path === now.path ? sides : [inside(sides[0], now.path), inside(sides[1], then.path)];
}

/** Only the steps that are inside what the other run ran. */
function inside({ baseline, numbers }: Side, path: string): Side {
  const isIn = (step: string) =>
    path === '' || step === path || step.startsWith(`${path}/`) || step.startsWith(`${path} · `);
  const steps = Object.entries(baseline.steps).filter(([step]) => isIn(step));
  return { baseline: { ...baseline, steps: Object.fromEntries(steps) }, numbers };
}

/** A run as a baseline. Responses that are deleted or in a file have no values. */
async function sideOf(
  { id, name }: { id: string; name: string },
  volatile: (path: string) => readonly string[],
  { runStore, history, queries }: ComparingParts,
): Promise<Side> {
  const steps: [string, Baseline['steps'][string]][] = [];
  const numbers = new Map<string, number>();
  for (const result of runStore.everyResult(id)) {
    const body = result.exchange === null ? null : history.bodyOf(result.exchange);
    const text = body === null || body.file !== null ? null : body.bytes().toString('utf8');
    const key = keyOf(result);
    const paths = volatile(result.path);
    const places = await queries.places(text ?? '', text === null ? [] : paths.filter(mayBeSlow));
    steps.push([key, baselineStep(result, text, paths, places)]);
    numbers.set(key, result.number);
  }
  const learnt = runStore.learnt(id) ?? {};
  return { baseline: { version: 1, name, steps: Object.fromEntries(steps), learnt }, numbers };
}

/** The JSONPaths that the folders around a step currently exclude from comparisons. */
function volatileIn(listing: Listing): (path: string) => readonly string[] {
  const around = aroundIn(listing);
  return (path) => around(path).flatMap(({ settings }) => settings.volatile);
}
