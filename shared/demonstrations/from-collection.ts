/** Makes a demonstration of the steps of a collection, such as a recorded one: its author only has to write the texts. */
import { SCHEMA_FILE } from './file-schema.ts';
import { fileOfStep } from '../collections/flow-step.ts';
import type { Step } from '../collections/steps.ts';
import { renderYaml } from '../collections/yaml-text.ts';
import { texts } from '../texts/texts.ts';
import {
  type ActionForm,
  actionForm,
  DEMONSTRATION_LIMITS,
  type DemonstrationFile,
} from './demonstration.ts';

const t = texts.demonstrations.fromCollection;

export interface CollectionSteps {
  name: string;
  /** In the order in which they run; steps of included flows in place of the one that includes them. */
  steps: readonly Step[];
  /** Of the collection, its flows and their groups. */
  variables: DemonstrationFile['variables'];
  /** Variables that the steps keep, and whose values are masked. */
  secret: readonly string[];
  /** Bank time for a collection that does not set it: a date-time with zone. */
  start: string;
}

export interface MadeDemonstration {
  file: DemonstrationFile;
  /** What could not be carried over, each in a sentence. */
  left: string[];
}

/** Each request begins a step; an SCA and what follows it belong to the request before. */
export function demonstrationFrom({
  name,
  steps,
  variables,
  secret,
  start,
}: CollectionSteps): MadeDemonstration {
  const left: string[] = [];
  const made: Made[] = [];
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
    const joins = !('request' in action || 'consent' in action) && latest !== undefined;
    if (joins && latest.actions.length < DEMONSTRATION_LIMITS.actions) latest.actions.push(action);
    else made.push({ title: cut(step.name), text: t.text(step.name), actions: [action] });
  }
  for (const step of made.slice(DEMONSTRATION_LIMITS.steps)) left.push(t.tooMany(step.title));
  const kept = made.slice(0, DEMONSTRATION_LIMITS.steps);
  const file: DemonstrationFile = {
    name: cut(name),
    summary: t.summary,
    minutes: Math.min(DEMONSTRATION_LIMITS.minutes, Math.max(1, Math.ceil(kept.length / 2))),
    start: begins,
    variables: { ...variables },
    ...(secret.length === 0 ? {} : { secret: [...secret] }),
    steps: kept.length > 0 ? kept : [{ title: cut(name), text: t.text(name), actions: [] }],
  };
  return { file, left };
}

type Made = DemonstrationFile['steps'][number] & { actions: ActionForm[] };

/** The text of a file, with its schema, which editors find beside it. */
export function writeDemonstration(file: DemonstrationFile): string {
  return withSchema(renderYaml(file));
}

/** The text of a file with the line by which editors find its schema. */
export function withSchema(text: string): string {
  return text.startsWith(SERVER) ? text : `${SERVER} $schema=${SCHEMA_FILE}\n${text}`;
}

const SERVER = '# yaml-language-server:';

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
function actionOf(step: Step, left: string[]): ActionForm | null {
  const { name, about: _about, tags: _tags, openapi: _openapi, ...rest } = step;
  if (rest.skip !== undefined) left.push(t.skipped(name));
  else if (rest.each !== undefined) left.push(t.loop(name));
  else if (rest.when !== undefined) left.push(t.condition(name));
  else {
    const written = fileOfStep({ name, ...rest });
    if (typeof written === 'string') left.push(t.unsaid(name, written));
    else return actionForm.parse(written);
  }
  return null;
}
