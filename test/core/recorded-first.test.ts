/** What a bank has answered is recorded before it is judged, and no answer is lost or spoilt by what the workbench does with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptFixVerdicts } from '../../main/core/requests/accept-fix.ts';
import { verdictsOn } from '../../main/core/requests/verdicts.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { coreForFile } from '../support/file-core.ts';
import { type HeldBank, startHeldBank } from '../support/held-bank.ts';
import { secretsIn, textSecret } from '../support/secrets.ts';
import { bindOpenApi, chooseBank, downloaded } from '../support/workbench.ts';

const LINK = { type: 'object', required: ['href'], properties: { href: { type: 'string' } } };
const LINKS = { type: 'object', additionalProperties: LINK };
/** What the bank of this file publishes. */
const DOCUMENT = {
  openapi: '3.0.1',
  paths: {
    '/v1/accounts': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['accounts'],
                  properties: {
                    _links: LINKS,
                    accounts: {
                      type: 'array',
                      items: {
                        type: 'object',
                        required: ['resourceId'],
                        properties: { resourceId: { type: 'string' }, _links: LINKS },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

const core = coreForFile('recorded-first');
const { call } = core;
let bank: HeldBank;
let environment: string;
beforeAll(async () => {
  bank = await startHeldBank();
  environment = await chooseBank(core.workbench, bank);
  await bindOpenApi(core.workbench, environment, JSON.stringify(DOCUMENT));
});
afterAll(() => bank.stop());

async function answered(
  body: string,
  headers: [string, string][] = [],
  path = '/v1/accounts',
): Promise<Exchange> {
  const sent = call('requests.send', requestOf({ method: 'GET', path, headers, body: '' }));
  await bank.arrived(1);
  const [waiting = ''] = bank.waiting();
  bank.answer(waiting, body);
  const exchange = await sent;
  expect(await call('history.read', { id: exchange.id })).toEqual(exchange);
  return exchange;
}

const array = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const object = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('an answer that is hard to judge', () => {
  const HARD: readonly [what: string, body: string][] = [
    ['arrays, 2,440 deep', array(2440)],
    ['arrays, 100,000 deep', array(100_000)],
    ['objects, 2,440 deep', object(2440)],
    ['objects, 100,000 deep', object(100_000)],
    ['deep accounts', `{"accounts":${array(50_000)}}`],
    ['deep links', `{"_links":${object(50_000)}}`],
    ['deep tppMessages', `{"tppMessages":${array(50_000)}}`],
    ['deep amounts', `{"amount":${object(50_000)},"currency":"NOK"}`],
    [
      '200,000 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]))),
    ],
    [
      'a member named __proto__',
      '{"__proto__":{"_links":1},"constructor":null,"_links":{"__proto__":{"href":"x"}}}',
    ],
    ['half a surrogate pair', '{"a":"\\ud800","amount":{"currency":"\\udfff","amount":"1"}}'],
    ['no JSON', '<html>'],
    ['cut JSON', '{"a":'],
    ['nothing but null', 'null'],
  ];
  it.each(HARD)('%s', async (_, body) => {
    const exchange = await answered(body);
    expect(exchange).toMatchObject({ status: 200, failure: null, notKept: null });
    expect(exchange.response?.body).toBe(body.slice(0, 256 * 1024));
    expect(exchange.verdicts.length).toBeGreaterThan(1);
    for (const method of ['body.lines', 'body.root'] as const)
      await (method === 'body.root'
        ? call(method, { id: exchange.id })
        : call(method, { id: exchange.id, mode: 'pretty', from: 0, count: 10 }));
  });
});

describe('the window shows what it can, whatever the bank sends', () => {
  it('each verb of a link is there once', async () => {
    const verbs = Array.from({ length: 100_000 }, (_, at) => ['GET', 'DELETE'][at % 2]);
    const { links } = await answered(JSON.stringify({ _links: { a: { href: '/v1/accounts', verbs } } }));
    expect(links).toEqual([{ name: 'a', href: '/v1/accounts', verbs: ['GET', 'DELETE'] }]);
  });

  it('of thousands of links 50 are kept and the others are counted', async () => {
    const link = { href: '/v1/accounts', verbs: ['GET'] };
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`link${at}`, link]));
    const { links, linksLeftOut } = await answered(JSON.stringify({ _links: many }));
    expect(links.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, at) => `link${at}`));
    expect(linksLeftOut).toBe(10_000 - 50);
  });

  const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(',');
  it.each([
    ['empty objects', `{"accounts":[${times(600_000, '{}')}]}`],
    ['numbers instead of objects', `{"accounts":[${times(900_000, '1')}]}`],
    ['wrong links', `{"accounts":[{"_links":{${times(300_000, '"a":1')}}}]}`],
    ['verbs', `{"_links":{"a":{"href":"/v1","verbs":[${times(300_000, '"GET"')}]}}}`],
  ])('a body with very many %s is checked up to its first fault', async (_, body) => {
    const { verdicts } = await answered(body);
    expect(verdicts).toContainEqual(expect.objectContaining({ holds: 'no', part: 'schema' }));
  });

  it('a body is walked once for all values of x-accept-fix (VER-1)', () => {
    let walks = 0;
    const body = new Proxy([{ amount: '1.00', currency: 'NOK', cashAccountType: 'CACC' }], {
      ownKeys: (list) => {
        walks++;
        return Reflect.ownKeys(list);
      },
    });
    expect(acceptFixVerdicts(body, [], '2026-11-20').length).toBeGreaterThan(1);
    expect(walks).toBe(1);
  });
});

