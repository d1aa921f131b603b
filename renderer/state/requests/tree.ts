/** The tree of collections: its selection, folding and filter, and the actions on its items. */
import { create } from 'zustand';
import {
  aboveOf,
  allOf,
  type FolderNode,
  flowOfPath,
  foldersAround,
  type Item,
  type TreeNode,
  treeOf,
  type Move,
  movedBy,
} from '../../../shared/collections/tree.ts';
import { FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { texts } from '../../../shared/texts/texts.ts';
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
  /** What this window has copied last. */
  copied: string | null;
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
  copied: null,
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

/** The text of steps and groups goes to the clipboard. */
export async function copy(nodes: readonly Item[]): Promise<void> {
  if (nodes.length === 0) return;
  const done = await attempt(() => host.call('saved.copied', { items: nodes.map(itemOf) }));
  if (done === null) return;
  // The browser may deny access to the clipboard. Then this window alone can paste.
  await navigator.clipboard.writeText(done.text).catch(() => undefined);
  useTree.setState({ copied: done.text });
}

/** Puts copied steps at the end of the selected flow or group, or after the selected step. */
export async function paste(text: string): Promise<void> {
  const selected = selectedNodes().at(-1);
  const target = selected === undefined ? null : placeAfter(selected);
  if (target === null) {
    useSaved.setState({ problem: texts.requests.savedTree.nowhereToPaste });
    return;
  }
  const before = target.before === null ? null : itemOf(target.before);
  const done = await attempt(() => host.call('saved.paste', { folder: target.folder, before, text }));
  if (done === null) return;
  await useSaved.getState().load();
  const all = [...allOf(rootOf(useSaved.getState()))].filter(({ path }) => done.paths.includes(path));
  const [first] = all;
  if (first === undefined) return;
  reveal(first);
  select(all.map(keyOf), keyOf(first));
}

/** Where something new goes that stands in a flow: to the end of a flow or group, or after a step; null for a folder. */
export function placeAfter(node: TreeNode): Target | null {
  if (flowOfPath(node.path) === null) return null;
  if (node.kind === 'folder') return { folder: node.path, before: null };
  const folder = aboveOf(node.path);
  const siblings = childrenOf(folder);
  const at = siblings.findIndex(({ path }) => path === node.path);
  return { folder, before: siblings[at + 1] ?? null };
}

/** @returns the path of the new folder, flow or group; null if it was not made */
export async function makeFolder(
  folder: string,
  name: string,
  role: 'folder' | 'flow' | 'group',
): Promise<string | null> {
  const done = await attempt(() => host.call('saved.makeFolder', { folder, name, role }));
  return done?.path ?? null;
}

/** @returns the new path of the folder, flow or group; null if it was not changed */
export async function changeFolder(
  node: FolderNode,
  change: Pick<FolderNode, 'name' | 'repeats' | 'settings'>,
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

/** Runs a folder, flow or group, or a flow starting at a step. At another bank, the user starts the run of a folder. */
export function runFrom({ kind, path }: Item): void {
  const { start } = useRuns.getState();
  if (kind === 'folder' && !isLocalInUse(useStatus.getState())) {
    chooseToRun(path);
    return;
  }
  useFrame.getState().go('runs');
  if (kind === 'folder') void start({ ...ONCE, path });
  else void start({ ...ONCE, path: flowOfPath(path) ?? path, from: path });
}

/** Files of the flows that a step can include, from the folder of its own flow. @param path of the step */
export function flowsToInclude(path: string): string[] {
  const own = flowOfPath(path);
  const from = aboveOf(own ?? path);
  const [collection = ''] = from.split('/', 1);
  return useSaved
    .getState()
    .folders.filter(({ role, path: flow }) => role === 'flow' && flow !== own && isIn(flow, collection))
    .map((flow) => fileFrom(from, flow.path));
}

const isIn = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`);

/** How a file is named from a folder. */
function fileFrom(folder: string, file: string): string {
  const [from, to] = [folder.split('/').filter(Boolean), file.split('/')];
  const same = from.findIndex((part, at) => part !== to[at]);
  const common = same < 0 ? from.length : same;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** A flow or group as a person writes its path: without the suffix of the file. */
export function plainPath(path: string): string {
  const flow = flowOfPath(path);
  return flow === null ? path : flow.slice(0, -FLOW_SUFFIX.length) + path.slice(flow.length);
}

/** @returns whether it succeeded */
export async function rename(node: TreeNode, name: string): Promise<boolean> {
  if (node.kind === 'folder') {
    const { settings, repeats } = node;
    return (await changeFolder(node, { name, settings, repeats })) !== null;
  }
  const { path, entry } = node;
  const { step, fingerprint: seen } = entry;
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
