/** A flow of somebody else with thousands of variables: they are read once, not for each step. */
import { expect, it } from 'vitest';
import { useRuns } from '../../support/bank-runs.ts';
import { measuredUntil } from '../support/cpu-time.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { request } from '../../support/run-steps.ts';
import { flowOf, rawOf } from '../../support/runs.ts';

const { ran } = useRuns();

it('the steps of a run after the first cost nothing more, and each has the variables and secrets of its own flow and groups', async () => {
  const variables = (value: string) =>
    Object.fromEntries(Array.from({ length: 4999 }, (_, at) => [`v${at}`, value]));
  const secret = Array.from({ length: 5000 }, (_, at) => `w${at}`);
  const step = (name: string) => ({
    name,
    request: request('listAccounts', { headers: { 'x-a': '{{v7}} {{inner}}' } }),
  });
  const { result: run, seconds } = await measuredUntil(() =>
    ran({
      'collection.yaml': { variables: variables('collection'), secret },
      '1.flow.yaml': renderYaml({
        variables: { ...variables('flow'), inner: 'secret text' },
        secret: [...secret, 'inner'],
        steps: [
          rawOf(step('In the flow')),
          {
            group: 'Outer',
            variables: variables('group'),
            steps: [
              {
                group: 'Inner',
                variables: { unused: 1 },
                steps: Array.from({ length: 40 }, (_, at) => rawOf(step(`In the groups ${at}`))),
              },
            ],
          },
        ],
      }),
      '2.flow.yaml': flowOf([step('In the collection')], { variables: { inner: 'open' } }),
    }),
  );
  const used = new Set(run.results.map((one) => one.used.map(({ value }) => value).join(' ')));
  expect(used).toEqual(new Set(['flow •••', 'group •••', 'collection open']));
  expect(run.results).toHaveLength(42);
  expect(seconds).toBeLessThan(8);
});
