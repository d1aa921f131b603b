/** The runner: where variables come from, loops over lists and rows, includes, and secrets. */
import { describe, expect, it } from 'vitest';
import type { Step } from '../../shared/collections/steps.ts';
import { outcomes, reasons, useRuns } from '../support/bank-runs.ts';
import { body, CONSENT, CUSTOMERS, kept, request, status, wait } from '../support/run-steps.ts';
import { type Files, type Ran, type RunOptions, stepsOf } from '../support/runs.ts';

const { ran } = useRuns();

describe('each', () => {
  it('runs once for each value of a captured list, with its members as variables', async () => {
    const run = await ran(
      stepsOf(CUSTOMERS, {
        name: 'Customer',
        each: { in: { variable: 'customers' }, as: 'customer' },
        request: request('readCustomer', { params: { 'customer-id': '{{customerId}}' } }),
        expect: [{ that: body('$.customerName'), must: { is: 'equal', to: '{{customerName}}' } }],
      }),
    );
    expect(run.counts.passed).toBe(5);
    expect(run.results[1]).toMatchObject({ turn: 'customer 1 of 4' });
    expect(run.results[1]?.used).toContainEqual(
      expect.objectContaining({ name: 'customerId', origin: 'row', from: '2' }),
    );
  });
  it('reads CSV and JSON files of the collection; a loop may hold an include with a loop', async () => {
    const run = await ran(
      {
        'people.csv': '\uFEFFname,amount\r\n"Haugen, Ingrid",10.00\r\nEirik,20.00\r\n',
        'days.json': JSON.stringify([{ day: 1 }, { day: 2 }, { day: 3 }]),
        '1.step.json': {
          name: 'People',
          each: { in: { file: 'people.csv' }, as: 'row' },
          include: { folder: 'each', variables: { who: 'to {{name}}' } },
        },
        'each/1.step.json': {
          name: 'Day',
          each: { in: { file: 'days.json' }, as: 'row' },
          control: { method: 'GET', path: '/control/{{who}}/{{day}}' },
          expect: [status(404)],
        },
      },
      { choice: { only: ['1'], tags: [] } },
    );
    expect(outcomes(run)).toEqual(Array(6).fill('passed'));
    expect(run.results[0]).toMatchObject({
      turn: 'row 1 of 2, People, row 1 of 3',
      line: 'GET /control/to%20Haugen%2C%20Ingrid/1',
    });
    expect(run.results[5]?.line).toBe('GET /control/to%20Eirik/3');
  });
  it('plans nothing for an empty list, and fails for what is no list or no file', async () => {
    const over = (name: string, source: NonNullable<Step['each']>['in']) =>
      wait(name, { each: { in: source, as: 'one' } });
    const run = await ran({
      'collection.json': { name: 'Loops', variables: { none: [], text: 'x' } },
      'bad.json': '{"a":1}',
      'bad.csv': 'a,b\n"1',
      ...stepsOf(
        over('Empty', { variable: 'none' }),
        over('Text', { variable: 'text' }),
        over('Unknown', { variable: 'unknown' }),
        over('No list', { file: 'bad.json' }),
        over('Broken', { file: 'bad.csv' }),
        over('Missing', { file: 'missing.csv' }),
      ),
    });
    expect(run.planned).toBe(5);
    expect(reasons(run)).toEqual([
      'The variable text is not a list, so the step cannot run for each of its values.',
      'The variable unknown has no value.',
      'bad.json must be a JSON list of objects, one for each row.',
      expect.stringContaining('bad.csv is not CSV with a header line'),
      expect.stringContaining('The file missing.csv cannot be read'),
    ]);
  });
  it('refuses a loop of too many turns', async () => {
    const rows = `n\n${Array.from({ length: 10_001 }, (_, at) => at).join('\n')}\n`;
    const run = await ran({
      'many.csv': rows,
      ...stepsOf(wait('Many', { each: { in: { file: 'many.csv' }, as: 'row' } })),
    });
    expect(reasons(run)).toEqual(['The loop has 10001 turns, and the limit is 10000.']);
  });
});

