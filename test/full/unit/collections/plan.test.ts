/** What it costs to find the steps of a run. */
import { expect, it } from 'vitest';
import { NO_SETTINGS } from '../../../../shared/collections/folder-file.ts';
import { planOf } from '../../../../shared/collections/plan.ts';
import { treeOf } from '../../../../shared/collections/tree.ts';
import { measured } from '../../support/cpu-time.ts';

it('thousands of steps, such as all that failed, are chosen as soon as one', () => {
  const all = Array.from({ length: 10_000 }, (_, at) => ({
    path: `f${at % 100}/inner/s${at}`,
    folder: `f${at % 100}/inner`,
    name: `s${at}`,
    step: { name: `s${at}`, pause: 0 },
    damage: null,
    fingerprint: '',
  }));
  const root = {
    path: '',
    isCollection: true,
    fromOpenApi: false,
    settings: NO_SETTINGS,
    damage: null,
    unreadable: null,
    documentation: null,
    fingerprint: '',
  };
  const gone = Array.from({ length: 10_000 }, (_, at) => `gone/inner/s${at}`);
  const only = [...all.map(({ path }) => path), ...gone];
  const { result, seconds } = measured(() =>
    planOf(treeOf({ entries: all, folders: [root] }), '', { only, tags: [] }),
  );
  expect(result).toHaveLength(10_000);
  expect(seconds).toBeLessThan(4);
});
