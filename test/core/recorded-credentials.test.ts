/** A recording is made to be given to others: what a person typed as a credential is in none of its files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutCredentials } from '../../main/core/redaction/credentials.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { writeCollection } from '../support/runs.ts';
import { coreForFile } from '../support/file-core.ts';

const { call, folder } = coreForFile('recorded-credentials');

it('credentials typed by hand become secret variables without a value, wherever they are', async () => {
  const typed = ['tok-4f8a9c7d2e1b', 'key-0011223344', 'session-55667788', 'pwd-99887766', 'query-31415926'];
  const [token = '', key = '', cookie = '', password = '', parameter = ''] = typed;
  await call('recording.start', { reset: false });
  await call('requests.send', {
    ...fresh('createConsent'),
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Api-Key': key,
      Cookie: cookie,
      'X-Note': `again ${token}`,
      'X-Own': '{{$text}}',
    },
    body: JSON.stringify({ login: { password }, name: 'Brukskonto' }),
  });
  await call('requests.send', {
    ...fresh('listAccounts'),
    line: `GET /v1/accounts?access_token=${parameter}&x=1`,
  });
  await call('recording.stop', {});
  const { secret } = await call('recording.read', {});
  expect(secret).toEqual(['Authorization', 'Cookie', 'X-Api-Key', 'access_token', 'password']);
  const { path } = await call('recording.save', { name: 'Mine' });
  expect(path).toBe('Mine.flow.yaml');
  const text = readFileSync(join(folder, 'collections', path), 'utf8');
  for (const value of typed) expect(text).not.toContain(value);
  expect(text).toContain(`secret:\n${secret.map((name) => `  - ${name}\n`).join('')}`);
  const { entries } = await call('saved.list', {});
  const steps = entries.filter((entry) => entry.path.startsWith(`${path}/`)).map(({ step }) => step);
  expect(steps.map((step) => step.request)).toMatchObject([
    {
      headers: {
        authorization: 'Bearer {{Authorization}}',
        'x-api-key': '{{X-Api-Key}}',
        cookie: '{{Cookie}}',
        'x-note': 'again {{Authorization}}',
        'x-own': '{{$text}}',
      },
      json: { login: { password: '{{password}}' }, name: 'Brukskonto' },
    },
    { operation: 'listAccounts', query: { access_token: '{{access_token}}', x: '1' } },
  ]);
});

it('a value that a folder declares as secret becomes its variable where it was typed', async () => {
  const typed = 'declared-2718281828';
  writeCollection(join(folder, 'collections/Declares'), {
    'collection.yaml': { variables: { pin: typed }, secret: ['pin'] },
  });
  await call('recording.start', { reset: false });
  await call('requests.send', { ...fresh('createConsent'), body: JSON.stringify({ note: `for ${typed}` }) });
  await call('recording.stop', {});
  expect((await call('recording.read', {})).secret).toEqual(['pin']);
  const { path } = await call('recording.save', { name: 'Typed' });
  const { entries, folders } = await call('saved.list', {});
  const [step] = entries.filter((entry) => entry.path.startsWith(`${path}/`));
  expect(step?.step.request).toMatchObject({ json: { note: 'for {{pin}}' } });
  expect(folders.find((one) => one.path === path)?.settings).toMatchObject({
    secret: ['pin'],
    variables: {},
  });
});

it.each<[what: string, text: object]>([
  ['a number', { json: { password: 98765432101 } }],
  ['a list', { json: { accessToken: ['98765432101'] } }],
  ['an object', { json: { password: { value: { x: ['98765432101'] } } } }],
  [
    'a form',
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      text: ['grant_type=x&client%5Fsecret=98765432101'],
    },
  ],
  ['a text that looks like JSON', { text: ['{"pass\\u0077ord": {"x": [98765432101]}, "x": 1.10'] }],
  ['an encoded name', { line: 'GET /v1/accounts?x=1&api%5Fkey=98765432101' }],
])('a credential is found in %s', (_, request) => {
  const usual = { operation: 'createConsent', params: {}, query: {}, headers: {}, fault: null };
  const { steps, secret } = withoutCredentials([{ name: 'One', request: { ...usual, ...request } }]);
  expect(JSON.stringify(steps)).not.toContain('98765432101');
  expect(secret).toHaveLength(1);
});

it.each([
  ['a header', { headers: { 'TPP-Redirect-URI': 'https://ola:pA55-w0rd@tpp.example/back' } }],
  ['a parameter of a line', { line: 'GET /v1/x?to=https%3A%2F%2Fola%3ApA55-w0rd%40tpp.example%2Fback' }],
  ['a list of a body', { json: { links: ['see https://ola:pA55-w0rd@tpp.example/back'] } }],
  ['an address with a variable', { query: { to: 'https://{{name}}:pA55-w0rd@tpp.example/back' } }],
  ['a text', { text: ['to=1', 'https://ola:pA55-w0rd@tpp.example/back'] }],
])('the name and password in an address in %s become a secret variable', (_, given) => {
  const usual = { operation: 'createConsent', params: {}, query: {}, headers: {}, fault: null };
  const { steps, secret } = withoutCredentials([{ name: 'A', request: { ...usual, ...given } }]);
  expect(JSON.stringify(steps)).not.toContain('pA55-w0rd');
  expect(JSON.stringify(steps)).toContain('//{{userinfo}}@tpp.example');
  expect(secret).toEqual(['userinfo']);
});

it('an address whose name and password are variables stays as it is', () => {
  const query = { to: 'https://{{name}}:{{word}}@tpp.example/back' };
  const request = { operation: 'createConsent', params: {}, query, headers: {}, fault: null };
  expect(withoutCredentials([{ name: 'A', request }])).toEqual({
    steps: [{ name: 'A', request }],
    secret: [],
  });
});
