/** Collections: flow files in one folder, which people and other programs write too. The folders of the tree are folders on disk. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { itemsByPath, stepText, withStep } from '../../../shared/collections/flow-edit.ts';
import { mistakesText } from '../../../shared/collections/flow-listing.ts';
import { settingsAround } from '../../../shared/collections/plan.ts';
import { type FlowStep, readFlow } from '../../../shared/collections/flow-reader.ts';
import type { Settings } from '../../../shared/collections/settings.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import {
  aboveOf,
  flowOfPath,
  type Item,
  lastOf,
  type Listing,
  type Move,
} from '../../../shared/collections/tree.ts';
import { itemText } from '../../../shared/collections/yaml-items.ts';
import type { Path } from '../../../shared/collections/yaml-reader.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { changeFolder, type FolderChange, type NewFolder, newFolder } from './folders.ts';
import { textAt } from './file-limits.ts';
import { type FlowOnDisk, flowText, OpenFlows } from './flow-on-disk.ts';
import { folderAt, type KnownFlows, listed } from './listing.ts';
import { fileNameFor, fingerprintOf, flowFileFor, folderNameFor, isSameName } from './names.ts';
import { addShipped } from './shipped.ts';
import { copiedItems, duplicated, moved, pasted, relocated, removed } from './tree-items.ts';
import { joined, TreeFiles } from './tree-files.ts';
import type { Later } from './watch.ts';
import { type FileWrite, writeAll } from './write-all.ts';

const t = texts.core.collections;

const NOTHING: Listing = { entries: [], folders: [] };

export interface SavedStep {
  path: string;
  fingerprint: string;
}

export class Collections {
  private readonly files: TreeFiles;
  private readonly known: KnownFlows = new Map();

  /** @param root the folder; it is created with the first saved request @param later delays the reports of {@link onChange} */
  constructor(root: string, later?: Later) {
    this.files = new TreeFiles(root, later);
  }

  /** The folder of all collections. */
  get root(): string {
    return this.files.root;
  }

  /** The names of what is in the folder. */
  names(): string[] {
    return this.files.namesIn('');
  }

  /** The text of a file; null if it does not exist. @param path from the root */
  textOf(path: string): string | null {
    return textAt(this.files.fileOf(path));
  }

  /** Writes a new flow. @param path of its file from the root @throws HostError if something has the name */
  addFlow(path: string, text: string): void {
    this.files.checkName(aboveOf(path), lastOf(path), []);
    this.write(path, text);
  }

  /** The whole tree. Damaged and unreadable files are listed with the reason. */
  list(): Listing {
    return existsSync(this.root) ? listed(this.root, this.known) : NOTHING;
  }

  /**
   * Saves a step in a flow or group.
   * @param folder a flow or a group in it; a folder, or a flow that does not exist, gets a new flow
   * @param over the path that it was opened from and that it replaces, or null for a new one
   * @param seen the fingerprint of the step that was opened; null writes over whatever is there
   * @throws HostError if the file is damaged, the step has changed since it was opened, or another one in the file has its name
   */
  save(folder: string, step: Step, over: string | null, seen: string | null = null): SavedStep {
    const flows = new OpenFlows(this.files);
    const { flow: target, path } = this.containerOf(flows, folder, step.name);
    const opened = over === null ? null : this.stepAt(flows, over, seen);
    const place = opened === null ? added(target, path, step) : replaced(opened, step, { target, path });
    flows.write();
    return savedAt(target, place);
  }

  /**
   * Saves steps as a new flow.
   * @param secret names of variables whose values are secret
   * @returns its path
   * @throws HostError if no file can have that name, something has it, or a step could not be read again
   */
  saveAll(name: string, steps: readonly Step[], secret: readonly string[]): string {
    const path = this.newFlow('', name);
    this.write(path, flowText(name, steps, secret));
    return path;
  }

  /** Adds a flow file that a person opens. @returns its path @throws HostError if it is damaged, or a flow has its name */
  openFlow(file: string, text: string): string {
    const read = readFlow(text);
    if (Array.isArray(read)) throw new HostError('refused', t.notAdded(file, mistakesText(read)));
    const path = this.newFlow('', file);
    this.write(path, text);
    return path;
  }

  /**
   * Moves a folder that is written elsewhere into the tree, atomically.
   * @param place `above` is the path of the folder around it, empty for a new collection; `depth` that of the folders in it
   * @param write writes it on the same file system @returns its absolute path
   * @returns its path
   * @throws HostError if no folder can have that name, or something has it, even if only since the writing began
   */
  async adopt(
    { above, name, depth }: { above: string; name: string; depth: number },
    write: (folder: NewFolder) => Promise<string>,
  ): Promise<string> {
    const folder = newFolder(this.files, above, name, depth);
    const from = await write(folder);
    newFolder(this.files, above, name, depth);
    this.files.rename(from, this.files.fileOf(folder.path));
    return folder.path;
  }

  /** Writes and deletes files of a folder, all of them or none. @throws HostError if one of them has changed since it was read */
  writeAll(path: string, writes: readonly FileWrite[]): void {
    if (path === '') throw new HostError('bad-input', t.noPath(path));
    this.files.folderOf(path);
    writeAll(this.files, path, writes);
  }

  /** The absolute path of a folder. @param path empty for the root @throws HostError if it does not exist, or is a link */
  folderOf(path: string): string {
    return this.files.folderOf(path);
  }

  /** The settings of what is around a step, outermost first. */
  around(path: string): { path: string; settings: Settings }[] {
    // Checks the path.
    this.files.fileOf(path);
    return settingsAround(path, (folder) => folderAt(this.files.root, folder));
  }

  /** Deletes steps, and groups, flows and folders with all that is in them. */
  remove(items: readonly Item[]): void {
    removed(this.files, items);
  }

  /** Copies a shipped collection. @param from the folder of all of them @returns its path @throws HostError */
  addShipped(from: string, id: string): string {
    return addShipped(this.files, from, id);
  }

  /** @returns the path of the new folder, flow or group @throws HostError if it cannot have the name, or something has it */
  makeFolder(folder: string, name: string, role: 'folder' | 'flow' | 'group'): string {
    if (role === 'flow') {
      const path = this.newFlow(folder, name);
      this.write(path, flowText(name, [], []));
      return path;
    }
    if (role === 'group') {
      const flows = new OpenFlows(this.files);
      const flow = flows.at(folder);
      flow.checkName(name);
      const place = flow.insert(folder, [renderYaml([{ group: name, steps: [] }])], null);
      flows.write();
      return flow.pathAt(place);
    }
    const { path, named } = newFolder(this.files, folder, name);
    const absolute = this.files.fileOf(path);
    if (folder === '') this.files.write(join(absolute, COLLECTION_FILE), collectionText(named));
    else {
      this.files.watch.makes(absolute);
      mkdirSync(absolute, { mode: 0o700 });
    }
    return path;
  }

  /** Renames a folder, flow or group, and changes what it says about itself. @returns its path @throws HostError */
  changeFolder(path: string, change: FolderChange, seen: string | null): string {
    return changeFolder(this.files, path, change, seen);
  }

  /**
   * Moves steps and groups into a flow or group, in front of another one, and flows and folders into a folder. All of them move, or none.
   * @param before null for the end @throws HostError
   */
  move(items: readonly Item[], folder: string, before: Item | null): Move[] {
    return moved(this.files, this.list(), { items, folder, before });
  }

  /** Copies a step, group, flow or folder with all that is in it, beside it. @returns the path of the copy */
  duplicate(item: Item): string {
    return duplicated(this.files, item);
  }

  /** Steps and groups as a flow has them. */
  copied(items: readonly Item[]): string {
    return copiedItems(this.files, items);
  }

  /** Puts copied steps into a flow or group. @returns their paths @throws HostError if the text is none of a flow */
  paste(folder: string, before: Item | null, text: string): string[] {
    return pasted(this.files, folder, before, text);
  }

  /**
   * Calls the listener when another program, such as an editor or git, has changed the files, with the first changed path.
   * @returns a function that stops the watching
   */
  onChange(listener: (path: string) => void): () => void {
    makeFolder(this.files.root);
    return this.files.watch.start(listener);
  }

  /** The step of a path, unless it is gone. @throws HostError if it is not the one that was opened */
  private stepAt(flows: OpenFlows, path: string, seen: string | null): Opened | null {
    if (kindOf(this.files.fileOf(path)) === 'none') return null;
    const flow = flows.at(path);
    const item = itemsByPath(flow.read, flow.path).get(path);
    if (item?.kind !== 'step') return null;
    if (seen !== null && fingerprintOf(JSON.stringify(item.raw)) !== seen)
      throw new HostError('changed', t.changedOutside(path));
    return { flow, item, above: aboveOf(path) };
  }

  /**
   * The flow or group that a path means as a person writes it; names of files in another spelling are found.
   * @param step the name of a new flow in a folder
   */
  private containerOf(flows: OpenFlows, folder: string, step: string): { flow: FlowOnDisk; path: string } {
    const parts = folder.split('/').filter((part) => part.trim() !== '');
    let above = '';
    for (const [at, part] of parts.entries()) {
      const rest = parts.slice(at + 1);
      const there = this.files.namesIn(above);
      const named = (name: string) => there.find((one) => isSameName(one, name));
      const known = part.endsWith(FLOW_SUFFIX) ? undefined : named(fileNameFor(part));
      const file = known === undefined ? named(flowFileFor(part)) : undefined;
      if (file !== undefined) {
        const flow = flows.at(joined(above, file));
        return { flow, path: [flow.path, ...rest].join('/') };
      }
      if (known === undefined && rest.length === 0) return this.flowToBe(flows, above, part);
      // The group in it is gone.
      if (part.endsWith(FLOW_SUFFIX)) throw new HostError('not-found', t.noStep(folder));
      above = joined(above, known ?? folderNameFor(part));
    }
    return this.flowToBe(flows, above, step);
  }

  private flowToBe(flows: OpenFlows, folder: string, name: string) {
    const path = this.newFlow(folder, name);
    return { flow: flows.make(path, name), path };
  }

  /** The path of a new flow. @throws HostError if something has the name */
  private newFlow(folder: string, name: string): string {
    if (flowOfPath(folder) !== null) throw new HostError('bad-input', t.mixed);
    const file = flowFileFor(name);
    this.files.checkName(folder, file, []);
    return joined(folder, file);
  }

  private write(path: string, text: string): void {
    this.files.write(this.files.fileOf(path), text);
  }
}

