/**
 * Updates a folder of steps from a newer version of the OpenAPI document that they were made from: what was added, changed and removed.
 * Only requests are renewed. Names, folders, tests and what the user has changed stay.
 */
import { isDeepEqual } from '../../collections/deep-equal.ts';
import type { KnownOperation } from '../../collections/operations-file.ts';
import type { Step } from '../../collections/steps.ts';
import { aboveOf, allOf, type FolderNode, orderOf } from '../../collections/tree.ts';
import { endingWith, firstFree, nameKey } from '../../names.ts';
import { interchange } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { shown } from '../report.ts';
import { variablesIn } from '../variables.ts';
import type { Change } from './changes.ts';
import { type DocumentationChange, documentationChange, edited, type ReadmeEdit } from './documentation.ts';
import { type Matched, matched, type Present } from './matching.ts';
import { keyOf, knownOf, type Offered, offeredIn } from './operations.ts';
import { mergedRequest } from './request.ts';
import { sentenceOf, wordsOfRef } from './sentences.ts';

const t = interchange.update;

/** A step, or an operation without one, and what the newer document means for it. */
export interface UpdateItem {
  change: Change;
  /** Of the step, with the folders around it. */
  name: string;
  operation: string;
  /** What changes: sentences. */
  notes: string[];
  /** What the user and the document have both changed. It stays as the user has it. */
  conflicts: string[];
  /** Whether it is done unless somebody chooses otherwise. A removed operation's step is only deleted if it is chosen. */
  isChosen: boolean;
}

type Done =
  | { change: 'added'; offered: Offered }
  | {
      change: 'changed' | 'same';
      group: Matched;
      offered: Offered;
      path: string;
      step: Step;
      edit: ReadmeEdit | null;
    }
  | { change: 'removed'; group: Matched; path: string; edit: ReadmeEdit | null };

/** What becomes of the files of the folder. All paths are relative to it. */
export interface Outcome {
  changed: { path: string; step: Step }[];
  added: { folder: string; step: Step }[];
  /** Path, name and position of new folders. */
  folders: { path: string; name: string; order: number | undefined }[];
  /** Steps to delete. */
  removed: string[];
  /** The new text of each README that changes, by its folder. */
  readmes: Map<string, string>;
  /** What the next update compares with. */
  known: KnownOperation[];
  /** Names of variables whose values are secret from now on. */
  secret: string[];
}

interface Input {
  /** The folder, with paths from it. */
  tree: FolderNode;
  /** What the earlier document said; null if nobody knows. */
  known: readonly KnownOperation[] | null;
  /** The newer document as an import makes steps of it. */
  document: Folder;
}

export class Update {
  readonly items: readonly UpdateItem[];
  private readonly done: readonly Done[];
  private readonly input: Input;
  private readonly offered: readonly Offered[];
  private readonly groups: readonly Matched[];
  private readonly folders = new Map<string, FolderNode>();

  constructor(input: Input) {
    this.input = input;
    const steps: Present[] = [];
    for (const node of allOf(input.tree)) {
      if (node.kind === 'folder') this.folders.set(node.path, node);
      else if (node.entry.step !== null) steps.push({ path: node.path, step: node.entry.step });
    }
    this.offered = offeredIn(input.document);
    const { offered } = this;
    this.groups = matched(steps, input.known ?? [], offered);
    const found = new Map(this.groups.map((group) => [group.offered, group]));
    const isFirst = input.known === null && steps.every(({ step }) => step.openapi === undefined);
    const all = offered.flatMap((one) => this.ofOperation(one, found.get(one), isFirst));
    const gone = this.groups.filter((group) => group.offered === null).flatMap((group) => this.ofGone(group));
    this.items = [...all, ...gone].map(({ item }) => item);
    this.done = [...all, ...gone].map(({ done }) => done);
  }

  /**
   * @param isChosen whether an item of the list is done
   * @param newFolder gives the path of a new folder in the outermost one for a name
   */
  applied(isChosen: (at: number) => boolean, newFolder: (name: string) => string): Outcome {
    const done = this.done.filter((_, at) => isChosen(at));
    const left = new Set(this.done.filter((one, at) => one.change !== 'same' && !isChosen(at)));
    const changed = done.flatMap((one) =>
      one.change === 'changed' ? [{ path: one.path, step: one.step }] : [],
    );
    const placing = new Placing(this.folders, this.homes(), newFolder);
    const added = done.flatMap((one) =>
      one.change === 'added' ? [{ ...placing.placed(one.offered), one }] : [],
    );
    const edits = [
      ...done.flatMap((one) => ('edit' in one && one.edit !== null ? [one.edit] : [])),
      ...added.flatMap(({ folder, one }) =>
        one.offered.documentation === '' ? [] : [{ folder, from: '', to: one.offered.documentation }],
      ),
    ];
    const used = new Set([...changed, ...added].flatMap(({ step }) => variablesIn(step.request)));
    const known = new Set(this.input.tree.settings.secret);
    return {
      changed,
      added: added.map(({ folder, step }) => ({ folder, step })),
      folders: placing.made,
      removed: done.flatMap((one) => (one.change === 'removed' ? [one.path] : [])),
      readmes: this.readmesAfter(edits),
      known: this.knownAfter(left, new Set(added.map(({ one }) => one.offered))),
      secret: this.input.document.settings.secret.filter((name) => used.has(name) && !known.has(name)),
    };
  }

