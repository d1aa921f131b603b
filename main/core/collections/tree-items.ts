/** Moves, copies, pastes and deletes items of the tree. Everything is checked first; a later failure is rolled back. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { COLLECTION_FILE } from '../../../shared/collections/flow-file.ts';
import { type Head, withCollection, withHead, withStep } from '../../../shared/collections/flow-edit.ts';
import { type Flow, readCollectionFile, readFlow } from '../../../shared/collections/flow-reader.ts';
import { settingsOf } from '../../../shared/collections/flow-step.ts';
import { includedFlow } from '../../../shared/collections/plan.ts';
import { NO_REPEATS } from '../../../shared/collections/settings.ts';
import {
  aboveOf,
  flowOfPath,
  foldersAround,
  isInFlow,
  type Item,
  type Listing,
  lastOf,
  type Move,
  movedBy,
  nameOfPath,
} from '../../../shared/collections/tree.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { editedYaml } from '../../../shared/collections/yaml-edit.ts';
import { itemText } from '../../../shared/collections/yaml-items.ts';
import { type Path, readYaml } from '../../../shared/collections/yaml-reader.ts';
import type { JsonMap } from '../../../shared/collections/yaml-text.ts';
import { mistakesText } from '../../../shared/collections/flow-listing.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { endingWith, firstFree, nameKey } from '../../../shared/names.ts';
import { isRecord } from '../../../shared/own-value.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { textAt } from './file-limits.ts';
import { namesIn, OpenFlows } from './flow-on-disk.ts';
import { flowFileFor, folderNameFor } from './names.ts';
import { allOrNothing, joined, type TreeFiles, type Undo } from './tree-files.ts';
import { MAX_FILE_NAME_BYTES, MAX_REQUEST_NAME_CHARS } from '../../../shared/limits.ts';

const t = texts.core.collections;

interface Order {
  items: readonly Item[];
  folder: string;
  before: Item | null;
}

/** Without what is inside of another one of them. */
function outermost(items: readonly Item[]): Item[] {
  const paths = new Set(items.map(({ path }) => path));
  return items.filter(({ path }) => !foldersAround(path).some((above) => above !== '' && paths.has(above)));
}

/** @throws HostError */
export function moved(files: TreeFiles, listing: Listing, { items, folder, before }: Order): Move[] {
  const chosen = outermost(items);
  const inside = chosen.filter(isInFlow);
  if (inside.length > 0 && inside.length < chosen.length) throw new HostError('bad-input', t.mixed);
  return inside.length > 0
    ? movedInFlows(files, inside, { folder, before })
    : movedFiles(files, listing, chosen, folder);
}

function movedInFlows(
  files: TreeFiles,
  items: readonly Item[],
  { folder, before }: Pick<Order, 'before' | 'folder'>,
): Move[] {
  const flows = new OpenFlows(files);
  // Written first: a step in two flows is better than one in none.
  const target = flows.at(folder);
  const taken = items.map(({ kind, path }) => {
    if (folder === path || folder.startsWith(`${path}/`))
      throw new HostError('bad-input', t.intoItself(path));
    const flow = flows.at(path);
    const item = flow.item(path);
    return {
      kind,
      path,
      flow,
      item,
      text: relocated(itemText(flow.text, item.path), flow.path, target.path),
    };
  });
  const names = target.names();
  for (const { flow, item } of taken)
    for (const name of flow === target ? [] : namesIn([item])) {
      if (names.has(name)) throw new HostError('refused', t.exists(name));
      names.add(name);
    }
  let place = target.placeIn(folder, before?.path ?? null);
  for (const [flow, own] of Map.groupBy(taken, (one) => one.flow)) {
    // From the end, so that the places of the others stay.
    const places = own.map(({ item }) => item.path).sort((a, b) => comparePaths(b, a));
    flow.remove(places);
    if (flow === target) place = places.reduce(afterRemoval, place);
  }
  target.insertAt(
    place,
    taken.map(({ text }) => text),
  );
  const [list, index] = [place.slice(0, -1), Number(place.at(-1))];
  flows.write();
  return taken.map(({ kind, path: from }, at) => ({ kind, from, to: target.pathAt([...list, index + at]) }));
}

/** The text of items for a flow that may be in another folder: they include the same flows, and take the same rows. */
export function relocated(text: string, from: string, to: string): string {
  if (aboveOf(from) === aboveOf(to)) return text;
  const moved = (file: string) => posix.relative(aboveOf(to), posix.join(aboveOf(from), file));
  return withItems(text, (item) => {
    const { include, each } = item;
    return {
      ...item,
      ...(typeof include === 'string' ? { include: moved(include) } : {}),
      ...(typeof each === 'string' && !each.startsWith('{{') ? { each: moved(each) } : {}),
    };
  });
}

