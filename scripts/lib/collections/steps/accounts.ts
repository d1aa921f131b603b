/** Consents, accounts and transactions, in the steps of several collections. */
import type { Step } from '../../../../shared/collections/steps.ts';
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import { type About, act, keep, link, operate, refused, send, status, STRANGER } from '../draft.ts';

/** Headers of a call that is made without the PSU. */
export const ALONE = { 'psu-ip-address': '' };

export const ACCOUNT = { 'account-id': '{{accountId}}' };
export const CARD = { 'card-account-id': '{{cardId}}' };

/** The account that a consent shares in its steps: path parameters. */
type Account = typeof ACCOUNT;

/** A request for booked transactions. */
export const booked = (query: Record<string, string> = {}, params: Account = ACCOUNT) => ({
  params,
  query: { bookingStatus: 'booked', ...query },
});

interface Consent {
  /** Name of the step that asks for the consent. */
  ask: string;
  /** Name of the step in which Eirik gives it. */
  share: string;
  /** The only accounts that are shared; all of them otherwise. */
  accounts?: string[];
  asked?: About;
  shared?: About;
}

/** The TPP asks for a consent, and Eirik gives it. */
export const givenConsent = ({ ask, share, accounts, asked = {}, shared = {} }: Consent): Step[] => [
  send(ask, 'createConsent', {}, { expect: [status(201)], ...asked }),
  act(share, { psu: '{{eirik}}', ...(accounts === undefined ? {} : { accounts }) }, shared),
];

/** A TPP that has no consent asks for accounts. */
export const askWithoutConsent = (name: string, tags: RuleId[]) =>
  send(
    name,
    'listAccounts',
    { headers: STRANGER },
    { tags, expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
  );

interface Revocation {
  see: string;
  revoke: string;
  /** Name of the step in which the TPP finds out. */
  then: string;
}

/** The PSU revokes the consent at the bank, and the TPP's next request is refused. */
export const revocation = ({ see, revoke, then }: Revocation): Step[] => [
  operate(see, 'GET /control/consents', undefined, {
    keep: [keep('consentId', '$.consents[?@.revokedAt == null].id')],
  }),
  operate(revoke, 'POST /control/consents/{{consentId}}/revoke'),
  send(
    then,
    'listAccounts',
    {},
    { tags: ['SCA-10', 'SCA-11'], expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
  ),
];

/** The clock moves past the last day of every consent. */
export const expiry = (wait: string, tags: RuleId[]): Step[] => [
  operate(wait, 'POST /control/clock', { advance: 'P181D' }),
  send(
    'The consent has expired',
    'listAccounts',
    {},
    { tags, expect: refused(401, 'CONSENT_EXPIRED', link('scaRedirect')) },
  ),
];

export const readAccountOfAnother = (name: string) =>
  send(
    name,
    'readAccount',
    { params: { 'account-id': '{{ingridAccountId}}' } },
    { tags: ['AIS-1'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  );

export const daysInWrongOrder = (name: string, query: Record<string, string> = {}, params?: Account) =>
  send(
    name,
    'listTransactions',
    booked({ dateFrom: '{{$today}}', dateTo: '{{$today-1}}', ...query }, params),
    { tags: ['AIS-6'], expect: refused(400, 'PERIOD_INVALID') },
  );

interface Calls {
  params?: Account;
  four: string;
  fifth: string;
  /** Tags of the four calls. */
  tags: RuleId[];
}

/** Four calls without the PSU on one day, and one too many. The collection has a variable `calls` with four values. */
export const fiveCallsAlone = ({ params = ACCOUNT, four, fifth, tags }: Calls): Step[] => [
  forEachCall(send(four, 'readBalances', { params, headers: ALONE }, { tags, expect: [status(200)] })),
  send(
    fifth,
    'readBalances',
    { params, headers: ALONE },
    {
      tags: ['LIM-1'],
      expect: refused(429, 'ACCESS_EXCEEDED', {
        that: { of: 'header', name: 'Retry-After' },
        must: { is: 'present' },
      }),
    },
  ),
];

export const FOUR_CALLS = { calls: [1, 2, 3, 4] };
export const forEachCall = (step: Step): Step => ({
  ...step,
  each: { in: { variable: 'calls' }, as: 'call' },
});
