/** Updates the steps that include a folder when it is renamed or moved within their collection. */
import { collectionAround } from '../../../shared/collections/plan.ts';
import { schemaNamed, writeStepFile } from '../../../shared/collections/step-file.ts';
import { foldersAround, type Listing, type Move, movedBy } from '../../../shared/collections/tree.ts';
import { readStep } from './listing.ts';
import { joined, type TreeFiles } from './tree-files.ts';

/**
 * Rewrites the steps whose included folder has another path now, unless it left the collection.
 * @param before the listing before the move
 * @param undo gets functions that roll back, the last change first
 */
export function followIncludes(
  files: TreeFiles,
  before: Listing,
  moved: readonly Move[],
  undo: (() => void)[],
): void {
  for (const [path, folder] of changedIncludes(before, moved)) {
    const file = files.stepFile(path);
    if (file === null) continue;
    const { step, text } = readStep(file);
    if (typeof step === 'string' || step.include === undefined) continue;
    const next = writeStepFile({ ...step, include: { ...step.include, folder } }, schemaNamed(text));
    undo.unshift(files.rewrite(file, text, next));
  }
}

/** The new paths of steps, each with the folder that it includes now. */
function changedIncludes({ entries, folders }: Listing, moved: readonly Move[]): [string, string][] {
  const settings = new Map(folders.map((folder) => [folder.path, folder]));
  const nextOf = movedBy(moved);
  const now = (path: string, kind: Move['kind']) => nextOf(path, kind) ?? path;
  const collections = new Set(
    folders.filter(({ isCollection }) => isCollection).map(({ path }) => now(path, 'folder')),
  );
  return entries.flatMap(({ path, step }): [string, string][] => {
    if (step?.include === undefined) return [];
    const [collection] = collectionAround(path, (one) => settings.get(one) ?? null);
    const included = now(joined(collection?.path ?? '', step.include.folder), 'folder');
    const to = now(path, 'step');
    const around = foldersAround(to).findLast((one) => collections.has(one)) ?? '';
    if (around !== '' && !included.startsWith(`${around}/`)) return [];
    const folder = around === '' ? included : included.slice(around.length + 1);
    return folder === step.include.folder ? [] : [[to, folder]];
  });
}
