/** What is done with the results of a run: bug reports, comparison with another run, judging again, the history of a step. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { Input, MethodName } from '../../shared/contract/methods.ts';
import { type RunOrderInput, bugReportSchema } from '../../shared/contract/runs.ts';
import { type Files, writeCollection } from '../support/runs.ts';
import { secretsIn, textSecret } from '../support/secrets.ts';
import { callCore, downloaded, startCore } from '../support/workbench.ts';

const SECRET = 'Kanarifugl/+æ "42"';
const TOKEN = 'kanari-token-8819';

/** The collection's own file stays as it was first written. */
let about: Files = {};
let folder: string;
let workbench: Workbench;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-results-'));
  workbench = await startCore(folder);
});
// Each test has the workbench as if it were new.
beforeEach(async () => {
  about = {};
  rmSync(join(folder, 'collections', 'Tried'), { recursive: true, force: true });
  await call('variables.remove', { id: 'local', name: 'canary' });
  await call('history.clear', {});
});
afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = <M extends MethodName>(method: M, input: Input<M>) => callCore(workbench, method, input);
const write = (files: Files) => {
  if ('collection.json' in files) about = { 'collection.json': files['collection.json'] ?? {} };
  return writeCollection(join(folder, 'collections', 'Tried'), { ...about, ...files });
};
const status = (to: unknown) => ({ that: { of: 'status' }, must: { is: 'equal', to } });

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

async function reportOf(id: string, number: number) {
  const { download } = await call('runs.report', { id, number });
  return downloaded(workbench, download);
}

