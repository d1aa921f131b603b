/** A run that later runs are compared with: the outcome of each step, and the values of its response. */
import { z } from 'zod';
import { type Places, matchesOf, documentOf, type JsonDocument } from './json-path.ts';
import { OUTCOMES, type StepResult } from './result.ts';
import { shortened } from '../linear-text.ts';
import { ownValue } from '../own-value.ts';
import { JSONPathNode, type JSONValue } from 'json-p3';
import { correspondence, type ValuePair } from './correspondence.ts';
import { MAX_BASELINE_VALUES, MAX_BASELINE_VALUE_CHARS } from '../limits.ts';

/** Records whose names are those of files and folders. */
const anyRecord = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Like `z.record`, but it keeps a member called `__proto__`, which zod leaves out: a step may have that name. */
function namedRecord<Value>(schema: z.ZodType<Value>) {
  return anyRecord.transform((record, context): Record<string, Value> => {
    const entries: [string, Value][] = [];
    for (const [name, value] of Object.entries(record)) {
      const read = schema.safeParse(value);
      if (read.success) entries.push([name, read.data]);
      else {
        const [issue] = read.error.issues;
        context.addIssue({
          code: 'custom',
          path: [name, ...(issue?.path ?? [])],
          message: issue?.message ?? '',
        });
        break;
      }
    }
    return Object.fromEntries(entries);
  });
}

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

/** What differs, in the order of the later run. Left out are values that are known to be volatile, and ids and addresses that correspond. */
export function changesBetween(before: Baseline, after: Baseline): Change[] {
  const corresponds = correspondence(pairsOf(before, after));
  const changes: Change[] = [];
  for (const [step, now] of Object.entries(after.steps)) {
    const then = ownValue(before.steps, step);
    const learnt = new Set([before, after].flatMap((one) => ownValue(one.learnt, pathOf(step)) ?? []));
    if (then === undefined) changes.push({ step, text: `is new: ${now.outcome}` });
    else for (const text of differences(then, now, { learnt, corresponds })) changes.push({ step, text });
  }
  for (const step of Object.keys(before.steps))
    if (!Object.hasOwn(after.steps, step)) changes.push({ step, text: 'is no longer run' });
  return changes;
}

/** The later run as a baseline that knows every value that differs between both as volatile. */
export function learntFrom(before: Baseline, after: Baseline): Baseline {
  const corresponds = correspondence(pairsOf(before, after));
  const learnt = new Map<string, Set<string>>();
  for (const [path, known] of [...Object.entries(before.learnt), ...Object.entries(after.learnt)])
    learnt.set(path, new Set([...(learnt.get(path) ?? []), ...known]));
  for (const [step, now] of Object.entries(after.steps)) {
    const then = ownValue(before.steps, step);
    const changed = then === undefined ? [] : changedPaths(then, now, corresponds);
    const known = learnt.get(pathOf(step)) ?? new Set();
    for (const path of changed) known.add(anywhere(path));
    if (known.size > 0) learnt.set(pathOf(step), known);
  }
  return {
    ...after,
    learnt: Object.fromEntries([...learnt].map(([path, known]) => [path, [...known].sort()])),
  };
}

/** The values of both runs at the same places. */
function* pairsOf(before: Baseline, after: Baseline): Generator<ValuePair> {
  for (const [step, now] of Object.entries(after.steps)) {
    const then = ownValue(before.steps, step)?.values ?? {};
    for (const [path, value] of Object.entries(now.values)) {
      const old = ownValue(then, path);
      if (old !== undefined) yield [old, value];
    }
  }
}

type Corresponds = ReturnType<typeof correspondence>;

function differences(
  then: BaselineStep,
  now: BaselineStep,
  { learnt, corresponds }: { learnt: ReadonlySet<string>; corresponds: Corresponds },
): string[] {
  const texts: string[] = [];
  if (then.outcome !== now.outcome) texts.push(`was ${then.outcome}, is ${now.outcome}`);
  if (then.status !== now.status)
    texts.push(`status was ${then.status ?? 'none'}, is ${now.status ?? 'none'}`);
  for (const path of changedPaths(then, now, corresponds).filter((one) => !learnt.has(anywhere(one)))) {
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

function changedPaths(then: BaselineStep, now: BaselineStep, corresponds: Corresponds): string[] {
  const paths = new Set([...Object.keys(then.values), ...Object.keys(now.values)]);
  return [...paths].filter((path) => {
    const [old, value] = [ownValue(then.values, path), ownValue(now.values, path)];
    return old !== value && (old === undefined || value === undefined || !corresponds([old, value]));
  });
}

const shown = (value: string) => shortened(value, 120);

const anywhere = (path: string) => path.replaceAll(/\[\d+\]/g, '[*]');

const pathOf = (key: string) => key.split(' · ', 1)[0] ?? key;

/**
 * Every value that is neither a list nor an object, and those that are empty, each as JSON with its path, in the order of the body.
 * @param body null if there is none; one that is not JSON has no values
 * @param volatile JSONPaths of values to leave out @param known where they lead, if that is known already
 */
export function baselineValues(
  body: string | null,
  volatile: readonly string[],
  known?: Places,
): [path: string, value: string][] {
  const document = documentOf(body ?? '');
  if (typeof document === 'string') return [];
  const leftOut = placesOf(volatile, document, known);
  const values: [string, string][] = [];
  for (const node of leavesOf(new JSONPathNode(document.json, [], document.json), leftOut)) {
    values.push([node.getPath(), JSON.stringify(node.value).slice(0, MAX_BASELINE_VALUE_CHARS)]);
    if (values.length === MAX_BASELINE_VALUES) break;
  }
  return values;
}

/** Calls itself for each level; a document has few enough. */
function* leavesOf(node: JSONPathNode, leftOut: Place | undefined): Generator<JSONPathNode> {
  if (leftOut?.isEnd === true) return;
  let isEmpty = true;
  for (const [part, value] of entriesOf(node.value)) {
    isEmpty = false;
    const child = new JSONPathNode(value, [...node.location, part], node.root);
    yield* leavesOf(child, leftOut?.below.get(part));
  }
  if (isEmpty) yield node;
}

function entriesOf(value: JSONValue): Iterable<[string | number, JSONValue]> {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

/** Places in a document by the names and indexes that lead there, so that each value is looked up once and not among all paths. */
interface Place {
  isEnd: boolean;
  below: Map<string | number, Place>;
}

function placesOf(paths: readonly string[], document: JsonDocument, known: Places | undefined): Place {
  const root: Place = { isEnd: false, below: new Map() };
  for (const path of paths) {
    const matches = matchesOf(path, document, known);
    for (const { location } of typeof matches === 'string' ? [] : matches) {
      let place = root;
      for (const part of location) {
        const below: Place = place.below.get(part) ?? { isEnd: false, below: new Map() };
        place.below.set(part, below);
        place = below;
      }
      place.isEnd = true;
    }
  }
  return root;
}
