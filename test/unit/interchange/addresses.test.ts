/** Where the requests of an import go: to the base URL of an environment, or to another host with their whole address. */
import { describe, expect, it } from 'vitest';
import { requestLineOf } from '../../../shared/collections/flow-step.ts';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { reportLines } from '../../support/outline.ts';

const encoder = new TextEncoder();
const file = (path: string, value: object) => ({ path, bytes: encoder.encode(JSON.stringify(value)) });

/** Requests with GET, to addresses or as items of Postman. */
const collection = (values: Record<string, string>, ...items: (object | string)[]) => ({
  info: { name: 'Shop' },
  variable: Object.entries(values).map(([key, value]) => ({ key, value })),
  item: items.map((item, at) =>
    typeof item === 'string' ? { name: `Step ${at}`, request: { method: 'GET', url: item } } : item,
  ),
});

function imported(values: Record<string, string>, ...items: (object | string)[]) {
  const { tree, environments, report } = importFiles([file('shop.json', collection(values, ...items))]);
  return {
    lines: stepsIn(tree).map(({ request }) => (request === undefined ? '' : requestLineOf(request))),
    baseUrls: environments.map(({ baseUrl }) => baseUrl),
    variables: tree.settings.variables,
    tree,
    environments,
    report: reportLines(report),
  };
}