/** A step that is saved again. */
interface Opened {
  flow: FlowOnDisk;
  item: FlowStep;
  /** Path of what it is in. */
  above: string;
}

/** @returns the place of the new step */
function added(flow: FlowOnDisk, path: string, step: Step): Path {
  flow.checkName(step.name);
  return flow.insert(path, [textIn(stepText(step))], null);
}

/** @param path of the flow or group that it is saved in @returns its place there */
function replaced(
  { flow, item, above }: Opened,
  step: Step,
  { target, path }: { target: FlowOnDisk; path: string },
): Path {
  const text = textIn(withStep(flow.read, item, step));
  if (above === path) {
    flow.checkName(step.name, item.step.name);
    flow.become(text);
    return item.path;
  }
  flow.remove([item.path]);
  target.checkName(step.name);
  return target.insert(path, [relocated(itemText(text, item.path), flow.path, target.path)], null);
}

/** Path and fingerprint of the step at a place of a flow. */
function savedAt(flow: FlowOnDisk, place: Path): SavedStep {
  const path = flow.pathAt(place);
  const item = flow.item(path);
  return { path, fingerprint: item.kind === 'step' ? fingerprintOf(JSON.stringify(item.raw)) : '' };
}

/** @throws HostError if a file cannot say a step */
function textIn(edited: { text: string } | string): string {
  if (typeof edited === 'string') throw new HostError('bad-input', edited);
  return edited.text;
}

function collectionText(named: { name?: string }): string {
  return Object.keys(named).length === 0 ? '' : renderYaml(named);
}
