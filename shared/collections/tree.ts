/** Collections as a tree: folders, flows, groups and steps in the order in which they run. */
import { z } from 'zod';
import { NO_REPEATS, NO_SETTINGS, repeatsSchema, settingsSchema } from './settings.ts';
import { FLOW_SUFFIX } from './flow-file.ts';
import { stepSchema } from './steps.ts';

/** Where something stands: the file from the root, and the line from 1. */
export const filePlaceSchema = z.object({ file: z.string(), line: z.int() });
export type FilePlace = z.infer<typeof filePlaceSchema>;

const placed = {
  /** Names joined by `/`; one inside of a flow is escaped by {@link pathPart}. */
  path: z.string(),
  name: z.string(),
  /** Among what is in the same flow or group; 0 for a folder and a flow, which have the order of their names. */
  at: z.int(),
  place: filePlaceSchema.nullable(),
  /** Of its text: a save gives it back, so that nothing is overwritten that has changed since. */
  fingerprint: z.string(),
};

/** One step of a flow. */
export const stepEntrySchema = z.object({
  ...placed,
  /** Path of the flow or group that it is in. */
  folder: z.string(),
  step: stepSchema,
});
export type StepEntry = z.infer<typeof stepEntrySchema>;

export const ROLES = ['folder', 'collection', 'flow', 'group'] as const;
/** What has steps in it: a folder with or without a file about itself, a flow file, or a group of steps in it. */
export type Role = (typeof ROLES)[number];

/** One folder, flow or group. */
export const folderEntrySchema = z.object({
  ...placed,
  role: z.enum(ROLES),
  /** Whether it was made from an OpenAPI document, and can be updated from a newer one. */
  fromOpenApi: z.boolean(),
  settings: settingsSchema,
  repeats: repeatsSchema,
  /** Of its file: nothing in it runs. */
  damage: z.string().nullable(),
});
export type FolderEntry = z.infer<typeof folderEntrySchema>;

/** A step, or something with steps in it, by its path. */
export const itemSchema = z.object({ kind: z.enum(['step', 'folder']), path: z.string() });
export type Item = z.infer<typeof itemSchema>;

export const listingSchema = z.object({
  entries: z.array(stepEntrySchema),
  folders: z.array(folderEntrySchema),
});
export type Listing = z.infer<typeof listingSchema>;

export interface StepNode {
  kind: 'step';
  path: string;
  name: string;
  entry: StepEntry;
}

export interface FolderNode extends Omit<FolderEntry, 'fingerprint'> {
  kind: 'folder';
  /** Null for a folder without a file about itself. */
  fingerprint: string | null;
  children: TreeNode[];
}

export type TreeNode = StepNode | FolderNode;

/** The outermost folder with everything in it. Folders without a file of their own are there if something is in them. */
export function treeOf({ entries, folders }: Listing): FolderNode {
  const nodes = new Map<string, FolderNode>();
  const described = new Map(folders.map((folder) => [folder.path, folder]));
  const folderAt = (path: string): FolderNode => {
    const there = nodes.get(path);
    if (there !== undefined) return there;
    const about = described.get(path) ?? { ...folderEntry(path), fingerprint: null };
    const node: FolderNode = { ...about, kind: 'folder', children: [] };
    nodes.set(path, node);
    if (path !== '') folderAt(aboveOf(path)).children.push(node);
    return node;
  };
  const root = folderAt('');
  for (const { path } of folders) folderAt(path);
  for (const entry of entries) {
    const { path, name } = entry;
    folderAt(entry.folder).children.push({ kind: 'step', path, name, entry });
  }
  for (const node of nodes.values()) node.children.sort(byOrder);
  return root;
}

/** A folder, flow or collection that says nothing about itself. @param damage why it cannot be read */
export function folderEntry(path: string, role: Role = 'folder', damage: string | null = null): FolderEntry {
  return {
    path,
    name: nameOfPath(path),
    at: 0,
    place: null,
    fingerprint: '',
    role,
    fromOpenApi: false,
    settings: NO_SETTINGS,
    repeats: NO_REPEATS,
    damage,
  };
}

const IN_FLOW = `${FLOW_SUFFIX}/`;

/** The path of the flow that a path is in or is; null for a folder. */
export function flowOfPath(path: string): string | null {
  const at = path.indexOf(IN_FLOW);
  if (at >= 0) return path.slice(0, at + FLOW_SUFFIX.length);
  return path.endsWith(FLOW_SUFFIX) ? path : null;
}

/** Whether something is in a flow; flows and folders are files, which have the order of their names. */
export function isInFlow({ path }: Pick<Item, 'path'>): boolean {
  const flow = flowOfPath(path);
  return flow !== null && flow !== path;
}

/** The name that a folder, flow, group or step has by its path. */
export function nameOfPath(path: string): string {
  const last = lastOf(path);
  const flow = flowOfPath(path);
  if (flow === path) return last.slice(0, -FLOW_SUFFIX.length);
  return flow === null ? last : last.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** The name of a group or step as a part of a path. */
export function pathPart(name: string): string {
  return name.replaceAll(/[%/]/g, encodeURIComponent);
}

/** Every node inside a folder, and the folder itself, each before what is in it. */
export function* allOf(node: TreeNode): Generator<TreeNode> {
  yield node;
  if (node.kind === 'folder') for (const child of node.children) yield* allOf(child);
}

/** The folders around a path, from the outermost. */
export function foldersAround(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}

/** The folder above, and '' above the outermost ones. */
export function aboveOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** The last part of a path. */
/** Whether two paths of folders and steps have steps in common: one is inside the other. */
export function shareSteps(one: string, other: string): boolean {
  const [outer, inner] = one.length <= other.length ? [one, other] : [other, one];
  return outer === '' || outer === inner || inner.startsWith(`${outer}/`);
}

export const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function byOrder(a: TreeNode, b: TreeNode): number {
  const [left, right] = [positionOf(a), positionOf(b)];
  if (left !== right) return left - right;
  // 2 before 10. What a folder or a flow is called is its file's business: the order is that of the files.
  return COLLATOR.compare(lastOf(a.path), lastOf(b.path)) || (a.path < b.path ? -1 : 1);
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

const positionOf = (node: TreeNode) => (node.kind === 'step' ? node.entry.at : node.at);

/** What becomes of a path when something around it is moved or renamed. */
export interface Move {
  kind: Item['kind'];
  from: string;
  to: string;
}

/** @returns the path of something after all these moves; null if it was not moved */
export function movedBy(moved: readonly Move[]): (path: string, kind: Item['kind']) => string | null {
  const known = { step: new Map<string, string>(), folder: new Map<string, string>() };
  for (const { kind, from, to } of moved) known[kind].set(from, to);
  return (path, kind) => {
    const own = known[kind].get(path);
    if (own !== undefined) return own;
    if (known.folder.size === 0) return null;
    for (let above = aboveOf(path); above !== ''; above = aboveOf(above)) {
      const to = known.folder.get(above);
      if (to !== undefined) return to + path.slice(above.length);
    }
    return null;
  };
}
