/** The work of main/worker/interchange.ts. Nothing here waits or can be interrupted. */
import { basename, join } from 'node:path';
import { settingsAround } from '../../../shared/collections/plan.ts';
import { allOf, flowOfPath, type FolderNode, treeOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { filesIn } from '../../../shared/interchange/bundle.ts';
import { type Imported, importFiles } from '../../../shared/interchange/import.ts';
import { readOpenApiDocument } from '../../../shared/openapi/read-document.ts';
import { listedEnvironment, listedReport } from '../../../shared/interchange/listed.ts';
import { isEmpty, type SourceFile } from '../../../shared/interchange/model.ts';
import { listedUpdate } from '../../../shared/interchange/updating/listed.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { listed, listedFlowAt } from '../collections/listing.ts';
import { exportedText } from './exported-text.ts';
import type {
  Compared,
  Exported,
  ExportTask,
  ImportTask,
  OpenApiTask,
  PlanTask,
  Read,
  ReadTask,
  UpdatePlan,
  UpdateTask,
  WriteTask,
  Written,
} from './tasks.ts';
import { updateOf } from './update.ts';
import { PRIVATE, writeFiles } from './write-collection.ts';

const t = texts.core.interchange;

/** @throws HostError */
export function read({ bundle }: ReadTask): Read {
  const imported = importFiles(unpacked(bundle));
  const { tree, environments, report, formats } = imported;
  return {
    name: tree.name,
    formats,
    steps: stepsIn(tree).length,
    isEmpty: isEmpty(imported),
    environments: environments.map(listedEnvironment),
    report: listedReport(report),
  };
}

/** @throws HostError */
function unpacked(bundle: Uint8Array): SourceFile[] {
  const files = filesIn(bundle);
  if (typeof files === 'string') throw new HostError('refused', files);
  return files;
}

/** @returns JSON of what the workbench takes from a document @throws HostError for files that are none */
export function openApi({ bundle }: OpenApiTask): string {
  const document = readOpenApiDocument(unpacked(bundle));
  if (typeof document === 'string') throw new HostError('refused', document);
  return JSON.stringify(document);
}

/** @throws HostError */
export function written({ bundle, folder, name }: WriteTask): Written {
  const imported = importFiles(unpacked(bundle));
  if (isEmpty(imported)) throw new HostError('refused', t.nothing);
  writeFiles(folder, imported.tree, { name, modes: PRIVATE });
  return imported.environments;
}

/** @throws HostError */
export function updated({ bundle, folder, chosen }: UpdateTask): Compared {
  const { update, seen, writes } = updateOf(folder, unpacked(bundle));
  if (chosen !== null && chosen.seen !== seen) throw new HostError('refused', t.changedSinceList);
  const otherwise = new Set(chosen?.otherwise);
  const isChosen = (at: number) => otherwise.has(at) !== (update.items[at]?.isChosen ?? false);
  return { list: listedUpdate(update.items), seen, writes: chosen === null ? [] : writes(isChosen) };
}

export function imported({ files, from }: ImportTask): Imported {
  return importFiles(files, from);
}

/** @throws HostError */
export function updatePlan({ folder, files, deletes }: PlanTask): UpdatePlan {
  const { update, writes } = updateOf(folder, files);
  const items = update.items.map((item) => ({
    ...item,
    isChosen: item.change === 'removed' ? deletes : item.isChosen,
  }));
  return { items, writes: writes((at) => items[at]?.isChosen ?? false) };
}

/** @throws HostError */
export function exported({ root, path, format, secrets }: ExportTask): Exported {
  const folder = folderWithSurroundings(root, path);
  const name = folder.name === '' ? basename(path) : folder.name;
  const made = exportedText(folder, name, format, secrets);
  if (typeof made === 'string') throw new HostError('refused', made);
  const { text, report, clean } = made;
  return { name: clean(name), text, report: listedReport(report) };
}

/** A folder, flow or group with the settings of what is around it. @throws HostError */
function folderWithSurroundings(root: string, path: string): FolderNode {
  const [outermost = ''] = path.split('/', 1);
  const isFlow = flowOfPath(outermost) !== null;
  const inside = isFlow ? path : path.slice(outermost.length + 1);
  const listing = isFlow ? listedFlowAt(root, outermost) : listed(join(root, outermost));
  const nodes = new Map<string, FolderNode>();
  for (const node of allOf(treeOf(listing))) if (node.kind === 'folder') nodes.set(node.path, node);
  const folder = nodes.get(inside);
  const below = inside === '' ? 'step' : `${inside}/step`;
  const around = settingsAround(below, (one) => nodes.get(one) ?? null);
  const broken = around.flatMap((one) => nodes.get(one.path)?.damage ?? []).at(0);
  if (broken !== undefined) throw new HostError('refused', t.damagedFolder(path, broken));
  if (folder === undefined || folder.children.length === 0) throw new HostError('refused', t.noSteps(path));
  return {
    ...folder,
    settings: {
      ...folder.settings,
      variables: Object.assign({}, ...around.map(({ settings }) => settings.variables)),
      secret: [...new Set(around.flatMap(({ settings }) => settings.secret))],
      headers: Object.assign({}, ...around.map(({ settings }) => settings.headers)),
    },
  };
}
