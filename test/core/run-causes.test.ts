/** One cause is one failure: what needs a failed step is not run, and a bank that cannot be reached is one error. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Step } from '../../shared/collections/steps.ts';
import { outcomes, reasons, useRuns } from '../support/bank-runs.ts';
import { APPROVE, CONSENT, CUSTOMERS, kept, request, status, wait } from '../support/run-steps.ts';
import { type Ran, type RunOptions, stepsOf, targetOf } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const { own, ran } = useRuns();

const FAILS: Step = { ...CUSTOMERS, name: 'Pay', expect: [status(201)], keep: [kept('payment', '$.id')] };
const LOST = 'Not run: needs {{payment}} from "Pay".';
const SCA: Step = { ...APPROVE, sca: { psu: 'Eirik Solbakken', decision: 'approve' } };
const control = (path: string) => ({ method: 'GET', path: `/control/${path}` }) as const;

describe('what needs a value that a failed step would have kept is not run', () => {
  it.each<[string, Partial<Step>]>([
    ['in a request', { request: request('readCustomer', { params: { 'customer-id': '{{payment}}' } }) }],
    ['in a control call', { control: control('{{payment}}') }],
    ['in an SCA', { sca: { psu: '{{payment}}', decision: 'approve' } }],
    ['in a session', { session: '{{payment}}' }],
    [
      'in an assertion',
      { ...CUSTOMERS, expect: [{ that: { of: 'text' }, must: { is: 'equal', to: '{{payment}}' } }] },
    ],
    [
      'in a warning',
      { ...CUSTOMERS, warn: [{ that: { of: 'text' }, must: { is: 'equal', to: '{{payment}}' } }] },
    ],
    [
      'in a condition',
      {
        ...CUSTOMERS,
        until: {
          expect: [{ that: { of: 'text' }, must: { is: 'equal', to: '{{payment}}' } }],
          rounds: 2,
          between: { pause: 0 },
        },
      },
    ],
    [
      'between two rounds',
      { ...CUSTOMERS, until: { expect: [status(1)], rounds: 2, between: control('{{payment}}') } },
    ],
    ['in a loop', { pause: 0, each: { one: '{{payment}}' } }],
    [
      'in what decides whether it runs',
      { pause: 0, when: [{ variable: 'payment', must: { is: 'present' } }] },
    ],
  ])('%s', async (_, needs) => {
    const run = await ran(stepsOf(FAILS, { name: 'Next', ...needs }, wait('Last')));
    expect(outcomes(run)).toEqual(['failed', 'not-run', 'passed']);
    expect(run.results[1]).toMatchObject({ reason: LOST, error: false, rounds: expect.any(Number) });
    // Nothing was sent.
    expect(run.exchanges[1]).toBeNull();
  });
  it('and names the first cause, also through an include and for what that would have kept', async () => {
    const run = await ran(
      {
        ...stepsOf(
          FAILS,
          { name: 'Include', include: { flow: 'inner', variables: { id: '{{payment}}' } } },
          { name: 'After', control: control('{{owner}}') },
        ),
        'inner.flow.yaml': [
          {
            name: 'Inner',
            request: request('readCustomer', { params: { 'customer-id': '{{id}}' } }),
            keep: [kept('owner', '$.customerName')],
          },
        ],
      },
      { choice: { only: ['1'], tags: [] } },
    );
    expect(outcomes(run)).toEqual(['failed', 'not-run', 'not-run']);
    expect(reasons(run).slice(1)).toEqual([
      LOST,
      'Not run: needs {{owner}} from "Inner", which needs "Pay".',
    ]);
  });
  it('but runs with a value from elsewhere, and fails for a name that nothing keeps', async () => {
    const use = { name: 'Use', control: control('{{payment}}'), expect: [status(404)] };
    const run = await ran(stepsOf(FAILS, use, { name: 'Typo', control: control('{{paymnt}}') }), {
      given: { payment: 'x' },
    });
    expect(outcomes(run)).toEqual(['failed', 'passed', 'failed']);
    expect(run.results[2]?.reason).toBe('The variable paymnt has no value.');
  });
  it('nor is an SCA whose page a failed request would have led to, until another one leads there', async () => {
    const refused = {
      ...CONSENT,
      request: request('createConsent', { fault: 'no-date' }),
      expect: [status(201)],
    };
    const run = await ran(
      stepsOf(
        refused,
        CUSTOMERS,
        SCA,
        { name: 'As the PSU', control: control('{{psuId}}') },
        { ...CONSENT, name: 'Again' },
        { ...SCA, name: 'At last' },
        { ...SCA, name: 'Without' },
      ),
    );
    expect(outcomes(run)).toEqual(['failed', 'passed', 'not-run', 'not-run', 'passed', 'passed', 'failed']);
    expect(run.results[2]?.reason).toBe('Not run: needs the bank\'s page from "Ask for consent".');
    expect(run.results[3]?.reason).toBe(
      'Not run: needs {{psuId}} from "Approve", which needs "Ask for consent".',
    );
    expect(run.results[6]?.reason).toContain('No response before this step has an scaRedirect.');
  });
  it("nor an SCA after an unexpected refusal, whose page is not the step's", async () => {
    const accounts = { name: 'List accounts', request: request('listAccounts') };
    const pay = { name: 'Authorise', request: request('createPayment'), expect: [status(201)] };
    const run = await ran(
      stepsOf(
        CUSTOMERS,
        { ...accounts, expect: [status(200)] },
        SCA,
        { ...accounts, name: 'Refused', expect: [status(401)] },
        { ...SCA, name: 'Sign in' },
        // The page of a consent is none for a payment.
        { ...CONSENT, name: 'Another consent' },
        pay,
        { ...SCA, name: 'Of the payment' },
      ),
    );
    const expected = 'passed failed not-run passed passed passed failed not-run';
    expect(outcomes(run)).toEqual(expected.split(' '));
    expect(run.results[2]?.reason).toBe('Not run: needs the bank\'s page from "List accounts".');
    expect(run.results[4]?.assertions[0]?.text).toContain(' asks to see your accounts');
    expect(run.results[7]?.reason).toBe('Not run: needs the bank\'s page from "Authorise".');
  });
});

describe('no answer is an error', () => {
  const errors = ({ results }: Ran) => results.map(({ error }) => error);
  /** What is left to run against another address. */
  const elsewhere = (baseUrl: string, more: RunOptions['target'] = {}): RunOptions => {
    const { destination } = targetOf(own.bank, own.identity);
    return { target: { destination: { ...destination, baseUrl }, ...more } };
  };
  const gone = async (): Promise<string> => {
    const server = await startTlsServer('A bank', () => {});
    await server.stop();
    return server.baseUrl;
  };

  it.each<[string, () => Promise<string>, RegExp]>([
    ['a bank that nobody has started', gone, /^The bank cannot be reached: Nothing is listening at /],
    [
      'an unknown name',
      () => Promise.resolve('https://bank.invalid'),
      /^The bank cannot be reached: The host name in https:\/\/bank\.invalid /,
    ],
    [
      'a certificate that is not trusted',
      async () => {
        const server = await startTlsServer('A bank', () => {});
        onTestFinished(() => server.stop());
        return server.baseUrl;
      },
      /^The bank cannot be reached: The server at .+ CA that is not trusted here/,
    ],
  ])('%s is one for the whole run', async (_, address, reason) => {
    const steps = stepsOf(CUSTOMERS, CONSENT, SCA, wait('Last'));
    const run = await ran(steps, { ...elsewhere(await address()), rows: [{}, {}, {}], concurrency: 3 });
    expect(run.counts).toMatchObject({ failed: 1, 'not-run': 11 });
    const [first, ...others] = run.results.toSorted((a, b) => Number(b.error) - Number(a.error));
    expect(first?.reason).toMatch(reason);
    expect(new Set(others.map((one) => one.reason))).toEqual(new Set(['The bank cannot be reached.']));
    expect(others.some((one) => one.error)).toBe(false);
  });
  it('an operator that cannot be called, too', async () => {
    const run = await ran(stepsOf({ name: 'Reset', control: control('state') }, wait('Last')), {
      target: { control: { baseUrl: await gone(), token: 'x' } },
    });
    expect(outcomes(run)).toEqual(['failed', 'not-run']);
    expect(errors(run)).toEqual([true, false]);
  });
  it('a connection that is closed is one of its step; a refusal and a missing variable are failures', async () => {
    own.bank.operator.addScenario({ when: { times: 1 }, then: { dropConnection: true } });
    const run = await ran(
      stepsOf(CUSTOMERS, CONSENT, { ...FAILS, name: 'Refused' }, { name: 'Typo', session: '{{nothing}}' }),
    );
    expect(outcomes(run)).toEqual(['failed', 'passed', 'failed', 'failed']);
    expect(errors(run)).toEqual([true, false, false, false]);
  });
  it.each<[string, Step, string]>([
    ['an operator', { name: 'Slow', control: control('state') }, 'GET /control/state'],
    [
      'a page of the bank',
      { name: 'Slow', sca: { psu: 'x', decision: 'approve', link: '{{page}}/sca' } },
      "The bank's page",
    ],
  ])('%s that takes too long is one of its step', async (_, step, what) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const run = await ran(stepsOf(step, wait('Last')), {
      timeout: 200,
      given: { page: baseUrl },
      target: { control: { baseUrl, token: 'x' }, pages: [baseUrl] },
    });
    expect(outcomes(run)).toEqual(['failed', 'passed']);
    expect(run.results[0]).toMatchObject({ error: true, reason: `${what} took longer than 0.2 s.` });
  });
});
