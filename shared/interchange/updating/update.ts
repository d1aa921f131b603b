/**
 * Updates a folder of flows from a newer version of the OpenAPI document that they were made from: what was added, changed and removed.
 * Only requests and descriptions are renewed. Names, groups, tests and what the user has changed stay.
 */
import { isDeepEqual } from '../../collections/deep-equal.ts';
import type { KnownOperation } from '../../collections/operations-file.ts';
import type { Step } from '../../collections/steps.ts';
import { aboveOf, allOf, flowOfPath, type FolderNode } from '../../collections/tree.ts';
import { freeName } from '../../names.ts';
import { interchange } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { shown } from '../report.ts';
import { variablesIn } from '../variables.ts';
import type { Change } from './changes.ts';
import { type Matched, matched, type Present } from './matching.ts';
import { merged } from './merge.ts';
import { keyOf, knownOf, type Offered, offeredIn } from './operations.ts';
import { mergedRequest } from './request.ts';
import { sentenceOf, wordsOfRef } from './sentences.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../limits.ts';

const t = interchange.update;

/** A step, or an operation without one, and what the newer document means for it. */
export interface UpdateItem {
  change: Change;
  /** Of the step, with what is around it. */
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
    }
  | { change: 'removed'; group: Matched; path: string };

/** What becomes of the flows of the folder. All paths are relative to it. */
export interface Outcome {
  changed: { path: string; step: Step }[];
  /** At the end of a flow or group. */
  added: { folder: string; step: Step }[];
  /** Paths of new flows with their names. */
  flows: Map<string, string>;
  /** Steps to delete. */
  removed: string[];
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
      else steps.push({ path: node.path, step: node.entry.step });
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
   * @param newFlow gives the path of a new flow for a name
   */
  applied(isChosen: (at: number) => boolean, newFlow: (name: string) => string): Outcome {
    const done = this.done.filter((_, at) => isChosen(at));
    const left = new Set(this.done.filter((one, at) => one.change !== 'same' && !isChosen(at)));
    const changed = done.flatMap((one) =>
      one.change === 'changed' ? [{ path: one.path, step: one.step }] : [],
    );
    const placing = new Placing(this.input, this.homes(), newFlow);
    const added = done.flatMap((one) =>
      one.change === 'added' ? [{ ...placing.placed(one.offered), one }] : [],
    );
    const used = new Set([...changed, ...added].flatMap(({ step }) => variablesIn(step.request)));
    const known = new Set(this.input.tree.settings.secret);
    return {
      changed,
      added: added.map(({ folder, step }) => ({ folder, step })),
      flows: placing.made,
      removed: done.flatMap((one) => (one.change === 'removed' ? [one.path] : [])),
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
      const name = shown([offered.flow, offered.step.name].filter((part) => part !== null).join(' / '));
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
    return group.steps.map(({ path, step }) => {
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
      const { about: mine, ...rest } = step;
      const about = merged({ base: group.known?.about, mine, theirs: offered.step.about }, ({ kind }) => {
        if (kind === 'conflict') conflicts.push(t.descriptionConflict);
        else notes.push(t.descriptionIs[kind]);
      });
      if (group.isByPath) notes.push(t.byPath);
      else if (!isDeepEqual(step.openapi, offered.ref))
        notes.push(t.renamed(wordsOfRef(group.ref), operation));
      const change = notes.length + conflicts.length > 0 ? 'changed' : 'same';
      const isChosen = change === 'changed' && (!group.isByPath || isFirst);
      const next = {
        ...rest,
        ...(typeof about === 'string' ? { about } : {}),
        ...(request === undefined ? {} : { request }),
        openapi: offered.ref,
      };
      return {
        item: { change, name: this.nameOf(path, step), operation, notes, conflicts, isChosen },
        done: { change, group, offered, path, step: next },
      };
    });
  }

  private ofGone(group: Matched): { item: UpdateItem; done: Done }[] {
    return group.steps.map(({ path, step }) => ({
      item: {
        change: 'removed',
        name: this.nameOf(path, step),
        operation: wordsOfRef(group.ref),
        notes: [t.gone],
        conflicts: [],
        isChosen: false,
      },
      done: { change: 'removed', group, path },
    }));
  }

  private nameOf(path: string, step: Step): string {
    const names: string[] = [];
    for (let folder = aboveOf(path); folder !== ''; folder = aboveOf(folder))
      names.unshift(this.folders.get(folder)?.name ?? folder);
    return shown([...names, step.name].join(' / '));
  }

  /** Where the steps of each tag of the earlier document are now: the user may have renamed or moved the flow. */
  private homes(): Map<string | null, string> {
    const homes = new Map<string | null, string>();
    for (const { known, offered, steps } of this.groups) {
      const tag = (known === null ? offered?.flow : known.flow) ?? null;
      const [first] = steps;
      if (first !== undefined && !homes.has(tag)) homes.set(tag, aboveOf(first.path));
    }
    return homes;
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
      if (isRenewed || added.has(offered)) after.set(keyOf(offered.ref), knownOf(offered));
      else if (group?.known) after.set(keyOf(group.ref), group.known);
    }
    for (const { offered, known, steps } of this.groups)
      if (offered === null && known !== null && steps.some(({ path }) => !deleted.has(path)))
        after.set(keyOf(known), known);
    return Array.from(after.values());
  }
}

/** Finds places for new steps. */
class Placing {
  /** Names of new flows by their paths. */
  readonly made = new Map<string, string>();
  private readonly input: Input;
  private readonly homes: Map<string | null, string>;
  private readonly newFlow: (name: string) => string;
  private readonly names = new Map<string, Set<string>>();

  constructor(input: Input, homes: Map<string | null, string>, newFlow: (name: string) => string) {
    this.input = input;
    this.homes = homes;
    this.newFlow = newFlow;
  }

  placed({ flow: tag, step }: Offered): { folder: string; step: Step } {
    const folder = this.home(tag);
    return { folder, step: { ...step, name: this.freeName(folder, step.name) } };
  }

  private home(tag: string | null): string {
    const name = tag ?? this.input.document.name;
    const flows = this.input.tree.children.filter((one) => one.kind === 'folder' && one.role === 'flow');
    const there = this.homes.get(tag) ?? flows.find((one) => one.name === name)?.path;
    if (there !== undefined) return there;
    const path = this.newFlow(name);
    this.homes.set(tag, path);
    this.made.set(path, name);
    return path;
  }

  /** Steps and groups of a flow have different names. */
  private freeName(folder: string, name: string): string {
    const flow = flowOfPath(folder) ?? folder;
    const taken = this.names.get(flow) ?? this.namesIn(flow);
    this.names.set(flow, taken);
    const free = freeName(name, (one) => taken.has(one), MAX_REQUEST_NAME_CHARS);
    taken.add(free);
    return free;
  }

  private namesIn(flow: string): Set<string> {
    const all = [...allOf(this.input.tree)].filter(({ path }) => path.startsWith(`${flow}/`));
    return new Set(all.map(({ name }) => name));
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
