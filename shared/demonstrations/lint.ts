/** Reads the file of a demonstration, from whomever it comes, and names every fault with its line, its column and the reason. */
import { unfitIn } from '../collections/files.ts';
import type { Mistake } from '../collections/expectation-text.ts';
import { checkedFlow } from '../collections/flow-check.ts';
import { type FlowStep, itemAt, mistakesIn, placed, stepIn } from '../collections/flow-reader.ts';
import type { JsonValue } from '../collections/value-text.ts';
import { type Path, type PlacedMistake, readYaml, type YamlText } from '../collections/yaml-reader.ts';
import { cutTo } from '../flow/diagram-text.ts';
import { MAX_DEMONSTRATION_BYTES } from '../limits.ts';
import { isRecord } from '../own-value.ts';
import { texts } from '../texts/texts.ts';
import {
  ACTION_FORMS,
  type Demonstration,
  type DemonstrationFile,
  demonstrationFile,
  demonstrationHeadSchema,
  stepFormSchema,
} from './demonstration.ts';
import { type ControlChoice, unsafeIn } from './safe.ts';
import { subjectOf } from './show.ts';

const t = texts.demonstrations.lint;

export type { ControlChoice };

/** A demonstration with what its file says, or what is wrong with the file. */
export type Linted = { demonstration: Demonstration; file: DemonstrationFile } | { faults: PlacedMistake[] };

/** Faults that are named; who has mended those sees the rest. */
const MOST = 50;
/** Characters of a fault, in which names of the file stand. */
const LONGEST = 350;

/** @param controls the control calls that the bank has */
export function lintDemonstration(text: string, controls: readonly ControlChoice[]): Linted {
  if (new TextEncoder().encode(text).length > MAX_DEMONSTRATION_BYTES)
    return { faults: [{ line: 1, column: 1, text: t.tooLarge(MAX_DEMONSTRATION_BYTES / 1024) }] };
  const yaml = readYaml(text);
  const read = Array.isArray(yaml) ? yaml : readDemonstration(yaml, controls);
  if (!Array.isArray(read)) return read;
  return { faults: read.slice(0, MOST).map((fault) => ({ ...fault, text: cutTo(fault.text, LONGEST) })) };
}

function readDemonstration(
  yaml: YamlText,
  controls: readonly ControlChoice[],
): Exclude<Linted, { faults: unknown }> | PlacedMistake[] {
  const { value } = yaml;
  if (!isRecord(value)) return [{ ...yaml.at([]), text: t.noMap }];
  const unfit = unfitIn(value);
  if (unfit !== null) return [{ ...yaml.at([]), text: t.unfit(unfit) }];
  const mistakes = mistakesIn(value, demonstrationHeadSchema, yaml, [], { kind: t.aDemonstration, how: {} });
  const steps = Array.isArray(value['steps']) ? value['steps'] : [];
  const actions = steps.map((step, at) => actionsOf(step, yaml, ['steps', at], mistakes));
  for (const { step, raw, path } of actions.flat())
    for (const mistake of unsafeIn(step, raw, controls))
      mistakes.push({ ...mistake, path: [...path, ...mistake.path] });
  mistakes.push(...faultsOfShots(steps, actions));
  const items = actions.flat();
  const { variables } = value;
  // An action that cannot be read may keep the values that others use.
  const isRead =
    items.length === steps.flatMap(actionsIn).length && (variables === undefined || isRecord(variables));
  const further = isRead
    ? checkedFlow({ yaml, head: { variables: variables ?? {} }, items }, ALONE).filter(
        ({ isNote }) => isNote !== true,
      )
    : [];
  if (mistakes.length + further.length > 0)
    return [...placed(yaml, mistakes), ...further].sort((one, other) => one.line - other.line);
  const { steps: written, ...head } = demonstrationFile.parse(value);
  const stepsRead = written.map(({ actions: _actions, ...texts }, at) => ({
    ...texts,
    actions: (actions[at] ?? []).map(({ step }) => step),
  }));
  return { demonstration: { ...head, steps: stepsRead }, file: { ...head, steps: written } };
}

/** No collection and no file is beside a demonstration. */
const ALONE = { variables: [], flow: () => null, columns: () => null };

/** @param mistakes gets what is wrong with the step and its actions */
function actionsOf(step: JsonValue, yaml: YamlText, path: Path, mistakes: Mistake[]): FlowStep[] {
  if (!isRecord(step)) {
    mistakes.push({ path, text: t.noStep });
    return [];
  }
  mistakes.push(...mistakesIn(step, stepFormSchema, yaml, path, { kind: t.aStep, inside: INSIDE, how: {} }));
  return actionsIn(step).flatMap((raw, at) => {
    const item = itemAt(raw, yaml, [...path, 'actions', at], ACTION_FORMS);
    const read = Array.isArray(item) ? item : stepIn(item);
    if (!Array.isArray(read)) return [read];
    mistakes.push(...read);
    return [];
  });
}

function actionsIn(step: JsonValue): readonly JsonValue[] {
  return isRecord(step) && Array.isArray(step['actions']) ? step['actions'] : [];
}

/** What a step shows must be of an action before or in it. @param actions of each step */
function faultsOfShots(steps: readonly JsonValue[], actions: readonly (readonly FlowStep[])[]): Mistake[] {
  const known = new Set<string>();
  return steps.flatMap((step, at) => {
    for (const { step: action } of actions[at] ?? []) known.add(action.name);
    const shots = isRecord(step) && Array.isArray(step['show']) ? step['show'] : [];
    return shots.flatMap((shot, place) => {
      const path = ['steps', at, 'show', place];
      // What is not as the form says is a mistake already.
      if (!isRecord(shot)) return [];
      const { of, value } = shot;
      const subject = typeof value === 'string' ? subjectOf(value) : null;
      return [
        ...(typeof of !== 'string' || known.has(of)
          ? []
          : [{ path: [...path, 'of'], text: t.noSuchAction(of) }]),
        ...(typeof subject === 'string' ? [{ path: [...path, 'value'], text: subject }] : []),
      ];
    });
  });
}

/** Keys of the maps in a step. */
const INSIDE = ['text', 'event', 'code', 'of', 'value', 'caption', 'choices', 'answer'];