  private ofOperation(
    offered: Offered,
    group: Matched | undefined,
    isFirst: boolean,
  ): { item: UpdateItem; done: Done }[] {
    const operation = wordsOfRef(offered.ref);
    if (group === undefined || group.steps.length === 0) {
      const notes = group === undefined ? [...offered.notes] : [t.deleted];
      const name = shown([offered.folder, offered.step.name].filter((part) => part !== null).join(' / '));
      const item: UpdateItem = {
        change: 'added',
        name,
        operation,
        notes,
        conflicts: [],
        isChosen: group === undefined,
      };
      return [{ item, done: { change: 'added', offered } }];
    }
    return group.steps.map(({ path, step }, at) => {
      const notes: string[] = [];
      const conflicts: string[] = [];
      const request =
        step.request === undefined
          ? undefined
          : mergedRequest(
              { base: group.known?.request ?? null, mine: step.request, theirs: offered.request },
              (one) =>
                add(one.kind === 'conflict' ? conflicts : notes, () => sentenceOf(one, group.known !== null)),
            );
      const documentation = at === 0 ? this.documentation(group, offered, path, step) : null;
      if (documentation?.kind === 'conflict') conflicts.push(t.descriptionConflict);
      else if (documentation !== null && documentation.kind !== 'same')
        notes.push(t.descriptionIs[documentation.kind]);
      if (group.isByPath) notes.push(t.byPath);
      else if (!isDeepEqual(step.openapi, offered.ref))
        notes.push(t.renamed(wordsOfRef(group.ref), operation));
      const change = notes.length + conflicts.length > 0 ? 'changed' : 'same';
      const isChosen = change === 'changed' && (!group.isByPath || isFirst);
      const next = { ...step, ...(request === undefined ? {} : { request }), openapi: offered.ref };
      const edit = documentation?.edit ?? null;
      return {
        item: { change, name: this.nameOf(path, step), operation, notes, conflicts, isChosen },
        done: { change, group, offered, path, step: next, edit },
      };
    });
  }

  private ofGone(group: Matched): { item: UpdateItem; done: Done }[] {
    return group.steps.map(({ path, step }, at) => {
      const was = at === 0 ? (group.known?.documentation ?? '') : '';
      const { edit } = documentationChange({ readme: this.readme, folder: aboveOf(path), was, now: '' });
      return {
        item: {
          change: 'removed',
          name: this.nameOf(path, step),
          operation: wordsOfRef(group.ref),
          notes: [t.gone],
          conflicts: [],
          isChosen: false,
        },
        done: { change: 'removed', group, path, edit },
      };
    });
  }

  private documentation({ known }: Matched, offered: Offered, path: string, step: Step): DocumentationChange {
    const was = known === null ? null : (known.documentation ?? '');
    // The heading is the one that is there: a newer summary does not rename the step.
    const heading = was === null || was === '' ? `## ${step.name}` : (was.split('\n', 1)[0] ?? '');
    const now = offered.documentation.replace(/^.*/, () => (offered.documentation === '' ? '' : heading));
    return documentationChange({ readme: this.readme, folder: aboveOf(path), was, now });
  }

  private readonly readme = (folder: string): string => this.folders.get(folder)?.documentation ?? '';

  private nameOf(path: string, step: Step): string {
    const names: string[] = [];
    for (let folder = aboveOf(path); folder !== ''; folder = aboveOf(folder))
      names.unshift(this.folders.get(folder)?.name ?? folder);
    return shown([...names, step.name].join(' / '));
  }

  /** Where the steps of each folder of the earlier document are now: the user may have renamed or moved it. */
  private homes(): Map<string, string> {
    const homes = new Map<string, string>();
    for (const { known, offered, steps } of this.groups) {
      const name = known?.folder ?? offered?.folder ?? null;
      const [first] = steps;
      if (name !== null && first !== undefined && !homes.has(name)) homes.set(name, aboveOf(first.path));
    }
    return homes;
  }

