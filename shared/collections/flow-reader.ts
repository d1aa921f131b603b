/** Reads a flow file: its steps with their places, or every mistake with what to write. */
import type { z } from 'zod';
import { FreeNames, nearest } from '../names.ts';
import { isRecord, ownValue } from '../own-value.ts';
import { upToFirstFault } from '../schema-tools.ts';
import { flowMistakes as t } from '../texts/flow-mistakes.ts';
import type { Mistake } from './expectation-text.ts';
import {
  type CollectionOfFile,
  collectionFileSchema,
  type FlowHead,
  flowHeadSchema,
  type ItemKind,
  STEP_FORMS,
  type StepOfFile,
} from './flow-file.ts';
import { headersOf, impliedName, itemKindOf, repeatsOf, stepOf } from './flow-step.ts';
import type { Repeats } from './settings.ts';
import type { Step } from './steps.ts';
import type { JsonValue } from './value-text.ts';
import { type Path, type PlacedMistake, readYaml, type YamlText } from './yaml-reader.ts';

interface Placed {
  /** From 1 on. */
  line: number;
  /** Keys and indexes that lead to it. */
  path: Path;
}

export interface FlowStep extends Placed {
  kind: 'step';
  step: Step;
  /** As the file writes it: equal for a step that nobody has changed. */
  raw: StepOfFile;
}

export interface FlowGroup extends Placed {
  kind: 'group';
  name: string;
  about: string | undefined;
  repeats: Repeats;
  variables: Record<string, JsonValue>;
  headers: Record<string, string>;
  items: FlowItem[];
}

export type FlowItem = FlowStep | FlowGroup;

export interface Flow {
  /** Where everything stands. */
  yaml: YamlText;
  head: Omit<FlowHead, 'steps'>;
  items: FlowItem[];
}

/** @returns the flow, or what is wrong with its text, in the order of its lines */
export function readFlow(text: string): Flow | PlacedMistake[] {
  const yaml = readYaml(text);
  return Array.isArray(yaml) ? yaml : new FlowReader(yaml).read();
}

/** Reads `collection.yaml`, which may be empty. */
export function readCollectionFile(text: string): CollectionOfFile | PlacedMistake[] {
  const yaml = readYaml(text);
  if (Array.isArray(yaml)) return yaml;
  if (yaml.value === null) return {};
  if (!isRecord(yaml.value)) return [{ ...yaml.at([]), text: t.notASettings }];
  const mistakes = mistakesIn(yaml.value, collectionFileSchema, yaml, [], { kind: 'collection.yaml' });
  return mistakes.length === 0 ? collectionFileSchema.parse(yaml.value) : placed(yaml, mistakes);
}

const FLOW_KEYS = { words: Object.keys(flowHeadSchema.shape), kind: 'A flow' };

class FlowReader {
  private readonly yaml: YamlText;
  private readonly mistakes: Mistake[] = [];
  /** Lines of the names that are taken. */
  private readonly names = new Map<string, number>();
  private readonly unnamed: { set: (name: string) => void; name: string }[] = [];

  constructor(yaml: YamlText) {
    this.yaml = yaml;
  }

  read(): Flow | PlacedMistake[] {
    const { value } = this.yaml;
    if (!isRecord(value)) return [{ ...this.yaml.at([]), text: t.notAFlow }];
    const { known, mistakes } = withoutUnknown(value, [], FLOW_KEYS);
    this.mistakes.push(...mistakes);
    const head = flowHeadSchema.safeParse(known, upToFirstFault);
    if (!head.success) {
      // A key that is nearly `steps` is mistake enough.
      if (mistakes.length === 0 || Object.hasOwn(value, 'steps'))
        this.mistakes.push(...mistakesOf(head.error, this.yaml, [], FLOW_KEYS));
      if (!Array.isArray(value['steps'])) return this.sorted();
    }
    const steps = Array.isArray(value['steps']) ? value['steps'] : [];
    const items = this.itemsOf(steps, ['steps']);
    this.nameTheUnnamed();
    if (this.mistakes.length > 0 || !head.success) return this.sorted();
    const { steps: _, ...rest } = head.data;
    return { yaml: this.yaml, head: rest, items };
  }

