/** An OpenAPI document bound to an environment: its operations, the schemas of its bodies, and the verdicts on its answers. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { readOpenApiDocument } from '../../shared/openapi/read-document.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { folderForFile } from '../support/folders.ts';
import { bindOpenApi, callCore, startCore } from '../support/workbench.ts';

const folder = folderForFile('openapi-document');
let workbench: Workbench;
let stub: Server;
let id: string;
let answer: unknown;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);

const DOCUMENT = {
  openapi: '3.0.1',
  info: { title: 'Fejkbanken', version: '2.1' },
  paths: {
    '/v2/cards/{card-id}': {
      parameters: [{ name: 'card-id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        tags: ['Cards'],
        summary: 'Read a card',
        parameters: [
          { name: 'view', in: 'query', required: true, schema: { type: 'string', enum: ['full', 'short'] } },
          { name: 'X-Channel', in: 'header', required: true, example: 'web', schema: { type: 'string' } },
          { name: 'PSU-IP-Address', in: 'header', required: true, example: '192.0.2.7' },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Card' } } } },
          '4XX': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
        },
      },
    },
    '/v2/cards': {
      post: {
        summary: 'Order a card',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Card' } } } },
        responses: { 201: { description: 'Ordered' } },
      },
    },
  },
  components: {
    schemas: {
      Problem: { type: 'object', required: ['problem'], properties: { problem: { type: 'string' } } },
      Card: {
        type: 'object',
        required: ['cardId'],
        properties: {
          cardId: { type: 'string', example: 'c-1' },
          limit: { type: 'integer', nullable: true },
          // Names of properties that are keywords elsewhere.
          description: { type: 'string' },
          pattern: { type: 'string' },
        },
      },
    },
  },
};

const bind = (document: unknown) => bindOpenApi(workbench, id, JSON.stringify(document));
const send = async (line: string) => {
  const { verdicts } = await call('requests.send', { ...fresh('listAccounts'), line });
  return verdicts.filter(({ part }) => part === 'schema').map(({ holds, text }) => `${holds}: ${text}`);
};

beforeAll(async () => {
  stub = createServer((_, response) => {
    response.writeHead(answer === null ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { title: 'gone' }));
  }).listen(0, '127.0.0.1');
  [workbench] = await Promise.all([startCore(folder), once(stub, 'listening')]);
  const { certificate } = await call('app.status', {});
  const form = {
    name: 'Fejkbanken',
    baseUrl: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
    certificateId: certificate.id,
    tlsCertificateId: null,
    roots: '',
    redirectUri: null,
    hosts: [],
    psuIpAddress: '203.0.113.24',
    headers: '',
  };
  ({ id } = await call('environments.create', { form }));
  await call('environments.choose', { id });
});
afterAll(async () => {
  await workbench.stop();
  stub.closeAllConnections();
  stub.close();
});
beforeEach(() => {
  answer = { cardId: 'c-1' };
});

it('without one, there is no verdict about a schema, and the operations are those of the simulator', async () => {
  expect(await send('GET /v1/accounts')).toEqual([]);
  expect((await call('environments.openApi', {})).document).toBeNull();
});

it('its operations have examples, and variables where there are none', async () => {
  expect(await bind(DOCUMENT)).toMatchObject({ title: 'Fejkbanken', operations: 2 });
  const { document } = await call('environments.openApi', {});
  expect(document?.operations).toMatchObject([
    {
      group: 'Cards',
      title: 'Read a card',
      method: 'GET',
      filled: '/v2/cards/{{card-id}}?view=full',
      headers: { 'x-channel': 'web' },
      body: '',
    },
    { group: 'Operations', title: 'Order a card', filled: '/v2/cards', body: '{\n  "cardId": "c-1"\n}' },
  ]);
  const { environments } = await call('environments.list', {});
  expect(environments.find((one) => one.id === id)?.openApi).toEqual({
    title: 'Fejkbanken',
    version: '2.1',
    operations: 2,
  });
});

it('its schemas complete bodies and check answers', async () => {
  await bind(DOCUMENT);
  const { body } = await call('environments.bodySchema', { method: 'POST', path: '/v2/cards' });
  expect(JSON.stringify(body?.schema)).toContain('"description":{"type":"string"}');
  expect((await call('environments.bodySchema', { method: 'GET', path: '/v2/cards/1' })).body).toBeNull();
  expect(await send('GET /v2/cards/1')).toEqual([
    'yes: The body matches the schema of “Read a card” in “Fejkbanken”',
  ]);
  answer = { cardId: 'c-1', limit: null };
  expect(await send('GET /v2/cards/1?view=full')).toEqual([expect.stringMatching(/^yes/)]);
  answer = { cardId: 7 };
  expect(await send('GET /v2/cards/1')).toEqual([expect.stringMatching(/^no: .*Read a card.*cardId/)]);
  answer = null;
  expect(await send('GET /v2/cards/1')).toEqual([expect.stringMatching(/^no: /)]);
  answer = {};
  expect(await send('GET /v1/accounts')).toEqual([expect.stringContaining('does not have this path')]);
});

it('its schemas may be in other files', async () => {
  const $ref = (reference: string) => ({ $ref: reference });
  const content = { 'application/json': { schema: $ref('schemas.yaml#/Card') } };
  const openapi = { openapi: '3.0.0', paths: $ref('paths.json#/all') };
  const parts = {
    'paths.json': JSON.stringify({
      all: { '/v2/cards/{card-id}': { get: { responses: { 200: { content } } } } },
    }),
    'schemas.yaml':
      'Card: { required: [cardId], properties: { cardId: { $ref: "#/a~1b" } } }\na/b: { type: string }',
  };
  await bindOpenApi(workbench, id, JSON.stringify(openapi), parts);
  answer = { cardId: 'c-1' };
  expect(await send('GET /v2/cards/1')).toEqual([expect.stringMatching(/^yes/)]);
  answer = { cardId: 7 };
  expect(await send('GET /v2/cards/1')).toEqual([expect.stringMatching(/^no: .*cardId/)]);
});

it('a document can be replaced and removed; files that are none are refused with a sentence', async () => {
  await bind(DOCUMENT);
  await expect(bind({ a: 1 })).rejects.toThrow('not an OpenAPI document of version 3.0 or 3.1');
  await expect(bind({ openapi: '3.1.0', paths: {} })).rejects.toThrow('has no operation');
  await expect(bindOpenApi(workbench, id, '{"openapi":')).rejects.toThrow('JSON');
  // What was bound before is still there.
  expect((await call('environments.openApi', {})).document?.title).toBe('Fejkbanken');
  await call('environments.unbindOpenApi', { id });
  expect((await call('environments.openApi', {})).document).toBeNull();
});

it('required members and members without a type are checked wherever they stand', async () => {
  const inParts = structuredClone(DOCUMENT);
  Object.assign(inParts.components.schemas, {
    Card: { allOf: [{ required: ['holder'] }, { properties: { owner: { type: 'string' } } }] },
  });
  await bind(inParts);
  for (const [one, fault] of [
    [{ holder: 'Ola', owner: 'Ola' }, /^yes/],
    [{ owner: 'Ola' }, /^no: .*holder/],
    [{ holder: 'Ola', owner: 7 }, /^no: .*owner/],
  ] as const) {
    answer = one;
    expect(await send('GET /v2/cards/1')).toEqual([expect.stringMatching(fault)]);
  }
});

it('a pattern that would take forever is not used', async () => {
  const evil = structuredClone(DOCUMENT);
  Object.assign(evil.components.schemas.Card.properties.cardId, { pattern: '^(a+)+$' });
  await bind(evil);
  answer = { cardId: `${'a'.repeat(40)}!` };
  expect(await send('GET /v2/cards/1')).toEqual([expect.stringMatching(/^yes/)]);
});

it('a body that many operations refer to is in the document once or twice, and checks the answers of all', async () => {
  const schema = { type: 'object', required: ['holder'], properties: { holder: { type: 'string' } } };
  const get = { responses: { 200: { $ref: '#/components/responses/Holder' } } };
  const document = {
    openapi: '3.0.1',
    paths: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`/v2/holders-${at}`, { get }])),
    components: { responses: { Holder: { content: { 'application/json': { schema } } } } },
  };
  const bytes = Buffer.from(JSON.stringify(document));
  const read = JSON.stringify(readOpenApiDocument([{ path: 'a.json', bytes }]));
  expect(read.split('"required":["holder"]').length - 1).toBeLessThanOrEqual(2);
  await bind(document);
  for (const path of ['/v2/holders-0', '/v2/holders-49']) {
    answer = { holder: 'Ola' };
    expect(await send(`GET ${path}`)).toEqual([expect.stringMatching(/^yes/)]);
    answer = { holder: 7 };
    expect(await send(`GET ${path}`)).toEqual([expect.stringMatching(/^no: .*holder/)]);
  }
});