describe('an address of variables', () => {
  const HOST = { scheme: 'https', host: 'bank.example', port: '8443', context: '/psd2', version: 'v1' };
  it.each([
    ['{{scheme}}://{{host}}:{{port}}/v1/accounts', '/v1/accounts', 'https://bank.example:8443'],
    ['{{host}}{{context}}/v1/accounts', '/v1/accounts', 'https://bank.example/psd2'],
    ['{{host}}{{context}}/token', '/token', 'https://bank.example/psd2'],
    ['{{scheme}}://{{host}}/my/own/path?a={{x}}', '/my/own/path?a={{x}}', 'https://bank.example'],
    ['https://{{host}}/{{version}}/accounts', '/{{version}}/accounts', 'https://bank.example'],
    [
      'https://{{host}}{{context}}/{{version}}/accounts',
      '/{{version}}/accounts',
      'https://bank.example/psd2',
    ],
  ])('%s', (url, path, baseUrl) => {
    expect(imported(HOST, url)).toMatchObject({ lines: [`GET ${path}`], baseUrls: [baseUrl] });
  });

  it.each([
    [
      'ends with a slash',
      'https://bank.example/',
      '{{base}}v1/accounts',
      '/v1/accounts',
      'https://bank.example',
    ],
    ['ends with a slash, twice', 'https://bank.example/x/', '{{base}}/own', '/own', 'https://bank.example/x'],
    [
      'has the interface',
      'https://bank.example/psd2/v1',
      '{{base}}/accounts',
      '/v1/accounts',
      'https://bank.example/psd2',
    ],
    ['has no scheme', 'localhost:8080', '{{base}}/own', '/own', 'https://localhost:8080'],
    [
      'has other variables',
      'https://{{tenant}}.bank.example',
      '{{base}}/own',
      '/own',
      'https://north.bank.example',
    ],
    ['has no path after it', 'https://bank.example', '{{base}}', '/', 'https://bank.example'],
    ['is plain HTTP', 'http://bank.example', '{{base}}/own', '/own', 'https://bank.example'],
    [
      'is a name of this machine',
      'http://bank.localhost:8080',
      '{{base}}/own',
      '/own',
      'http://bank.localhost:8080',
    ],
  ])('whose base %s', (_, base, url, path, baseUrl) => {
    const { lines, baseUrls, variables } = imported({ base, tenant: 'north' }, url);
    expect([lines, baseUrls]).toEqual([[`GET ${path}`], [baseUrl]]);
    expect(variables).not.toHaveProperty('base');
  });

  it.each([
    ['{{base}}/own', 'GET /own'],
    ['{{base}}v1/accounts', 'GET /v1/accounts'],
    ['{{scheme}}://{{host}}:{{port}}/own', 'GET /own'],
    ['{{host}}.bank.example/own', 'GET /own'],
    ['{{host}}{{context}}/v1/accounts', 'GET /v1/accounts'],
    ['{{host}}{{link}}', 'GET {{link}}'],
    ['{{link}}', 'GET {{link}}'],
  ])('%s without values keeps its path, and no environment is made', (url, line) => {
    expect(imported({}, url)).toMatchObject({ lines: [line], environments: [] });
  });

  it('that a response gives stays the beginning of the line, whatever value it had', () => {
    const script = 'pm.collectionVariables.set("next", pm.response.json().href);';
    const { lines } = imported(
      { base: 'https://bank.example', next: 'https://old.example/x' },
      {
        name: 'Ask',
        request: { method: 'GET', url: '{{base}}/v1/accounts' },
        event: [{ listen: 'test', script: { exec: [script] } }],
      },
      '{{next}}/status',
      '{{base}}{{next}}',
    );
    expect(lines).toEqual(['GET /v1/accounts', 'GET {{next}}/status', 'GET {{next}}']);
  });

  it('is left out of the variables only if nothing else uses it', () => {
    const { variables, report } = imported(
      { host: 'bank.example', base: 'https://{{host}}/psd2', other: 'x' },
      '{{base}}/v1/accounts?from={{host}}',
    );
    expect(variables).toEqual({ host: 'bank.example', other: 'x' });
    expect(report).toContain('changed: variable base');
  });

  it('with long names that differ at their end stay apart', () => {
    const [one, two] = ['1', '2'].map(
      (end) => `aspsp_account_information_consent_id_${end.padStart(8, '0')}`,
    );
    const { lines, variables } = imported(
      { [one ?? '']: 'first', [two ?? '']: 'second' },
      `https://bank.example/v1/consents/{{${one}}}`,
      `https://bank.example/v1/consents/{{${two}}}`,
    );
    expect(lines).toEqual([`GET /v1/consents/{{${one}}}`, `GET /v1/consents/{{${two}}}`]);
    expect(variables).toEqual({ [one ?? '']: 'first', [two ?? '']: 'second' });
  });

  it('whose values multiply each other is not filled in', () => {
    const [a, b, c, d] = ['b', 'c', 'd', 'e'].map((name) => `{{${name}}}`.repeat(200));
    const values = { a: a ?? '', b: b ?? '', c: c ?? '', d: d ?? '', e: 'x', host: 'bank.example' };
    expect(imported(values, 'https://{{host}}/own/{{a}}').lines).toEqual(['GET /own/{{a}}']);
  });

  it('of a secret is not filled in', () => {
    const { lines, report, environments } = imported(
      { accessKey: 'c4nary', host: 'bank.example' },
      'https://{{host}}/v1/{{accessKey}}/x',
    );
    expect(lines).toEqual(['GET /v1/{{accessKey}}/x']);
    expect(JSON.stringify([report, environments])).not.toContain('c4nary');
  });
});

it('what cannot be told of an address is reported', () => {
  const urls = ['{{host}}{{context}}/v1/accounts', '{{host}}{{link}}', '{{host}}{{context}}/own'];
  const { lines, report } = imported({}, ...urls);
  expect(lines).toEqual(['GET /v1/accounts', 'GET {{link}}', 'GET /own']);
  expect(report).toEqual([
    'changed: request Step 0',
    '  {{context}} has no value here. It was taken as a part of the base URL.',
    'changed: request Step 1',
    '  {{link}} has no value here. It was taken as the beginning of the address.',
    'changed: request Step 2',
    '  {{context}} has no value here. It was taken as a part of the base URL.',
    'changed: address {{host}}',
    '  Requests to {{host}} now go to the base URL of the environment.',
  ]);
});