describe('a bug report', () => {
  beforeEach(() =>
    write({
      'One.step.json': {
        order: 1,
        name: 'An unknown payment',
        request: {
          operation: 'readPaymentStatus',
          params: { 'payment-product': 'domestic-norway-credit-transfers', 'payment-id': '{{canary}}' },
          query: { note: '{{canary}}' },
          headers: { authorization: `Bearer ${TOKEN}`, 'x-canary': '{{canary}}' },
        },
        expect: [status(200), { that: { of: 'text' }, must: { is: 'containing', value: '{{canary}}' } }],
      },
      'Two.step.json': {
        order: 2,
        name: 'A body',
        request: { operation: 'createConsent', fault: 'no-signature', json: { text: '{{canary}}' } },
        expect: [status(201)],
      },
    }),
  );
  const secret = () =>
    call('variables.set', { id: 'local', variable: { name: 'canary', value: SECRET, secret: true } });

  it('has the request, the signing string, the response, the assertions and the explanation, and no secret', async () => {
    await secret();
    const id = await ran();
    const files = [await reportOf(id, 0), await reportOf(id, 1)];
    expect(files.map(({ name }) => name)).toEqual([
      'bug-report-an-unknown-payment.json',
      'bug-report-a-body.json',
    ]);
    const secrets = [textSecret('the variable', SECRET), textSecret('the token', TOKEN)];
    for (const { bytes } of files) expect(secretsIn(bytes, secrets)).toEqual([]);
    const [first, second] = files.map(({ bytes }) => bugReportSchema.parse(JSON.parse(bytes.toString())));
    expect(first?.environment).toBe('Local bank');
    expect(first?.madeWith[0]).toBe('TPP Workbench 0.0.0');
    expect(first?.result.assertions.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Expected status 200, got 40/),
    );
    expect(first?.exchange?.prepared.signing.lines).toContainEqual(expect.stringContaining('x-request-id: '));
    expect(first?.exchange?.response?.body).toContain('tppMessages');
    expect(second?.exchange?.explanation?.rule).toMatch(/^SIG-/);
  });

  it('masks a value that has become secret since it was recorded', async () => {
    await call('variables.set', {
      id: 'local',
      variable: { name: 'canary', value: 'plain-1795', secret: false },
    });
    const id = await ran();
    expect((await reportOf(id, 0)).bytes.toString()).toContain('plain-1795');
    await call('variables.set', {
      id: 'local',
      variable: { name: 'canary', value: 'plain-1795', secret: true },
    });
    expect((await reportOf(id, 0)).bytes.toString()).not.toContain('plain-1795');
  });

  describe('of a step that keeps secrets of its response', () => {
    const secretKeep = (as: string, secret: object) => ({
      ...kept(as, '$.customers[0].customerName'),
      ...secret,
    });
    const collection = (keep: unknown[], settings: object = {}) => ({
      'collection.json': settings,
      'One.step.json': { order: 1, name: 'Earlier', request: CUSTOMERS },
      'Two.step.json': { order: 2, name: 'Keeps', request: CUSTOMERS, keep },
    });
    const texts = async (id: string) =>
      Promise.all([0, 1].map(async (at) => (await reportOf(id, at)).bytes.toString()));
    it.each<[what: string, keep: unknown[], settings: object]>([
      ['the step', [secretKeep('person', { secret: true })], {}],
      ['the name that a folder declares', [secretKeep('person', {})], { secret: ['person'] }],
    ])('has them in none of the reports of the run: by %s', async (_, keep, settings) => {
      write(collection([], settings));
      const open = await texts(await ran());
      const [, name = ''] = /\\"customerName\\": ?\\"([^"\\]{8,})\\"/.exec(open[0] ?? '') ?? [];
      expect(name).not.toBe('');
      write(collection(keep, settings));
      const reports = await texts(await ran());
      const file = workbench.upload({ name: 'theirs.json', bytes: Buffer.from(reports[1] ?? '') });
      const opened = await call('runs.openReport', { file });
      reports.push((await reportOf(opened.id, 0)).bytes.toString());
      for (const report of reports) {
        expect(report).not.toContain(name);
        expect(report).toContain('customerName');
        expect(report).toContain('•••');
        expect(report).toContain('"status": 200');
      }
    });
    it('has no response if the step does not say any more where they are', async () => {
      write(collection([secretKeep('person', { secret: true })]));
      const id = await ran();
      write(collection([]));
      const { response } =
        bugReportSchema.parse(JSON.parse((await reportOf(id, 1)).bytes.toString())).exchange ?? {};
      expect(response).toMatchObject({ status: 200, headers: [] });
      expect(response?.body).toContain('The response is left out.');
    });
  });

  it('has no credentials that stand in bodies, queries, cookies, addresses and expectations', async () => {
    const typed = ['pass', 'query', 'cookie', 'userinfo', 'expected', 'variable'].map(
      (one) => `kanari-${one}-71`,
    );
    const [pass = '', query = '', cookie = '', userinfo = '', expected = '', variable = ''] = typed;
    write({
      'collection.json': { variables: { creds: variable }, secret: ['creds'] },
      'One.step.json': {
        name: 'One',
        order: 1,
        request: {
          operation: 'createConsent',
          line: `POST /v1/bank-offered-consents?access_token=${query}&short=seen&pwd=q7Wz`,
          headers: { cookie: `sid=${cookie}` },
          json: {
            password: pass,
            again: `${pass} ${query}`,
            address: `https://ola:${userinfo}@tpp.example/`,
            literal: variable,
          },
        },
        expect: [{ that: { of: 'body', path: '$.access_token' }, must: { is: 'equal', to: expected } }],
      },
    });
    const report = (await reportOf(await ran(), 0)).bytes.toString();
    expect([...typed, 'q7Wz'].filter((one) => report.includes(one))).toEqual([]);
    expect(report).toContain('short=seen');
  });

  it('opens in another workbench as a run with one result and its exchange, whose links are not there', async () => {
    await secret();
    const { name, bytes } = await reportOf(await ran(), 1);
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
    workbench = await startCore(folder);
    const file = workbench.upload({ name, bytes });
    const { id } = await call('runs.openReport', { file });
    const { runs } = await call('runs.list', {});
    expect(runs).toMatchObject([
      {
        id,
        state: 'report',
        name: 'Tried',
        environment: expect.stringContaining('Local bank, TPP Workbench 0.0.0, Node.js') as string,
        planned: 1,
      },
    ]);
    const [result] = await resultsOf(id);
    expect(result).toMatchObject({ name: 'A body', outcome: 'failed', status: 400 });
    const exchange = await call('history.read', { id: result?.exchange ?? '' });
    expect(exchange).toMatchObject({ status: 400, links: [], request: { operation: 'createConsent' } });
    expect(exchange.explanation?.rule).toMatch(/^SIG-/);
    expect(await call('runs.ofStep', { path: result?.path ?? '' })).toEqual({ runs: [] });
    await expect(call('runs.compare', { before: id, after: id })).rejects.toThrow(
      'These runs cannot be compared',
    );
    // The file is read once.
    await expect(call('runs.openReport', { file })).rejects.toThrow('expired');
  });

  it('that is damaged, hostile or something else is refused with a sentence, and nothing is added', async () => {
    await secret();
    const { bytes } = await reportOf(await ran(), 1);
    const report = JSON.parse(bytes.toString()) as {
      result: object;
      exchange: { response: object };
    };
    const before = await call('runs.list', {});
    const withBytes = (bodyBytes: number) => {
      const { exchange } = report;
      return JSON.stringify({
        ...report,
        exchange: { ...exchange, response: { ...exchange.response, bodyBytes } },
      });
    };
    const wrong: [string, string][] = [
      ...[1e308, 1e21, 2 ** 53 - 1, 0.5, -1].map((bytes): [string, string] => [
        withBytes(bytes),
        'exchange/response/bodyBytes',
      ]),
      [bytes.toString().slice(0, 2000), 'not valid JSON'],
      ['', 'not valid JSON'],
      ['[]', 'not a bug report'],
      ['{"version":1}', 'kind'],
      [JSON.stringify({ ...report, version: 99 }), 'reads versions up to 1'],
      [JSON.stringify({ ...report, result: { ...report.result, outcome: 'great' } }), 'result/outcome'],
      [JSON.stringify({ ...report, result: { ...report.result, path: 'a'.repeat(20_000) } }), 'result/path'],
      [JSON.stringify({ ...report, exchange: { ...report.exchange, duration: -1 } }), 'exchange/duration'],
      [JSON.stringify({ ...report, exchange: { ...report.exchange, at: 1.5 } }), 'exchange/at'],
      [
        JSON.stringify({ ...report, result: { ...report.result, tags: Array(2000).fill('t') } }),
        'result/tags',
      ],
      [`{"version":1,"__proto__":{"kind":"bug report"}}`, '__proto__'],
      ['['.repeat(90_000), 'not valid JSON'],
      [`{"version":1,"a":${'['.repeat(300)}${']'.repeat(300)}}`, 'deep'],
    ];
    for (const [text, why] of wrong) {
      const file = workbench.upload({ name: 'theirs.json', bytes: Buffer.from(text) });
      const refused = await call('runs.openReport', { file }).then(
        () => 'opened',
        (error: unknown) => String(error),
      );
      expect(refused).toContain('theirs.json was not opened.');
      expect(refused).toContain(why);
    }
    expect(() => workbench.upload({ name: 'theirs.json', bytes: Buffer.alloc(5 * 1024 * 1024) })).toThrow(
      'a data file or a bug report',
    );
    expect(await call('runs.list', {})).toEqual(before);
  });
});

