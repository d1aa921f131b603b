/** The runner: every kind of step against a bank, what a step expects, conditions, and how a run ends. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunParts } from '../../main/core/runs/runner.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { outcomes, reasons, useRuns } from '../support/bank-runs.ts';
import { APPROVE, body, CONSENT, CUSTOMERS, kept, request, status, wait } from '../support/run-steps.ts';
import { type Files, flowOf, rawOf, stepsOf, targetOf } from '../support/runs.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { failing } from '../support/run-program.ts';
import { startTlsServer } from '../support/tls-server.ts';

const { own, ran } = useRuns();

/** Milliseconds: longer than a test may take. */
const LONG = 600_000;

describe('the kinds of steps', () => {
  it('a request, an SCA, a control call, a pause and an include, one after the other', async () => {
    const run = await ran(
      {
        ...stepsOf(CUSTOMERS, CONSENT, APPROVE, { name: 'The rest', include: { flow: 'rest' } }),
        'rest.flow.yaml': [
          { name: 'Accounts', request: request('listAccounts') },
          {
            name: 'An hour',
            control: { method: 'POST', path: '/control/clock', json: { advance: 'PT1M' } },
            keep: [kept('now', '$.now')],
          },
          { name: 'Breathe', pause: 1 },
        ],
      },
      { choice: { only: ['1'], tags: [] } },
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
  it('a consent asks and is given on the pages of the bank, by whom and for what the step says', async () => {
    const run = await ran(
      stepsOf(
        CUSTOMERS,
        {
          name: 'Consent',
          consent: { psu: '{{eirik}}', context: 'PRIVATE', accounts: ['86011100009'] },
          expect: [
            status(201),
            { that: { of: 'redirect', name: 'psu-id' }, must: { is: 'present' } },
            { that: { of: 'link', name: 'scaRedirect' }, must: { is: 'present' } },
          ],
          keep: [{ as: 'page', from: { of: 'link', name: 'scaRedirect' } }],
        },
        {
          name: 'One account',
          request: request('listAccounts'),
          expect: [{ that: body('$.accounts[*].bban'), must: { is: 'equal', to: ['86011100009'] } }],
        },
      ),
    );
    expect(reasons(run)).toEqual([null, null, null]);
    expect(run.results[1]).toMatchObject({
      kind: 'consent',
      status: 201,
      line: expect.stringContaining('POST /v1/bank-offered-consents') as string,
    });
    expect(run.exchanges[1]?.path).toBe('/v1/bank-offered-consents');
  });
  it('a consent of somebody unknown, and one that is refused, fail unless that is expected', async () => {
    const consent = (name: string, psu: string, more: Partial<Step> = {}): Step => ({
      name,
      consent: { psu },
      ...more,
    });
    const run = await ran({
      '1.flow.yaml': [consent('Unknown', 'Ola Nordmann')],
      '2.flow.yaml': flowOf(
        [
          consent('Refused', 'Eirik Solbakken'),
          consent('Expected', 'Eirik Solbakken', {
            expect: [{ that: { of: 'error-code' }, must: { is: 'equal', to: 'FORMAT_ERROR' } }],
          }),
        ],
        { headers: { 'X-Request-ID': null } },
      ),
    });
    expect(outcomes(run)).toEqual(['failed', 'failed', 'passed']);
    expect(run.results[0]?.reason).toContain('does not offer a customer “Ola Nordmann”');
    expect(run.results[1]?.reason).toContain('400 FORMAT_ERROR');
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
    const signIn = 'The header PSU-ID is missing. The PSU must sign in first: follow scaRedirect. (HDR-5)';
    expect(run.results[0]?.reason).toBe(
      `Expected a successful status, got 401 PSU_CREDENTIALS_INVALID: ${signIn}`,
    );
    expect(run.results[3]?.reason).toMatch(
      /^Expected error code SIGNATURE_INVALID, got SIGNATURE_MISSING\. The bank answered 40[01] SIGNATURE_MISSING: .+ \(SIG-\d+/,
    );
  });
  it('says once in a step why the bank refused, in the first assertion that fails', async () => {
    const run = await ran(
      stepsOf({
        name: 'Refused',
        request: request('readUser', { headers: { 'psu-id': '' } }),
        expect: [
          status(401),
          { that: { of: 'status' }, must: { is: 'at-most', value: 200 } },
          { that: { of: 'status' }, must: { is: 'different', from: 401 } },
        ],
        warn: [status(202)],
      }),
    );
    const texts = run.results[0]?.assertions.filter(({ holds }) => !holds).map(({ text }) => text) ?? [];
    expect(texts.map((text) => text.includes('401 PSU_CREDENTIALS_INVALID: '))).toEqual([true, false, false]);
    expect(run.results[0]?.reason).toBe(texts[0]);
  });
  it.each([
    [
      'a code of its own',
      403,
      '{"error":"no_scope",\n "description":"Ask for it"}',
      '403 Forbidden: {"error":"no_scope", "description":"Ask for it"}',
    ],
    ['a web page', 502, '<html>Bad gateway</html>', '502 Bad Gateway'],
    ['nothing', 500, '', '500 Internal Server Error'],
    ['more than fits', 500, 'x'.repeat(501), '500 Internal Server Error'],
  ])('quotes a bank that refuses with %s', async (_, code, body, said) => {
    const other = await startTlsServer('Another bank', (_request, response) => {
      response.writeHead(code).end(body);
    });
    onTestFinished(() => other.stop());
    const { destination } = targetOf(own.bank, own.identity);
    const target = { destination: { ...destination, baseUrl: other.baseUrl, ca: other.ca, explain: null } };
    const run = await ran(stepsOf(CUSTOMERS), { target });
    expect(run.results[0]?.reason).toBe(`Expected a successful status, got ${said}`);
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
    const asked = { request: request('listCustomers'), expect: [...right] };
    const run = await ran(stepsOf({ name: 'Signed?', ...asked }, { name: 'Again', ...asked }));
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
    expect(outcomes(run)).toEqual(['failed', 'not-run', 'not-run', ...Array<string>(4).fill('failed')]);
    expect(run.results[0]?.reason).toBe(
      'Body $.nothing cannot be kept as x: The body has nothing at $.nothing.',
    );
    for (const result of run.results.slice(1, 3))
      expect(result.reason).toBe('Not run: needs {{x}} from "Keep".');
    for (const result of run.results.slice(3)) expect(result.reason).toBe('The variable z has no value.');
    expect(run.results[4]?.rounds).toBe(0);
  });
  it('a captured value keeps its type in a JSON body, and is text within a text', async () => {
    const run = await ran({
      'collection.yaml': { name: 'Types', variables: { amount: 12.5, tags: ['a', 1] } },
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

describe('what a request sends', () => {
  const asks = (name: string, headers: Record<string, string> = {}) => ({
    name,
    request: request('listCustomers', { headers }),
  });
  it('has the headers of collection, flow, groups and step: the innermost counts, and null leaves one out', async () => {
    const group = (name: string, value: string | null, steps: ReturnType<typeof rawOf>[]) => ({
      group: name,
      headers: { 'X-Tried': value },
      steps,
    });
    const run = await ran({
      'collection.yaml': {
        variables: { who: 'Kari' },
        headers: { 'X-Tried': 'collection of {{who}}', 'X-All': 'all', 'User-Agent': 'Tried' },
      },
      '1.flow.yaml': [asks('Collection')],
      '2.flow.yaml': renderYaml({
        headers: { 'x-tried': 'flow' },
        steps: [
          rawOf(asks('Flow')),
          group('Outer', 'outer', [
            rawOf(asks('Group')),
            group('Inner', 'inner', [rawOf(asks('Inner group')), rawOf(asks('Step', { 'x-tried': 'step' }))]),
          ]),
          group('None', null, [rawOf(asks('Left out')), rawOf(asks('Again', { 'x-tried': 'again' }))]),
          rawOf(asks('Left out by the step', { 'x-tried': '' })),
        ],
      }),
    });
    expect(reasons(run)).toEqual(reasons(run).map(() => null));
    const sent = run.exchanges.map((exchange) => {
      const headers = exchange?.prepared.headers ?? [];
      const valuesOf = (wanted: string) =>
        headers.flatMap(({ name, value }) => (name.toLowerCase() === wanted ? [value] : []));
      expect(valuesOf('x-all')).toEqual(['all']);
      return valuesOf('x-tried').join();
    });
    expect(sent).toEqual(['collection of Kari', 'flow', 'outer', 'inner', 'step', '', 'again', '']);
  });
  it('is its body with the change, which may remove and replace what is deep inside', async () => {
    const run = await ran({
      'collection.yaml': {
        variables: { order: { a: { keep: 1, gone: 2 }, list: [1, 2], text: 'x' }, more: 5 },
      },
      ...stepsOf({
        name: 'Changed',
        request: request('createPayment', { json: '{{order}}' }),
        change: { a: { gone: null, added: '{{more}}' }, list: [3], none: null },
        expect: [status(400)],
      }),
    });
    expect(JSON.parse(run.exchanges[0]?.requestBody ?? '')).toEqual({
      a: { keep: 1, added: 5 },
      list: [3],
      text: 'x',
    });
  });
  it('has no signature if it says so', async () => {
    const text =
      flowOf([asks('Signed')]) + '  - request: GET /v1/sandbox/customers\n    sign: false\n    expect: 400\n';
    const run = await ran({ '1.flow.yaml': text });
    const names = run.exchanges.map((exchange) =>
      (exchange?.prepared.headers ?? [])
        .map(({ name }) => name.toLowerCase())
        .filter((name) => /^(?:digest|signature|tpp-signature-certificate)$/.test(name))
        .toSorted(),
    );
    expect(names).toEqual([['signature', 'tpp-signature-certificate'], []]);
    expect(run.results[1]?.reason).toBeNull();
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
    // What it waited for.
    expect(run.results[1]?.assertions.at(-1)).toMatchObject({
      holds: true,
      text: expect.stringContaining('$.now'),
    });
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
  const loop = (more: Partial<Step> = {}): Step => wait('Turn', { each: { one: '{{list}}' }, ...more });
  const files = (...steps: Step[]): Files => ({
    'collection.yaml': { name: 'Ends', variables: { list: [1, 2, 3] } },
    ...stepsOf(...steps),
  });
  it('with bail is the first failure: everything after it is not run, the turns of its loop too', async () => {
    const fails: Step = { ...failing('Fails'), each: { one: '{{list}}' } };
    const run = await ran(files(wait('a'), fails, loop(), wait('b')), { bail: true });
    expect(outcomes(run)).toEqual(['passed', 'failed', 'not-run', 'not-run', 'not-run', 'not-run']);
    expect(run.results[2]?.reason).toBe('The run ended at the first failure.');
  });
  it('by a stop is quick, in the midst of a pause, a request or a loop', async () => {
    const ways: Step[] = [
      wait('Long', { pause: LONG }),
      loop({ pause: LONG }),
      {
        name: 'Again',
        control: { method: 'GET', path: '/control/state' },
        until: { expect: [status(1)], rounds: 10_000, between: { pause: LONG } },
      },
    ];
    for (const long of ways) {
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
    expect(run.results.map(({ error }) => error)).toEqual([true, false]);
  });
  it('a request that takes too long fails and says so; the run goes on', async () => {
    own.bank.operator.addScenario({ when: { times: 1 }, then: { delayMs: 20_000 } });
    const run = await ran(stepsOf({ name: 'Slow', request: request('listCustomers') }, wait('after')), {
      timeout: 200,
    });
    expect(outcomes(run)).toEqual(['failed', 'passed']);
    expect(run.results[0]?.reason).toBe('GET /v1/sandbox/customers took longer than 0.2 s.');
    expect(run.results.map(({ error }) => error)).toEqual([true, false]);
  });
  it('skips what the collection leaves out; a damaged flow is one failure, and the others run', async () => {
    const run = await ran({
      ...files(wait('left out', { skip: 'Not yet.' }), loop({ skip: 'Nor this.' })),
      '2-bad.flow.yaml': 'steps:\n  - pause: 1\n  - request: GET v1/accounts\n  - pauze: 1\n',
      '3.flow.yaml': [wait('last')],
    });
    expect(run.results.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      ['left out', 'skipped', 'Not yet.'],
      ['Turn', 'skipped', 'Nor this.'],
      ['2-bad', 'failed', expect.stringMatching(/^line 3, column 14: .* And 1 more: /) as string],
      ['last', 'passed', null],
    ]);
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
      ...stepsOf({ name: 'Outer', each: 'outer.json', include: { flow: 'inside.flow.yaml' } }),
      'inside.flow.yaml': [
        {
          name: 'Inner',
          each: 'inner.json',
          // It has no value, so nothing is sent and the step never waits.
          control: { method: 'GET', path: '/control/{{nothing}}' },
        },
      ],
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

it('a status that a row of CSV gives is a number', async () => {
  const run = await ran({
    '1.flow.yaml':
      'steps:\n  - request: GET /v1/user\n    each: rows.csv\n    fault: no-signature\n    expect: { status: "{{status}}", code: "{{code}}" }\n',
    'rows.csv': 'status;code\n400;SIGNATURE_MISSING\n',
  });
  expect(reasons(run)).toEqual([null]);
});

it('a result stays small, however many assertions about a long response fail', async () => {
  const { results } = await ran(
    stepsOf({
      name: 'Ask',
      control: { method: 'GET', path: '/control/snapshot' },
      warn: Array.from({ length: 200 }, (_, at) => ({
        that: body(`$.tables[?${at} == ${at}]`),
        must: { is: 'equal', to: 'nothing' },
      })),
    }),
  );
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
