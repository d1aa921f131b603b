/** Variables and secrets of folders in each other. What very many of them cost is measured in test/full/core/large-folders.test.ts. */
import { expect, it } from 'vitest';
import { useRuns } from '../support/bank-runs.ts';
import { request } from '../support/run-steps.ts';

const { ran } = useRuns();

it('each step has the variables and secrets of its own folders', async () => {
  const variables = (value: string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`v${at}`, value]));
  const secret = Array.from({ length: 50 }, (_, at) => `w${at}`);
  const step = (order: number, name = `${order}`) => ({
    name,
    order,
    request: request('listAccounts', { headers: { 'x-a': '{{v7}} {{inner}}' } }),
  });
  const steps = Array.from({ length: 4 }, (_, at) => [`a/b/c/${at}.step.json`, step(at)] as const);
  const run = await ran({
    'collection.json': { name: 'Tried', variables: { ...variables('outermost'), inner: 'none' } },
    'a/folder.json': { variables: variables('a'), secret },
    'a/b/folder.json': { variables: variables('b'), secret },
    'a/b/c/folder.json': { variables: { inner: 'secret text' }, secret: ['inner'] },
    ...Object.fromEntries(steps),
    'a/z.step.json': step(1, 'z'),
    'y.step.json': step(1, 'y'),
  });
  const used = new Set(run.results.map((one) => one.used.map(({ value }) => value).join(' ')));
  expect(used).toEqual(new Set(['b •••', 'a none', 'outermost none']));
  expect(run.results).toHaveLength(6);
});