describe('several hosts', () => {
  const values = { api: 'https://api.bank.example/psd2', authUrl: 'https://auth.bank.example' };

  it('the bank is the one whose paths the catalogue knows, and the others keep their whole address', () => {
    const { lines, baseUrls, variables, report } = imported(
      values,
      '{{authUrl}}/token?a=1',
      '{{authUrl}}/keys',
      'https://files.example/{{authUrl}}',
      '{{api}}/v1/accounts',
      'https://api.bank.example/oauth/token',
      'https://api.bank.example:9000/psd2/v1/accounts',
    );
    expect(lines).toEqual([
      'GET {{authUrl}}/token?a=1',
      'GET {{authUrl}}/keys',
      'GET https://files.example/https://auth.bank.example',
      'GET /v1/accounts',
      'GET https://api.bank.example/oauth/token',
      'GET /v1/accounts',
    ]);
    expect(baseUrls).toEqual(['https://api.bank.example/psd2']);
    expect(variables).toEqual({ authUrl: 'https://auth.bank.example' });
    expect(report).toContain(
      '  These requests to https://api.bank.example keep their whole address, because it is outside of the path of the base URL.',
    );
    expect(report.join('\n')).toContain(
      'These requests to https://auth.bank.example keep their whole address.',
    );
  });

  it('without such paths it is the one of most requests', () => {
    const { lines } = imported({}, 'https://a.example/x', 'https://b.example/x', 'https://b.example/y');
    expect(lines).toEqual(['GET https://a.example/x', 'GET /x', 'GET /y']);
  });

  it('what stands before the interface is the base path as far as all have it', () => {
    const { lines, baseUrls } = imported(
      {},
      'https://a.example/psd2/ais/v1/accounts',
      'https://a.example/psd2/pis/v1/payments/sepa-credit-transfers/1/status',
      'https://a.example/psd2/own',
    );
    expect(lines).toEqual([
      'GET /ais/v1/accounts',
      'GET /pis/v1/payments/sepa-credit-transfers/1/status',
      'GET /own',
    ]);
    expect(baseUrls).toEqual(['https://a.example/psd2']);
  });
});

describe('environments', () => {
  const environment = (name: string, values: Record<string, string>) =>
    file(`${name}.json`, {
      name,
      values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
      _postman_variable_scope: 'environment',
    });

  it('of Postman are as many as files, with the variables of the collection that they change', () => {
    const { tree, environments } = importFiles([
      file(
        'shop.json',
        collection(
          { base: 'https://old.example', psu: '1', kept: 'x' },
          {
            name: 'Pay',
            item: [
              { name: 'a', request: { method: 'GET', url: '{{base}}/v1/accounts?p={{psu}}&k={{kept}}' } },
            ],
          },
        ),
      ),
      environment('Dev', { base: 'https://dev.example', psu: '2', apiKey: 'c4nary' }),
      environment('Live', { base: 'https://live.example' }),
    ]);
    expect(environments).toEqual([
      { name: 'Dev', baseUrl: 'https://dev.example', variables: { psu: '2' }, secrets: ['apiKey'] },
      { name: 'Live', baseUrl: 'https://live.example', variables: { psu: '1' }, secrets: ['apiKey'] },
    ]);
    expect(tree).toMatchObject({
      name: 'Shop',
      settings: { variables: { kept: 'x' } },
      children: [{ role: 'flow', name: 'Pay' }],
    });
  });

  it('of an OpenAPI document are its servers if it has several', () => {
    const { tree, environments } = importFiles([
      file('bank.json', {
        openapi: '3.0.0',
        info: { title: 'Bank' },
        servers: [
          {
            url: 'https://{env}.bank.example/psd2',
            description: 'Sandbox',
            variables: { env: { default: 'dev' } },
          },
          { url: 'https://api.bank.example/psd2' },
          { url: 'http://api.bank.example/psd2' },
        ],
        paths: { '/v1/accounts': { get: {} }, '/own': { get: {} } },
      }),
    ]);
    expect(stepsIn(tree).map(({ request }) => request && requestLineOf(request))).toEqual([
      'GET /v1/accounts',
      'GET /own',
    ]);
    expect(environments.map(({ name, baseUrl }) => [name, baseUrl])).toEqual([
      ['Sandbox', 'https://dev.bank.example/psd2'],
      ['https://api.bank.example/psd2', 'https://api.bank.example/psd2'],
    ]);
  });

  it('have names of their own', () => {
    const { environments } = importFiles([environment('Dev', { a: '1' }), environment('dev', { a: '2' })]);
    expect(environments.map(({ name }) => name)).toEqual(['Dev', 'dev (2)']);
  });
});

