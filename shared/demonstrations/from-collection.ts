/** Makes a demonstration of the steps of a collection, such as a recorded one: its author only has to write the texts. */
import { SCHEMA_FILE } from './file-schema.ts';
import type { Step } from '../collections/steps.ts';
import { texts } from '../texts/texts.ts';
import {
  type Action,
  type Demonstration,
  DEMONSTRATION_LIMITS,
  DEMONSTRATION_VERSION,
  type DemonstrationStep,
  LONGEST_WAIT,
} from './demonstration.ts';

const t = texts.demonstrations.fromCollection;

export interface CollectionSteps {
  name: string;
  /** In the order in which they run; steps of included folders in place of the one that includes them. */
  steps: readonly Step[];
  /** Of the collection and its folders. */
  variables: Demonstration['variables'];
  /** Bank time for a collection that does not set it: a date-time with zone. */
  start: string;
}

export interface MadeDemonstration {
  demonstration: Demonstration;
  /** What could not be carried over, each in a sentence. */
  left: string[];
}

/** Each request begins a step; an SCA and what follows it belong to the request before. */
export function demonstrationFrom({ name, steps, variables, start }: CollectionSteps): MadeDemonstration {
  const left: string[] = [];
  const made: DemonstrationStep[] = [];
  let begins = start;
  for (const step of steps) {
    const reset = resetTo(step);
    if (reset !== null) {
      // A demonstration begins with a reset of its own.
      if (made.length === 0) begins = reset === '' ? begins : reset;
      else left.push(t.resetLeft(step.name));
      continue;
    }
    const action = actionOf(step, left);
    if (action === null) continue;
    const latest = made.at(-1);
    const joins = action.request === undefined && latest !== undefined;
    if (joins && latest.actions.length < DEMONSTRATION_LIMITS.actions) latest.actions.push(action);
    else made.push({ title: cut(step.name), text: t.text(step.name), actions: [action] });
  }
  for (const step of made.slice(DEMONSTRATION_LIMITS.steps)) left.push(t.tooMany(step.title));
  const kept = made.slice(0, DEMONSTRATION_LIMITS.steps);
  const demonstration: Demonstration = {
    version: DEMONSTRATION_VERSION,
    name: cut(name),
    summary: t.summary,
    minutes: Math.min(DEMONSTRATION_LIMITS.minutes, Math.max(1, Math.ceil(kept.length / 2))),
    start: begins,
    variables: { ...variables },
    steps: kept.length > 0 ? kept : [{ title: cut(name), text: t.text(name), actions: [] }],
  };
  return { demonstration, left };
}

/** The text of the file, with the schema that editors find beside it: the path in a shipped file is that of the sources. */
export function writeDemonstration(demonstration: Demonstration): string {
  const { $schema: _elsewhere, ...rest } = demonstration;
  return `${JSON.stringify({ $schema: `./${SCHEMA_FILE}`, ...rest }, null, 2)}\n`;
}

function cut(text: string): string {
  return Array.from(text).slice(0, DEMONSTRATION_LIMITS.title).join('');
}

/** The time to which a step resets the bank, '' for the present one; null for another step. */
function resetTo({ control }: Step): string | null {
  if (control?.method !== 'POST' || control.path !== '/control/reset') return null;
  const { json } = control;
  const clock = typeof json === 'object' && json !== null && 'clock' in json ? json['clock'] : '';
  return typeof clock === 'string' && /^\d{4}-/.test(clock) ? clock : '';
}

/** Null for a step that a demonstration cannot have. */
function actionOf(step: Step, left: string[]): Action | null {
  const { name, request, sca, control, session, pause, each, skip, until, expect, keep } = step;
  if (skip !== undefined) left.push(t.skipped(name));
  else if (each !== undefined) left.push(t.loop(name));
  else
    return {
      name,
      ...given({ request, sca, control, session, until, expect, keep }),
      ...(pause === undefined ? {} : { pause: Math.min(pause, LONGEST_WAIT) }),
    };
  return null;
}

function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
