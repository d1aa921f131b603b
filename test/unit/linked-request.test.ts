/** Links that a bank sends: they lead to a request, and are never filled in. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Filler } from '../../shared/collections/fill.ts';
import { httpOf, linkedRequest } from '../../shared/requests/http.ts';

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
