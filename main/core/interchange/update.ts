/** Updates a folder of steps on the disk from a newer OpenAPI document. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FOLDER_FILE, NO_SETTINGS, writeFolderFile } from '../../../shared/collections/folder-file.ts';
import {
  type KnownOperation,
  OPERATIONS_FILE,
  readOperationsFile,
  writeOperationsFile,
} from '../../../shared/collections/operations-file.ts';
import { schemaNamed, writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { type Listing, type StepEntry, treeOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { type Folder, type SourceFile } from '../../../shared/interchange/model.ts';
import { type Outcome, Update } from '../../../shared/interchange/updating/update.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { interchange as sentences } from '../../../shared/texts/interchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fingerprintOf } from '../collections/names.ts';
import { readFolder } from '../collections/folders.ts';
import { listed, readStep, SUFFIX } from '../collections/listing.ts';
import { README, textAt } from '../collections/file-limits.ts';
import { joined } from '../collections/tree-files.ts';
import type { FileWrite } from '../collections/write-all.ts';
import { FileNames } from './write-collection.ts';
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
  if (!listing.entries.some(({ step }) => step !== null)) throw new HostError('refused', t.noFolder);
  const operations = textAt(join(folder, OPERATIONS_FILE));
  const tree = treeOf(listing);
  const update = new Update({ tree, known: knownIn(folder, operations), document });
  return {
    update,
    seen: seenIn(listing, operations),
    writes: (isChosen) => {
      const names = new NewNames(folder);
      const entries = new Map(listing.entries.map((entry) => [entry.path, entry]));
      const step = (path: string) => stepAt(folder, path, entries.get(path));
      const outcome = update.applied(isChosen, (name) => names.folder(name));
      return [
        // First, so that new secrets are never shown or sent as plain values.
        ...newSecrets(folder, outcome),
        ...outcome.folders.map(({ path, name, order }) =>
          created(
            joined(path, FOLDER_FILE),
            writeFolderFile({ ...NO_SETTINGS, name, ...given(order) }, null),
          ),
        ),
        ...outcome.added.map((one) =>
          created(names.step(one.folder, one.step), writeStepFile(one.step, null)),
        ),
        ...outcome.changed.flatMap(({ path, step: next }) => changedStep(step(path), next)),
        ...outcome.removed.map((path) => ({ ...step(path).file, text: null })),
        ...Array.from(outcome.readmes, ([path, text]) => ({
          path: joined(path, README),
          before: textAt(join(folder, path, README)),
          text,
        })),
        // Last, so that an interrupted update can be repeated.
        ...(operations === null && outcome.known.length === 0
          ? []
          : [{ path: OPERATIONS_FILE, before: operations, text: writeOperationsFile(outcome.known) }]),
      ].filter(({ before, text }) => before !== text);
    },
  };
}

/** @throws HostError */
function documentIn(files: readonly SourceFile[]): Folder {
  if (files.length !== 1) throw new HostError('refused', sentences.update.oneDocument);
  const { tree, report, formats } = importFiles(files);
  const broken = report.find(({ kind, result }) => kind === 'file' && result === 'not carried');
  if (broken !== undefined) throw new HostError('refused', broken.notes.join(' '));
  if (formats.some((format) => format !== 'openapi') || tree.fromOpenApi !== true)
    throw new HostError('refused', sentences.update.notOpenApi);
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

const given = (order: number | undefined) => (order === undefined ? {} : { order });
const created = (path: string, text: string): FileWrite => ({ path, before: null, text });

interface StepFile {
  step: Step | null;
  file: { path: string; before: string };
}

/** The file of a step, as it was listed. @throws HostError if it has changed since */
function stepAt(folder: string, path: string, entry: StepEntry | undefined): StepFile {
  const file = path + SUFFIX;
  const { text, fingerprint } = readStep(join(folder, file));
  if (fingerprint !== entry?.fingerprint)
    throw new HostError('changed', t.changedMeanwhile(join(folder, file)));
  return { step: entry.step, file: { path: file, before: text } };
}

function changedStep({ step, file }: StepFile, next: Step): FileWrite[] {
  // An equivalent file is not rewritten.
  if (step !== null && writeStepFile(step, null) === writeStepFile(next, null)) return [];
  return [{ ...file, text: writeStepFile(next, schemaNamed(file.before)) }];
}

/** @throws HostError if the folder's file is damaged */
function newSecrets(folder: string, { secret }: Outcome): FileWrite[] {
  if (secret.length === 0) return [];
  const { file, schema, settings } = readFolder(folder);
  const all = [...new Set([...settings.secret, ...secret])].sort();
  const text = writeFolderFile({ ...settings, secret: all }, schema);
  return [{ path: basename(file), before: textAt(file), text }];
}

/** Unique names of new files. */
class NewNames {
  private readonly root: string;
  private readonly names = new Map<string, FileNames>();

  constructor(root: string) {
    this.root = root;
  }

  /** Path of a new folder in the root. */
  folder(name: string): string {
    return this.in('').next(name);
  }

  step(folder: string, { name }: Step): string {
    return `${joined(folder, this.in(folder).next(name))}${SUFFIX}`;
  }

  private in(folder: string): FileNames {
    const known = this.names.get(folder);
    if (known !== undefined) return known;
    const path = join(this.root, folder);
    const there = kindOf(path) === 'folder' ? readdirSync(path) : [];
    const names = new FileNames(there.flatMap((name) => [name, basename(name, SUFFIX)]));
    this.names.set(folder, names);
    return names;
  }
}
