/** What it costs to find the steps of a run. */
import { expect, it } from 'vitest';
import { planOf } from '../../../../shared/collections/plan.ts';
import { treeIn } from '../../../support/trees.ts';
import { measured } from '../../support/cpu-time.ts';

it('thousands of steps, such as all that failed, are chosen as soon as one', () => {
  const names = Array.from({ length: 100 }, (_, at) => `s${at}`);
  const text = `steps:\n${names.map((name) => `  - { name: ${name}, pause: 0 }\n`).join('')}`;
  const files = Array.from({ length: 100 }, (_, at) => `f${at}/inner.flow.yaml`);
  const tree = treeIn(Object.fromEntries(files.map((file) => [file, text])));
  const gone = Array.from({ length: 10_000 }, (_, at) => `gone/inner.flow.yaml/s${at}`);
  const only = [...files.flatMap((file) => names.map((name) => `${file}/${name}`)), ...gone];
  const { result, seconds } = measured(() => planOf(tree, '', { only, tags: [] }));
  expect(result).toHaveLength(10_000);
  expect(seconds).toBeLessThan(4);
});
