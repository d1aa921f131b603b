/** A run of thousands of steps that never wait lets others have their turn. */
import { expect, it } from 'vitest';
import { useRuns } from '../../support/bank-runs.ts';

const { ran } = useRuns();

const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({})));

it('lets others have their turn again and again', async () => {
  let turns = 0;
  let goesOn = true;
  const other = () => {
    turns++;
    if (goesOn) setImmediate(other);
  };
  await ran(
    {
      'outer.json': rows(50),
      'inner.json': rows(100),
      '1.step.json': {
        name: 'Outer',
        each: { in: { file: 'outer.json' }, as: 'row' },
        include: { folder: 'inside' },
      },
      'inside/1.step.json': {
        name: 'Inner',
        each: { in: { file: 'inner.json' }, as: 'row' },
        // It has no value, so nothing is sent and the step never waits.
        control: { method: 'GET', path: '/control/{{nothing}}' },
      },
    },
    {
      choice: { only: ['1'], tags: [] },
      onResult: () => {
        // It counts from the first result on: before it, files are read.
        if (turns === 0) other();
      },
    },
  );
  goesOn = false;
  expect(turns).toBeGreaterThan(5);
});
