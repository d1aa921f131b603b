/** The runner: every kind of step against a bank, what a step expects, conditions, and how a run ends. */
import { describe, expect, it } from 'vitest';
import type { RunParts } from '../../main/core/runs/runner.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { outcomes, reasons, useRuns } from '../support/bank-runs.ts';
import { APPROVE, body, CONSENT, CUSTOMERS, kept, request, status, wait } from '../support/run-steps.ts';
import { type Files, stepsOf } from '../support/runs.ts';

const { own, ran } = useRuns();

/** Milliseconds: longer than a test may take. */
const LONG = 600_000;

describe('the kinds of steps', () => {
  it('a request, an SCA, a control call, a pause and an include, one after the other', async () => {
    const run = await ran(
      {
        ...stepsOf(CUSTOMERS, CONSENT, APPROVE, {
          name: 'The rest',
          include: { folder: 'rest' },
        }),
        'rest/1.step.json': { name: 'Accounts', order: 1, request: request('listAccounts') },
        'rest/2.step.json': {
          name: 'An hour',
          order: 2,
          control: { method: 'POST', path: '/control/clock', json: { advance: 'PT1M' } },
          keep: [kept('now', '$.now')],
        },
        'rest/3.step.json': { name: 'Breathe', order: 3, pause: 1 },
        'rest/folder.json': { order: 9 },
      },
      { choice: { only: ['1', '2', '3', '4'], tags: [] } },
    );
    expect(reasons(run)).toEqual(Array(6).fill(null));
    expect(run.results.map(({ kind, line, turn }) => [kind, line, turn])).toEqual([
      ['request', 'GET /v1/sandbox/customers', null],
      ['request', 'POST /v1/bank-offered-consents', null],
      ['sca', 'Approve as 13839319910', null],
      ['request', 'GET /v1/accounts', 'The rest'],
      ['control', 'POST /control/clock', 'The rest'],
      ['pause', 'Wait 1 ms', 'The rest'],
    ]);
  });
  it('an SCA that the PSU aborts passes because that was asked for; its redirect can be read', async () => {
    const run = await ran(
      stepsOf(CUSTOMERS, CONSENT, {
        name: 'Abort',
        sca: { psu: '{{eirik}}', decision: 'abort' },
        expect: [
          { that: { of: 'redirect', name: 'code' }, must: { is: 'equal', to: 'PSU_CREDENTIALS_INVALID' } },
        ],
        keep: [{ as: 'said', from: { of: 'redirect', name: 'message' } }],
      }),
    );
    expect(outcomes(run)).toEqual(['passed', 'passed', 'passed']);
    expect(run.results[2]?.kept[0]).toMatchObject({
      name: 'said',
      value: expect.stringMatching(/\w/) as string,
    });
  });
  it('an SCA by a name, as a company and for one account shares only that account', async () => {
    const run = await ran(
      stepsOf(
        {
          name: 'Accounts of Fjellheim',
          request: request('listSandboxAccounts'),
          keep: [kept('iban', '$.accounts[4].iban')],
        },
        CONSENT,
        {
          name: 'Eirik approves for Fjellheim',
          sca: {
            psu: 'Eirik Solbakken',
            decision: 'approve',
            context: 'CORPORATE',
            agreement: 'Fjellheim',
            accounts: ['{{iban}}'],
          },
        },
        {
          name: 'One account',
          request: request('listAccounts'),
          expect: [
            { that: body('$.accounts'), must: { is: 'of-length', length: 1 } },
            { that: body('$.accounts[0].iban'), must: { is: 'equal', to: '{{iban}}' } },
          ],
        },
      ),
    );
    expect(reasons(run)).toEqual([null, null, null, null]);
  });
  it('an SCA without a link, by somebody unknown or at a used link says why it fails', async () => {
    const run = await ran(
      stepsOf(
        { ...APPROVE, name: 'Too early', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
        { ...CONSENT, keep: [{ as: 'link', from: { of: 'link', name: 'scaRedirect' } }] },
        { name: 'Nobody', sca: { psu: 'Ola Nordmann', decision: 'approve' } },
        { name: 'Eirik', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
        { name: 'Twice', sca: { psu: 'Eirik Solbakken', decision: 'approve', link: '{{link}}' } },
      ),
    );
    expect(outcomes(run)).toEqual(['failed', 'passed', 'failed', 'passed', 'failed']);
    expect(run.results[0]?.reason).toContain('Send the request that needs an SCA first.');
    expect(run.results[2]?.reason).toContain('does not offer a customer “Ola Nordmann”. It offers: Eirik');
    expect(run.results[4]?.reason).toMatch(/The bank's page says: [^.]+\. [A-Z]/);
  });
  it('a control call that the operator refuses fails, unless the step expects it', async () => {
    const control = { method: 'POST', path: '/control/clock', json: { advance: 'backwards' } } as const;
    const run = await ran(
      stepsOf({ name: 'Bad', control }, { name: 'Expected', control, expect: [status(400)] }),
    );
    expect(outcomes(run)).toEqual(['failed', 'passed']);
    expect(run.results[0]?.reason).toMatch(/^The operator refuses: 400 [^{]+$/);
  });
  it('on a bank without an operator, control calls and SCA are skipped and say why', async () => {
    const run = await ran(
      stepsOf({ name: 'Batch', control: { method: 'POST', path: '/control/batch' } }, CONSENT, {
        ...APPROVE,
        sca: { psu: 'Eirik Solbakken', decision: 'approve' },
      }),
      { target: { control: null, pages: null } },
    );
    expect(outcomes(run)).toEqual(['skipped', 'passed', 'skipped']);
    expect(run.results[0]?.reason).toContain('no control listener');
    expect(run.results[2]?.reason).toContain('Only a user can fill in');
  });
});

describe('what a step expects', () => {
  it('without a word of its own a success, and of a deliberate fault exactly its refusal', async () => {
    const run = await ran(
      stepsOf(
        { name: 'Refused', request: request('readUser', { headers: { 'psu-id': '' } }) },
        {
          name: 'Expected',
          request: request('readUser', { headers: { 'psu-id': '' } }),
          expect: [status(401)],
        },
        { name: 'Fault', request: request('listCustomers', { fault: 'no-signature' }) },
        {
          name: 'Other code',
          request: request('listCustomers', { fault: 'no-signature' }),
          expect: [{ that: { of: 'error-code' }, must: { is: 'equal', to: 'SIGNATURE_INVALID' } }],
        },
      ),
    );
    expect(outcomes(run)).toEqual(['failed', 'passed', 'passed', 'failed']);
    expect(run.results[0]?.reason).toBe('Expected a successful status, got 401 Unauthorized');
    expect(run.results[3]?.reason).toBe('Expected error code SIGNATURE_INVALID, got SIGNATURE_MISSING');
  });
  it('skips a fault that would be none with this certificate', async () => {
    const run = await ran(stepsOf({ name: 'Raw', request: request('listCustomers', { fault: 'raw-utf8' }) }));
    expect(outcomes(run)).toEqual(['skipped']);
    expect(run.results[0]?.reason).toContain('letters outside ASCII');
  });
  it('warns for a verdict on the response that fails, and for its own warnings', async () => {
    own.bank.operator.addScenario({ when: { times: 1 }, then: { corruptResponseSignature: true } });
    const run = await ran(
      stepsOf(
        { name: 'Forged', request: request('listCustomers') },
        {
          name: 'Slow?',
          request: request('listCustomers'),
          warn: [{ that: { of: 'time' }, must: { is: 'at-most', value: -1 } }],
        },
      ),
    );
    expect(outcomes(run)).toEqual(['warning', 'warning']);
    expect(run.results[0]?.assertions.some(({ holds, warns }) => !holds && warns)).toBe(true);
  });
  it('reads schema and signature of the response', async () => {
    own.bank.operator.addScenario({ when: { times: 1 }, then: { corruptResponseSignature: true } });
    const right = [
      { that: { of: 'signature' }, must: { is: 'equal', to: 'yes' } },
      { that: { of: 'schema' }, must: { is: 'equal', to: 'yes' } },
    ] as const;
    const asked = { name: 'Signed?', request: request('listCustomers'), expect: [...right] };
    const run = await ran(stepsOf(asked, asked));
    expect(outcomes(run)).toEqual(['failed', 'passed']);
    expect(run.results[0]?.reason).toContain("Expected the bank's signature to be valid, but it is not");
  });
  it('fails for a capture that is not there, and names variables without a value', async () => {
    const run = await ran(
      stepsOf(
        { name: 'Keep', request: request('listCustomers'), keep: [kept('x', '$.nothing')] },
        { name: 'Use', request: request('readCustomer', { params: { 'customer-id': '{{x}}{{y}}' } }) },
        { name: 'In a body', request: request('createPayment', { json: { a: ['{{x}}'] } }) },
        {
          name: 'In an assertion',
          request: request('listCustomers'),
          expect: [
            status(200),
            {
              that: body('$.a'),
              must: { is: 'equal', to: '{{z}}' },
            },
          ],
        },
        {
          name: 'In a condition',
          request: request('listCustomers'),
          until: {
            expect: [{ that: body('$.a'), must: { is: 'equal', to: '{{z}}' } }],
            rounds: 5,
            between: { pause: 0 },
          },
        },
        { name: 'In a control call', control: { method: 'GET', path: '/control/{{z}}' } },
        { name: 'In an SCA', sca: { psu: '{{z}}', decision: 'approve' } },
      ),
    );
    expect(outcomes(run)).toEqual(Array(7).fill('failed'));
    expect(run.results[0]?.reason).toBe(
      'Body $.nothing cannot be kept as x: The body has nothing at $.nothing.',
    );
    expect(run.results[1]?.reason).toBe('The variables x, y have no value.');
    for (const result of run.results.slice(3)) expect(result.reason).toBe('The variable z has no value.');
    expect(run.results[4]?.rounds).toBe(0);
  });
  it('a captured value keeps its type in a JSON body, and is text within a text', async () => {
    const run = await ran({
      'collection.json': { name: 'Types', variables: { amount: 12.5, tags: ['a', 1] } },
      ...stepsOf({
        name: 'Echo',
        request: request('createPayment', {
          json: { amount: '{{amount}}', list: '{{tags}}', text: 'about {{amount}}', '{{tags}}': true },
        }),
        expect: [status(400)],
      }),
    });
    expect(JSON.parse(run.exchanges[0]?.requestBody ?? '')).toEqual({
      amount: 12.5,
      list: ['a', 1],
      text: 'about 12.5',
      '["a",1]': true,
    });
  });
});

describe('until', () => {
  const state = (more: Partial<Step>): Step => ({
    name: 'Wait',
    control: { method: 'GET', path: '/control/state' },
    ...more,
  });
  it("repeats with moves of the bank's clock until the condition holds", async () => {
    const run = await ran(
      stepsOf(
        {
          name: 'Now',
          control: { method: 'GET', path: '/control/state' },
          keep: [kept('began', '$.now')],
        },
        state({
          until: {
            expect: [{ that: body('$.now'), must: { is: 'different', from: '{{began}}' } }],
            rounds: 5,
            between: { method: 'POST', path: '/control/clock', json: { advance: 'PT1H' } },
          },
        }),
      ),
    );
    expect(run.results[1]).toMatchObject({ outcome: 'passed', rounds: 2 });
  });
  it('fails after its rounds, with the pause between them, and says what did not hold', async () => {
    const run = await ran(
      stepsOf(state({ until: { expect: [status(201)], rounds: 3, between: { pause: 1 } } })),
    );
    expect(run.results[0]).toMatchObject({
      outcome: 'failed',
      rounds: 3,
      reason: 'Expected status 201, got 200, after 3 rounds',
    });
  });
  it('ends at once if the act between the rounds is refused', async () => {
    const between = { method: 'POST', path: '/control/clock', json: { advance: 'x' } } as const;
    const run = await ran(stepsOf(state({ until: { expect: [status(201)], rounds: 9, between } })));
    expect(run.results[0]).toMatchObject({ outcome: 'failed', rounds: 1 });
    expect(run.results[0]?.reason).toContain('The operator refuses');
  });
  it('ends at once if the signature is wrong', async () => {
    let sent = 0;
    const counted =
      (sender: RunParts['sender']): RunParts['sender']['send'] =>
      (order) => {
        sent++;
        return sender.send(order);
      };
    const run = await ran(
      stepsOf({
        name: 'Signed wrongly',
        request: request('listCustomers', { fault: 'other-key' }),
        until: { expect: [status(200)], rounds: 50, between: { pause: 0 } },
      }),
      { send: counted },
    );
    expect(sent).toBe(1);
    expect(run.results[0]).toMatchObject({ outcome: 'failed', rounds: 1 });
  });
});

describe('the end of a run', () => {
  const loop = (more: Partial<Step> = {}): Step =>
    wait('Turn', { each: { in: { variable: 'list' }, as: 'one' }, ...more });
  const files = (...steps: Step[]): Files => ({
    'collection.json': { name: 'Ends', variables: { list: [1, 2, 3] } },
    ...stepsOf(...steps),
  });
  it('with bail is the first failure: everything after it is not run, the turns of its loop too', async () => {
    const failing = { control: { method: 'GET', path: '/control/nothing' }, pause: undefined } as const;
    const run = await ran(files(wait('a'), loop(failing), loop(), wait('b')), { bail: true });
    expect(outcomes(run)).toEqual(['passed', 'failed', 'not-run', 'not-run', 'not-run', 'not-run']);
    expect(run.results[2]?.reason).toBe('The run ended at the first failure.');
  });
  it('by a stop is quick, in the midst of a pause, a request or a loop', async () => {
    for (const long of [
      wait('Long', { pause: LONG }),
      loop({ pause: LONG }),
      wait('Again', { until: { expect: [status(1)], rounds: 10_000, between: { pause: LONG } } }),
    ]) {
      const stopped = new AbortController();
      const run = await ran(files(wait('first'), long, wait('last')), {
        stopped: stopped.signal,
        onResult: ({ name }) => name === 'first' && setTimeout(() => stopped.abort(), 20),
      });
      expect(run.counts).toMatchObject({ passed: 1, failed: 0 });
      expect(run.counts['not-run']).toBe(run.planned - 1);
    }
  });
  it('by a stop in the midst of a slow request', async () => {
    own.bank.operator.addScenario({ when: { times: 1 }, then: { delayMs: 60_000 } });
    const stopped = new AbortController();
    const running = ran(stepsOf({ name: 'Slow', request: request('listCustomers') }, wait('after')), {
      stopped: stopped.signal,
      timeout: LONG,
    });
    // The request has arrived. With its answer, in a minute, the step would have passed.
    await expect.poll(() => own.bank.inspection.scenarios()).toEqual([]);
    stopped.abort();
    const run = await running;
    expect(outcomes(run)).toEqual(['not-run', 'not-run']);
  });
  it('a request that takes too long fails and says so; the run goes on', async () => {
    own.bank.operator.addScenario({ when: { times: 1 }, then: { delayMs: 20_000 } });
    const run = await ran(stepsOf({ name: 'Slow', request: request('listCustomers') }, wait('after')), {
      timeout: 200,
    });
    expect(outcomes(run)).toEqual(['failed', 'passed']);
    expect(run.results[0]?.reason).toContain('exceeded the time limit');
  });
  it('skips what the collection leaves out, and fails what is damaged', async () => {
    const run = await ran({
      ...files(wait('left out', { skip: 'Not yet.' }), loop({ skip: 'Nor this.' })),
      'x.step.json': '{ "version": 2',
      'y.step.json': '{ "version": 99 }',
    });
    expect(outcomes(run)).toEqual(['skipped', 'skipped', 'failed', 'failed']);
    expect(reasons(run).slice(0, 2)).toEqual(['Not yet.', 'Nor this.']);
  });
});

it('a run of a thousand steps that never wait is stopped in its midst, and says so of every step that is left', async () => {
  const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({})));
  const stopped = new AbortController();
  let results = 0;
  const run = await ran(
    {
      'outer.json': rows(50),
      'inner.json': rows(20),
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
      stopped: stopped.signal,
      // As somebody presses Stop: by an event.
      onResult: () => ++results === 50 && setImmediate(() => stopped.abort()),
    },
  );
  expect(run.counts['not-run']).toBeGreaterThan(0);
});

it('a result stays small, however many assertions about a long response fail', async () => {
  const fails = { that: { of: 'text' }, must: { is: 'equal', to: 'nothing' } };
  const { results } = await ran({
    '1.step.json': {
      name: 'Ask',
      control: { method: 'GET', path: '/control/snapshot' },
      warn: Array.from({ length: 200 }, () => fails),
    },
  });
  const [result] = results;
  expect(result?.assertions.filter(({ holds }) => !holds)).toHaveLength(200);
  expect(result?.assertions.at(-1)?.text).toMatch(/^Expected body .{26,}…$/);
  expect(JSON.stringify(result).length).toBeLessThan(60_000);
});

it('a JSONPath that takes too long is stopped, and the others of the step are judged', async () => {
  const is = (path: string) => ({ that: { of: 'body', path }, must: { is: 'present' } }) as const;
  const files = stepsOf({
    name: 'Ask',
    control: { method: 'GET', path: '/control/snapshot' },
    // Counts every value once for every value, which takes minutes on any machine.
    expect: [is('$..[?count($..*) == 1]'), is('$.version')],
  });
  const { results } = await ran(files, { longestQuery: 200 });
  expect(results[0]?.assertions.slice(-2).map(({ holds }) => holds)).toEqual([false, true]);
  expect(results[0]?.reason).toContain('took more than 0.2 seconds and was stopped');
  const quick = stepsOf({
    name: 'Ask',
    control: { method: 'GET', path: '/control/snapshot' },
    expect: [is('$.tables.customer[*].id')],
    keep: [{ as: 'ids', from: { of: 'body', path: '$..customer[*].id' } }],
  });
  expect((await ran(quick)).results).toMatchObject([{ outcome: 'passed', kept: [{ name: 'ids' }] }]);
});
