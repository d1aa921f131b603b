/** What is done with the results of a run: comparison with another run, judging again, the history of a step. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { Assertion } from '../../shared/collections/assertion.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { JsonValue } from '../../shared/collections/value-text.ts';
import type { Input, MethodName } from '../../shared/contract/methods.ts';
import type { RunOrderInput } from '../../shared/contract/runs.ts';
import { body, kept, request, wait } from '../support/run-steps.ts';
import { stepsOf, writeCollection } from '../support/runs.ts';
import { callCore, startCore } from '../support/workbench.ts';

/** The path of the flow of all steps. */
const FLOW = 'Tried/1.flow.yaml';
const CUSTOMERS = request('listCustomers');
const CLOCK: Step = {
  name: 'Clock',
  control: { method: 'POST', path: '/control/clock', json: { mode: 'real' } },
};

/** What stands in the collection's own file. */
let about = {};
/** The steps of its flow, which a test changes one by one. */
let steps: Step[] = [];
let folder: string;
let workbench: Workbench;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-results-'));
  workbench = await startCore(folder);
});
// Each test has the workbench as if it were new.
beforeEach(async () => {
  about = {};
  steps = [];
  rmSync(join(folder, 'collections', 'Tried'), { recursive: true, force: true });
  await call('variables.remove', { id: 'local', name: 'canary' });
  await call('history.clear', {});
});
afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = <M extends MethodName>(method: M, input: Input<M>) => callCore(workbench, method, input);
/** Writes steps in place of those of their names, or after the others. */
const write = (...changed: Step[]) => {
  const there = new Set(steps.map(({ name }) => name));
  steps = [
    ...steps.map((step) => changed.find(({ name }) => name === step.name) ?? step),
    ...changed.filter(({ name }) => !there.has(name)),
  ];
  return writeCollection(join(folder, 'collections', 'Tried'), {
    'collection.yaml': { name: 'Tried', ...about },
    ...stepsOf(...steps),
  });
};
const is = (to: JsonValue): Assertion => ({ that: { of: 'status' }, must: { is: 'equal', to } });

/** Runs to the end. @returns the id of the run */
async function ran(order: Partial<RunOrderInput> = {}): Promise<string> {
  const usual = { path: 'Tried', only: [], from: null, bail: false, concurrency: 1, data: null };
  let started = '';
  const ended = new Promise<void>((resolve) => {
    const stop = workbench.onEvent((name) => {
      if (name !== 'run.changed') return;
      void call('runs.list', {}).then(({ runs }) => {
        if (runs.find(({ id }) => id === started)?.state !== 'ended') return;
        stop();
        resolve();
      });
    });
  });
  started = (await call('runs.start', { ...usual, ...order })).id;
  await ended;
  return started;
}

async function resultsOf(id: string) {
  const { results } = await call('runs.results', { id, outcomes: [], from: 0 });
  return results;
}

describe('two runs side by side', () => {
  it('list what differs: outcome, status and values, without those that the collection declares as volatile', async () => {
    about = { volatile: ['$.customers[*].customerNumber'] };
    write({ name: 'Customers', request: CUSTOMERS }, CLOCK);
    const first = await ran();
    expect(await call('runs.compare', { before: first, after: await ran() })).toEqual({
      changes: [],
      total: 0,
    });
    write({
      name: 'Customers',
      request: { ...CUSTOMERS, fault: 'no-signature' },
      expect: [is(200)],
    });
    const broken = await ran();
    const { changes, total } = await call('runs.compare', { before: first, after: broken });
    expect(total).toBe(changes.length);
    expect(changes.slice(0, 2)).toEqual([
      { step: `${FLOW}/Customers`, text: 'was passed, is failed', number: 0 },
      { step: `${FLOW}/Customers`, text: 'status was 200, is 400', number: 0 },
    ]);
    const texts = changes.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/tppMessages.*code is new: "SIGNATURE_MISSING"/));
    expect(texts).toContainEqual(expect.stringMatching(/customers\[0\]\.customerName is gone/));
    expect(texts.filter((text) => text.includes('customerNumber'))).toEqual([]);
    const other = await ran({ path: `${FLOW}/Clock` });
    // Of what ran as a part, only the common steps.
    expect(await call('runs.compare', { before: first, after: other })).toEqual({ changes: [], total: 0 });
    const another = await ran({ path: `${FLOW}/Customers` });
    await expect(call('runs.compare', { before: other, after: another })).rejects.toThrow('steps in common');
    await call('runs.remove', { id: first });
    await expect(call('runs.compare', { before: first, after: broken })).rejects.toThrow(
      'This run no longer exists.',
    );
  });

  it('a baseline learns what always differs, and is kept while other runs go', async () => {
    const customer = (at: number) =>
      write(
        {
          name: 'Customers',
          request: CUSTOMERS,
          keep: [{ as: 'customer', from: { of: 'body', path: `$.customers[${at}]._links.self.href` } }],
        },
        {
          name: 'Customer',
          request: request('listCustomers', { line: 'GET {{customer}}' }),
        },
      );
    customer(0);
    const before = await ran();
    customer(1);
    const after = await ran();
    const differing = await call('runs.compare', { before, after });
    expect(differing.total).toBeGreaterThan(0);
    await expect(call('runs.learn', { before, after })).rejects.toThrow(
      'First keep the earlier run as a baseline',
    );
    await call('runs.setBaseline', { id: before, isBaseline: true });
    await call('runs.learn', { before, after });
    expect(await call('runs.compare', { before, after: await ran() })).toEqual({ changes: [], total: 0 });
    const { runs } = await call('runs.list', {});
    expect(runs.filter(({ isBaseline }) => isBaseline).map(({ id }) => id)).toEqual([before]);
    // Kept again, it still knows what it has learnt; no longer kept, it does not.
    await call('runs.setBaseline', { id: before, isBaseline: true });
    expect((await call('runs.compare', { before, after })).total).toBe(0);
    await call('runs.setBaseline', { id: before, isBaseline: false });
    expect((await call('runs.compare', { before, after })).total).toBe(differing.total);
  });
});