const CUSTOMERS = { operation: 'listCustomers' };
const kept = (as: string, path: string) => ({ as, from: { of: 'body', path } });

describe('two runs side by side', () => {
  it('list what differs: outcome, status and values, without those that the collection declares as volatile', async () => {
    write({
      'collection.json': { name: 'Tried', volatile: ['$.customers[*].customerNumber'] },
      '1.step.json': { name: 'Customers', order: 1, request: CUSTOMERS },
      '2.step.json': {
        name: 'Clock',
        order: 2,
        control: { method: 'POST', path: '/control/clock', json: { mode: 'real' } },
      },
    });
    const first = await ran();
    expect(await call('runs.compare', { before: first, after: await ran() })).toEqual({
      changes: [],
      total: 0,
    });
    write({
      '1.step.json': {
        name: 'Customers',
        order: 1,
        request: { ...CUSTOMERS, fault: 'no-signature' },
        expect: [status(200)],
      },
    });
    const broken = await ran();
    const { changes, total } = await call('runs.compare', { before: first, after: broken });
    expect(total).toBe(changes.length);
    expect(changes.slice(0, 2)).toEqual([
      { step: 'Tried/1', text: 'was passed, is failed', number: 0 },
      { step: 'Tried/1', text: 'status was 200, is 400', number: 0 },
    ]);
    const texts = changes.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/tppMessages.*code is new: "SIGNATURE_MISSING"/));
    expect(texts).toContainEqual(expect.stringMatching(/customers\[0\]\.customerName is gone/));
    expect(texts.filter((text) => text.includes('customerNumber'))).toEqual([]);
    const other = await ran({ path: 'Tried/2' });
    await expect(call('runs.compare', { before: first, after: other })).rejects.toThrow(
      'the same collection',
    );
    await call('runs.remove', { id: first });
    await expect(call('runs.compare', { before: first, after: broken })).rejects.toThrow(
      'This run no longer exists.',
    );
  });

  it('a baseline learns what always differs, and is kept while other runs go', async () => {
    write({ '1.step.json': { name: 'Consent', order: 1, request: { operation: 'createConsent' } } });
    const [before, after] = [await ran(), await ran()];
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
    const second = (...expected: object[]) => ({
      '2.step.json': { name: 'Again', order: 2, request: CUSTOMERS, expect: expected },
    });
    const name = (to: unknown) => ({
      that: { of: 'body', path: '$.customers[0].customerName' },
      must: { is: 'equal', to },
    });
    write({
      'collection.json': { name: 'Tried', variables: { wanted: 5 } },
      '1.step.json': {
        name: 'Customers',
        order: 1,
        request: CUSTOMERS,
        keep: [kept('who', '$.customers[0].customerName'), kept('all', '$.customers')],
      },
      ...second(name('Nobody')),
      '3.step.json': {
        name: 'Clock',
        order: 3,
        control: { method: 'POST', path: '/control/clock', json: { mode: 'real' } },
      },
    });
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
      second(
        { that: { of: 'body', path: '$.customers' }, must: { is: 'of-length', length: 999 } },
        status(200),
      ),
    );
    const { id: red } = await call('runs.judge', { id });
    expect((await resultsOf(red))[1]).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('999') as string,
    });
    write(second(status('{{wanted}}')));
    const { id: typed } = await call('runs.judge', { id });
    expect((await resultsOf(typed))[1]?.reason).toBe('Expected status 5, got 200');
  });

  it('leaves a result as it was whose step is gone or whose value is secret or not known, and refuses a run without responses', async () => {
    await call('variables.set', {
      id: 'local',
      variable: { name: 'pin', value: 'Kanarifugl', secret: true },
    });
    const pinned = (value: string) => [{ that: { of: 'text' }, must: { is: 'containing', value } }];
    write({
      '1.step.json': { name: 'One', order: 1, request: CUSTOMERS, expect: pinned('{{pin}}') },
      '2.step.json': { name: 'Two', order: 2, request: CUSTOMERS, expect: pinned('§') },
      '3.step.json': { name: 'Three', order: 3, request: CUSTOMERS, expect: pinned('§') },
      '4.step.json': { name: 'Four', order: 4, request: CUSTOMERS, expect: pinned('§') },
    });
    const id = await ran();
    write({ '2.step.json': { name: 'Two', order: 2, request: CUSTOMERS, expect: pinned('{{unheard}}') } });
    write({ '4.step.json': { name: 'Four', order: 4, request: CUSTOMERS } });
    rmSync(join(folder, 'collections/Tried/3.step.json'));
    const again = await call('runs.judge', { id });
    expect(again).toMatchObject({ judged: 1, left: 3 });
    expect((await resultsOf(again.id)).map(({ outcome }) => outcome)).toEqual([
      'failed',
      'failed',
      'failed',
      'passed',
    ]);
    await expect(call('runs.judge', { id: 'none' })).rejects.toThrow('This run no longer exists.');
    write({ '1.step.json': { name: 'Wait', pause: 0 } });
    const waited = await ran({ path: 'Tried/1' });
    await expect(call('runs.judge', { id: waited })).rejects.toThrow('nothing to judge again');
  });
});

it('the runs of one step are listed, newest first, with what became of it', async () => {
  write({
    '1.step.json': { name: 'Customers', request: CUSTOMERS },
    '2.step.json': { name: 'Other', pause: 0 },
  });
  const first = await ran();
  write({ '1.step.json': { name: 'Customers', request: CUSTOMERS, expect: [status(418)] } });
  const second = await ran({ path: 'Tried/1' });
  const { runs } = await call('runs.ofStep', { path: 'Tried/1' });
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
  expect(await call('runs.ofStep', { path: 'Tried/none' })).toEqual({ runs: [] });
});
