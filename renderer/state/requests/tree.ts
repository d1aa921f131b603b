/** The tree of collections: its selection, folding and filter, and the actions on its items. */
import { create } from 'zustand';
import {
  aboveOf,
  allOf,
  type FolderNode,
  foldersAround,
  type Item,
  type TreeNode,
  treeOf,
  type Move,
  movedBy,
} from '../../../shared/collections/tree.ts';
import type { FolderSettings } from '../../../shared/collections/folder-file.ts';
import { collectionAround } from '../../../shared/collections/plan.ts';
import { host, messageOf } from '../../host.ts';
import { useFrame } from '../frame.ts';
import { ONCE, useRuns } from '../runs.ts';
import { isLocalInUse, useStatus } from '../status.ts';
import { setSavedAt } from './opening.ts';
import { useSaved } from './saved.ts';
import { useRequests } from './store.ts';
import { hitsIn } from './search.ts';
import { rekeyUnsaved } from '../unsaved.ts';
import { itemIn, keyOf, type Target } from './tree-rows.ts';

/** In localStorage. */
const FOLDED = 'collections/folded';

interface TreeStore {
  folded: ReadonlySet<string>;
  filter: string;
  /** Folders folded while a filter is set; not stored. */
  foldedHits: ReadonlySet<string>;
  /** Keys of {@link keyOf}, like those below. */
  selected: ReadonlySet<string>;
  /** The row with the tab stop. */
  focus: string | null;
  /** Start of a range selection. */
  anchor: string | null;
  /** The row to scroll to. */
  revealed: string | null;
  /** The folder or step shown in place of the request. */
  shown: Item | null;
}

export const useTree = create<TreeStore>(() => ({
  folded: new Set((localStorage.getItem(FOLDED) ?? '').split('\n').filter(Boolean)),
  filter: '',
  foldedHits: new Set<string>(),
  selected: new Set<string>(),
  focus: null,
  anchor: null,
  revealed: null,
  shown: null,
}));

let built: { entries: unknown; folders: unknown; root: FolderNode } | null = null;
/** The tree of the last listing, memoized. */
export function rootOf({
  entries,
  folders,
}: Pick<ReturnType<typeof useSaved.getState>, 'entries' | 'folders'>): FolderNode {
  if (built?.entries !== entries || built.folders !== folders)
    built = { entries, folders, root: treeOf({ entries, folders }) };
  return built.root;
}

export function nodeOf(key: string | null): TreeNode | null {
  for (const node of allOf(rootOf(useSaved.getState()))) if (keyOf(node) === key) return node;
  return null;
}

export function childrenOf(path: string): readonly TreeNode[] {
  const node = nodeOf(keyOf({ kind: 'folder', path }));
  return node?.kind === 'folder' ? node.children : [];
}

/** In the order of the tree. */
export function selectedNodes(): TreeNode[] {
  const { selected } = useTree.getState();
  return Array.from(allOf(rootOf(useSaved.getState()))).filter((node) => selected.has(keyOf(node)));
}

export function select(keys: readonly string[], focus: string, anchor: string = focus): void {
  useTree.setState({ selected: new Set(keys), focus, anchor });
}

export function fold(key: string, isFolded: boolean): void {
  const { filter, folded, foldedHits } = useTree.getState();
  const next = new Set(isWhole(filter) ? folded : foldedHits);
  if (isFolded) next.add(key);
  else next.delete(key);
  if (isWhole(filter)) setFolded(next);
  else useTree.setState({ foldedHits: next });
}

export function isWhole(filter: string): boolean {
  return filter.trim() === '';
}

function setFolded(folded: ReadonlySet<string>): void {
  localStorage.setItem(FOLDED, Array.from(folded).join('\n'));
  useTree.setState({ folded });
}

/** Filters the tree, and deselects what is hidden: actions affect only visible items. */
export function setFilter(filter: string): void {
  const { selected, foldedHits } = useTree.getState();
  // The same empty set, so that the rows are not computed again at once.
  const unfolded = foldedHits.size === 0 ? foldedHits : new Set<string>();
  const isFound = new Set(
    selected.size === 0 ? [] : Array.from(allOf(hitsIn(rootOf(useSaved.getState()), filter)), keyOf),
  );
  const left = Array.from(selected).filter((key) => isFound.has(key));
  useTree.setState({
    filter,
    foldedHits: unfolded,
    selected: left.length === selected.size ? selected : new Set(left),
  });
}

/** Selects an item, opens its folders and clears the filter. */
export function reveal(item: Item): void {
  const folded = new Set(useTree.getState().folded);
  for (const path of foldersAround(item.path)) folded.delete(keyOf({ kind: 'folder', path }));
  setFolded(folded);
  useTree.setState({ filter: '', foldedHits: new Set(), revealed: keyOf(item) });
  select([keyOf(item)], keyOf(item));
}

export function showItem(shown: Item | null): void {
  useTree.setState({ shown });
}

/** Runs an action; a failure is shown above the tree. @returns null if it failed */
async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    const result = await work();
    useSaved.setState({ problem: null });
    return result;
  } catch (error) {
    useSaved.setState({ problem: messageOf(error) });
    return null;
  }
}

const itemOf = ({ kind, path }: TreeNode | Item): Item => ({ kind, path });

export async function move(nodes: readonly Item[], { folder, before }: Target): Promise<void> {
  if (nodes.length === 0) return;
  const items = nodes.map(itemOf);
  const done = await attempt(() =>
    host.call('saved.move', { items, folder, before: before === null ? null : itemOf(before) }),
  );
  if (done !== null) follow(done.moved);
}

