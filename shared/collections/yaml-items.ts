/** Copies, inserts and removes one item of a list in a YAML text, with its comments. */
import type { JsonValue } from './value-text.ts';
import { Cutter, indentsOf } from './yaml-cuts.ts';
import { edit, editedYaml, sourceOf } from './yaml-edit.ts';
import { BlockLines, breakAt, type Cut, lineStart } from './yaml-lines.ts';
import { type Collection, type Entry, type Part, partsOf, valueOfYaml } from './yaml-parts.ts';
import type { Path } from './yaml-reader.ts';
import { isCollection, type JsonMap, renderYaml } from './yaml-text.ts';

/** The lines of one item of a list with its comments, without indent; empty if there is no such item. */
export function itemText(text: string, path: Path): string {
  const { body } = sourceOf(text);
  const root = partsOf(body);
  const list = root && entryAt(root, path.slice(0, -1)).part;
  const entry = list?.kind === 'list' ? list.entries[Number(path.at(-1))] : undefined;
  if (list?.kind !== 'list' || entry === undefined) return '';
  if (list.inFlow) return renderYaml([entry.part.value]);
  const lines = new BlockLines(body, list, path.length === 1);
  const indent = new RegExp(`^ {0,${lines.column}}`, 'gm');
  return lines.whole(entry, []).replaceAll('\r\n', '\n').replace(indent, '');
}

/** The text with an item, as `itemText` gives it, at a place of a list, which need not exist yet. */
export function withItem(text: string, path: Path, index: number, item: string): string {
  const added = valueOfYaml(item)?.value;
  if (!Array.isArray(added)) return text;
  const change: Change = {
    path: [...path, index],
    alter: (list, at) => list.splice(at, 0, ...added),
    cutsIn: (body, root, place) => insertion(body, root, place, item),
  };
  const withList = valueWith(text, path, () => undefined);
  return changed(withList === undefined ? text : editedYaml(text, withList), change);
}

/** The text without one item of a list. */
export function withoutItem(text: string, path: Path): string {
  const change: Change = { path, alter: (list, at) => list.splice(at, 1), cutsIn: removal };
  return changed(text, change);
}

/** A change of the list that has an item at a path. */
interface Change {
  readonly path: Path;
  readonly alter: (list: JsonValue[], at: number) => void;
  readonly cutsIn: (body: string, root: Part, place: Path) => readonly Cut[] | undefined;
}

/** Made by the value if the cuts do not make it. */
function changed(text: string, { path, alter, cutsIn }: Change): string {
  const source = sourceOf(text);
  const { body } = source;
  const wanted = valueWith(body, path.slice(0, -1), (list) => alter(list, Number(path.at(-1))));
  if (wanted === undefined) return text;
  return edit(source, wanted, (root) => [cutsIn(body, root, path) ?? []]) ?? editedYaml(text, wanted);
}

function insertion(body: string, root: Part, place: Path, item: string): readonly Cut[] | undefined {
  const { part, entry, column } = entryAt(root, place.slice(0, -1), body);
  const indented = (by: number): string => item.replace(/^(?=.*\S)/gm, ' '.repeat(by));
  if (part?.kind === 'list') {
    const before = part.entries[Number(place.at(-1)) - 1];
    if (part.inFlow) return undefined;
    const lines = new BlockLines(body, part, place.length === 1);
    const at = before ? lines.end(before) : lines.first;
    return [lines.insertion(at, indented(lines.column))];
  }
  if (entry === undefined || column === undefined) return undefined;
  const end = Math.max(entry.after, entry.end);
  const comment = body.slice(end, breakAt(body, end));
  const text = `${comment}\n${indented(column + indentsOf(body).list).trimEnd()}`;
  return [{ start: entry.after, end: breakAt(body, end), text }];
}

function removal(body: string, root: Part, place: Path): readonly Cut[] | undefined {
  const list = entryAt(root, place.slice(0, -1)).part;
  if (list?.kind !== 'list' || list.entries.length === 1) return undefined;
  const stays = list.entries.filter((_, at) => at !== place.at(-1));
  const wanted = stays.map((entry) => ({ value: entry.part.value, entry, stays: true }));
  return new Cutter(body).altered(list, wanted, place.length - 1);
}

/** What is at a path; with a text also the column of the entry, if it is one of a block. */
function entryAt(root: Part, path: Path, text = ''): { part?: Part; entry?: Entry; column?: number } {
  let part: Part | undefined = root;
  let entry: Entry | undefined;
  let column: number | undefined;
  for (const step of path) {
    if (part?.kind !== 'map' && part?.kind !== 'list') return {};
    const { kind, entries, inFlow }: Collection = part;
    entry = kind === 'map' ? entries.find((one) => one.key === String(step)) : entries[Number(step)];
    const start: number = entries[0]?.start ?? 0;
    column = inFlow ? undefined : start - lineStart(text, start);
    part = entry?.part;
  }
  return { part, entry, column };
}

/** The value of a text, with a change of the list at a path, which is made where there is none. */
function valueWith(text: string, path: Path, alter: (list: JsonValue[]) => void): JsonValue | undefined {
  const around = [valueOfYaml(text)?.value ?? null];
  return alterAt(around, [0, ...path], alter) ? around[0] : undefined;
}

function alterAt(parent: JsonMap | JsonValue[], path: Path, alter: (list: JsonValue[]) => void): boolean {
  const [step = '', ...rest] = path;
  const old = (Array.isArray(parent) ? parent[Number(step)] : parent[step]) ?? null;
  const inner = isCollection(old) ? old : rest.length > 0 ? {} : [];
  if (Array.isArray(parent)) parent[Number(step)] = inner;
  else parent[step] = inner;
  if (rest.length > 0) return alterAt(inner, rest, alter);
  if (!Array.isArray(inner)) return false;
  alter(inner);
  return true;
}
