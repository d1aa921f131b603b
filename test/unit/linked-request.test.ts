/** Links that a bank sends: they lead to a request, and are never filled in. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Filler } from '../../shared/collections/fill.ts';
import { placeOf } from '../../main/core/requests/place.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { asSent } from '../../shared/collections/as-sent.ts';
import { httpOf, linkedRequest } from '../../shared/requests/http.ts';
import { requestSchema } from '../../shared/requests/request.ts';

it('a link leads to its operation, with its path and query', () => {
  expect(linkedRequest('GET', '/v1/accounts/1/transactions?limit=3')).toMatchObject({
    operation: 'listTransactions',
    params: { 'account-id': '1' },
    query: { limit: '3' },
  });
  expect(linkedRequest('GET', '/v1/nothing')).toBeNull();
});

it.each([
  '/v1/accounts/{{vaultPass}}',
  '/v1/accounts/%7B%7BvaultPass%7D%7D',
  '/v1/accounts/%7b{vaultPass}}',
  '/v1/accounts/%257B%257BvaultPass%257D%257D',
  '/v1/accounts/1/balances?x={{vaultPass}}',
  '/v1/accounts/1/transactions?limit=%7B%7BvaultPass%7D%7D',
])('%s is not followed', (href) => {
  expect(linkedRequest('GET', href)).toBeNull();
});

it('a request of the history has the values that it was sent with in place of variables that are gone', () => {
  const written = {
    ...fresh('readBalances'),
    params: { 'account-id': '{{resourceId}}' },
    headers: { 'psu-id': '{{psu}}', 'x-note': '{{uuid}}', 'x-secret': '{{secret}}' },
    body: '{"a":"{{resourceId}}"}',
  };
  const sent = {
    path: '/v1/accounts/enc!!baLz%3D/balances',
    headers: [
      ['PSU-ID', '{{vaultPass}}'],
      ['X-Note', 'a1'],
      ['X-Secret', '•••'],
    ] satisfies [string, string][],
    body: '{"a":"enc!!baLz="}',
  };
  expect(asSent(written, sent, ['resourceId', 'psu', 'secret'])).toEqual({
    ...written,
    params: { 'account-id': 'enc!!baLz=' },
    body: sent.body,
  });
});

it('nothing in a link asks for a variable, however it is written', () => {
  const piece = fc.oneof(
    fc.constantFrom('{', '{{', '%7B', '%7b', '%257B', '}', '}}', '%7D', '$', 'secret', '/', '?', '&', '='),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const request = linkedRequest('GET', `/v1/accounts/${pieces.join('')}`);
      if (request === null) return;
      const filler = new Filler({ get: () => null }, { now: 0, newUuid: () => '' });
      const sent = httpOf(request);
      filler.path(sent?.path ?? '');
      for (const value of [...Object.values(request.params), ...Object.values(request.query)])
        filler.text(value);
      expect(() => filler.check()).not.toThrow();
    }),
  );
});

it.each([
  ['{{link}}', '/v1/a?b=c', 'https://bank.example', 'base https://bank.example /v1/a?b=c'],
  ['{{link}}', 'https://bank.example/v1/a', 'https://bank.example', 'base https://bank.example /v1/a'],
  ['{{link}}', 'https://BANK.example:443/v1/a', 'https://bank.example', 'base https://bank.example /v1/a'],
  [
    '{{link}}',
    'https://bank.example/b/v1/a',
    'https://bank.example/b/',
    'base https://bank.example/b/ /v1/a',
  ],
  ['%7B%7Blink%7D%7D', '/b/v1/a', 'https://bank.example/b', 'base https://bank.example/b /v1/a'],
  ['/v1/{{id}}', '/b/v1', 'https://bank.example/b', 'base https://bank.example/b /b/v1'],
  [
    'https://bank.example/b/v1',
    'https://bank.example/b/v1',
    'https://bank.example/b',
    'base https://bank.example/b /v1',
  ],
  ['{{link}}', 'https://bank.example/token', 'https://bank.example/b', 'host https://bank.example /token'],
  ['{{link}}', 'https://bank.example', 'https://bank.example', 'base https://bank.example /'],
  [
    '{{link}}',
    'https://auth.bank.example/a?b',
    'https://bank.example',
    'host https://auth.bank.example /a?b',
  ],
  ['{{link}}', 'https://auth.bank.example?b', 'https://bank.example', 'host https://auth.bank.example /?b'],
  [
    '{{link}}',
    'https://auth.bank.example:8443/',
    'https://bank.example',
    'elsewhere https://auth.bank.example:8443 /',
  ],
  [
    '{{link}}',
    'https://bank.example.evil.example/v1',
    'https://bank.example',
    'elsewhere https://bank.example.evil.example /v1',
  ],
  ['{{link}}', 'http://auth.bank.example/', 'https://bank.example', 'auth.bank.example without TLS'],
  ['{{link}}', 'http://other.example/', 'https://bank.example', 'other.example without TLS'],
  ['{{link}}', 'http://localhost:9443/', 'https://localhost', 'elsewhere http://localhost:9443 /'],
  [
    '{{link}}',
    'https://127.0.0.1/',
    'https://bank.example',
    '127.0.0.1 is on this machine, and the bank is not',
  ],
  ['{{link}}', 'https://auth.bank.example@evil.example/', 'https://bank.example', null],
  ['{{link}}', String.raw`https://evil.example\@auth.bank.example/`, 'https://bank.example', null],
  ['{{link}}', 'ftp://auth.bank.example/', 'https://bank.example', null],
  ['{{link}}', 'v1/a', 'https://bank.example', null],
  ['{{link}}', '/v1/a b', 'https://bank.example', null],
  ['{{link}}', '/v1/a\r\nX: y', 'https://bank.example', null],
])('what is written as %s and became %s at %s goes to %s', (written, filled, baseUrl, outcome) => {
  let said: string;
  try {
    said = Object.values(placeOf(written, filled, { baseUrl, hosts: ['auth.bank.example'] })).join(' ');
  } catch (error) {
    said = String(error);
  }
  expect(said).toContain(outcome ?? `“${written}” is neither a path nor an address`);
});

it.each([
  ['GET {{link}}', true],
  ['POST {{link}}/x?y={{a - b}}', true],
  ['GET /v1/{{a * 2 + b}}/x', true],
  ['GET /v1/a b', false],
  ['GET /v1/{{a b}}', false],
  ['POST https://auth.bank.example/token', true],
  ['GET http://{{host}}/token', true],
  ['GET link', false],
  ['GET ftp://bank.example/', false],
])('a request line %s: %s', (line, isRight) => {
  expect(requestSchema.shape.line.safeParse(line).success).toBe(isRight);
});