/** Updates the tabs, unsaved input and the state of the tree after a move. */
function follow(moved: readonly Move[]): void {
  const nextOf = movedBy(moved);
  for (const { id, path, seen } of useRequests.getState().tabs) {
    const next = path === null ? null : nextOf(path, 'step');
    if (next !== null) setSavedAt(id, { path: next, seen });
  }
  const { focus, anchor, selected, folded, shown } = useTree.getState();
  const now = (key: string) => {
    const item = itemIn(key);
    const path = item && nextOf(item.path, item.kind);
    return item === null || path === null ? key : keyOf({ ...item, path });
  };
  rekeyUnsaved(now);
  useTree.setState({
    focus: focus === null ? null : now(focus),
    anchor: anchor === null ? null : now(anchor),
    selected: new Set(Array.from(selected, now)),
    folded: new Set(Array.from(folded, now)),
    shown: shown && { ...shown, path: nextOf(shown.path, shown.kind) ?? shown.path },
  });
}

export async function removeAll(nodes: readonly Item[]): Promise<void> {
  const items = nodes.map(itemOf);
  const done = await attempt(() => host.call('saved.remove', { items }));
  if (done === null) return;
  const isRemoved = (one: Item | null) =>
    one !== null &&
    items.some(
      ({ kind, path }) =>
        (kind === one.kind && path === one.path) || (kind === 'folder' && one.path.startsWith(`${path}/`)),
    );
  for (const { id, path } of useRequests.getState().tabs)
    if (path !== null && isRemoved({ kind: 'step', path })) setSavedAt(id, { path: null, seen: null });
  useTree.setState({ selected: new Set() });
  rekeyUnsaved((key) => (isRemoved(itemIn(key)) ? null : key));
  if (isRemoved(useTree.getState().shown)) showItem(null);
}

export async function duplicate(item: Item): Promise<void> {
  const done = await attempt(() => host.call('saved.duplicate', itemOf(item)));
  if (done !== null) reveal({ kind: item.kind, path: done.path });
}

export async function makeFolder(folder: string, name: string): Promise<boolean> {
  const done = await attempt(() => host.call('saved.makeFolder', { folder, name }));
  if (done === null) return false;
  reveal({ kind: 'folder', path: done.path });
  return true;
}

/** @returns the new path of the folder; null if it was not changed */
export async function changeFolder(
  node: FolderNode,
  change: { name: string; settings: Omit<FolderSettings, 'name'>; documentation: string },
): Promise<string | null> {
  const { path, fingerprint: seen } = node;
  const done = await attempt(() => host.call('saved.changeFolder', { path, seen, ...change }));
  if (done !== null && done.path !== path) follow([{ kind: 'folder', from: path, to: done.path }]);
  return done?.path ?? null;
}

/** Opens the Runs view with a folder chosen. */
export function chooseToRun(folder: string): void {
  useRuns.setState({ wanted: folder });
  useFrame.getState().go('runs');
}

/** Runs a folder, or a collection starting at a step. At another bank, the user starts the run of a folder. */
export function runFrom({ kind, path }: Item): void {
  const { start } = useRuns.getState();
  if (kind === 'folder' && !isLocalInUse(useStatus.getState())) {
    chooseToRun(path);
    return;
  }
  useFrame.getState().go('runs');
  if (kind === 'folder') void start({ ...ONCE, path });
  else void start({ ...ONCE, path: collectionOf(path) ?? path, from: path });
}

/** Folders that a step can include, by their paths in its collection: all but those around it. @param path of the step */
export function foldersToInclude(path: string): string[] {
  const root = rootOf(useSaved.getState());
  const folders = new Map(
    Array.from(allOf(root)).flatMap((node) => (node.kind === 'folder' ? [[node.path, node]] : [])),
  );
  const [collection] = collectionAround(path, (one) => folders.get(one) ?? null);
  const start = collection === undefined || collection.path === '' ? '' : `${collection.path}/`;
  return Array.from(folders.keys())
    .filter((one) => one !== '' && one.startsWith(start) && !path.startsWith(`${one}/`))
    .map((one) => one.slice(start.length));
}

/** The collection around a path, or else its outermost folder; null for a step outside folders. */
export function collectionOf(path: string): string | null {
  const { folders } = useSaved.getState();
  const around = foldersAround(path).filter((one) => one !== '');
  const isCollection = (one: string) => folders.some((folder) => folder.path === one && folder.isCollection);
  return around.findLast(isCollection) ?? around[0] ?? null;
}

/** @returns whether it succeeded */
export async function rename(node: TreeNode, name: string): Promise<boolean> {
  if (node.kind === 'folder') {
    const { name: _, ...settings } = node.settings;
    return (await changeFolder(node, { name, settings, documentation: node.documentation ?? '' })) !== null;
  }
  const { path, entry } = node;
  const { step, fingerprint: seen } = entry;
  if (step === null) return false;
  const folder = aboveOf(path);
  const done = await attempt(() =>
    host.call('saved.save', { folder, step: { ...step, name }, over: path, seen }),
  );
  if (done === null) return false;
  for (const tab of useRequests.getState().tabs)
    if (tab.path === path)
      setSavedAt(tab.id, { path: done.path, seen: tab.seen === seen ? done.fingerprint : tab.seen });
  followStep(path, done.path);
  return true;
}

/** Updates the selection and the shown step after a rename. */
export function followStep(from: string, to: string): void {
  const key = keyOf({ kind: 'step', path: to });
  select([key], key);
  rekeyUnsaved((one) => (one === keyOf({ kind: 'step', path: from }) ? key : one));
  const { shown } = useTree.getState();
  if (shown?.kind === 'step' && shown.path === from) showItem({ kind: 'step', path: to });
}
