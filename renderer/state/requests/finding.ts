/** Finds the steps and folders of the collections by what a person remembers of them. Pure. */
import type { FolderNode, StepNode, TreeNode } from '../../../shared/collections/tree.ts';
import { kindOf } from '../../../shared/collections/steps.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { hasWords, wordsOf } from '../search.ts';

const { kinds } = texts.requests.savedTree;

const BY_ID = new Map<string, (typeof OPERATIONS)[number]>(OPERATIONS.map((one) => [one.id, one]));

/** What a step does in a few words: method and path of its operation, or the kind of another step. Empty if its file is damaged. */
export function deedOf({ entry: { step } }: StepNode): string {
  if (step === null) return '';
  const kind = kindOf(step);
  if (kind !== 'request') return kinds[kind];
  const operation = BY_ID.get(step.request?.operation ?? '');
  return operation === undefined ? (step.request?.operation ?? '') : `${operation.method} ${operation.path}`;
}

/** What else a step is found by: the name of its operation, and its tags. */
export function moreOf({ entry: { step } }: StepNode): string {
  const title = BY_ID.get(step?.request?.operation ?? '')?.title ?? '';
  return [title, ...(step?.tags ?? [])].join(' ');
}

/**
 * The tree with only what has every word of a search in its own name, in a folder around it, in what it does or in its tags. Folders
 * above a hit stay; a folder that is a hit itself keeps all that is in it.
 */
export function hitsIn(root: FolderNode, search: string): FolderNode {
  const words = wordsOf(search);
  const inside = (folder: FolderNode, above: string): TreeNode[] =>
    folder.children.flatMap((node): TreeNode[] => {
      const own = node.kind === 'folder' ? '' : `${deedOf(node)} ${moreOf(node)}`;
      const text = `${above} ${node.name} ${own}`;
      if (hasWords(text, words)) return [node];
      if (node.kind === 'step') return [];
      const children = inside(node, text);
      return children.length === 0 ? [] : [{ ...node, children }];
    });
  return words.length === 0 ? root : { ...root, children: inside(root, '') };
}

export interface Placed {
  node: StepNode;
  /** Names of the folders around it, the outermost first. */
  folders: readonly string[];
}

/** Every step with where it is, in the order of the tree. */
export function stepsIn(root: FolderNode): Placed[] {
  const inside = (folder: FolderNode, folders: readonly string[]): Placed[] =>
    folder.children.flatMap((node) =>
      node.kind === 'step' ? [{ node, folders }] : inside(node, [...folders, node.name]),
    );
  return inside(root, []);
}