  private sorted(): PlacedMistake[] {
    return placed(this.yaml, this.mistakes);
  }

  private itemsOf(steps: readonly JsonValue[], path: Path): FlowItem[] {
    return steps.flatMap((raw, at) => this.itemOf(raw, [...path, at]) ?? []);
  }

  private itemOf(raw: JsonValue, path: Path): FlowItem | null {
    const item = itemAt(raw, this.yaml, path, STEP_FORMS);
    if (Array.isArray(item)) {
      this.mistakes.push(...item);
      return null;
    }
    const { kind, line } = item;
    if (kind === 'group') return this.groupOf(STEP_FORMS.group.parse(raw), { path, line });
    const read = stepIn({ ...item, kind });
    if (!Array.isArray(read)) return this.named(read);
    this.mistakes.push(...read);
    return null;
  }

  private named(item: FlowStep): FlowStep {
    const { step, raw, path, line } = item;
    if (raw['name'] === undefined)
      this.unnamed.push({ name: step.name, set: (given) => (step.name = given) });
    else this.take(step.name, [...path, 'name'], line);
    return item;
  }

  private groupOf(raw: ReturnType<typeof STEP_FORMS.group.parse>, place: Placed): FlowGroup | null {
    const repeats = repeatsOf(raw);
    if (!repeats.ok) return this.mistaken(place.path, repeats.mistake);
    this.take(raw.group, [...place.path, 'group'], place.line);
    return {
      kind: 'group',
      ...place,
      name: raw.group,
      about: raw.about,
      repeats: repeats.value,
      variables: raw.variables ?? {},
      headers: headersOf(raw.headers),
      items: this.itemsOf(raw.steps, [...place.path, 'steps']),
    };
  }

  private take(name: string, path: Path, line: number): void {
    const there = this.names.get(name);
    if (there === undefined) this.names.set(name, line);
    else this.wrong(path, t.nameTwice(name, there));
  }

  /** Steps without a name are called by what they do, numbered where others are called the same. */
  private nameTheUnnamed(): void {
    const free = new FreeNames(this.names.keys());
    for (const { name, set } of this.unnamed) set(free.next(name));
  }

  private wrong(path: Path, text: string): null {
    this.mistakes.push({ path, text });
    return null;
  }

  private mistaken(path: Path, mistake: Mistake): null {
    this.mistakes.push(inside(path, mistake));
    return null;
  }
}

interface ReadItem<Kind extends ItemKind> extends Placed {
  kind: Kind;
  raw: StepOfFile;
}

/** What an item of a list of steps does, and where it stands. @returns what is wrong if it has none of these forms */
export function itemAt<Kind extends ItemKind>(
  raw: JsonValue,
  yaml: YamlText,
  path: Path,
  forms: Readonly<Record<Kind, z.ZodObject>>,
): ReadItem<Kind> | Mistake[] {
  const kinds = Object.keys(forms) as Kind[];
  if (!isRecord(raw)) return [{ path, text: t.unknownStep(kinds.join(', ')) }];
  const kind = itemKindOf(raw, kinds);
  if (!kind.ok) return [inside(path, kind.mistake)];
  const mistakes = mistakesIn(raw, forms[kind.value], yaml, path, { kind: t.aKind(kind.value) });
  return mistakes.length > 0 ? mistakes : { kind: kind.value, raw, path, line: yaml.at(path).line };
}

/** The step of an item; without a name, it is called by what it does. @returns what is wrong if it is none */
export function stepIn({ kind, ...item }: ReadItem<Exclude<ItemKind, 'group'>>): FlowStep | Mistake[] {
  const { raw, path } = item;
  const own = STEP_FORMS.pause.shape.name.parse(raw['name']);
  const read = stepOf(kind, raw, own ?? kind);
  if (!read.ok) return [inside(path, read.mistake)];
  const step = { ...read.value, name: own ?? impliedName(read.value) };
  return { kind: 'step', step, ...item };
}

