/** Flows on the disk: what changes in them is written together. */
import { headText, itemsByPath, stepText } from '../../../shared/collections/flow-edit.ts';
import { type Flow, type FlowItem, readFlow } from '../../../shared/collections/flow-reader.ts';
import { mistakesText } from '../../../shared/collections/flow-listing.ts';
import { NO_SETTINGS } from '../../../shared/collections/settings.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { flowOfPath } from '../../../shared/collections/tree.ts';
import { withItem, withoutItem } from '../../../shared/collections/yaml-items.ts';
import type { Path, PlacedMistake } from '../../../shared/collections/yaml-reader.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { isRecord } from '../../../shared/own-value.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { textAt } from './file-limits.ts';
import { fileNameFor } from './names.ts';
import { allOrNothing, type TreeFiles, type Undo } from './tree-files.ts';

const t = texts.core.collections;

/** The flows that one change is about. Each is opened once; nothing is written before {@link write}. */
export class OpenFlows {
  private readonly files: TreeFiles;
  private readonly flows = new Map<string, FlowOnDisk>();

  constructor(files: TreeFiles) {
    this.files = files;
  }

  /** @param path of the flow, or of something in it @throws HostError if it does not exist or is damaged */
  at(path: string): FlowOnDisk {
    const own = flowOfPath(path);
    if (own === null) throw new HostError('not-found', t.noStep(path));
    const file = this.files.fileOf(own);
    const open = this.flows.get(own);
    return open ?? this.open(own, file, textAt(file));
  }

  /** A flow without steps that does not exist yet. @param path of its file */
  make(path: string, name: string): FlowOnDisk {
    const flow = new FlowOnDisk(path, this.files.fileOf(path), null, flowText(name, [], []));
    this.flows.set(path, flow);
    return flow;
  }

  /** Writes what has changed, in the order in which it was opened: all or nothing. */
  write(): void {
    allOrNothing((undo) => this.writeWith(undo));
  }

  /** The same as a part of a larger change. @param undo gets functions that roll back */
  writeWith(undo: Undo): void {
    for (const { file, before, text } of this.flows.values())
      if (text !== before) this.files.rewrite(file, before, text, undo);
  }

  private open(path: string, file: string, text: string | null): FlowOnDisk {
    if (text === null) throw new HostError('not-found', t.noStep(path));
    const flow = new FlowOnDisk(path, file, text, text);
    this.flows.set(path, flow);
    return flow;
  }
}

export class FlowOnDisk {
  readonly path: string;
  readonly file: string;
  /** Its text on the disk; null if it does not exist yet. */
  readonly before: string | null;
  private flow: Flow;

  /** @throws HostError if it is damaged */
  constructor(path: string, file: string, before: string | null, text: string) {
    this.path = path;
    this.file = file;
    this.before = before;
    const flow = readFlow(text);
    if (Array.isArray(flow)) throw new HostError('refused', t.damaged(file, mistakesText(flow)));
    this.flow = flow;
  }

  get text(): string {
    return this.flow.yaml.text;
  }

  get read(): Flow {
    return this.flow;
  }

  /** The path of what stands at a place of the file. */
  pathAt(place: Path): string {
    const key = JSON.stringify(place);
    const all = [...itemsByPath(this.flow, this.path)];
    return all.find(([, { path }]) => JSON.stringify(path) === key)?.[0] ?? this.path;
  }

  /** @throws HostError if it does not exist any more */
  item(path: string): FlowItem {
    const found = itemsByPath(this.flow, this.path).get(path);
    if (found === undefined) throw new HostError('not-found', t.noStep(path));
    return found;
  }

  /** Where the steps of the flow or of a group in it are. @throws HostError if there is no such group */
  stepsOf(path: string): { path: (string | number)[]; items: readonly FlowItem[] } {
    if (path === this.path) return { path: ['steps'], items: this.flow.items };
    const group: FlowItem = this.item(path);
    if (group.kind === 'step') throw new HostError('bad-input', t.noFolder(path));
    return { path: [...group.path, 'steps'], items: group.items };
  }

  /** Names that the file writes. */
  names(): Set<string> {
    return new Set(namesIn(this.flow.items));
  }

  /** @param except the name that the item has now @throws HostError if another item has the name */
  checkName(name: string, except: string | null = null): void {
    if (name !== except && this.names().has(name)) throw new HostError('refused', t.exists(name));
  }

  /** Takes another text. @throws HostError if it could not be read again */
  become(text: string): void {
    const flow = readFlow(text);
    if (Array.isArray(flow)) throw notReadAgain(this.path, flow);
    this.flow = flow;
  }

  /**
   * Puts items into the flow or a group of it.
   * @param itemTexts of a list each @param before path of the item after them; null for the end
   * @returns the place of the first
   */
  insert(folder: string, itemTexts: readonly string[], before: string | null): Path {
    const place = this.placeIn(folder, before);
    this.insertAt(place, itemTexts);
    return place;
  }

  /** Where something goes in the flow or a group of it. @param before path of the item after it; null for the end */
  placeIn(folder: string, before: string | null): Path {
    const { path, items } = this.stepsOf(folder);
    const at = before === null ? -1 : items.indexOf(this.item(before));
    return [...path, at < 0 ? items.length : at];
  }

  /** @param place of the first */
  insertAt(place: Path, itemTexts: readonly string[]): void {
    let { text } = this;
    for (const [at, one] of itemTexts.entries())
      text = withItem(text, place.slice(0, -1), Number(place.at(-1)) + at, one);
    this.become(text);
  }

  /** @param places from the last one on, so that the others stay */
  remove(places: readonly Path[]): void {
    this.become(places.reduce(withoutItem, this.text));
  }
}

/** Without the line, which is none of a file that the user has. */
function notReadAgain(name: string, [first]: readonly PlacedMistake[]): HostError {
  return new HostError('bad-input', t.notReadAgain(name, first?.text ?? ''));
}

/** The names of steps and groups that a file writes. */
export function namesIn(items: readonly FlowItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === 'group'
      ? [item.name, ...namesIn(item.items)]
      : isRecord(item.raw) && typeof item.raw['name'] === 'string'
        ? [item.step.name]
        : [],
  );
}

/** The text of a new flow. @throws HostError if a file cannot say a step */
export function flowText(name: string, steps: readonly Step[], secret: readonly string[]): string {
  const head = headText(
    { flow: fileNameFor(name) === name ? undefined : name },
    { ...NO_SETTINGS, secret: [...secret] },
  );
  const raw = steps.map((step) => {
    const text = stepText(step);
    if (typeof text === 'string') throw new HostError('bad-input', t.notReadAgain(step.name, text));
    return text.raw;
  });
  const text = renderYaml({ ...head, steps: raw });
  const read = readFlow(text);
  if (Array.isArray(read)) throw notReadAgain(name, read);
  return text;
}