describe('include', () => {
  it('gives variables of its own, and its captures come back', async () => {
    const including = (first: Step, options: RunOptions = {}) =>
      ran(
        {
          '1.step.json': { ...first, order: 1 },
          '2.step.json': {
            name: 'Read',
            order: 2,
            include: { folder: 'read', variables: { id: '{{customerId}}' } },
          },
          '3.step.json': {
            name: 'Back',
            order: 3,
            control: { method: 'GET', path: '/control/{{found}}' },
            expect: [status(404)],
          },
          'collection.json': { name: 'Including', variables: { id: 'weaker' } },
          'read/1.step.json': {
            name: 'One',
            request: request('readCustomer', { params: { 'customer-id': '{{id}}' } }),
            keep: [kept('found', '$.customerName')],
          },
        },
        { choice: { only: ['1', '2', '3'], tags: [] }, ...options },
      );
    const run = await including(CUSTOMERS, { rows: [{}] });
    expect(run.results[1]).toMatchObject({
      outcome: 'failed',
      reason: 'The variable customerId has no value.',
    });
    const again = await including({
      name: 'First',
      request: request('listCustomers'),
      keep: [kept('customerId', '$.customers[1].customerId')],
    });
    expect(reasons(again)).toEqual([null, null, null]);
    expect(again.results[1]).toMatchObject({ path: 'read/1', turn: 'Read' });
    expect(again.results[2]?.line).toBe('GET /control/Ingrid%20Haugen');
    expect(again.results[2]?.used[0]).toMatchObject({ origin: 'capture', from: 'read/1' });
  });
  it('with values that are too long fails with the reason, and the run goes on', async () => {
    const grown = (name: string, times: number) => ({
      [name]: `{{${name === 'b' ? 'a' : 'b'}}}`.repeat(times),
    });
    const run = await ran({
      'collection.json': { name: 'Grown', variables: { a: 'x'.repeat(1000) } },
      '1.step.json': { name: 'One', order: 1, include: { folder: 'first', variables: grown('b', 100) } },
      '2.step.json': { ...wait('Last'), order: 2 },
      'first/folder.json': { run: 'only when included' },
      'first/1.step.json': { name: 'Two', include: { folder: 'second', variables: grown('c', 100) } },
      'second/folder.json': { run: 'only when included' },
      'second/1.step.json': wait('Never'),
    });
    expect(run.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      [
        'failed',
        'The values of the variables are larger than 4 MB in total, so they were not filled in. Use shorter values, or use them less often.',
      ],
      ['passed', null],
    ]);
  });
});