/** A text of a list of items with others in their places, also in groups. */
function withItems(text: string, change: (item: JsonMap) => JsonMap): string {
  const yaml = readYaml(text);
  const changed = (items: JsonValue): JsonValue =>
    !Array.isArray(items)
      ? items
      : items.map((item) => {
          if (!isRecord(item)) return item;
          const next = change(item);
          return next['steps'] === undefined ? next : { ...next, steps: changed(next['steps']) };
        });
  return Array.isArray(yaml) ? text : editedYaml(text, changed(yaml.value));
}

/** A place after an item before it is gone. */
function afterRemoval(place: Path, removedPath: Path): Path {
  const [around, at] = [removedPath.slice(0, -1), Number(removedPath.at(-1))];
  const isInside = around.every((part, index) => place[index] === part);
  const own = place[around.length];
  if (!isInside || typeof own !== 'number' || own <= at) return place;
  return place.with(around.length, own - 1);
}

function comparePaths(a: Path, b: Path): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (part !== other) return typeof part === 'number' && typeof other === 'number' ? part - other : 0;
  }
  return a.length - b.length;
}

function movedFiles(files: TreeFiles, listing: Listing, items: readonly Item[], folder: string): Move[] {
  if (flowOfPath(folder) !== null) throw new HostError('bad-input', t.mixed);
  if (folder !== '') files.folderOf(folder);
  const moves = items.map(({ path }): Move => ({
    kind: 'folder',
    from: path,
    to: joined(folder, lastOf(path)),
  }));
  const targets = new Set<string>();
  for (const { from, to } of moves) {
    if (folder === from || folder.startsWith(`${from}/`))
      throw new HostError('bad-input', t.intoItself(from));
    if (targets.has(nameKey(to))) throw new HostError('refused', t.sameName(nameOfPath(from)));
    targets.add(nameKey(to));
    if (from !== to) files.checkName(folder, lastOf(to), [from]);
  }
  allOrNothing((undo) => {
    for (const { from, to } of moves) if (from !== to) files.renamePath(from, to, undo);
    followIncludes(files, listing, moves, undo);
  });
  return moves;
}

/**
 * Rewrites the steps whose included flow has another place now.
 * @param before the listing before the move
 * @param undo gets functions that roll back, the last change first
 */
export function followIncludes(files: TreeFiles, before: Listing, moves: readonly Move[], undo: Undo): void {
  const nextOf = movedBy(moves);
  const now = (path: string) => nextOf(path, 'folder') ?? path;
  const flows = new OpenFlows(files);
  for (const { path, step } of before.entries) {
    if (step.include === undefined) continue;
    const own = flowOfPath(path) ?? path;
    const [from, to] = [now(own), now(includedFlow(path, step.include.flow))];
    if (includedFlow(from, step.include.flow) === to) continue;
    const flow = flows.at(from);
    const item = flow.item(from + path.slice(own.length));
    if (item.kind === 'group') continue;
    const include = { ...step.include, flow: posix.relative(aboveOf(from), to) };
    const edited = withStep(flow.read, item, { ...step, include });
    if (typeof edited !== 'string') flow.become(edited.text);
  }
  flows.writeWith(undo);
}

/** @throws HostError if one of them does not exist; nothing is deleted then */
export function removed(files: TreeFiles, items: readonly Item[]): void {
  const chosen = outermost(items);
  const paths = chosen.filter((item) => !isInFlow(item)).map(({ path }) => path);
  for (const path of paths) {
    if (path === '') throw new HostError('bad-input', t.noPath(path));
    if (flowOfPath(path) === null) files.folderOf(path);
    else if (!files.exists(files.fileOf(path))) throw new HostError('not-found', t.noStep(path));
  }
  const flows = new OpenFlows(files);
  const inside = chosen.filter(isInFlow).map(({ path }) => {
    const flow = flows.at(path);
    return { flow, place: flow.item(path).path };
  });
  for (const [flow, own] of Map.groupBy(inside, (one) => one.flow))
    flow.remove(own.map(({ place }) => place).sort((a, b) => comparePaths(b, a)));
  flows.write();
  for (const path of paths)
    if (flowOfPath(path) === null) files.removeFolder(files.folderOf(path));
    else files.removeFile(files.fileOf(path));
}

/** Steps and groups as a flow has them. @throws HostError for flows and folders */
export function copiedItems(files: TreeFiles, items: readonly Item[]): string {
  const flows = new OpenFlows(files);
  return outermost(items)
    .map((item) => {
      if (!isInFlow(item)) throw new HostError('bad-input', t.mixed);
      const flow = flows.at(item.path);
      return itemText(flow.text, flow.item(item.path).path);
    })
    .join('');
}

