/** Changes of what a bank does, and the steps of the shipped collections that must notice them. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import type { Quirks } from '../../bank-sim/quirks.ts';
import type { ScenarioInput } from '../../shared/xs2a/operator-input.ts';
import type { Identity } from './identity.ts';
import { type Ran, runFolder, targetOf } from './runs.ts';
import { type Answer, type Spoil, type SpoilingProxy, startSpoilingProxy } from './spoiling-proxy.ts';

export const SHIPPED = join(import.meta.dirname, '../../main/collections');

/** One change of what the bank does, and the steps that must notice it. */
export interface Mutation {
  title: string;
  /** Flows of the collection that are run. */
  of: [collection: string, ...flows: string[]];
  /** Names of steps that must fail, and of which the first to fail must be one. */
  red: string[];
  quirk?: [name: keyof Quirks, value: string | boolean];
  scenario?: ScenarioInput;
  spoil?: Spoil;
}

/** Changes a JSON body. */
const json =
  (line: RegExp, change: (body: Record<string, unknown>) => void, status?: number): Spoil =>
  (asked, answer) => {
    if (!line.test(asked) || (status !== undefined && answer.status !== status)) return null;
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    change(body);
    return { ...answer, body: JSON.stringify(body) };
  };
const other =
  (line: RegExp, change: (answer: Answer) => Partial<Answer>): Spoil =>
  (asked, answer) =>
    line.test(asked) ? { ...answer, ...change(answer) } : null;
const without = (line: RegExp, header: string): Spoil =>
  other(line, ({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)),
  }));
/** The n-th object of a list in a body. */
const nth = (body: Record<string, unknown>, list: string, at = 0) =>
  (body[list] as Record<string, unknown>[])[at] ?? {};

/** The booked transactions of a listing. */
const bookedIn = (body: Record<string, unknown>) =>
  (body['transactions'] as { booked: Record<string, unknown>[] }).booked;

const LISTING = /\/v1\/accounts\/[^/]+\/transactions$/;

const failing = { system: 'bank', status: 400, code: 'PAYMENT_FAILED', message: 'No.' };

