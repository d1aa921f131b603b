/** Updates a folder of flows on the disk from a newer OpenAPI document. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { itemsByPath, withHead, withSteps } from '../../../shared/collections/flow-edit.ts';
import type { Flow, FlowStep } from '../../../shared/collections/flow-reader.ts';
import {
  type KnownOperation,
  OPERATIONS_FILE,
  readOperationsFile,
  writeOperationsFile,
} from '../../../shared/collections/operations-file.ts';
import { settingsOf } from '../../../shared/collections/flow-step.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../../shared/collections/settings.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { flowOfPath, type Listing, treeOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { type Folder, type SourceFile } from '../../../shared/interchange/model.ts';
import { type Outcome, Update } from '../../../shared/interchange/updating/update.ts';
import { variablesIn } from '../../../shared/interchange/variables.ts';
import { interchange as sentences } from '../../../shared/texts/interchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { textAt } from '../collections/file-limits.ts';
import { OpenFlows } from '../collections/flow-on-disk.ts';
import { listed } from '../collections/listing.ts';
import { fingerprintOf } from '../collections/names.ts';
import { TreeFiles } from '../collections/tree-files.ts';
import type { FileWrite } from '../collections/write-all.ts';
import { flowFile, flowText } from './write-collection.ts';
import { MAX_IMPORT_BODIES_CHARS, MAX_IMPORT_STEPS } from '../../../shared/limits.ts';

const t = texts.core.interchange;

export interface FolderUpdate {
  update: Update;
  /** Fingerprint of the folder. */
  seen: string;
  /** The files that the chosen items change. @throws HostError if one has changed meanwhile */
  writes: (isChosen: (at: number) => boolean) => FileWrite[];
}

/**
 * @param folder absolute
 * @param files of the document
 * @throws HostError if it is no OpenAPI document, or the folder has no steps
 */
export function updateOf(folder: string, files: readonly SourceFile[]): FolderUpdate {
  const document = documentIn(files);
  const listing = listed(folder);
  // What is in a damaged file would be added again.
  for (const { path, damage } of listing.folders)
    if (damage !== null)
      throw new HostError('refused', texts.core.collections.damaged(join(folder, path), damage));
  if (listing.entries.length === 0) throw new HostError('refused', t.noFolder);
  const operations = textAt(join(folder, OPERATIONS_FILE));
  const tree = treeOf(listing);
  const update = new Update({ tree, known: knownIn(folder, operations), document });
  return {
    update,
    seen: seenIn(listing, operations),
    writes: (isChosen) => {
      const names = readdirSync(folder);
      const outcome = update.applied(isChosen, (name) => {
        const file = flowFile(name, names, false);
        names.push(file);
        return file;
      });
      return [
        ...flowWrites(folder, listing, outcome),
        // Last, so that an interrupted update can be repeated.
        ...(operations === null && outcome.known.length === 0
          ? []
          : [{ path: OPERATIONS_FILE, before: operations, text: writeOperationsFile(outcome.known) }]),
      ].filter(({ before, text }) => before !== text);
    },
  };
}

/** @throws HostError if a flow has changed since it was listed, or cannot say a step */
function flowWrites(folder: string, listing: Listing, outcome: Outcome): FileWrite[] {
  const { changed, added, removed, flows } = outcome;
  const open = new OpenFlows(new TreeFiles(folder));
  const fingerprints = new Map(listing.entries.map((entry) => [entry.path, entry.fingerprint]));
  const isIn = (flow: string) => (path: string) => (flowOfPath(path) ?? path) === flow;
  const paths = [...changed.map(({ path }) => path), ...removed, ...added.map((one) => one.folder)];
  return [...new Set(paths.map((path) => flowOfPath(path) ?? path))].map((path) => {
    const isOwn = isIn(path);
    const steps = added.filter((one) => isOwn(one.folder));
    const next = [...changed.filter((one) => isOwn(one.path)), ...steps].map(({ step }) => step);
    const secret = outcome.secret.filter((name) =>
      next.some((step) => variablesIn(step.request).includes(name)),
    );
    const name = flows.get(path);
    if (name !== undefined) return { path, before: null, text: newFlow(path, { name, secret, steps: next }) };
    const flow = open.at(path);
    const before = flow.text;
    const items = itemsByPath(flow.read, path);
    const item = (at: string): FlowStep => {
      const found = items.get(at);
      if (found?.kind !== 'step' || fingerprintOf(JSON.stringify(found.raw)) !== fingerprints.get(at))
        throw new HostError('changed', t.changedMeanwhile(flow.file));
      return found;
    };
    const edited = withSteps(flow.read, {
      changed: changed.filter((one) => isOwn(one.path)).map((one) => [item(one.path), one.step] as const),
      added: steps.map((one) => [flow.stepsOf(one.folder).path, one.step] as const),
      removed: removed.filter(isOwn).map(item),
    });
    if (typeof edited === 'string') throw new HostError('bad-input', edited);
    flow.become(edited.text);
    if (secret.length > 0) flow.become(withSecret(flow.read, secret));
    return { path, before, text: flow.text };
  });
}

function newFlow(
  path: string,
  { name, secret, steps }: { name: string; secret: string[]; steps: readonly Step[] },
): string {
  return flowText(path, {
    kind: 'folder',
    role: 'flow',
    name,
    settings: { ...NO_SETTINGS, secret },
    repeats: NO_REPEATS,
    children: steps.map((step) => ({ kind: 'step', step })),
    path,
  });
}

function withSecret(flow: Flow, names: readonly string[]): string {
  const { flow: name, ...head } = flow.head;
  const settings = settingsOf(head);
  const secret = [...new Set([...settings.secret, ...names])].sort();
  return withHead(flow, { name, settings: { ...settings, secret }, repeats: NO_REPEATS });
}

/** @throws HostError */
function documentIn(files: readonly SourceFile[]): Folder {
  const { tree, report, formats } = importFiles(files);
  const broken = report.find(({ kind, result }) => kind === 'file' && result === 'not carried');
  if (broken !== undefined)
    throw new HostError('refused', `${files.length > 1 ? `${broken.name}: ` : ''}${broken.notes.join(' ')}`);
  if (formats.some((format) => format !== 'openapi'))
    throw new HostError('refused', sentences.update.notOpenApi);
  if (tree.fromOpenApi !== true) throw new HostError('refused', sentences.update.oneDocument);
  const limits = [
    sentences.tooManySteps(MAX_IMPORT_STEPS),
    sentences.bodiesTooLarge(MAX_IMPORT_BODIES_CHARS / 1024 / 1024),
  ];
  if (report.some(({ notes }) => limits.some((limit) => notes.includes(limit))))
    throw new HostError('refused', t.tooLargeDocument);
  return tree;
}

/** @throws HostError if the file is damaged */
function knownIn(folder: string, text: string | null): KnownOperation[] | null {
  const known = text === null ? null : readOperationsFile(text);
  if (typeof known === 'string')
    throw new HostError('refused', t.damagedOperations(join(folder, OPERATIONS_FILE), known));
  return known;
}

function seenIn({ entries, folders }: Listing, operations: string | null): string {
  const all = [...entries, ...folders].map(({ path, fingerprint }) => [path, fingerprint]);
  return fingerprintOf(JSON.stringify([all, operations]));
}