describe('variables', () => {
  it('the nearest value wins: row, capture, include, given, folder, collection, environment', async () => {
    const look = (name: string): Step => ({
      name,
      control: { method: 'GET', path: '/control/{{v}}' },
      expect: [status(404)],
    });
    const files: Files = {
      'collection.json': { name: 'Layers', variables: { v: 'collection' } },
      'f/folder.json': { variables: { v: 'folder' } },
      'f/g/folder.json': { variables: { v: 'inner' } },
      'f/g/1.step.json': look('inner'),
      'f/1.step.json': look('folder'),
      '1.step.json': look('collection'),
    };
    const from = (run: Ran) => run.results.map(({ line }) => line.slice('GET /control/'.length)).sort();
    expect(from(await ran(files))).toEqual(['collection', 'folder', 'inner']);
    expect(from(await ran(files, { given: { v: 'given' } }))).toEqual(['given', 'given', 'given']);
    expect(from(await ran(files, { given: { v: 'given' }, rows: [{ v: 'row' }] }))).toEqual([
      'row',
      'row',
      'row',
    ]);
    const { 'collection.json': _, 'f/folder.json': __, 'f/g/folder.json': ___, ...bare } = files;
    const variables = [{ name: 'v', value: 'environment', secret: false, from: null }];
    expect(from(await ran(bare, { target: { variables } }))).toEqual(Array(3).fill('environment'));
  });
  it('secret ones are masked in results, wherever they are declared or captured', async () => {
    const canary = 'Kanari/ & 7"fugl';
    const run = await ran(
      {
        'collection.json': { name: 'Secrets', secret: ['given', 'row', 'env'] },
        ...stepsOf(
          {
            name: 'Everywhere',
            request: request('listCustomers', {
              line: 'GET /v1/sandbox/customers/{{given}}',
              headers: { 'x-{{$text}}': 'plain' },
            }),
            expect: [status(200), { that: body('$.x'), must: { is: 'equal', to: '{{row}}' } }],
          },
          {
            name: 'Control',
            control: { method: 'POST', path: '/control/{{env}}', json: ['{{given}}'] },
          },
          {
            name: 'Captured',
            request: request('listCustomers'),
            keep: [{ ...kept('number', '$.customers[0].customerNumber'), secret: true }],
          },
          { name: 'Shown', control: { method: 'GET', path: '/control/{{number}}' } },
          { name: 'Echoed', request: request('listCustomers') },
        ),
      },
      {
        given: { given: `${canary}-given` },
        rows: [{ row: `${canary}-row` }],
        target: { variables: [{ name: 'env', value: `${canary}-env`, secret: false, from: null }] },
      },
    );
    const all = JSON.stringify([run.results, run.exchanges]);
    const forms = [
      canary,
      encodeURIComponent(canary),
      JSON.stringify(canary).slice(1, -1),
      JSON.stringify(JSON.stringify(canary)).slice(3, -3),
      '13839319910',
    ];
    for (const form of forms) expect(all).not.toContain(form);
    expect(all).toContain('•••');
  });
  it('secret ones are compared and kept as the bank sent them, and masked only where they are shown', async () => {
    const run = await ran({
      'collection.json': { name: 'Echo', secret: ['number'] },
      ...stepsOf(
        {
          name: 'Learn',
          request: request('listCustomers'),
          keep: [kept('number', '$.customers[0].customerNumber')],
        },
        {
          name: 'Compare',
          request: request('listCustomers'),
          expect: [{ that: body('$.customers[0].customerNumber'), must: { is: 'equal', to: '{{number}}' } }],
          keep: [kept('again', '$.customers[0].customerNumber')],
        },
        CONSENT,
        { name: 'Use', sca: { psu: '{{again}}', decision: 'approve' } },
      ),
    });
    expect(reasons(run)).toEqual([null, null, null, null]);
    expect(JSON.stringify(run.exchanges[1])).not.toContain('13839319910');
  });
  it('a long secret is masked as a whole', async () => {
    const long = 'q'.repeat(3000);
    const run = await ran(
      {
        'collection.json': { name: 'Long', secret: ['long'] },
        ...stepsOf({ name: 'Long', control: { method: 'GET', path: '/control/{{long}}' } }),
      },
      { given: { long } },
    );
    expect(JSON.stringify(run.results)).not.toContain('qqq');
  });
});

describe('rows', () => {
  it('run at the same time, each with a session, a PSU and captures of its own', async () => {
    // A new session of the same PSU would replace the old one (SCA-5).
    const rows = ['Eirik Solbakken', 'Ingrid Haugen'].map((psu) => ({ psu }));
    const run = await ran(
      stepsOf(
        { name: 'Who', request: request('readUser'), expect: [status(401)] },
        { name: 'Sign in', sca: { psu: '{{psu}}', decision: 'approve' } },
        { name: 'User', request: request('readUser'), keep: [kept('me', '$.psuId')] },
      ),
      { rows, concurrency: 2 },
    );
    expect(new Set(reasons(run))).toEqual(new Set([null]));
    const ids = run.results.flatMap(({ kept: values }) => values.map(({ value }) => value));
    expect(new Set(ids).size).toBe(2);
    expect(run.results.map(({ iteration }) => iteration).toSorted((a, b) => a - b)).toEqual([
      1, 1, 1, 2, 2, 2,
    ]);
  });
});
