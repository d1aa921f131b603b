/** What is wrong with a flow that can be read: names that nothing keeps, files that are not there, numbers that are texts. */
import { nearest } from '../names.ts';
import { operationOf } from '../requests/request.ts';
import { flowMistakes as t } from '../texts/flow-mistakes.ts';
import { bodySchema } from '../xs2a/body-issues.ts';
import type { Mistake } from './expectation-text.ts';
import { DYNAMIC } from './dynamic.ts';
import { namesIn } from './fill.ts';
import { type Flow, type FlowItem, type FlowStep, placed } from './flow-reader.ts';
import type { JsonValue } from './value-text.ts';
import type { PlacedMistake, YamlText } from './yaml-reader.ts';

/** Names that the workbench provides. */
const PROVIDED = ['psuId', 'psuCorporateId', 'sessionId', 'today', 'uuid'];

export interface Beside {
  /** Names of variables that the collection gives. */
  variables: readonly string[];
  /** The flow of a file that this one includes; null if there is none. One that cannot be read has mistakes of its own. */
  flow: (file: string) => Flow | 'damaged' | 'itself' | null;
  /** The columns of a file of rows; null if there is none. */
  columns: (file: string) => readonly string[] | null;
}

/** @returns what is wrong, in the order of the lines */
export function checkedFlow(flow: Flow, beside: Beside): PlacedMistake[] {
  const all = new Map<string, number>();
  for (const name of [...PROVIDED, ...beside.variables, ...Object.keys(flow.head.variables ?? {})])
    all.set(name, 0);
  const kept = namesOf(flow.items, beside, 0);
  for (const [name, line] of kept) if (!all.has(name)) all.set(name, line);
  const mistakes: Mistake[] = [];
  for (const item of everyItem(flow.items)) {
    const { each } = item.kind === 'step' ? item.step : item.repeats;
    if (typeof each === 'string' && !each.includes('{{') && beside.columns(each) === null)
      mistakes.push({ path: [...item.path, 'each'], text: t.noRows(each) });
    if (item.kind === 'group') continue;
    mistakes.push(...unquotedTexts(item, flow.yaml), ...wrongInclude(item, beside));
    mistakes.push(...unknownNames(item.raw, item, all));
  }
  // A flow that others include gets variables from them.
  return placed(
    flow.yaml,
    flow.head.run === undefined ? mistakes : mistakes.filter(({ isNote }) => isNote !== true),
  );
}

function* everyItem(items: readonly FlowItem[]): Generator<FlowItem> {
  for (const item of items) {
    yield item;
    if (item.kind === 'group') yield* everyItem(item.items);
  }
}

const MAX_DEPTH = 8;

/** The names that items give or keep, with those of what they include, and the first line from which each is known. */
function namesOf(items: readonly FlowItem[], beside: Beside, depth: number): Map<string, number> {
  const names = new Map<string, number>();
  const add = (some: Iterable<string>, line: number) => {
    for (const name of some) names.set(name, Math.min(names.get(name) ?? line, line));
  };
  for (const item of everyItem(items)) {
    const { each } = item.kind === 'step' ? item.step : item.repeats;
    if (typeof each === 'string') add(beside.columns(each) ?? [], 0);
    else
      for (const row of each === undefined ? [] : Array.isArray(each) ? each : [each])
        add(Object.keys(row), 0);
    if (item.kind === 'group') {
      add(Object.keys(item.variables), 0);
      continue;
    }
    add(
      (item.step.keep ?? []).map(({ as }) => as),
      item.line,
    );
    const { include } = item.step;
    const inner = include === undefined || depth >= MAX_DEPTH ? null : beside.flow(include.flow);
    if (inner !== null && typeof inner !== 'string')
      add(namesOf(inner.items, beside, depth + 1).keys(), item.line);
  }
  return names;
}

/**
 * Names that nothing can give here: nearly one that is known, kept only later, or made up. Others may come from the environment.
 * @param known with the line from which each is known; 0 for everywhere
 */
function* unknownNames(
  value: JsonValue,
  { path, line }: Pick<FlowStep, 'line' | 'path'>,
  known: ReadonlyMap<string, number>,
): Generator<Mistake> {
  if (typeof value === 'string') {
    const [open] = /\{\{[^{}]*$/.exec(value) ?? [];
    if (open !== undefined) yield { path, text: t.unclosedVariable(open) };
    for (const name of namesIn(value)) {
      const from = known.get(name);
      const base = /^\$[A-Za-z]+/.exec(name)?.[0];
      const near = from === undefined && base === undefined ? nearest(name, known.keys()) : null;
      if (base !== undefined && !Object.hasOwn(DYNAMIC, base))
        yield { path, text: t.noDynamic(base, Object.keys(DYNAMIC).join(', ')) };
      else if (near !== null) yield { path, text: t.nothingKeeps(name, near) };
      else if (from === undefined && base === undefined)
        yield { path, text: t.fromOutside(name), isNote: true };
      else if (from !== undefined && from >= line) yield { path, text: t.keptLater(name, from) };
    }
  } else if (typeof value === 'object' && value !== null) {
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, inner] of entries) yield* unknownNames(inner, { path: [...path, key], line }, known);
  }
}

/** Numbers in a body that the interface wants as texts, such as a BBAN. */
function unquotedTexts({ step, path }: FlowStep, yaml: YamlText): Mistake[] {
  const { request } = step;
  if (request?.json === undefined || request.line !== undefined || request.fault !== null) return [];
  const operation = operationOf(request);
  const schema = operation === null ? null : bodySchema(operation, request.params);
  const issues = schema?.safeParse(request.json).error?.issues ?? [];
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_type' || issue.expected !== 'string') return [];
    const inside = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    const place = [...path, 'body', ...inside];
    const value = yaml.valueAt(place);
    if (typeof value !== 'number') return [];
    return [{ path: place, text: t.isText(String(inside.at(-1)), String(value)) }];
  });
}

function wrongInclude({ step, path }: FlowStep, beside: Beside): Mistake[] {
  const { include } = step;
  const found = include === undefined ? undefined : beside.flow(include.flow);
  if (found === null) return [{ path: [...path, 'include'], text: t.noIncluded(include?.flow ?? '') }];
  return found === 'itself' ? [{ path: [...path, 'include'], text: t.includesItself }] : [];
}
