/** Search in the palette and in the tree of collections: words in any order, ignoring case. Pure. */
import type { FolderNode, StepNode, TreeNode } from '../../../shared/collections/tree.ts';
import { kindOf } from '../../../shared/collections/steps.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { hasWords, wordsOf } from '../../../shared/search-words.ts';

const { kinds } = texts.requests.savedTree;

const BY_ID = new Map<string, (typeof OPERATIONS)[number]>(OPERATIONS.map((one) => [one.id, one]));

/** A short description of a step: its own line, or the method and path of its operation, or its kind. */
export function deedOf({ entry: { step } }: StepNode): string {
  const kind = kindOf(step);
  if (kind !== 'request') return kinds[kind];
  if (step.request?.line !== undefined) return step.request.line;
  const operation = BY_ID.get(step.request?.operation ?? '');
  return operation === undefined ? (step.request?.operation ?? '') : `${operation.method} ${operation.path}`;
}

/** More search words of a step: the name of its operation, and its tags. */
export function moreOf({ entry: { step } }: StepNode): string {
  const { line, operation = '' } = step.request ?? {};
  const title = line === undefined ? (BY_ID.get(operation)?.title ?? '') : '';
  return [title, ...(step.tags ?? [])].join(' ');
}

/**
 * The part of the tree that matches a search in its name, its folders, its description or its tags. Folders above a hit stay; a folder
 * that is a hit keeps its content.
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

interface Placed {
  node: StepNode;
  /** Names of its folders, the outermost first. */
  folders: readonly string[];
}

/** Every step, in the order of the tree. */
export function stepsIn(root: FolderNode): Placed[] {
  const inside = (folder: FolderNode, folders: readonly string[]): Placed[] =>
    folder.children.flatMap((node) =>
      node.kind === 'step' ? [{ node, folders }] : inside(node, [...folders, node.name]),
    );
  return inside(root, []);
}
