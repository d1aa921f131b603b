/** What the program of interchange-process.ts does. Nothing here waits, and nothing ends it but the end of its process. */
import { basename, join } from 'node:path';
import { collectionAround } from '../../../shared/collections/plan.ts';
import { allOf, type FolderNode, treeOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { filesIn } from '../../../shared/interchange/bundle.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { listedReport } from '../../../shared/interchange/listed.ts';
import type { Folder } from '../../../shared/interchange/model.ts';
import { listedUpdate } from '../../../shared/interchange/updating/listed.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { listed } from '../collections/listing.ts';
import { exportedText } from './exported-text.ts';
import type {
  Answer,
  Compared,
  Exported,
  ExportTask,
  Read,
  ReadTask,
  UpdateTask,
  WriteTask,
} from './tasks.ts';
import { updateOf } from './update.ts';
import { PRIVATE, writeTree } from './write-collection.ts';

const t = texts.core.interchange;

export function read({ bundle }: ReadTask): Answer<Read> {
  const files = filesIn(bundle);
  if (typeof files === 'string') return { refused: files };
  const { tree, report, formats } = importFiles(files);
  return {
    done: {
      name: tree.name,
      formats,
      steps: stepsIn(tree),
      isEmpty: isEmpty(tree),
      report: listedReport(report),
    },
  };
}

function isEmpty({ children, settings }: Folder): boolean {
  return children.length === 0 && Object.keys(settings.variables).length === 0;
}

function stepsIn({ children }: Folder): number {
  return children.reduce((sum, child) => sum + (child.kind === 'folder' ? stepsIn(child) : 1), 0);
}

export function written({ bundle, folder, named, file }: WriteTask): Answer<object> {
  const files = filesIn(bundle);
  if (typeof files === 'string') return { refused: files };
  const { tree } = importFiles(files);
  if (isEmpty(tree)) return { refused: t.nothing };
  const { name: _, ...settings } = tree.settings;
  try {
    writeTree(folder, { ...tree, settings: { ...settings, ...named } }, { file, modes: PRIVATE });
  } catch (error) {
    if (error instanceof HostError) return { refused: error.message };
    throw error;
  }
  return { done: {} };
}

export function updated({ bundle, folder, chosen }: UpdateTask): Answer<Compared> {
  const files = filesIn(bundle);
  if (typeof files === 'string') return { refused: files };
  try {
    const { update, seen, writes } = updateOf(folder, files);
    if (chosen !== null && chosen.seen !== seen) return { refused: t.changedSinceList };
    const otherwise = new Set(chosen?.otherwise);
    const isChosen = (at: number) => otherwise.has(at) !== (update.items[at]?.isChosen ?? false);
    return {
      done: { list: listedUpdate(update.items), seen, writes: chosen === null ? [] : writes(isChosen) },
    };
  } catch (error) {
    if (error instanceof HostError) return { refused: error.message };
    throw error;
  }
}

export function exported({ root, path, format, secrets }: ExportTask): Answer<Exported> {
  const folder = folderWithSurroundings(root, path);
  if (typeof folder === 'string') return { refused: folder };
  const name = folder.name === '' ? basename(path) : folder.name;
  const made = exportedText(folder, name, format, secrets);
  if (typeof made === 'string') return { refused: made };
  const { text, report, clean } = made;
  return { done: { name: clean(name), text, report: listedReport(report) } };
}

/** A folder with the variables and secrets of those around it, so that it says the same alone; or why that is not known. */
function folderWithSurroundings(root: string, path: string): FolderNode | string {
  const [outermost = ''] = path.split('/', 1);
  const inside = path.slice(outermost.length + 1);
  const nodes = new Map<string, FolderNode>();
  for (const node of allOf(treeOf(listed(join(root, outermost)))))
    if (node.kind === 'folder') nodes.set(node.path, node);
  const folder = nodes.get(inside);
  if (folder === undefined || folder.children.length === 0) return t.noSteps(path);
  const below = inside === '' ? 'step' : `${inside}/step`;
  const around = collectionAround(below, (one) => nodes.get(one) ?? null);
  const broken = around.flatMap((one) => nodes.get(one.path)?.damage ?? []).at(0);
  if (broken !== undefined) return t.damagedFolder(path, broken);
  return {
    ...folder,
    settings: {
      ...folder.settings,
      variables: Object.assign({}, ...around.map(({ settings }) => settings.variables)),
      secret: [...new Set(around.flatMap(({ settings }) => settings.secret))],
    },
  };
}
