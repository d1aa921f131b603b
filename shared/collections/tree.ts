/** The steps and folders of a collection as a tree, in the order in which they run. */
import { z } from 'zod';
import { folderSchema, type FolderSettings, NO_SETTINGS } from './folder-file.ts';
import { stepSchema } from './steps.ts';

/** One file with a step. */
export const stepEntrySchema = z.object({
  /** Folders and file name, joined by `/`. */
  path: z.string(),
  /** Empty at the top level. */
  folder: z.string(),
  name: z.string(),
  /** Null if the file is damaged; then `damage` says how. */
  step: stepSchema.nullable(),
  damage: z.string().nullable(),
  /** Of the file's bytes: a save gives it back, so that a file that has changed since is not overwritten. */
  fingerprint: z.string(),
});
export type StepEntry = z.infer<typeof stepEntrySchema>;

/** One folder that says something about itself. */
export const folderEntrySchema = z.object({
  /** Empty for the outermost folder. */
  path: z.string(),
  /** Whether it is the outermost folder of a collection. */
  isCollection: z.boolean(),
  /** Whether it was made from an OpenAPI document, and can be updated from a newer one. */
  fromOpenApi: z.boolean(),
  settings: folderSchema,
  /** Of its file: its steps do not run, because nobody knows its variables and secrets. */
  damage: z.string().nullable(),
  /** Why its documentation cannot be read, if that is so. Its steps run. */
  unreadable: z.string().nullable(),
  /** Markdown. */
  documentation: z.string().nullable(),
  /** Of its file and its documentation, as for a step. */
  fingerprint: z.string(),
});
export type FolderEntry = z.infer<typeof folderEntrySchema>;

/** A step or a folder by its path: both may have the same one. */
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

export interface FolderNode {
  kind: 'folder';
  path: string;
  name: string;
  isCollection: boolean;
  fromOpenApi: boolean;
  settings: FolderSettings;
  damage: string | null;
  unreadable: string | null;
  documentation: string | null;
  /** Null if nothing on the disk describes it. */
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
    const about = described.get(path);
    const settings = about?.settings ?? NO_SETTINGS;
    const node: FolderNode = {
      kind: 'folder',
      path,
      name: settings.name ?? lastOf(path),
      isCollection: about?.isCollection ?? false,
      fromOpenApi: about?.fromOpenApi ?? false,
      settings,
      damage: about?.damage ?? null,
      unreadable: about?.unreadable ?? null,
      documentation: about?.documentation ?? null,
      fingerprint: about?.fingerprint ?? null,
      children: [],
    };
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
export const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Infinite for one without a number: it comes after all those that have one. */
export const orderOf = (node: TreeNode) =>
  (node.kind === 'folder' ? node.settings.order : node.entry.step?.order) ?? Number.POSITIVE_INFINITY;

function byOrder(a: TreeNode, b: TreeNode): number {
  const [left, right] = [orderOf(a), orderOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return a.name.localeCompare(b.name, 'en') || a.path.localeCompare(b.path, 'en');
}

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
