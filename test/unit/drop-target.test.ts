/** Where something that is dragged in the tree of collections goes. */
import { expect, it } from 'vitest';
import { dropTarget } from '../../renderer/state/requests/tree-rows.ts';
import { listedFlow } from '../../shared/collections/flow-listing.ts';
import { allOf, treeOf } from '../../shared/collections/tree.ts';

const FLOW =
  'steps:\n  - { name: a, session: a }\n  - { name: b, session: b }\n  - group: g\n    steps: [{ name: c, session: c }]\n';

const ROOT = treeOf(listedFlow('shop/pay.flow.yaml', FLOW, () => ''));
const NODES = [...allOf(ROOT)];

const nodeAt = (name: string) => {
  const node = NODES.find((one) => one.name === name);
  if (node === undefined) throw new Error(name);
  return node;
};

function targetOf(dragged: string, over: string, at: number) {
  const siblings = NODES.flatMap((node) => (node.kind === 'folder' ? [node.children] : [])).find((all) =>
    all.some(({ name }) => name === over),
  );
  const target = dropTarget(nodeAt(dragged), nodeAt(over), siblings ?? [], at);
  return target && [target.where, target.folder, target.before?.path ?? null];
}

const IN = 'shop/pay.flow.yaml';

it.each([
  ['a step', 'b', 'a', 0.2, ['before', IN, `${IN}/a`]],
  ['a step', 'a', 'b', 0.8, ['after', IN, `${IN}/g`]],
  ['a step', 'c', 'g', 0.9, ['after', IN, null]],
  ['a step', 'a', 'g', 0.5, ['into', `${IN}/g`, null]],
  ['a step', 'c', 'pay', 0.1, ['into', IN, null]],
  ['a step', 'a', 'shop', 0.5, null],
  ['a flow', 'pay', 'shop', 0.1, ['into', 'shop', null]],
  // Beside the flow that is under the pointer: files have the order of their names.
  ['a flow', 'pay', 'b', 0.9, ['into', 'shop', null]],
])('%s: %s over %s at %d', (_, dragged, over, at, target) => {
  expect(targetOf(dragged, over, at)).toEqual(target);
});
