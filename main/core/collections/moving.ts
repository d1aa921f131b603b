/** Moves and copies steps and folders. Everything is checked first; a later failure is rolled back. */
import { cpSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFolderFile } from '../../../shared/collections/folder-file.ts';
import { schemaNamed, writeStepFile } from '../../../shared/collections/step-file.ts';
import {
  aboveOf,
  allOf,
  foldersAround,
  type Item,
  type Listing,
  type TreeNode,
  treeOf,
  orderOf,
  type Move,
} from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { nameKey } from '../../../shared/names.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { readFolder, undoAll } from './folders.ts';
import { followIncludes } from './includes.ts';
import { readStep } from './listing.ts';
import { fileNameFor } from './names.ts';
import { joined, type TreeFiles } from './tree-files.ts';

const t = texts.core.collections;

interface Order {
  items: readonly Item[];
  folder: string;
  before: Item | null;
}

const isItem = (node: TreeNode, { kind, path }: Item) => node.kind === kind && node.path === path;
const isInside = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** @throws HostError */
export function move(files: TreeFiles, listing: Listing, { items, folder, before }: Order): Move[] {
  const nodes = Array.from(allOf(treeOf(listing)));
  if (folder !== '') files.folderOf(folder);
  // Items in a chosen folder move with it.
  const wanted = { step: new Set<string>(), folder: new Set<string>() };
  for (const { kind, path } of items) wanted[kind].add(path);
  const chosen = nodes.filter(
    ({ kind, path }) =>
      wanted[kind].has(path) &&
      !foldersAround(path).some((above) => above !== '' && wanted.folder.has(above)),
  );
  const moves = chosen.map(({ kind, path }) => ({ kind, from: path, to: joined(folder, basename(path)) }));
  check(files, moves, folder);
  const target = nodes.find((node) => node.kind === 'folder' && node.path === folder);
  const children = target?.kind === 'folder' ? target.children : [];
  const orders = ordersAfter(children, chosen, folder, before);
  const undo: (() => void)[] = [];
  try {
    for (const { kind, from, to } of moves) {
      if (from === to) continue;
      const [at, next] = placesOf(files, kind, from, to);
      files.rename(at, next);
      undo.unshift(() => files.rename(next, at));
    }
    const now = new Map(chosen.map((node, at) => [node, moves[at]?.to ?? node.path]));
    for (const [node, order] of orders) {
      const back = setOrder(files, node.kind, now.get(node) ?? node.path, order);
      if (back !== null) undo.unshift(back);
    }
    followIncludes(files, listing, moves, undo);
  } catch (error) {
    undoAll(undo);
    throw error;
  }
  const left = new Set(moves.map(({ from }) => dirname(join(files.root, from))));
  for (const above of left) files.removeEmpty(above);
  return moves;
}

function check(files: TreeFiles, moves: readonly Move[], folder: string): void {
  const names = files.namesFor(
    folder,
    moves.map((move) => move.from),
  );
  // By case-insensitive name: one of two would replace the other.
  const targets = { step: new Map<string, Move>(), folder: new Map<string, Move>() };
  for (const move of moves) {
    const { kind, from: path, to } = move;
    if (kind === 'folder' && (folder === path || isInside(folder, path)))
      throw new HostError('bad-input', t.intoItself(path));
    const other = targets[kind].get(nameKey(to));
    const stays = path === to;
    if (other !== undefined && !(stays && other.from === other.to))
      throw new HostError('refused', t.sameName(basename(path)));
    targets[kind].set(nameKey(to), move);
    if (stays) continue;
    if (kind === 'folder') names.checkFolder(basename(to));
    else names.checkStep(basename(to));
  }
}

/** The order numbers of the chosen items; none if they are moved to the end of another folder, where names decide. */
function ordersAfter(
  children: readonly TreeNode[],
  chosen: readonly TreeNode[],
  folder: string,
  before: Item | null,
): Map<TreeNode, number | undefined> {
  if (before === null && chosen.every(({ path }) => aboveOf(path) !== folder))
    return new Map(chosen.map((node) => [node, undefined]));
  const moving = new Set(chosen);
  const others = children.filter((child) => !moving.has(child));
  // If the target moves too: before the next one that stays.
  const from = before === null ? -1 : children.findIndex((child) => isItem(child, before));
  const stays = from < 0 ? undefined : children.slice(from).find((child) => !moving.has(child));
  const at = stays === undefined ? others.length : others.indexOf(stays);
  return numbered(others, chosen, at);
}