it('a check that fails says so, and the others are not affected', () => {
  const odd = new Error('odd');
  const thrower = () => {
    throw odd;
  };
  const verdicts = verdictsOn({
    status: 200,
    headers: [['X-Request-ID', 'id']],
    body: { length: 2, file: null, hashOf: () => new Uint8Array() },
    json: new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower }),
    requestId: 'id',
    acceptFix: [],
    operation: operationById('listAccounts'),
    schemas: 'specification',
    fault: null,
  });
  expect(verdicts).toContainEqual(expect.objectContaining({ rule: 'SVC-7', holds: 'yes' }));
  const failed = verdicts.filter(({ text }) => text.startsWith('This could not be checked: odd.'));
  expect(failed).toMatchObject([
    { rule: 'SVC-3', holds: 'unknown' },
    { rule: 'VER-1', holds: 'unknown' },
    { rule: 'PAY-2', holds: 'unknown' },
  ]);
});

it('a secret that is a word of JSON spoils neither the answer nor the verdicts', async () => {
  const body = JSON.stringify({ path: '/x', name: 'name', amount: 1795, none: null, text: '1795.00' });
  const set = (value: string, at: number) =>
    call('variables.set', { id: environment, variable: { name: `secret${at}`, value, secret: true } });
  const values = ['1795', 'null', 'path', 'name'];
  for (const [at, value] of values.entries()) await set(value, at);
  const plain = await answered(body);
  const headers = values.map((_, at): [string, string] => [`X-Secret-${at}`, `{{secret${at}}}`]);
  const exchange = await answered(body, headers);
  expect(JSON.parse(exchange.response?.body ?? '')).toEqual({
    path: '/x',
    name: '•••',
    amount: 1795,
    none: null,
    text: '1795.00',
  });
  expect(exchange.verdicts).toEqual(plain.verdicts);
  expect(exchange.method).toBe('GET');
  const sent = exchange.prepared.headers.filter(({ name }) => name.startsWith('X-Secret'));
  expect(sent.map(({ value }) => value)).toEqual(values.map(() => '•••'));
});

it('a secret in a path, in the middle of a header and as a number of a body is shown nowhere', async () => {
  await call('variables.set', { id: environment, variable: { name: 'pin', value: '48151', secret: true } });
  const sent = call(
    'requests.send',
    requestOf({
      method: 'POST',
      path: '/v1/x/%7B%7Bpin%7D%7D?pin=%7B%7Bpin%7D%7D',
      headers: [['X-Pin', 'Pin {{pin}};v=1']],
      body: '{"pin":{{pin}}}',
    }),
  );
  await bank.arrived(1);
  const [waiting = ''] = bank.waiting();
  expect(waiting).toBe('/v1/x/48151?pin=48151');
  bank.answer(waiting);
  const exchange = await sent;
  expect(exchange.path).toBe('/v1/x/•••?pin=•••');
  expect(exchange.prepared.headers.find(({ name }) => name === 'X-Pin')?.value).toBe('Pin •••;v=1');
  expect(exchange.requestBody).toBe('{"pin":•••}');
  expect(JSON.stringify(exchange)).not.toContain('48151');
});

it('credentials are neither in the history nor in the export, though no variable holds them', async () => {
  const canaries = ['Kanari-basic-4711', 'kanari-nokkel-0815', 'kanari-standard-2222'];
  const [basic = '', key = '', usual = ''] = canaries;
  const form = (await call('environments.list', {})).environments.find(({ id }) => id === environment);
  if (!form) throw new Error('The environment is gone.');
  await call('environments.change', {
    id: environment,
    form: { ...form, headers: `Ocp-Apim-Subscription-Key: ${usual}` },
  });
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${basic}`],
    ['X-API-Key', key],
  ];
  const sent = requestOf({ method: 'GET', path: '/v1/accounts', headers, body: '' });
  const exchange = await answered(`{"error":"Bearer ${basic} and ${key} are unknown"}`, headers);
  expect(exchange.response?.body).toBe('{"error":"••• and ••• are unknown"}');
  await call('drafts.save', {
    window: 'w',
    tabs: [{ id: 't', path: null, seen: null, answerId: null, request: sent, tests: {} }],
    active: 't',
  });
  await call('saved.save', { folder: '', step: requestStep('Med nøkkel', sent), over: null, seen: null });
  const secrets = canaries.map((value) => textSecret(value, value));
  expect(secretsIn(Buffer.from(JSON.stringify(exchange)), secrets)).toEqual([]);
  for (const file of readdirSync(core.folder).filter((name) => name.startsWith('history.db')))
    expect(secretsIn(readFileSync(join(core.folder, file)), secrets), file).toEqual([]);
  const { download } = await call('app.export', {});
  const exported = downloaded(core.workbench, download).bytes;
  expect(secretsIn(exported, secrets)).toEqual([]);
  expect(exported.toString()).toContain('Ocp-Apim-Subscription-Key: •••');
});
