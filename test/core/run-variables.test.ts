/** The runner: where variables come from, loops over lists and rows, includes, and secrets. */
import { describe, expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { outcomes, reasons, useRuns } from '../support/bank-runs.ts';
import { APPROVE, body, CONSENT, CUSTOMERS, kept, request, status, wait } from '../support/run-steps.ts';
import { type Files, flowOf, type Ran, rawOf, type RunOptions, stepsOf } from '../support/runs.ts';
import type { Expectation } from '../../shared/collections/assertion.ts';
import type { JsonValue } from '../../shared/collections/value-text.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';

const { ran } = useRuns();

const asks = (name: string, path: string, more: Partial<Step> = {}): Step => ({
  name,
  control: { method: 'GET', path: `/control/${path}` },
  expect: [status(404)],
  ...more,
});
const lines = ({ results }: Ran) => results.map(({ line }) => line.replace('GET /control/', ''));
const turns = ({ results }: Ran) => results.map(({ turn }) => turn);

it('an empty variable in a path is named, and nothing is sent', async () => {
  const line = (path: string) => request('', { line: `GET ${path}` });
  const run = await ran({
    'collection.yaml': { variables: { id: '', none: '' } },
    ...stepsOf(
      { name: 'Parameter', request: request('readCustomer', { params: { 'customer-id': '{{id}}' } }) },
      { name: 'Segment', request: line('/v1/accounts/{{id}}/balances') },
      { name: 'All', request: line('{{id}}') },
      { name: 'Query', request: line('/v1/none{{none}}?id={{id}}'), expect: [status(404)] },
    ),
  });
  const why = 'The variable id is empty, and the path needs its value. Nothing was sent.';
  expect(reasons(run)).toEqual([why, why, why, null]);
  expect(run.results.map(({ exchange }) => exchange !== null)).toEqual([false, false, false, true]);
});

describe('each', () => {
  it('runs once for each object of a captured list, with its members as variables', async () => {
    const run = await ran(
      stepsOf(CUSTOMERS, {
        name: 'Customer',
        each: '{{customers}}',
        request: request('readCustomer', { params: { 'customer-id': '{{customerId}}' } }),
        expect: [{ that: body('$.customerName'), must: { is: 'equal', to: '{{customerName}}' } }],
      }),
    );
    expect(run.counts.passed).toBe(5);
    expect(run.results[1]).toMatchObject({
      turn: expect.stringMatching(/^customerId \S+, 1 of 4$/) as string,
      place: { file: '1.flow.yaml', line: 7 },
    });
    expect(run.results[1]?.used).toContainEqual(
      expect.objectContaining({ name: 'customerId', origin: 'row', from: '1.flow.yaml/Customer' }),
    );
  });
  it.each<[string, NonNullable<Step['each']>, said: string[], named: string[]]>([
    ['values', { v: ['a', 2, { b: 1 }] }, ['a', '2', '%7B%22b%22%3A1%7D'], ['v a', 'v 2', 'v 3 of 3']],
    ['a list of a variable', { v: '{{list}}' }, ['x', 'y'], ['v x', 'v y']],
    ['objects', [{ v: '{{one}}', w: 1 }, { v: 'b' }], ['x', 'b'], ['v x, 1 of 2', 'v b']],
    ['a file beside the flow', 'rows.csv', ['1', '2'], ['v 1', 'v 2']],
  ])('takes %s, for a step and for a group', async (_, each, said, named) => {
    const group = { group: 'All', each, steps: [rawOf(asks('First', '{{v}}')), rawOf(wait('Second'))] };
    const run = await ran(
      {
        'collection.yaml': { variables: { list: ['x', 'y'], one: 'x' } },
        'in/rows.csv': 'v\n1\n2\n',
        'in/1.flow.yaml': [asks('Alone', '{{v}}', { each })],
        'in/2.flow.yaml': renderYaml({ steps: [group] }),
      },
      { choice: { only: [], tags: [] } },
    );
    expect(reasons(run)).toEqual(reasons(run).map(() => null));
    expect(lines(run)).toEqual([...said, ...said.flatMap((one) => [one, 'Wait 0 ms'])]);
    expect(turns(run)).toEqual([...named, ...named.flatMap((one) => [one, one])]);
  });
  it('reads CSV and JSON files of the collection; a loop may hold an include with a loop', async () => {
    const run = await ran(
      {
        'people.csv': '\uFEFFname,amount\r\n"Haugen, Ingrid",10.00\r\nEirik,20.00\r\n',
        'days/days.json': JSON.stringify([{ day: 1 }, { day: 2 }, { day: 3 }]),
        ...stepsOf({
          name: 'People',
          each: 'people.csv',
          include: { flow: 'days/each.flow.yaml', variables: { who: 'to {{name}}' } },
        }),
        'days/each.flow.yaml': [asks('Day', '{{who}}/{{day}}', { each: 'days.json' })],
      },
      { choice: { only: ['1'], tags: [] } },
    );
    expect(outcomes(run)).toEqual(Array(6).fill('passed'));
    expect(run.results[0]?.turn).toBe('name Haugen, Ingrid, 1 of 2, People, day 1');
    expect([lines(run)[0], lines(run)[5]]).toEqual(['to%20Haugen%2C%20Ingrid/1', 'to%20Eirik/3']);
  });
  it('leaves a step out for an empty list, and fails for what is no list or no file', async () => {
    const over = (name: string, each: NonNullable<Step['each']>) => wait(name, { each });
    const run = await ran({
      'collection.yaml': { variables: { none: [], text: 'x', texts: ['x'] } },
      'bad.json': '{"a":1}',
      'bad.csv': 'a,b\n"1',
      ...stepsOf(
        over('Empty', { one: '{{none}}' }),
        over('Text', { one: '{{text}}' }),
        over('Unknown', { one: '{{unknown}}' }),
        over('No objects', '{{texts}}'),
        over('No list', 'bad.json'),
        over('Broken', 'bad.csv'),
        over('Missing', 'missing.csv'),
        over('Outside', '../missing.csv'),
      ),
    });
    expect(outcomes(run)).toEqual(['skipped', ...Array<string>(7).fill('failed')]);
    expect(reasons(run)).toEqual([
      'There is nothing to repeat it for: the list or file has no rows.',
      '{{text}} is not a list, so the step cannot run for each of its values.',
      'The variable unknown has no value.',
      '{{texts}} is not a list of objects, so the step cannot run for each of them.',
      'bad.json must be a JSON list of objects, one for each row.',
      expect.stringContaining('bad.csv is not CSV with a header line'),
      expect.stringContaining('The file missing.csv cannot be read'),
      expect.stringContaining('The file ../missing.csv cannot be read'),
    ]);
  });
  it('refuses a loop of too many turns', async () => {
    const rows = `n\n${Array.from({ length: 10_001 }, (_, at) => at).join('\n')}\n`;
    const run = await ran({ 'many.csv': rows, ...stepsOf(wait('Many', { each: 'many.csv' })) });
    expect(reasons(run)).toEqual(['The loop has 10001 turns, and the limit is 10000.']);
  });
  it('shows no secret value in the names of its turns, nor in why a step is left out', async () => {
    const when = [{ variable: 'token', must: { is: 'equal', to: 'other' } }] as const;
    const run = await ran({
      'collection.yaml': { secret: ['token'], variables: { tokens: ['kanari-1795'] } },
      ...stepsOf(wait('Turn', { each: { token: '{{tokens}}' } }), {
        ...wait('Left out', { each: { token: ['kanari-1796'] } }),
        when: [...when],
      }),
    });
    expect(outcomes(run)).toEqual(['passed', 'skipped']);
    expect(JSON.stringify(run.results)).not.toContain('kanari');
  });
});

describe('when', () => {
  it.each<[holds: string, must: Expectation, value: JsonValue | undefined, why: string | null]>([
    ['a value', { is: 'equal', to: 'NOK' }, 'NOK', null],
    ['another value', { is: 'equal', to: 'NOK' }, 'EUR', 'v is EUR.'],
    ['a value of a variable', { is: 'equal', to: '{{other}}' }, 'x', null],
    ['a variable with a variable in it', { is: 'equal', to: 'x' }, '{{other}}', null],
    ['a variable that is there', { is: 'present' }, 5, null],
    ['one that is not', { is: 'present' }, undefined, 'v has no value.'],
    ['the absence of one', { is: 'absent' }, undefined, null],
  ])('leaves a step and a group out unless %s holds', async (_, must, value, why) => {
    const when = [{ variable: 'v', must }];
    const { when: raw } = rawOf(wait('x', { when }));
    const group = { group: 'All', when: raw ?? null, steps: [rawOf(wait('Inside')), rawOf(wait('Also'))] };
    const run = await ran({
      'collection.yaml': { variables: { other: 'x', ...(value === undefined ? {} : { v: value }) } },
      '1.flow.yaml': [wait('Alone', { when })],
      '2.flow.yaml': renderYaml({ steps: [group] }),
    });
    expect(reasons(run)).toEqual([why, why, why]);
    expect(outcomes(run)).toEqual(Array(3).fill(why === null ? 'passed' : 'skipped'));
  });
  it('is asked in each turn, with what the row has', async () => {
    const run = await ran(
      stepsOf(wait('Turn', { each: { v: [1, 2] }, when: [{ variable: 'v', must: { is: 'equal', to: 2 } }] })),
    );
    expect(reasons(run)).toEqual(['v is 1.', null]);
  });
});

describe('include', () => {
  it('gives variables of its own, and its captures come back', async () => {
    const including = (first: Step, options: RunOptions = {}) =>
      ran(
        {
          'collection.yaml': { variables: { id: 'weaker' } },
          'a/1.flow.yaml': [
            first,
            { name: 'Read', include: { flow: 'b/read.flow.yaml', variables: { id: '{{customerId}}' } } },
            asks('Back', '{{found}}'),
          ],
          'a/b/read.flow.yaml': flowOf(
            [
              {
                name: 'One',
                request: request('readCustomer', { params: { 'customer-id': '{{id}}' } }),
                keep: [kept('found', '$.customerName')],
              },
            ],
            { run: 'only when included' },
          ),
        },
        options,
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
    expect(again.results[1]).toMatchObject({
      path: 'a/b/read.flow.yaml/One',
      place: { file: 'a/b/read.flow.yaml', line: 3 },
      turn: 'Read',
    });
    expect(lines(again)[2]).toBe('Ingrid%20Haugen');
    expect(again.results[2]?.used[0]).toMatchObject({ origin: 'capture', from: 'a/b/read.flow.yaml/One' });
  });
  it('with values that are too long fails with the reason, and the run goes on', async () => {
    const grown = (name: string, times: number) => ({
      [name]: `{{${name === 'b' ? 'a' : 'b'}}}`.repeat(times),
    });
    const part = (step: Step) => flowOf([step], { run: 'only when included' });
    const run = await ran({
      'collection.yaml': { variables: { a: 'x'.repeat(1000) } },
      ...stepsOf({ name: 'One', include: { flow: 'first', variables: grown('b', 100) } }, wait('Last')),
      'first.flow.yaml': part({ name: 'Two', include: { flow: 'second', variables: grown('c', 100) } }),
      'second.flow.yaml': part(wait('Never')),
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

describe('each flow', () => {
  it('begins without PSU, session and kept values', async () => {
    const run = await ran({
      '1.flow.yaml': [
        CUSTOMERS,
        CONSENT,
        APPROVE,
        { name: 'User', request: request('readUser') },
        asks('Session', '{{sessionId}}'),
      ],
      '2.flow.yaml': [
        { name: 'No page', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
        { name: 'Nobody', request: request('readUser'), expect: [status(401)] },
        wait('Lost', { each: { v: '{{customers}}' } }),
        asks('Session', '{{sessionId}}'),
      ],
    });
    expect(reasons(run)).toEqual([
      ...Array<null>(5).fill(null),
      expect.stringContaining('No response before this step has an scaRedirect.'),
      null,
      'The variable customers has no value.',
      null,
    ]);
    expect(lines(run)[4]).not.toBe(lines(run)[8]);
  });
  it('forgets what failed in the one before', async () => {
    const run = await ran({
      '1.flow.yaml': [{ ...CUSTOMERS, expect: [status(201)] }],
      '2.flow.yaml': [asks('Use', '{{eirik}}')],
    });
    expect(reasons(run)[1]).toBe('The variable eirik has no value.');
  });
});

describe('variables', () => {
  it('the nearest value wins: row, capture, include, given, group, flow, collection, environment', async () => {
    const collection = { variables: { v: 'collection' } };
    const flow = [
      rawOf(asks('flow', '{{v}}')),
      { group: 'outer', variables: { v: 'group' }, steps: [rawOf(asks('group', '{{v}}'))] },
    ];
    const files: Files = {
      'collection.yaml': collection,
      '1.flow.yaml': [asks('collection', '{{v}}')],
      'f/2.flow.yaml': renderYaml({ variables: { v: 'flow' }, steps: flow }),
    };
    expect(lines(await ran(files))).toEqual(['collection', 'flow', 'group']);
    expect(lines(await ran(files, { given: { v: 'given' } }))).toEqual(Array(3).fill('given'));
    expect(lines(await ran(files, { given: { v: 'given' }, rows: [{ v: 'row' }] }))).toEqual(
      Array(3).fill('row'),
    );
    const variables = [{ name: 'v', value: 'environment', secret: false, from: null }];
    expect(lines(await ran(stepsOf(asks('bare', '{{v}}')), { target: { variables } }))).toEqual([
      'environment',
    ]);
  });
  it('secret ones are masked in results, wherever they are declared or captured', async () => {
    const canary = 'Kanari/ & 7"fugl';
    const run = await ran(
      {
        'collection.yaml': { secret: ['given', 'row', 'env', 'number'] },
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
            keep: [kept('number', '$.customers[0].customerNumber')],
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
      'collection.yaml': { secret: ['number'] },
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
        'collection.yaml': { secret: ['long'] },
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

describe('what a step asks', () => {
  it('of a value of earlier steps: in paths, addresses, warnings and captures', async () => {
    const self = { of: 'link', name: 'self' } as const;
    const { params, body: example } = fresh('createPayment');
    const run = await ran({
      'collection.yaml': {
        variables: { wanted: '{{eirik}}', more: 2, less: '{{more - 1.5}}' },
      },
      ...stepsOf(
        CUSTOMERS,
        {
          name: 'Find',
          request: request('listCustomers'),
          expect: [
            {
              that: body("$.customers[?@.customerNumber=='{{wanted}}'].customerName"),
              must: { is: 'of-length', length: 1 },
            },
            { that: { of: 'status' }, must: { is: 'at-least', value: '{{less * 400}}' } },
          ],
          warn: [{ that: body("$.customers[?@.customerNumber=='{{wanted}}']"), must: { is: 'absent' } }],
          keep: [
            {
              as: 'name',
              from: body("$.customers[?@.customerNumber=='{{wanted}}'].customerName"),
              pick: 'first',
            },
          ],
        },
        CONSENT,
        APPROVE,
        {
          name: 'Pay',
          request: request('createPayment', { params, json: JSON.parse(example) as object }),
          keep: [
            { as: 'self', from: self },
            { as: 'authorise', from: { of: 'link', name: 'startAuthorisation' } },
            { as: 'id', from: self, pick: { segment: -1 } },
          ],
        },
        { name: 'Authorise', request: request('', { line: 'POST {{authorise}}' }) },
        { name: 'List', request: request('', { line: 'GET {{self}}/authorisations?x={{id}}' }) },
        { name: 'Elsewhere', request: request('', { line: 'GET {{name}}/x' }) },
        {
          name: 'Abort',
          sca: { psu: '{{wanted}}', decision: 'abort' },
          expect: [{ that: { of: 'error-code' }, must: { is: 'matching', pattern: '^PSU_' } }],
        },
      ),
    });
    expect(outcomes(run)).toEqual([
      'passed',
      'warning',
      ...Array<string>(5).fill('passed'),
      'failed',
      'passed',
    ]);
    expect(reasons(run).join(' ')).toContain('“{{name}}/x” is neither a path nor an address,');
    const [, self$ = '', id = ''] =
      /^GET (.*)\/authorisations\?x=(.*)$/.exec(run.results[6]?.line ?? '') ?? [];
    expect(run.results[5]?.line).toBe(`POST ${self$}/authorisations`);
    expect(self$.endsWith(`/${id}`)).toBe(true);
  });

  it('is masked as a whole if it is secret, whatever variables are in it', async () => {
    const run = await ran({
      'collection.yaml': {
        secret: ['login'],
        variables: { user: 'kanari', word: 'fugl-1795', login: '{{user}}:{{word}}' },
      },
      ...stepsOf({
        name: 'Send',
        request: request('listCustomers', { headers: { 'x-login': '{{login}}' } }),
      }),
    });
    expect(JSON.stringify(run.exchanges)).toContain('•••');
    expect(JSON.stringify([run.results, run.exchanges])).not.toContain('kanari:fugl-1795');
  });
});
