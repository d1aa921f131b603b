/** Changes in the text of a flow: everything that is not changed stays byte for byte. */
import { usualSpelling } from '../requests/raw-text.ts';
import { isRecord } from '../own-value.ts';
import { isDeepEqual } from './deep-equal.ts';
import type { StepOfFile } from './flow-file.ts';
import {
  type Flow,
  type FlowGroup,
  type FlowItem,
  type FlowStep,
  readCollectionFile,
} from './flow-reader.ts';
import { fileOfStep, impliedName, repeatsText, settingsOf } from './flow-step.ts';
import type { Repeats, Settings } from './settings.ts';
import type { Step } from './steps.ts';
import { pathPart } from './tree.ts';
import type { JsonValue } from './value-text.ts';
import { editedYaml } from './yaml-edit.ts';
import { renderYaml } from './yaml-text.ts';
import { type Path, readYaml } from './yaml-reader.ts';

/** The steps and groups of a flow by their paths in the tree. @param path of the flow */
export function itemsByPath(flow: Flow, path: string): Map<string, FlowItem> {
  const found = new Map<string, FlowItem>();
  const add = (items: readonly FlowItem[], around: string) => {
    for (const item of items) {
      const at = `${around}/${pathPart(item.kind === 'step' ? item.step.name : item.name)}`;
      found.set(at, item);
      if (item.kind === 'group') add(item.items, at);
    }
  };
  add(flow.items, path);
  return found;
}

/** A text with another step in place of one. @returns a sentence instead if a file cannot say the step */
export function withStep(flow: Flow, item: FlowStep, step: Step): { text: string } | string {
  return withSteps(flow, { changed: [[item, step]], added: [], removed: [] });
}

export interface StepChanges {
  changed: readonly (readonly [item: FlowStep, step: Step])[];
  /** Each comes at the end of the list of steps at a place. */
  added: readonly (readonly [list: Path, step: Step])[];
  removed: readonly FlowStep[];
}

/** A text with several changes. @returns a sentence instead if a file cannot say a step */
export function withSteps(flow: Flow, { changed, added, removed }: StepChanges): { text: string } | string {
  let { value } = flow.yaml;
  for (const [item, step] of changed) {
    // A step without a name is called by what it does, also when it does something else.
    const isUnnamed = !Object.hasOwn(item.raw, 'name') && step.name === item.step.name;
    const wanted = fileOfStep(isUnnamed ? { ...step, name: impliedName(step) } : step);
    if (typeof wanted === 'string') return wanted;
    const before = fileOfStep(item.step);
    const raw = typeof before === 'string' ? wanted : kept(item.raw, before, wanted);
    value = withValue(value, item.path, () => raw);
  }
  for (const [list, step] of added) {
    const raw = fileOfStep(step);
    if (typeof raw === 'string') return raw;
    value = withValue(value, list, (there) => [...listOf(there), raw]);
  }
  // The last ones first, so that the places of the others stay the same.
  for (const { path } of removed.toSorted((a, b) => b.line - a.line))
    value = withValue(value, path.slice(0, -1), (there) => listOf(there).toSpliced(Number(path.at(-1)), 1));
  return { text: editedYaml(flow.yaml.text, value) };
}

const listOf = (value: JsonValue): JsonValue[] => (Array.isArray(value) ? value : []);

/** The text of a step as the only one of a list. @returns a sentence instead if a file cannot say it */
export function stepText(step: Step): { text: string; raw: StepOfFile } | string {
  const raw = fileOfStep(step);
  return typeof raw === 'string' ? raw : { text: renderYaml([raw]), raw };
}

export interface Head {
  /** Undefined for the name of its file. */
  name: string | undefined;
  settings: Settings;
  repeats: Repeats;
}

/** A text with another head of the flow. */
export function withHead(flow: Flow, { name, settings }: Head): string {
  const { value } = flow.yaml;
  const { steps, ...before } = isRecord(value) ? value : { steps: [] };
  const { flow: own, ...others } = flow.head;
  const old = headText({ flow: own }, settingsOf(others));
  const wanted = headText({ flow: name }, settings);
  return editedYaml(flow.yaml.text, { ...kept(before, old, wanted), steps: steps ?? [] });
}