/** What is wrong with a map of a form: its unknown keys, and what its schema refuses. */
export function mistakesIn(
  value: Readonly<Record<string, JsonValue>>,
  form: z.ZodObject,
  yaml: YamlText,
  path: Path,
  about: Omit<Known, 'words'>,
): Mistake[] {
  const words = { ...about, words: Object.keys(form.shape) };
  const { known, mistakes } = withoutUnknown(value, path, words);
  const read = form.safeParse(known, upToFirstFault);
  return read.success ? mistakes : [...mistakes, ...mistakesOf(read.error, yaml, path, words)];
}

/** A mistake of a part, as one of the whole. */
const inside = (path: Path, mistake: Mistake): Mistake => ({
  ...mistake,
  path: [...path, ...mistake.path],
});

export function placed(yaml: YamlText, mistakes: readonly Mistake[]): PlacedMistake[] {
  return mistakes
    .map(({ path, text, at, isNote }) => ({ ...yaml.at(path, at), text, ...(isNote && { isNote }) }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

interface Known {
  words: readonly string[];
  /** What has these words, at the begin of a sentence. */
  kind: string;
  /** Keys of the maps in it. */
  inside?: readonly string[];
  /** How the values of some keys are written. */
  how?: Readonly<Record<string, string>>;
}

/** A map without the keys that nothing has, and each of them as a mistake. */
function withoutUnknown(
  value: Readonly<Record<string, JsonValue>>,
  path: Path,
  { words, kind }: Known,
): { known: Record<string, JsonValue>; mistakes: Mistake[] } {
  const entries = Object.entries(value);
  return {
    known: Object.fromEntries(entries.filter(([key]) => words.includes(key))),
    mistakes: entries
      .filter(([key]) => !words.includes(key))
      .map(([key]) => ({ path: [...path, key], at: 'key', text: unknownKey(key, words, kind) })),
  };
}

function unknownKey(key: string, words: readonly string[], kind: string): string {
  // In braces, a colon needs a blank after it to end a key.
  if (key.includes(':')) return t.colonBlank(key);
  const near = nearest(key, words);
  return near === null ? t.unknownKey(key, kind, words.join(', ')) : t.didYouMean(key, near);
}

/** Of the maps inside a step. */
const WORDS_INSIDE = [
  'expect',
  'rounds',
  'between',
  'pause',
  'control',
  'body',
  'operation',
  'id',
  'example',
];

/** What a schema refuses, in the words of who writes the file. */
function mistakesOf(
  { issues }: z.ZodError,
  yaml: YamlText,
  around: Path,
  { kind, inside: words = WORDS_INSIDE, how = HOW_TO_WRITE }: Known,
): Mistake[] {
  return issues.flatMap((issue): Mistake[] => {
    const within = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    const path = [...around, ...within];
    const key = within.findLast((part) => typeof part === 'string') ?? kind;
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((one) => ({
        path: [...path, one],
        at: 'key',
        text: unknownKey(one, words, `\`${key}\``),
      }));
    const value = yaml.valueAt(path);
    if (value === undefined) {
      const [, whole] = within.toReversed();
      return [{ path: path.slice(0, -1), text: t.missing(key, whole === undefined ? kind : `\`${whole}\``) }];
    }
    if (value === null) return [{ path, at: 'key', text: t.empty(key) }];
    const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
    if (wantsText && typeof value !== 'object') return [{ path, text: t.isText(key, yaml.written(path)) }];
    const written = ownValue(how, key);
    if (written !== undefined) return [{ path, text: written }];
    const said = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
    return [{ path, text: t.mustBe(key, said) }];
  });
}

/** Keys whose values have a form of their own. */
const HOW_TO_WRITE: Readonly<Record<string, string>> = {
  expect: t.howExpect,
  warn: t.howExpect,
  keep: t.howKeep,
  each: t.howEach,
  steps: t.howSteps,
  headers: t.howMap('headers'),
  variables: t.howMap('variables'),
};
