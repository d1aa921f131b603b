/** Ids in a response: those of links and of the path, described, bounded, and never with a secret. */
import { describe, expect, it } from 'vitest';
import { idsIn, obstacleTo, seenAgain, seenPayment } from '../../shared/contract/recent-ids.ts';

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

describe('obstacleTo', () => {
  const fits = { kind: 'single', product: 'NCBCT', status: 'RCVD', isInBasket: false } as const;
  it.each([
    [null, fits],
    ['kind', { ...fits, kind: 'bulk' }],
    ['product', { ...fits, product: 'SCT' }],
    ['status', { ...fits, status: 'ACSC' }],
    ['taken', { ...fits, isInBasket: true }],
    ['unknown', { ...fits, status: null }],
    ['unknown', undefined],
  ] as const)('%s', (obstacle, payment) => {
    expect(obstacleTo(payment, ['NCBCT'])).toBe(obstacle);
  });
  it('without a word on products, each is accepted', () => {
    expect(obstacleTo({ ...fits, product: 'SCT' }, null)).toBeNull();
  });
  it('a later look keeps what the bank has not said again', () => {
    const path = '/v1/payments/norwegian-cross-border-credit-transfers/enc!!a';
    const signed = seenPayment('GET', `${path}/status`, { transactionStatus: 'ACTC' });
    expect(seenAgain({ ...fits, isInBasket: true }, signed)).toEqual({
      ...fits,
      status: 'ACTC',
      isInBasket: true,
    });
    expect(seenAgain(fits, seenPayment('GET', path, {}))).toEqual(fits);
  });
});

describe('idsIn', () => {
  it('a created payment is described by what was asked for', () => {
    expect(idsIn(exchange({}, self('/v1/payments/sepa-credit-transfers/enc!!a')), MASK)).toEqual([
      {
        name: 'payment-id',
        value: 'enc!!a',
        about: 'EUR 9.50 to Holzbau',
        at: 5,
        payment: { kind: 'single', product: 'SCT', status: null, isInBasket: false },
      },
    ]);
  });
  it('payments of the same amount are told apart by their own references, and a bulk payment by its number', () => {
    const asks = (body: object) => {
      const requestBody = JSON.stringify(body);
      return idsIn(exchange({ requestBody }, self('/v1/payments/sepa-credit-transfers/enc!!a')), MASK)[0]
        ?.about;
    };
    const instructedAmount = { amount: '9.50', currency: 'EUR' };
    expect(asks({ instructedAmount, creditorName: 'Holzbau', endToEndIdentification: 'R-1' })).toBe(
      'EUR 9.50 to Holzbau, R-1',
    );
    expect(asks({ payments: [{ instructedAmount }, { instructedAmount }] })).toBe('2 payments');
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