/** A text with other settings of a group. @returns a sentence instead if a file cannot say them */
export function withGroup(
  flow: Flow,
  group: FlowGroup,
  { name, settings, repeats }: Head,
): { text: string } | string {
  const raw = flow.yaml.valueAt(group.path);
  const { steps, ...before } = isRecord(raw) ? raw : { steps: [] };
  const { about, variables, headers } = group;
  const again = repeatsText(repeats);
  const first = repeatsText(group.repeats);
  if (typeof again === 'string') return again;
  const own = { ...settings, variables, headers };
  const old = {
    ...headText({ group: group.name }, about === undefined ? own : { ...own, about }),
    ...(typeof first === 'string' ? {} : first),
  };
  const wanted = { ...headText({ group: name ?? group.name }, settings), ...again };
  const next = { ...kept(before, old, wanted), steps: steps ?? [] };
  return {
    text: editedYaml(
      flow.yaml.text,
      withValue(flow.yaml.value, group.path, () => next),
    ),
  };
}

/** Name and settings as a file writes them, without what is empty. */
export function headText(
  name: Readonly<Record<string, string | undefined>>,
  { about, variables, secret, headers, run, volatile }: Settings,
): Record<string, JsonValue> {
  const all = Object.entries(headers).map(([key, value]) => [
    usualSpelling(key),
    value === '' ? null : value,
  ]);
  const written: Record<string, JsonValue | undefined> = {
    ...name,
    about,
    run,
    variables: Object.keys(variables).length === 0 ? undefined : variables,
    secret: secret.length === 0 ? undefined : secret,
    headers: all.length === 0 ? undefined : Object.fromEntries(all),
    volatile: volatile.length === 0 ? undefined : volatile,
  };
  return JSON.parse(JSON.stringify(written)) as Record<string, JsonValue>;
}

/** A text of `collection.yaml` with another name and other settings, unless it is damaged. */
export function withCollection(text: string, { name, settings }: Pick<Head, 'name' | 'settings'>): string {
  const before = readCollectionFile(text);
  const yaml = readYaml(text);
  if (Array.isArray(before) || Array.isArray(yaml)) return text;
  const { name: own, ...others } = before;
  const raw = isRecord(yaml.value) ? yaml.value : {};
  const next = kept(raw, headText({ name: own }, settingsOf(others)), headText({ name }, settings));
  return Object.keys(next).length === 0 && yaml.value === null ? text : editedYaml(text, next);
}

type Raw = Readonly<Record<string, JsonValue>>;

/**
 * What a file wrote before, with the differences between two values in the model's own way of writing: what a person wrote otherwise
 * stays as it is.
 */
export function kept(raw: Raw, before: Raw, wanted: Raw): StepOfFile {
  const next = Object.entries(raw).filter(
    ([key]) => !Object.hasOwn(before, key) || Object.hasOwn(wanted, key),
  );
  // A new key comes after the one that precedes it in the usual order.
  let at = 0;
  for (const [key, value] of Object.entries(wanted)) {
    const index = next.findIndex(([one]) => one === key);
    if (index < 0) {
      next.splice(at, 0, [key, value]);
      at++;
      continue;
    }
    at = index + 1;
    const [old, there] = [before[key], raw[key] ?? null];
    if (isDeepEqual(old, value)) continue;
    if (!isRecord(value) || !isRecord(old) || !isRecord(there)) next[index] = [key, value];
    else {
      const spelled = key === 'headers' ? (one: Raw) => spelledAs(there, one) : (one: Raw) => one;
      next[index] = [key, kept(there, spelled(old), spelled(value))];
    }
  }
  return Object.fromEntries(next);
}

/** The same headers with the names of a person, who may write them in another case. */
function spelledAs(there: Raw, headers: Raw): Raw {
  const names = new Map(Object.keys(there).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  );
}

/** A value with another one at a place; the others are shared. */
function withValue(
  value: JsonValue,
  [part, ...rest]: Path,
  next: (there: JsonValue) => JsonValue,
): JsonValue {
  if (part === undefined) return next(value);
  if (Array.isArray(value)) return value.map((one, at) => (at === part ? withValue(one, rest, next) : one));
  if (!isRecord(value)) return value;
  return { ...value, [part]: withValue(value[part] ?? null, rest, next) };
}