describe('a token that a program gets on its own', () => {
  const oauth2 = (members: Record<string, string>) => ({
    type: 'oauth2',
    oauth2: Object.entries(members).map(([key, value]) => ({ key, value })),
  });
  const secured = (name: string, auth: object) => ({
    name,
    request: { method: 'GET', url: 'https://api.bank.example/v1/accounts', auth },
  });
  const client = {
    grant_type: 'client_credentials',
    accessTokenUrl: 'https://auth.bank.example/token',
    clientId: 'tpp 1',
    clientSecret: 'c4nary',
    scope: 'ais pis',
  };

  it('is got by the first step of each flow that needs it', () => {
    const { tree, environments, report } = imported(
      {},
      { name: 'Read', item: [secured('a', oauth2(client)), secured('b', oauth2(client))] },
      { name: 'Other', item: ['https://api.bank.example/x'].map((url) => ({ name: 'c', request: { url } })) },
      { name: 'Again', item: [secured('d', oauth2(client))] },
    );
    const [read, other, again] = tree.children.map((child) =>
      child.kind === 'folder' ? stepsIn(child) : [],
    );
    expect([read, other, again].map((steps) => steps?.map(({ name }) => name))).toEqual([
      ['Get an access token', 'a', 'b'],
      ['c'],
      ['Get an access token', 'd'],
    ]);
    expect(read?.[0]).toMatchObject({
      request: {
        line: 'POST https://auth.bank.example/token',
        headers: {
          signature: '',
          digest: '',
          'tpp-signature-certificate': '',
          'content-type': 'application/x-www-form-urlencoded',
        },
        text: ['grant_type=client_credentials&client_id=tpp+1&client_secret={{clientSecret}}&scope=ais+pis'],
      },
      keep: [{ as: 'accessToken', from: { of: 'body', path: '$.access_token' } }],
    });
    expect(read?.[1]?.request?.headers).toEqual({ authorization: 'Bearer {{accessToken}}' });
    expect(tree.settings.secret).toEqual(['accessToken', 'clientSecret']);
    expect(environments).toMatchObject([{ baseUrl: 'https://api.bank.example', secrets: ['clientSecret'] }]);
    expect(JSON.stringify([tree, report])).not.toContain('c4nary');
  });

  it('with a password, too, and each with its own variable', () => {
    const owner = { ...client, grant_type: 'password_credentials', username: 'ola', password: '{{pin}}' };
    const { tree } = imported({}, secured('a', oauth2(client)), secured('b', oauth2(owner)));
    expect(
      stepsIn(tree).map(({ request }) => request?.text?.[0] ?? request?.headers['authorization']),
    ).toEqual([
      'grant_type=client_credentials&client_id=tpp+1&client_secret={{clientSecret}}&scope=ais+pis',
      'grant_type=password&client_id=tpp+1&client_secret={{clientSecret}}&username=ola&password={{pin}}&scope=ais+pis',
      'Bearer {{accessToken}}',
      'Bearer {{accessToken2}}',
    ]);
  });

  it.each([
    ['where a person logs in', { ...client, grant_type: 'authorization_code' }],
    ['without the address of the token', { ...client, accessTokenUrl: '' }],
  ])('%s it stays a secret variable', (_, members) => {
    const { tree } = imported({}, secured('a', oauth2(members)));
    expect(stepsIn(tree).map(({ name }) => name)).toEqual(['a']);
    expect(tree.settings.secret).toContain('accessToken');
  });

  it('of Insomnia and OpenCollection is the same', () => {
    const insomnia = {
      type: 'collection.insomnia.rest/5.0',
      name: 'Shop',
      collection: [
        {
          name: 'a',
          url: 'https://api.bank.example/v1/accounts',
          method: 'GET',
          authentication: {
            type: 'oauth2',
            grantType: 'client_credentials',
            accessTokenUrl: 'https://auth.bank.example/token',
            clientId: '{{ _.id }}',
            clientSecret: '{{ _.key }}',
          },
        },
      ],
    };
    const opencollection = {
      opencollection: '1.0.0',
      info: { name: 'Shop' },
      items: [
        {
          info: { name: 'a', type: 'http' },
          http: {
            method: 'GET',
            url: 'https://api.bank.example/v1/accounts',
            auth: {
              type: 'oauth2',
              flow: 'client_credentials',
              accessTokenUrl: 'https://auth.bank.example/token',
              credentials: { clientId: '{{id}}', clientSecret: '{{key}}' },
            },
          },
        },
      ],
    };
    for (const one of [file('a.json', insomnia), file('a.json', opencollection)]) {
      const [first, second] = stepsIn(importFiles([one]).tree);
      expect(first?.request).toMatchObject({
        line: 'POST https://auth.bank.example/token',
        text: ['grant_type=client_credentials&client_id={{id}}&client_secret={{key}}'],
      });
      expect(second?.request?.headers).toEqual({ authorization: 'Bearer {{accessToken}}' });
    }
  });
});