function placesOf(files: TreeFiles, kind: Item['kind'], from: string, to: string): [string, string] {
  if (kind === 'folder') return [files.folderOf(from), files.fileOf(to, '')];
  const file = files.stepFile(from);
  if (file === null) throw new HostError('not-found', t.noStep(from));
  return [file, join(dirname(files.fileOf(to)), basename(file))];
}

/** @returns a function that undoes it; null if nothing changes, or the file is damaged */
function setOrder(
  files: TreeFiles,
  kind: Item['kind'],
  path: string,
  order: number | undefined,
): (() => void) | null {
  if (kind === 'folder') {
    const { file, schema, settings } = readFolder(files.folderOf(path));
    if (settings.order === order) return null;
    const next = writeFolderFile({ ...settings, order }, schema);
    return files.rewrite(file, writeFolderFile(settings, schema), next);
  }
  const file = files.stepFile(path);
  const { step, text } = file === null ? { step: '', text: '' } : readStep(file);
  if (file === null || typeof step === 'string' || step.order === order) return null;
  const { order: _, ...rest } = step;
  const written = writeStepFile(order === undefined ? rest : { ...rest, order }, schemaNamed(text));
  return files.rewrite(file, text, written);
}

/** @returns the path of the copy */
export function duplicated(files: TreeFiles, { kind, path }: Item): string {
  const above = aboveOf(path);
  if (kind === 'folder') return copiedFolder(files, path, above);
  const file = files.stepFile(path);
  if (file === null) throw new HostError('not-found', t.noStep(path));
  const { step, text } = readStep(file);
  if (typeof step === 'string') throw new HostError('refused', t.notCopied(file, step));
  for (let at = 1; ; at++) {
    const name = t.copyOf(step.name, at);
    const to = joined(above, fileNameFor(name));
    if (!isFree(() => files.checkStepName(above, basename(to), []))) continue;
    files.write(files.fileOf(to), writeStepFile({ ...step, name }, schemaNamed(text)));
    return to;
  }
}

/** Copies under a hidden name first, so that the copy appears whole. */
function copiedFolder(files: TreeFiles, path: string, above: string): string {
  const folder = files.folderOf(path);
  const { file, schema, settings } = readFolder(folder);
  for (let at = 1; ; at++) {
    const name = t.copyOf(settings.name ?? basename(path), at);
    const called = fileNameFor(name);
    if (!isFree(() => files.checkFolderName(above, called, []))) continue;
    const hidden = join(dirname(folder), `.${called}.new`);
    files.watch.makes(hidden);
    try {
      const isOrdinary = (one: string) => ['file', 'folder'].includes(kindOf(one));
      cpSync(folder, hidden, { recursive: true, filter: isOrdinary });
      if (settings.name !== undefined)
        files.write(join(hidden, basename(file)), writeFolderFile({ ...settings, name }, schema));
      files.rename(hidden, join(dirname(folder), called));
    } catch (error) {
      rmSync(hidden, { recursive: true, force: true });
      throw error;
    }
    return joined(above, called);
  }
}

function isFree(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof HostError) return false;
    throw error;
  }
}

/**
 * Order numbers for nodes that are inserted between others.
 * @param at the index in `others` before which `moved` come
 * @returns the nodes whose number changes, with the new one
 */
export function numbered(
  others: readonly TreeNode[],
  moved: readonly TreeNode[],
  at: number,
): Map<TreeNode, number> {
  const moves = new Set(moved);
  const before = at === 0 ? null : orderAt(others, at - 1);
  const after = orderAt(others, at);
  const room = moved.length + 1;
  if (before === null || Number.isFinite(before)) {
    const next = after === null || !Number.isFinite(after) ? null : after;
    const first = before ?? (next === null ? 0 : next - room);
    const last = next ?? first + room;
    // Whole numbers where they fit.
    const step = last - first >= room ? 1 : (last - first) / room;
    const numbers = moved.map((_, index) => first + step * (index + 1));
    if (isRising([first, ...numbers, last]))
      return new Map(moved.map((node, index) => [node, numbers[index] ?? 0]));
  }
  // A node before them has no number, or no number fits: renumbers as many as needed.
  const all = others.toSpliced(at, 0, ...moved);
  const numberless = all.findIndex((node) => !moves.has(node) && !Number.isFinite(orderOf(node)));
  const end = Math.max(at + moved.length, numberless < 0 ? all.length : numberless);
  return new Map(all.slice(0, end).map((node, index) => [node, index + 1]));
}

function orderAt(nodes: readonly TreeNode[], at: number): number | null {
  const node = nodes[at];
  return node === undefined ? null : orderOf(node);
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? number));
}