  private readmesAfter(edits: readonly ReadmeEdit[]): Map<string, string> {
    const after = new Map<string, string>();
    for (const edit of edits) {
      const before = after.get(edit.folder) ?? this.readme(edit.folder);
      const text = edited(before, edit);
      if (text !== before) after.set(edit.folder, text);
    }
    return after;
  }

  /** Of an item that is left out, the next update must know what the earlier document said. */
  private knownAfter(left: ReadonlySet<Done>, added: ReadonlySet<Offered>): KnownOperation[] {
    const waiting = new Set(Array.from(left, (one) => ('group' in one ? one.group : null)));
    const deleted = new Set(
      this.done.flatMap((one) => (one.change === 'removed' && !left.has(one) ? [one.path] : [])),
    );
    const after = new Map<string, KnownOperation>();
    const groups = new Map(this.groups.map((group) => [group.offered, group]));
    for (const offered of this.offered) {
      const group = groups.get(offered);
      const isRenewed =
        group === undefined ? added.has(offered) : group.steps.length > 0 && !waiting.has(group);
      if (isRenewed || added.has(offered)) after.set(keyOf(offered.ref), this.renewed(group, offered));
      else if (group?.known) after.set(keyOf(group.ref), group.known);
    }
    for (const { offered, known, steps } of this.groups)
      if (offered === null && known !== null && steps.some(({ path }) => !deleted.has(path)))
        after.set(keyOf(known), known);
    return Array.from(after.values());
  }

  /** With the heading that stands in the README. */
  private renewed(group: Matched | undefined, offered: Offered): KnownOperation {
    const [first] = group?.steps ?? [];
    if (group === undefined || first === undefined || offered.documentation === '') return knownOf(offered);
    const heading = group.known?.documentation?.split('\n', 1)[0] ?? `## ${first.step.name}`;
    return knownOf({ ...offered, documentation: offered.documentation.replace(/^.*/, () => heading) });
  }
}

/** Finds places for new steps. */
class Placing {
  readonly made: Outcome['folders'] = [];
  private readonly folders: ReadonlyMap<string, FolderNode>;
  private readonly homes: Map<string, string>;
  private readonly newFolder: (name: string) => string;
  private readonly orders = new Map<string, number | undefined>();
  private readonly names = new Map<string, Set<string>>();

  constructor(
    folders: ReadonlyMap<string, FolderNode>,
    homes: Map<string, string>,
    newFolder: (name: string) => string,
  ) {
    this.folders = folders;
    this.homes = homes;
    this.newFolder = newFolder;
  }

  placed({ folder: name, step }: Offered): { folder: string; step: Step } {
    const folder = name === null ? '' : this.home(name);
    const order = this.nextOrder(folder);
    const { order: _, ...rest } = step;
    return {
      folder,
      step: { ...rest, name: this.freeName(folder, step.name), ...(order === undefined ? {} : { order }) },
    };
  }

  private home(name: string): string {
    const there =
      this.homes.get(name) ??
      this.folders.get('')?.children.find((child) => child.kind === 'folder' && child.name === name)?.path;
    if (there !== undefined) return there;
    const path = this.newFolder(name);
    this.homes.set(name, path);
    this.made.push({ path, name, order: this.nextOrder('') });
    return path;
  }

  /** After all others; undefined if those have no numbers, and their names order them. */
  private nextOrder(folder: string): number | undefined {
    const children = this.folders.get(folder)?.children ?? [];
    if (!this.orders.has(folder)) {
      const orders = children.map(orderOf).filter(Number.isFinite);
      const last = orders.reduce((most, one) => Math.max(most, one), 0);
      this.orders.set(folder, orders.length === 0 && children.length > 0 ? undefined : Math.floor(last));
    }
    const before = this.orders.get(folder);
    const next = before === undefined ? undefined : before + 1;
    this.orders.set(folder, next);
    return next;
  }

  /** A step is saved under its name, so each has a name of its own in its folder. */
  private freeName(folder: string, name: string): string {
    const there = this.folders.get(folder)?.children ?? [];
    const taken =
      this.names.get(folder) ??
      new Set(there.flatMap((child) => (child.kind === 'step' ? [nameKey(child.name)] : [])));
    this.names.set(folder, taken);
    const free = firstFree(
      (number) => endingWith(name, number === 1 ? '' : ` ${number}`, 80).trim(),
      (one) => taken.has(nameKey(one)),
    );
    taken.add(nameKey(free));
    return free;
  }
}

/** Sentences about one step. */
const MOST_NOTES = 100;

function add(sentences: string[], sentence: () => string): void {
  if (sentences.length >= MOST_NOTES) return;
  const text = sentence();
  // Long names and values are cut, and may then be the same.
  if (!sentences.includes(text)) sentences.push(text);
}
