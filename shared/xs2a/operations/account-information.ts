/** Account information, consents, and the PSU with their agreements. */
import {
  accountsSchema,
  accountSchema,
  balancesSchema,
  transactionsSchema,
  transactionDetailsSchema,
  cardAccountsSchema,
  cardAccountSchema,
  cardBalancesSchema,
  cardTransactionsSchema,
  consentSchema,
  userSchema,
  agreementsSchema,
} from '../schemas.ts';
import { ais, type Operation } from './operation.ts';

/** Parameters of a listing of transactions (AIS-3, AIS-4). */
const LISTING = [
  {
    name: 'bookingStatus',
    values: ['booked', 'pending', 'both', 'all'],
    first: 'both',
    text: 'Which transactions to return; both if it is left out.',
  },
  { name: 'dateFrom', values: [], first: '', text: 'First day, YYYY-MM-DD. The default is 90 days ago.' },
  { name: 'dateTo', values: [], first: '', text: 'Last day, YYYY-MM-DD, inclusive.' },
  { name: 'limit', values: [], first: '', text: 'Transactions per page, 1 to 1000.' },
  { name: 'offset', values: [], first: '', text: 'Number of transactions to skip.' },
] as const;

const WITH_BALANCE = {
  name: 'withBalance',
  values: ['true', 'false'],
  first: 'true',
  text: 'Adds the balances to each account.',
};

const accounts = { ...ais, group: 'Account information' } as const;

const consent = {
  ...ais,
  group: 'Consents',
  method: 'POST',
  rules: ['SCA-9'],
  psu: 'optional',
  body: 'ignored',
  success: 201,
  answer: consentSchema,
} as const;

/** Identifies the PSU without accounts: either role is sufficient, and the SCA does not ask for accounts. */
const identify = { ...ais, role: null, sca: 'identify', group: 'User and agreements' } as const;

export const ACCOUNT_INFORMATION = [
  {
    ...accounts,
    id: 'listAccounts',
    title: 'List accounts',
    path: '/v1/accounts',
    summary: 'The accounts that the PSU shares with this TPP.',
    rules: ['AIS-1', 'SCA-10'],
    query: [WITH_BALANCE],
    answer: accountsSchema,
  },
  {
    ...accounts,
    id: 'readAccount',
    title: 'Read account',
    path: '/v1/accounts/{account-id}',
    summary: 'One shared account.',
    rules: ['AIS-1'],
    query: [WITH_BALANCE],
    answer: accountSchema,
  },
  {
    ...accounts,
    id: 'readBalances',
    title: 'Read balances',
    path: '/v1/accounts/{account-id}/balances',
    summary:
      'The booked and expected balances. When the PSU is not present, they can be read at most four times in 24 hours.',
    rules: ['AIS-2', 'LIM-1'],
    answer: balancesSchema,
  },
  {
    ...accounts,
    id: 'listTransactions',
    title: 'List transactions',
    path: '/v1/accounts/{account-id}/transactions',
    summary: 'Newest first, 200 per page. Transactions older than 90 days need an SCA within the last hour.',
    rules: ['AIS-3', 'AIS-4', 'AIS-5', 'AIS-6', 'AIS-7', 'LIM-2'],
    query: LISTING,
    answer: transactionsSchema,
  },
  {
    ...accounts,
    id: 'readTransaction',
    title: 'Read transaction details',
    path: '/v1/accounts/{account-id}/transactions/{transaction-id}',
    summary: 'One transaction, including the fields that the list leaves out.',
    rules: ['AIS-8'],
    answer: transactionDetailsSchema,
  },
  {
    ...accounts,
    id: 'listCardAccounts',
    title: 'List card accounts',
    path: '/v1/card-accounts',
    summary: 'The credit cards that the PSU shares.',
    rules: ['AIS-9'],
    answer: cardAccountsSchema,
  },
  {
    ...accounts,
    id: 'readCardAccount',
    title: 'Read card account',
    path: '/v1/card-accounts/{card-account-id}',
    summary: 'One shared card.',
    rules: ['AIS-9'],
    answer: cardAccountSchema,
  },
  {
    ...accounts,
    id: 'readCardBalances',
    title: 'Read card balances',
    path: '/v1/card-accounts/{card-account-id}/balances',
    summary: 'The remaining credit and the amount owed.',
    rules: ['AIS-9'],
    answer: cardBalancesSchema,
  },
  {
    ...accounts,
    id: 'listCardTransactions',
    title: 'List card transactions',
    path: '/v1/card-accounts/{card-account-id}/transactions',
    summary: 'Newest first, with the amount paid abroad.',
    rules: ['AIS-9', 'AIS-3', 'AIS-4'],
    query: [{ ...LISTING[0], values: ['booked', 'pending', 'both'] }, ...LISTING.slice(1)],
    answer: cardTransactionsSchema,
  },
  {
    ...consent,
    id: 'createConsent',
    title: 'Ask for consent',
    path: '/v1/bank-offered-consents',
    summary: 'Starts an SCA in which the PSU chooses the accounts to share.',
  },
  {
    ...consent,
    id: 'createConsentDeprecated',
    title: 'Ask for consent (old path)',
    path: '/v1/consents',
    summary: 'The same operation under the deprecated path. The body is ignored.',
  },
  {
    ...identify,
    id: 'readUser',
    title: 'Read user',
    path: '/v1/user',
    summary:
      'Who has signed in. Starts an SCA that does not ask for accounts, for a PISP that is not an AISP.',
    rules: ['SCA-13'],
    answer: userSchema,
  },
  {
    ...identify,
    id: 'readUserAlias',
    title: 'Read user (other path)',
    path: '/v1/users',
    summary: 'The same operation under its alias.',
    rules: ['SCA-13'],
    answer: userSchema,
  },
  {
    ...identify,
    choosesContext: true,
    id: 'listAgreements',
    title: 'List agreements',
    path: '/v1/agreements',
    summary: "The PSU's corporate agreements. Send an id from this list as PSU-Corporate-ID.",
    rules: ['SCA-14'],
    answer: agreementsSchema,
  },
] as const satisfies readonly Operation[];