it('the addresses of an authorization server are no secrets', () => {
  const values = {
    authorizationUri: 'https://auth.example/authorize',
    access_token_url: 'https://auth.example/token',
    'token-endpoint': 'https://auth.example/token',
    tokenUrl: 'https://auth.example/token',
  };
  const { variables, tree } = imported(values, '/x');
  expect(variables).toEqual(values);
  expect(tree.settings.secret).toEqual([]);
});

describe('headers of folders', () => {
  const given = [
    { name: 'X-Folder', value: '{{channel}}' },
    { name: 'X-Off', value: 'a', disabled: true },
    { name: 'Digest', value: 'SHA-256=x' },
    { name: 'X-Api-Key', value: 'c4nary' },
  ];
  it.each([
    [
      'OpenCollection',
      {
        'a.json': JSON.stringify({
          opencollection: '1',
          info: { name: 'Shop' },
          items: [
            {
              info: { name: 'Pay', type: 'folder' },
              request: { headers: given },
              items: [{ info: { name: 'b', type: 'http' }, http: { url: '/x' } }],
            },
          ],
        }),
      },
    ],
    [
      'Insomnia',
      {
        'a.json': JSON.stringify({
          type: 'collection.insomnia.rest/5.0',
          name: 'Shop',
          collection: [{ name: 'Pay', headers: given, children: [{ name: 'b', url: '/x', method: 'GET' }] }],
        }),
      },
    ],
  ])('of %s are those of the flow, as far as requests may have them', (_, files) => {
    const { tree, report } = importFiles(
      Object.entries(files).map(([path, text]) => ({ path, bytes: encoder.encode(text) })),
    );
    expect(tree.children).toMatchObject([
      {
        role: 'flow',
        name: 'Pay',
        settings: { headers: { 'x-folder': '{{channel}}', 'x-api-key': '{{X-Api-Key}}' } },
      },
    ]);
    expect(tree.settings.secret).toEqual(['X-Api-Key']);
    const lines = reportLines(report);
    const at = lines.indexOf('changed: headers Pay');
    expect(lines.slice(at + 1, at + 4)).toEqual([
      '  X-Off is disabled in the source and was left out.',
      '  X-Api-Key is secret: its value was dropped and replaced by {{X-Api-Key}}.',
      '  Digest: written by the workbench when it sends the request.',
    ]);
  });
});
