/** Variables of requests that are sent by hand: kept from responses, from folders and the environment, as in a run. */
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { coreForFile } from '../support/file-core.ts';
import { writeCollection } from '../support/runs.ts';
import { downloaded } from '../support/workbench.ts';

const core = coreForFile('kept');
const { call, folder } = core;
beforeEach(() => call('variables.forget', { name: null }));
const read = (path: string) => requestOf({ method: 'GET', path, headers: [], body: '' });
const ID = { as: 'consentId', from: { of: 'header', name: 'x-request-id' } } as const;
const PAGE = { as: 'page', from: { of: 'link', name: 'scaRedirect' } } as const;

it('what a request sent by hand keeps is used by the next one, in its environment only, until it is forgotten', async () => {
  const next = read('/v1/consents/%7B%7BconsentId%7D%7D');
  await expect(call('requests.prepare', next)).rejects.toThrow('{{consentId}} has no value');
  // A value that was kept as a secret stays one when a response brings it again.
  await call('variables.keep', { name: 'page', value: 'before', secret: true, from: 'Answer' });
  const sent = await call('requests.send', { ...fresh('createConsent'), keep: [ID, PAGE], path: null });
  const id = new Map(sent.response?.headers).get('X-Request-ID') ?? '';
  const prepared = await call('requests.prepare', next);
  expect(prepared.url).toContain(encodeURIComponent(id));
  expect(prepared.used).toEqual([{ name: 'consentId', value: id, origin: 'capture', from: sent.title }]);
  expect((await call('requests.send', next)).path).toContain(encodeURIComponent(id));

  // A secret one is used, and its value is shown nowhere.
  const secretly = requestOf({
    method: 'GET',
    path: '/v1/accounts',
    headers: [['X-Page', '{{page}}']],
    body: '',
  });
  const masked = await call('requests.prepare', secretly);
  expect(masked.used).toMatchObject([{ name: 'page', value: '•••' }]);
  expect(masked.headers).toContainEqual(expect.objectContaining({ name: 'X-Page', value: '•••' }));
  const { variables } = await call('variables.known', {});
  expect(variables).toMatchObject([
    { name: 'consentId', json: id, secret: false },
    { name: 'page', json: null, value: '•••', secret: true },
  ]);

  // Nor in an export, where the response that brought it is, too.
  const { download } = await call('app.export', {});
  const exported = JSON.parse(downloaded(core.workbench, download).bytes.toString()) as {
    history: { id: string; response: { body: string } }[];
  };
  const bringing = exported.history.find((one) => one.id === sent.id);
  expect(bringing?.response.body).toContain('"scaRedirect":{"href":"•••"');

  const { id: other } = await call('environments.create', {});
  await call('environments.choose', { id: other });
  expect((await call('variables.known', {})).variables).toEqual([]);
  await call('environments.choose', { id: 'local' });
  await call('variables.forget', { name: 'consentId' });
  expect((await call('variables.known', {})).variables).toHaveLength(1);
  await call('variables.forget', { name: null });
  await expect(call('requests.prepare', next)).rejects.toThrow('{{consentId}} has no value');
});

it('a value that was pointed at keeps its type in a JSON body, as in a run', async () => {
  await call('variables.keep', { name: 'count', value: 5, secret: false, from: 'Answer' });
  await call('variables.keep', { name: 'quoted', value: 'a"b', secret: false, from: 'Answer' });
  const body = JSON.stringify({ count: '{{count}}', text: 'n{{count}} {{quoted}}' }, null, 2);
  const sent = await call('requests.send', { ...fresh('createPayment'), body });
  expect(JSON.parse(sent.requestBody)).toEqual({ count: 5, text: 'n5 a"b' });
  // A body that no file keeps as JSON stays a text.
  const text = await call('requests.send', { ...fresh('createPayment'), body: '{"a":1.10,"b":"{{count}}"}' });
  expect(text.requestBody).toBe('{"a":1.10,"b":"5"}');
});

it('a saved request uses the variables of what is around it, and computed ones', async () => {
  writeCollection(join(folder, 'collections', 'Mine'), {
    'collection.yaml': {
      variables: { amount: '1.00', who: 'collection', token: 'hush-hush' },
      secret: ['token'],
      headers: { 'X-Everywhere': '{{amount}}' },
    },
    'pay.flow.yaml': renderYaml({
      variables: { who: 'flow' },
      steps: [
        { group: 'Inner', variables: { who: 'group' }, steps: [{ name: 'Step', request: 'GET /v1/user' }] },
      ],
    }),
  });
  const headers: [string, string][] = [
    ['X-Who', '{{who}} {{amount}} {{token}}'],
    ['X-Day', '{{$today+1}}'],
  ];
  const request = requestOf({ method: 'GET', path: '/v1/accounts', headers, body: '' });
  const { used, headers: sent } = await call('requests.prepare', {
    ...request,
    path: 'Mine/pay.flow.yaml/Inner/Step',
  });
  expect(used).toMatchObject([
    { name: 'amount', value: '1.00', origin: 'collection', from: 'Mine' },
    { name: 'who', value: 'group', origin: 'folder', from: 'Mine/pay.flow.yaml/Inner' },
    { name: 'token', value: '•••', origin: 'collection' },
    { name: '$today+1', origin: 'computed' },
  ]);
  expect(sent).toContainEqual(expect.objectContaining({ name: 'x-everywhere', value: '1.00' }));
  await expect(call('requests.prepare', { ...request, path: null })).rejects.toThrow('{{who}}');
  await expect(call('requests.prepare', { ...request, path: '../../elsewhere' })).rejects.toThrow(
    'elsewhere',
  );
});

it('what is kept under the name of a secret is secret, too: of the environment, or of a collection', async () => {
  await call('variables.set', {
    id: 'local',
    variable: { name: 'apiKey', value: 'first-key-1', secret: true },
  });
  await call('variables.keep', { name: 'apiKey', value: 'second-key-2', secret: false, from: 'Answer' });
  const headers: [string, string][] = [['X-Own', '{{apiKey}}']];
  const prepared = await call(
    'requests.prepare',
    requestOf({ method: 'GET', path: '/v1/accounts', headers, body: '' }),
  );
  const { variables } = await call('variables.known', {});
  expect(JSON.stringify([prepared, variables])).not.toContain('second-key-2');
  expect(prepared.used).toMatchObject([{ name: 'apiKey', value: '•••' }]);
  expect(variables.find(({ name }) => name === 'apiKey')).toMatchObject({ secret: true, json: null });
  await call('variables.remove', { id: 'local', name: 'apiKey' });
});