export const MUTATIONS: readonly Mutation[] = [
  {
    title: 'an SCA fails',
    of: ['first-steps', '1-look-at-the-accounts'],
    scenario: { when: { path: '/v1/bank-offered-consents' }, then: { failSca: failing } },
    red: ['Eirik approves at the bank'],
  },
  {
    title: 'the accounts answer 500',
    of: ['first-steps', '1-look-at-the-accounts'],
    scenario: { when: { path: '/v1/accounts' }, then: { status: 500 } },
    red: ['List the accounts'],
  },
  {
    title: 'a forged signature on the accounts',
    of: ['first-steps', '1-look-at-the-accounts'],
    scenario: { when: { path: '/v1/accounts' }, then: { corruptResponseSignature: true } },
    red: ['List the accounts'],
  },
  {
    title: 'the connection drops at one account',
    of: ['first-steps', '1-look-at-the-accounts'],
    scenario: { when: { path: '/v1/accounts/*' }, then: { dropConnection: true } },
    red: ['Read one account'],
  },
  {
    title: 'the accounts are forced through an SCA',
    of: ['first-steps', '1-look-at-the-accounts'],
    scenario: { when: { path: '/v1/accounts/*/balances' }, then: { forceSca: true } },
    red: ['Read its balances'],
  },
  {
    title: 'an authorisation is exempted',
    of: ['first-steps', '2-pay'],
    scenario: {
      when: { method: 'POST', path: '/v1/payments/*/*/authorisations' },
      then: { exemptSca: true },
    },
    red: ['Start its authorisation'],
  },
  {
    title: 'an account too many',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: json(/GET \/v1\/accounts$/, (body) => (body['accounts'] as unknown[]).push(nth(body, 'accounts'))),
    red: ['List the accounts'],
  },
  {
    title: 'another account',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: json(
      /GET \/v1\/accounts\/[^/]+$/,
      (body) => ((body['account'] as Record<string, unknown>)['bban'] = '1'),
    ),
    red: ['Read one account'],
  },
  {
    title: 'an amount as a number',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: json(
      /balances$/,
      (body) => (nth(body, 'balances')['balanceAmount'] = { amount: 12.5, currency: 'NOK' }),
    ),
    red: ['Read its balances'],
  },
  {
    title: 'a page that is too long',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: json(/transactions$/, (body) => {
      const list = (body['transactions'] as Record<string, unknown[]>)['booked'] ?? [];
      list.push(list[0]);
    }),
    red: ['Read its latest transactions'],
  },
  {
    title: 'another transaction',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: json(
      /transactions\/[^/]+$/,
      (body) => ((body['transactionDetails'] as Record<string, unknown>)['transactionId'] = 'x'),
    ),
    red: ['Read one transaction'],
  },
  {
    title: 'no ASPSP-SCA-Approach',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: without(/bank-offered/, 'aspsp-sca-approach'),
    red: ['Ask for consent'],
  },
  {
    title: '200 instead of 201',
    of: ['first-steps', '1-look-at-the-accounts'],
    spoil: other(/bank-offered/, () => ({ status: 200 })),
    red: ['Ask for consent'],
  },
  {
    title: 'a payment that is approved at once',
    of: ['first-steps', '2-pay'],
    spoil: json(/POST .*transfers$/, (body) => (body['transactionStatus'] = 'ACSC')),
    red: ['Create the payment'],
  },
  {
    title: 'a payment that never settles',
    of: ['first-steps', '2-pay'],
    spoil: json(/status$/, (body) => (body['transactionStatus'] = 'PDNG'), 200),
    red: ['It is settled by a batch'],
  },
  {
    title: 'the wrong refusal',
    of: ['first-steps', '3-the-bank-says-no'],
    spoil: json(/accounts$/, (body) => (nth(body, 'tppMessages')['code'] = 'SIGNATURE_INVALID'), 400),
    red: ['A request without a signature'],
  },
  {
    title: 'the error table with another status',
    of: ['refusals', '1-the-error-table'],
    spoil: other(/signing-baskets$/, () => ({ status: 422 })),
    red: ['It cannot be in a basket'],
  },
  {
    title: 'a path left out',
    of: ['refusals', '1-the-error-table'],
    spoil: json(/POST .*payments/, (body) => delete nth(body, 'tppMessages')['path'], 400),
    red: ['A character cannot be processed'],
  },
  {
    title: 'a refusal without its link',
    of: ['refusals', '1-the-error-table'],
    spoil: json(/accounts$/, (body) => delete body['_links'], 401),
    red: ['There is no consent'],
  },
  {
    title: 'KIDs are not checked',
    of: ['refusals', '1-the-error-table'],
    quirk: ['strictKid', false],
    red: ['A KID with a wrong check digit'],
  },
  {
    title: 'baskets take all products',
    of: ['refusals', '5-baskets'],
    quirk: ['sandboxBasketProducts', 'all'],
    red: ['Not in a basket of the sandbox'],
  },
  {
    title: 'raw UTF-8 is accepted',
    of: ['refusals', '6-faults-in-the-signature'],
    quirk: ['strictMime', false],
    red: ['Raw UTF-8, not an encoded word'],
  },
  {
    title: 'a revoked consent answers 403',
    of: ['refusals', '8-account-information'],
    quirk: ['revokedConsent', '403'],
    red: ['The consent is revoked'],
  },
  {
    title: 'no Retry-After',
    of: ['refusals', '8-account-information'],
    spoil: without(/balances$/, 'retry-after'),
    red: ['A fifth one'],
  },
  {
    title: 'responses are not signed',
    of: ['conformance', '2-signature'],
    quirk: ['signResponses', false],
    red: ['The response is signed'],
  },
  {
    title: 'domestic payments are readable',
    of: ['conformance', '8-payments'],
    quirk: ['domesticUnreadableBeforeApproval', false],
    red: ['It cannot be read yet'],
  },
  {
    title: 'held payments look pending',
    of: ['payments-and-baskets', '4-held-and-stopped'],
    quirk: ['onHoldStatus', 'PDNG'],
    red: ['The TPP sees that it is blocked'],
  },
  {
    title: 'no interimBooked',
    of: ['conformance', '6-account-information'],
    quirk: ['interimBooked', false],
    red: ["A card's balances"],
  },
  {
    title: 'another X-Request-ID',
    of: ['conformance', '1-service'],
    spoil: other(/customers$/, ({ headers }) => ({ headers: { ...headers, 'x-request-id': 'x' } })),
    red: ['The response repeats the X-Request-ID'],
  },
  {
    title: 'caches may store',
    of: ['conformance', '1-service'],
    spoil: without(/customers$/, 'cache-control'),
    red: ['The response repeats the X-Request-ID'],
  },
  {
    title: 'no Location',
    of: ['conformance', '1-service'],
    spoil: without(/transfers$/, 'location'),
    red: ['A 201 has a Location'],
  },
  {
    title: 'links allow too much',
    of: ['conformance', '1-service'],
    spoil: json(
      /customers$/,
      (body) => (nth(body, 'customers')['_links'] = { self: { href: '/v1/x', verbs: ['GET', 'PUT'] } }),
      200,
    ),
    red: ['Links say what can be called'],
  },
  {
    title: 'no Allow',
    of: ['conformance', '1-service'],
    spoil: without(/PUT /, 'allow'),
    red: ['A known path with another method'],
  },
  {
    title: 'no Deprecation',
    of: ['conformance', '5-consent'],
    spoil: without(/POST \/v1\/consents/, 'deprecation'),
    red: ['Ask the old way'],
  },
  {
    title: 'accounts without a consent',
    of: ['conformance', '5-consent'],
    spoil: other(/GET \/v1\/accounts$/, ({ status }) =>
      status === 401 ? { status: 200, body: '{"accounts":[]}' } : {},
    ),
    red: ['No accounts without a consent'],
  },
  {
    title: 'details that add nothing',
    of: ['conformance', '6-account-information'],
    spoil: json(/transactions\/[^/?]+$/, (body) => {
      const details = body['transactionDetails'] as Record<string, unknown>;
      delete details['entryReference'];
    }),
    red: ['A transaction'],
  },
  {
    title: 'transactions without the balance after them',
    of: ['conformance', '6-account-information'],
    spoil: json(LISTING, (body) => delete bookedIn(body)[0]?.['balanceAfterTransaction'], 200),
    red: ['Booked transactions'],
  },
  {
    title: 'the oldest transactions first',
    of: ['conformance', '6-account-information'],
    spoil: json(LISTING, (body) => bookedIn(body).length > 100 && bookedIn(body).reverse(), 200),
    red: ['The page size'],
  },
  {
    title: 'one error at a time',
    of: ['conformance', '9-payment-orders'],
    spoil: json(/POST .*transfers$/, (body) => (body['tppMessages'] as unknown[]).splice(1), 400),
    red: ['A member of another product, and one that is missing'],
  },
  {
    title: 'a transaction without the reference of its payment',
    of: ['conformance', '8-payments'],
    spoil: json(
      LISTING,
      (body) => {
        for (const one of bookedIn(body)) delete one['endToEndIdentification'];
      },
      200,
    ),
    red: ['Its reference is with the transaction'],
  },
  {
    title: 'x-accept-fix is not looked at',
    of: ['conformance', '14-versions'],
    spoil: json(/GET \/v1\/accounts$/, (body) => (nth(body, 'accounts')['cashAccountType'] = 'Current'), 200),
    red: ['A known one', 'The new form, because it is asked for'],
  },
  {
    title: 'a basket that is settled',
    of: ['payments-and-baskets', '6-baskets'],
    spoil: json(/signing-baskets\/[^/]+\/status$/, (body) => (body['transactionStatus'] = 'ACSC')),
    red: ['The basket is approved'],
  },
  {
    title: 'a basket that lost a payment',
    of: ['payments-and-baskets', '6-baskets'],
    spoil: json(/GET .*signing-baskets\/[^/]+$/, (body) => (body['payments'] as unknown[]).pop()),
    red: ['Read the basket'],
  },
  {
    title: 'the SCA of a basket fails',
    of: ['payments-and-baskets', '6-baskets'],
    scenario: { when: { path: '/v1/signing-baskets/*/authorisations' }, then: { failSca: failing } },
    red: ['Eirik approves both'],
  },
  {
    title: 'one signer is enough',
    of: ['payments-and-baskets', '5-a-second-signer'],
    spoil: other(/status$/, ({ status }) =>
      status === 404 ? { status: 200, body: '{"transactionStatus":"PDNG"}' } : {},
    ),
    red: ['It waits for a second signer and cannot be read'],
  },
  {
    title: 'a fifth call is answered',
    of: ['account-information', '5-without-the-psu'],
    spoil: other(/balances$/, ({ status }) => (status === 429 ? { status: 200, body: '{}' } : {})),
    red: ['The fifth is refused'],
  },
  {
    title: 'a consent that never expires',
    of: ['account-information', '6-the-end-of-sessions-and-consents'],
    spoil: json(/accounts$/, (body) => (nth(body, 'tppMessages')['code'] = 'CONSENT_INVALID'), 401),
    red: ['The consent has expired'],
  },
];

