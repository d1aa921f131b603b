/** Ids in a response: those of links and of the path, described, bounded, and never with a secret. */
import { describe, expect, it } from 'vitest';
import { idsIn } from '../../shared/contract/recent-ids.ts';

const MASK = '•••';
const exchange = (change: object, body: unknown) => ({
  at: 5,
  title: 'Create payment',
  method: 'POST',
  path: '/v1/payments/sepa-credit-transfers',
  status: 201,
  requestBody: '{"instructedAmount":{"amount":"9.50","currency":"EUR"},"creditorName":"Holzbau"}',
  response: {
    status: 201,
    reason: 'Created',
    headers: [],
    bodyBytes: 1,
    body: JSON.stringify(body),
    tls: null,
    timing: { dns: 0, connect: 0, tls: 0, bank: 0, download: 0 },
  },
  ...change,
});
const self = (href: unknown) => ({ _links: { self: { href, verbs: ['GET'] } } });

describe('idsIn', () => {
  it('a created payment is described by what was asked for', () => {
    expect(idsIn(exchange({}, self('/v1/payments/sepa-credit-transfers/enc!!a')), MASK)).toEqual([
      { name: 'payment-id', value: 'enc!!a', about: '9.50 EUR to Holzbau', at: 5 },
    ]);
  });
  it('the entries of a list are described by themselves, and an agreement is an id of its header', () => {
    const accounts = [{ name: 'Brukskonto', bban: '86011100009', ...self('/v1/accounts/enc!!b') }];
    const agreements = [{ name: 'Fjellheim', psuCorporateId: 'c-1' }];
    expect(idsIn(exchange({ requestBody: '' }, { accounts, agreements }), MASK)).toEqual([
      { name: 'account-id', value: 'enc!!b', about: 'Brukskonto 86011100009', at: 5 },
      { name: 'psu-corporate-id', value: 'c-1', about: 'Fjellheim', at: 5 },
    ]);
  });
  it('refusals, links to elsewhere, secrets and what is no JSON bring nothing', () => {
    expect(idsIn(exchange({ status: 400 }, self('/v1/accounts/enc!!b')), MASK)).toEqual([]);
    for (const href of ['/elsewhere/enc!!b', `/v1/accounts/x${MASK}`, `/v1/accounts/${'x'.repeat(401)}`, 7])
      expect(idsIn(exchange({}, self(href)), MASK)).toEqual([]);
    expect(idsIn({ ...exchange({}, {}), response: null }, MASK)).toEqual([]);
    expect(idsIn(exchange({}, 'text'), MASK)).toEqual([]);
  });
});