describe('judging again', () => {
  it('applies the assertions of now to the responses of a run, sends nothing, and leaves that run as it was', async () => {
    const second = (...expected: Assertion[]): Step => ({
      name: 'Again',
      request: CUSTOMERS,
      expect: expected,
    });
    const name = (to: string): Assertion => ({
      that: body('$.customers[0].customerName'),
      must: { is: 'equal', to },
    });
    about = { variables: { wanted: 5 } };
    write(
      {
        name: 'Customers',
        request: CUSTOMERS,
        keep: [kept('who', '$.customers[0].customerName'), kept('all', '$.customers')],
      },
      second(name('Nobody')),
      CLOCK,
    );
    const id = await ran();
    expect((await resultsOf(id)).map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'passed']);
    const sent = (await call('history.list', { search: '' })).exchanges.length;

    write(
      second(name('{{who}}'), {
        that: { of: 'body', path: '$.customers' },
        must: { is: 'equal', to: '{{all}}' },
      }),
    );
    const again = await call('runs.judge', { id });
    expect(again).toMatchObject({ judged: 2, left: 1 });
    const results = await resultsOf(again.id);
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
    expect(results[1]?.assertions.map(({ text }) => text)).toEqual([
      'Status is a success',
      expect.stringMatching(/^Body \$\.customers\[0\]\.customerName is /),
      expect.stringMatching(/^Body \$\.customers is /),
    ]);
    expect((await resultsOf(id))[1]?.outcome).toBe('failed');
    expect((await call('history.list', { search: '' })).exchanges).toHaveLength(sent);
    const { runs } = await call('runs.list', {});
    expect(runs.map(({ state, counts }) => [state, counts.passed])).toEqual([
      ['judged', 3],
      ['ended', 2],
    ]);

    // A status, a warning and what is kept are judged, too; so is the type of a variable.
    write(
      second({ that: { of: 'body', path: '$.customers' }, must: { is: 'of-length', length: 999 } }, is(200)),
    );
    const { id: red } = await call('runs.judge', { id });
    expect((await resultsOf(red))[1]).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('999') as string,
    });
    write(second(is('{{wanted}}')));
    const { id: typed } = await call('runs.judge', { id });
    expect((await resultsOf(typed))[1]?.reason).toBe('Expected status 5, got 200');
  });

  it('leaves a result as it was whose step is gone or whose value is secret or not known, and refuses a run without responses', async () => {
    await call('variables.set', {
      id: 'local',
      variable: { name: 'pin', value: 'Kanarifugl', secret: true },
    });
    const pinned = (value: string): Assertion[] => [
      { that: { of: 'text' }, must: { is: 'containing', value } },
    ];
    write(
      { name: 'One', request: CUSTOMERS, expect: pinned('{{pin}}') },
      { name: 'Two', request: CUSTOMERS, expect: pinned('§') },
      { name: 'Three', request: CUSTOMERS, expect: pinned('§') },
      { name: 'Four', request: CUSTOMERS, expect: pinned('§') },
    );
    const id = await ran();
    steps = steps.filter(({ name }) => name !== 'Three');
    write(
      { name: 'Two', request: CUSTOMERS, expect: pinned('{{unheard}}') },
      { name: 'Four', request: CUSTOMERS },
    );
    const again = await call('runs.judge', { id });
    expect(again).toMatchObject({ judged: 1, left: 3 });
    expect((await resultsOf(again.id)).map(({ outcome }) => outcome)).toEqual([
      'failed',
      'failed',
      'failed',
      'passed',
    ]);
    await expect(call('runs.judge', { id: 'none' })).rejects.toThrow('This run no longer exists.');
    write(wait('Wait'));
    const waited = await ran({ path: `${FLOW}/Wait` });
    await expect(call('runs.judge', { id: waited })).rejects.toThrow('nothing to judge again');
  });
});

it('the runs of one step are listed, newest first, with what became of it', async () => {
  write({ name: 'Customers', request: CUSTOMERS }, wait('Other'));
  const first = await ran();
  write({ name: 'Customers', request: CUSTOMERS, expect: [is(418)] });
  const second = await ran({ path: `${FLOW}/Customers` });
  const { runs } = await call('runs.ofStep', { path: `${FLOW}/Customers` });
  expect(runs).toMatchObject([
    {
      run: second,
      runName: 'Customers',
      outcome: 'failed',
      status: 200,
      number: 0,
      reason: 'Expected status 418, got 200',
    },
    { run: first, runName: 'Tried', outcome: 'passed', status: 200, reason: null },
  ]);
  expect(await call('runs.ofStep', { path: `${FLOW}/none` })).toEqual({ runs: [] });
});