/** Runs collections against a bank of the test file, as it is or changed. */
export function useChangedBank(own: { readonly bank: Bank }, identity: () => Identity) {
  let proxy: SpoilingProxy;
  beforeAll(async () => {
    proxy = await startSpoilingProxy(own.bank);
  });
  afterAll(() => proxy.stop());

  /** Through the proxy. */
  const through = () => {
    const direct = targetOf(own.bank, identity()).destination;
    return { ...direct, baseUrl: proxy.baseUrl, ca: `${proxy.ca}\n${direct.ca}` };
  };
  return {
    /** Nothing is spoilt. */
    unchanged: (collection: string): Promise<Ran> => {
      proxy.spoil = () => null;
      const target = { destination: through() };
      return runFolder(join(SHIPPED, collection), targetOf(own.bank, identity()), { target });
    },
    changed: async ({ of: [collection, ...flows], quirk, scenario, spoil }: Mutation): Promise<Ran> => {
      const { bank } = own;
      const before = quirk && bank.inspection.state().quirks[quirk[0]];
      if (quirk !== undefined) bank.operator.setQuirk(...quirk);
      const added = scenario === undefined ? null : bank.operator.addScenario(scenario);
      const id = added?.done ? added.value.id : null;
      proxy.spoil = spoil ?? (() => null);
      const ran = await runFolder(join(SHIPPED, collection), targetOf(bank, identity()), {
        choice: { only: flows, tags: [] },
        ...(spoil === undefined ? {} : { target: { destination: through() } }),
      });
      if (id !== null) bank.operator.removeScenario(id);
      if (quirk !== undefined && before !== undefined) bank.operator.setQuirk(quirk[0], before);
      return ran;
    },
  };
}

/** The names of the steps that failed, and why the first did. */
export function failedIn({ results }: Ran): { names: string[]; reason: string } {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return { names: failed.map(({ name }) => name), reason: failed[0]?.reason ?? 'nothing failed' };
}