/** @param text a list of steps, or a flow @returns the paths of the new items @throws HostError */
export function pasted(files: TreeFiles, folder: string, before: Item | null, text: string): string[] {
  const yaml = readYaml(text);
  if (Array.isArray(yaml)) throw new HostError('bad-input', mistakesText(yaml));
  const { value } = yaml;
  const list = isRecord(value) ? value['steps'] : value;
  if (!Array.isArray(list) || list.length === 0) throw new HostError('bad-input', t.nothingToPaste);
  // A comment at the begin of a file is about the file, in front of the steps about the first of them.
  const flow = isRecord(value) ? text : `steps:\n${text}`;
  const isFlow = !Array.isArray(readYaml(flow));
  const texts = list.map((_, at) => (isFlow ? itemText(flow, ['steps', at]) : itemText(text, [at])));
  return inserted(files, folder, texts, before?.path ?? null);
}

/** Names that are taken become those of copies. @param before path of the item after them */
function inserted(
  files: TreeFiles,
  folder: string,
  texts: readonly string[],
  before: string | null,
): string[] {
  const flows = new OpenFlows(files);
  const flow = flows.at(folder);
  const names = flow.names();
  const copies = texts.map((text) => copyOf(text, names));
  const place = flow.insert(folder, copies, before);
  flows.write();
  return texts.map((_, at) => flow.pathAt([...place.slice(0, -1), Number(place.at(-1)) + at]));
}

/** The text of an item with other names where they are taken. @param taken gets the names of the copy */
function copyOf(text: string, taken: Set<string>): string {
  const free = (name: string) => {
    const isTaken = (one: string) => taken.has(one);
    const next = isTaken(name) ? firstFree((number) => copyName(name, number), isTaken) : name;
    taken.add(next);
    return next;
  };
  return withItems(text, (item) => {
    const key = item['group'] === undefined ? 'name' : 'group';
    const name = item[key];
    return typeof name === 'string' ? { ...item, [key]: free(name.trim()) } : item;
  });
}

/** @param longest characters of the name */
function copyName(name: string, number: number, longest = MAX_REQUEST_NAME_CHARS): string {
  return endingWith(name, t.copyEnding(number), longest);
}

/** @returns the path of the copy */
export function duplicated(files: TreeFiles, item: Item): string {
  const { path } = item;
  if (isInFlow(item)) {
    const flow = new OpenFlows(files).at(path);
    const above = aboveOf(path);
    const { items } = flow.stepsOf(above);
    const own = flow.item(path);
    const next = items[items.indexOf(own) + 1];
    const before = next === undefined ? null : flow.pathAt(next.path);
    return inserted(files, above, [itemText(flow.text, own.path)], before)[0] ?? path;
  }
  return flowOfPath(path) === path ? copiedFlow(files, path) : copiedFolder(files, path);
}

function copiedFlow(files: TreeFiles, path: string): string {
  const text = textAt(files.fileOf(path));
  if (text === null) throw new HostError('not-found', t.noStep(path));
  const { to, number } = freeCopy(files, path, flowFileFor);
  const flow = readFlow(text);
  const isNamed = !Array.isArray(flow) && flow.head.flow !== undefined;
  files.write(files.fileOf(to), isNamed ? withHead(flow, copiedHead(flow, number)) : text);
  return to;
}

function copiedHead({ head: { flow: name = '', ...head } }: Flow, number: number): Head {
  return { name: copyName(name, number), settings: settingsOf(head), repeats: NO_REPEATS };
}

/** Characters of which a file name has room for any. */
const LONGEST_FILE_NAME = Math.floor(MAX_FILE_NAME_BYTES / 3);

/** A path beside another one that is free. @returns also the number of the copy */
function freeCopy(
  files: TreeFiles,
  path: string,
  fileOf: (name: string) => string,
): { to: string; number: number } {
  const above = aboveOf(path);
  const there = new Set(files.namesIn(above).map(nameKey));
  let number = 1;
  const file = firstFree(
    (next) => fileOf(copyName(nameOfPath(path), (number = next), LONGEST_FILE_NAME)),
    (one) => there.has(nameKey(one)),
  );
  return { to: joined(above, file), number };
}

/** Copies under a hidden name first, so that the copy appears whole. */
function copiedFolder(files: TreeFiles, path: string): string {
  const folder = files.folderOf(path);
  const { to, number } = freeCopy(files, path, folderNameFor);
  const hidden = join(dirname(folder), `.${basename(to)}.new`);
  files.watch.makes(hidden);
  try {
    const isOrdinary = (one: string) => ['file', 'folder'].includes(kindOf(one));
    cpSync(folder, hidden, { recursive: true, filter: isOrdinary });
    nameCopy(join(hidden, COLLECTION_FILE), number);
    files.rename(hidden, files.fileOf(to));
  } catch (error) {
    rmSync(hidden, { recursive: true, force: true });
    throw error;
  }
  return to;
}

/** The copy of a collection that its file names has the name of a copy. */
function nameCopy(file: string, number: number): void {
  const text = kindOf(file) === 'file' ? textAt(file) : null;
  const about = text === null ? {} : readCollectionFile(text);
  if (text === null || Array.isArray(about) || about.name === undefined) return;
  const { name, ...head } = about;
  writeFileSync(file, withCollection(text, { name: copyName(name, number), settings: settingsOf(head) }));
}
