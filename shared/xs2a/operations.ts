/**
 * The catalogue of operations. The bank routes by it and checks headers with it, the workbench offers it and checks
 * answers with it. An operation exists in one place: here.
 */
import { z } from 'zod';
import {
  createAccountInput,
  createAgreementInput,
  createCardAccountInput,
  createCardTransactionInput,
  createCustomerInput,
  createEngagementInput,
  createTransactionInput,
  putBalancesInput,
  sandboxAccountSchema,
  sandboxAccountsSchema,
  sandboxAgreementSchema,
  sandboxAgreementsSchema,
  sandboxCardAccountSchema,
  sandboxEngagementSchema,
  sandboxTransactionSchema,
  sandboxTransactionsSchema,
} from './sandbox-schemas.ts';
import {
  accountSchema,
  accountsSchema,
  agreementsSchema,
  balancesSchema,
  cardAccountSchema,
  cardAccountsSchema,
  cardBalancesSchema,
  cardTransactionsSchema,
  consentSchema,
  contactInput,
  contactSchema,
  customerSchema,
  customersSchema,
  transactionDetailsSchema,
  transactionsSchema,
  userSchema,
} from './schemas.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface QueryParameter {
  name: string;
  /** Values to choose from; none for free text. */
  values: readonly string[];
  /** What the composer starts with; '' leaves the parameter out. */
  first: string;
  text: string;
}

export interface Operation {
  id: string;
  group: string;
  title: string;
  method: Method;
  /** Path template; `{name}` stands for one percent-encoded segment. */
  path: string;
  /** One line for people. */
  summary: string;
  /** Rules of the bank contract that this operation follows. */
  rules: readonly string[];
  /** Which PSD2 role a production bank asks for (SIG-12); null where either will do. */
  role: 'PSP_AI' | 'PSP_PI' | null;
  /** Sandbox calls need neither PSU, session nor redirect headers (SBX-6). */
  redirectHeaders: boolean;
  /** `required`: without PSU-ID the answer is 401 with an scaRedirect; `optional`: checked when it is there (HDR-5). */
  psu: 'none' | 'optional' | 'required';
  /** What an SCA asks for that this operation starts: accounts to share, or only who the PSU is (SCA-13). */
  sca: 'consent' | 'identify';
  query: readonly QueryParameter[];
  /** `ignored`: a body may be sent and is read for media type, UTF-8 and digest only (SCA-9). `json`: it must be JSON. */
  body: 'none' | 'ignored' | 'json';
  /** Schema of a `json` body. */
  input?: z.ZodType;
  /** A body to begin with. */
  example?: string;
  success: number;
  /** Schema of the answer's body; `nothing` for a 204. */
  answer: z.ZodType;
}

/** A 204 has no body. */
const nothing = z.undefined();

const ais = {
  role: 'PSP_AI',
  redirectHeaders: true,
  psu: 'required',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;
const sandbox = {
  role: null,
  redirectHeaders: false,
  psu: 'none',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;

/** Who the PSU is, without accounts: any role, and an SCA that asks for none. */
const identify = {
  ...ais,
  role: null,
  sca: 'identify',
  group: 'User and agreements',
  method: 'GET',
} as const;

/** Parameters of a listing of transactions (AIS-3, AIS-4). */
const LISTING = [
  {
    name: 'bookingStatus',
    values: ['booked', 'pending', 'both', 'all'],
    first: 'both',
    text: 'Which transactions; required.',
  },
  { name: 'dateFrom', values: [], first: '', text: 'First day, YYYY-MM-DD; 90 days ago where left out.' },
  { name: 'dateTo', values: [], first: '', text: 'Last day, YYYY-MM-DD, included.' },
  { name: 'limit', values: [], first: '', text: 'Transactions a page, 1 to 1000.' },
  { name: 'offset', values: [], first: '', text: 'How many to leave out before the first.' },
] as const;

const WITH_BALANCE = {
  name: 'withBalance',
  values: ['true', 'false'],
  first: 'true',
  text: 'Adds the balances to each account.',
};

export const OPERATIONS = [
  {
    ...ais,
    id: 'listAccounts',
    group: 'Account information',
    title: 'List accounts',
    method: 'GET',
    path: '/v1/accounts',
    summary: 'The accounts that the PSU shares with this TPP.',
    rules: ['AIS-1', 'SCA-10'],
    query: [WITH_BALANCE],
    answer: accountsSchema,
  },
  {
    ...ais,
    id: 'readAccount',
    group: 'Account information',
    title: 'Read account',
    method: 'GET',
    path: '/v1/accounts/{account-id}',
    summary: 'One shared account.',
    rules: ['AIS-1'],
    query: [WITH_BALANCE],
    answer: accountSchema,
  },
  {
    ...ais,
    id: 'readBalances',
    group: 'Account information',
    title: 'Read balances',
    method: 'GET',
    path: '/v1/accounts/{account-id}/balances',
    summary: 'Booked and expected balance. Four times a day without the PSU.',
    rules: ['AIS-2', 'LIM-1'],
    answer: balancesSchema,
  },
  {
    ...ais,
    id: 'listTransactions',
    group: 'Account information',
    title: 'List transactions',
    method: 'GET',
    path: '/v1/accounts/{account-id}/transactions',
    summary: 'Newest first, 200 a page. Older than 90 days needs a session of the last hour.',
    rules: ['AIS-3', 'AIS-4', 'AIS-5', 'AIS-6', 'AIS-7', 'LIM-2'],
    query: LISTING,
    answer: transactionsSchema,
  },
  {
    ...ais,
    id: 'readTransaction',
    group: 'Account information',
    title: 'Read transaction details',
    method: 'GET',
    path: '/v1/accounts/{account-id}/transactions/{transaction-id}',
    summary: 'One transaction, with what the list leaves out.',
    rules: ['AIS-8'],
    answer: transactionDetailsSchema,
  },
  {
    ...ais,
    id: 'listCardAccounts',
    group: 'Account information',
    title: 'List card accounts',
    method: 'GET',
    path: '/v1/card-accounts',
    summary: 'The credit cards that the PSU shares.',
    rules: ['AIS-9'],
    answer: cardAccountsSchema,
  },
  {
    ...ais,
    id: 'readCardAccount',
    group: 'Account information',
    title: 'Read card account',
    method: 'GET',
    path: '/v1/card-accounts/{card-account-id}',
    summary: 'One shared card.',
    rules: ['AIS-9'],
    answer: cardAccountSchema,
  },
  {
    ...ais,
    id: 'readCardBalances',
    group: 'Account information',
    title: 'Read card balances',
    method: 'GET',
    path: '/v1/card-accounts/{card-account-id}/balances',
    summary: 'What is left of the credit, and what is owed.',
    rules: ['AIS-9'],
    answer: cardBalancesSchema,
  },
  {
    ...ais,
    id: 'listCardTransactions',
    group: 'Account information',
    title: 'List card transactions',
    method: 'GET',
    path: '/v1/card-accounts/{card-account-id}/transactions',
    summary: 'Newest first, with the amount as it was paid abroad.',
    rules: ['AIS-9', 'AIS-3', 'AIS-4'],
    query: [{ ...LISTING[0], values: ['booked', 'pending', 'both'] }, ...LISTING.slice(1)],
    answer: cardTransactionsSchema,
  },
  {
    ...ais,
    id: 'createConsent',
    group: 'Consents',
    title: 'Ask for consent',
    method: 'POST',
    path: '/v1/bank-offered-consents',
    summary: 'Starts an SCA in which the PSU chooses the accounts to share.',
    rules: ['SCA-9'],
    psu: 'optional',
    body: 'ignored',
    success: 201,
    answer: consentSchema,
  },
  {
    ...ais,
    id: 'createConsentDeprecated',
    group: 'Consents',
    title: 'Ask for consent (old path)',
    method: 'POST',
    path: '/v1/consents',
    summary: 'The same under its deprecated path; the body is ignored.',
    rules: ['SCA-9'],
    psu: 'optional',
    body: 'ignored',
    success: 201,
    answer: consentSchema,
  },
  {
    ...identify,
    id: 'readUser',
    title: 'Read user',
    path: '/v1/user',
    summary: 'Who has signed in. Starts an SCA without accounts, for a PISP that is not an AISP.',
    rules: ['SCA-13'],
    answer: userSchema,
  },
  {
    ...identify,
    id: 'readUserAlias',
    title: 'Read user (other path)',
    path: '/v1/users',
    summary: 'The same under its alias.',
    rules: ['SCA-13'],
    answer: userSchema,
  },
  {
    ...identify,
    id: 'listAgreements',
    title: 'List agreements',
    path: '/v1/agreements',
    summary: 'The corporate agreements of the PSU; their id goes into PSU-Corporate-ID.',
    rules: ['SCA-14'],
    answer: agreementsSchema,
  },
  {
    ...sandbox,
    id: 'putContact',
    group: 'TPP dialogue',
    title: 'Register contact e-mail',
    method: 'PUT',
    path: '/v1/tpps/{tpp-id}/contact-information',
    summary: 'A non-personal address for operational messages.',
    rules: ['TPP-1'],
    body: 'json',
    input: contactInput,
    example: '{ "email": "operations@fjordpay.example" }',
    answer: contactSchema,
  },
  {
    ...sandbox,
    id: 'readContact',
    group: 'TPP dialogue',
    title: 'Read contact e-mail',
    method: 'GET',
    path: '/v1/tpps/{tpp-id}/contact-information',
    summary: 'The address that was registered.',
    rules: ['TPP-1'],
    answer: contactSchema,
  },
  {
    ...sandbox,
    id: 'initializeSandbox',
    group: 'Sandbox',
    title: 'Reset the sandbox',
    method: 'POST',
    path: '/v1/sandbox/initialize',
    summary: 'Back to the known starting data: two private and two corporate customers.',
    rules: ['SBX-1'],
    body: 'ignored',
    success: 201,
    answer: customersSchema,
  },
  {
    ...sandbox,
    id: 'listCustomers',
    group: 'Sandbox',
    title: 'List customers',
    method: 'GET',
    path: '/v1/sandbox/customers',
    summary: 'Everybody who can act as PSU here.',
    rules: ['SBX-2'],
    answer: customersSchema,
  },
  {
    ...sandbox,
    id: 'readCustomer',
    group: 'Sandbox',
    title: 'Read customer',
    method: 'GET',
    path: '/v1/sandbox/customers/{customer-id}',
    summary: 'One customer with agreements and accounts.',
    rules: ['SBX-2'],
    answer: customerSchema,
  },
  {
    ...sandbox,
    id: 'createCustomer',
    group: 'Sandbox',
    title: 'Create customer',
    method: 'POST',
    path: '/v1/sandbox/customers',
    summary: 'A new person or company. A private one gets an agreement at once.',
    rules: ['SBX-2'],
    body: 'json',
    input: createCustomerInput,
    example: '{ "customerType": "PRIVATE", "customerName": "Astrid Lunde" }',
    success: 201,
    answer: customerSchema,
  },
  {
    ...sandbox,
    id: 'deleteCustomer',
    group: 'Sandbox',
    title: 'Delete customer',
    method: 'DELETE',
    path: '/v1/sandbox/customers/{customer-id}',
    summary: 'Takes the customer away with accounts, agreements and consents.',
    rules: ['SBX-2'],
    success: 204,
    answer: nothing,
  },
  {
    ...sandbox,
    id: 'listSandboxAccounts',
    group: 'Sandbox',
    title: 'List sandbox accounts',
    method: 'GET',
    path: '/v1/sandbox/accounts',
    summary: 'All accounts of the bank, whoever owns them.',
    rules: ['SBX-3'],
    answer: sandboxAccountsSchema,
  },
  {
    ...sandbox,
    id: 'createSandboxAccount',
    group: 'Sandbox',
    title: 'Create account',
    method: 'POST',
    path: '/v1/sandbox/accounts',
    summary: 'A new account for a customer, with an opening balance.',
    rules: ['SBX-3'],
    body: 'json',
    input: createAccountInput,
    example: `{
  "customerNumber": "13839319910",
  "accountName": "Feriekonto",
  "currency": "NOK",
  "balances": [{ "balanceAmount": { "amount": "5000.00", "currency": "NOK" }, "balanceType": "expected" }]
}`,
    success: 201,
    answer: sandboxAccountSchema,
  },
  {
    ...sandbox,
    id: 'readSandboxAccount',
    group: 'Sandbox',
    title: 'Read sandbox account',
    method: 'GET',
    path: '/v1/sandbox/accounts/{account-id}',
    summary: 'One account with its owner and balances.',
    rules: ['SBX-3'],
    answer: sandboxAccountSchema,
  },
  {
    ...sandbox,
    id: 'deleteSandboxAccount',
    group: 'Sandbox',
    title: 'Delete account',
    method: 'DELETE',
    path: '/v1/sandbox/accounts/{account-id}',
    summary: 'Takes an account away with its transactions.',
    rules: ['SBX-3'],
    success: 204,
    answer: nothing,
  },
  {
    ...sandbox,
    id: 'putSandboxBalances',
    group: 'Sandbox',
    title: 'Set balance',
    method: 'PUT',
    path: '/v1/sandbox/accounts/{account-id}/balances',
    summary: 'Sets the expected balance, without a transaction.',
    rules: ['SBX-3', 'SBX-4'],
    body: 'json',
    input: putBalancesInput,
    example:
      '{ "balances": [{ "balanceAmount": { "amount": "100.00", "currency": "NOK" }, "balanceType": "expected" }] }',
    answer: sandboxAccountSchema,
  },
  {
    ...sandbox,
    id: 'createSandboxTransaction',
    group: 'Sandbox',
    title: 'Create transaction',
    method: 'POST',
    path: '/v1/sandbox/accounts/{account-id}/transactions',
    summary: 'Books a transaction: a positive amount comes in, a negative one goes out.',
    rules: ['SBX-4'],
    body: 'json',
    input: createTransactionInput,
    example: `{
  "transactionAmount": { "amount": "-250.00", "currency": "NOK" },
  "creditorName": "Torget Dagligvare",
  "remittanceInformationUnstructured": "Varekjøp"
}`,
    success: 201,
    answer: sandboxTransactionSchema,
  },
  {
    ...sandbox,
    id: 'listSandboxTransactions',
    group: 'Sandbox',
    title: 'List sandbox transactions',
    method: 'GET',
    path: '/v1/sandbox/accounts/{account-id}/transactions',
    summary: 'All transactions of an account, newest first.',
    rules: ['SBX-4'],
    answer: sandboxTransactionsSchema,
  },
  {
    ...sandbox,
    id: 'deleteSandboxTransactions',
    group: 'Sandbox',
    title: 'Delete transactions',
    method: 'DELETE',
    path: '/v1/sandbox/accounts/{account-id}/transactions',
    summary: 'Empties the list; the balance stays.',
    rules: ['SBX-4'],
    success: 204,
    answer: nothing,
  },
  {
    ...sandbox,
    id: 'readSandboxTransaction',
    group: 'Sandbox',
    title: 'Read sandbox transaction',
    method: 'GET',
    path: '/v1/sandbox/accounts/{account-id}/transactions/{transaction-id}',
    summary: 'One transaction.',
    rules: ['SBX-4'],
    answer: sandboxTransactionSchema,
  },
  {
    ...sandbox,
    id: 'createSandboxCardAccount',
    group: 'Sandbox',
    title: 'Create card account',
    method: 'POST',
    path: '/v1/sandbox/card-accounts',
    summary: 'A new credit card for a person.',
    rules: ['SBX-3'],
    body: 'json',
    input: createCardAccountInput,
    example:
      '{ "customerNumber": "13839319910", "accountName": "Reisekort", "currency": "NOK", "creditLimit": "20000.00" }',
    success: 201,
    answer: sandboxCardAccountSchema,
  },
  {
    ...sandbox,
    id: 'readSandboxCardAccount',
    group: 'Sandbox',
    title: 'Read sandbox card account',
    method: 'GET',
    path: '/v1/sandbox/card-accounts/{card-account-id}',
    summary: 'One card with its owner and balances.',
    rules: ['SBX-3'],
    answer: sandboxCardAccountSchema,
  },
  {
    ...sandbox,
    id: 'createSandboxCardTransaction',
    group: 'Sandbox',
    title: 'Create card transaction',
    method: 'POST',
    path: '/v1/sandbox/card-accounts/{card-account-id}/transactions',
    summary: 'A purchase (negative) or a payment (positive), with the amount as it was paid.',
    rules: ['SBX-3', 'SBX-4'],
    body: 'json',
    input: createCardTransactionInput,
    example: `{
  "transactionAmount": { "amount": "-233.40", "currency": "NOK" },
  "originalAmount": { "amount": "-20.00", "currency": "EUR" },
  "cardAcceptorAddress": { "townName": "Lisboa", "country": "PT" }
}`,
    success: 201,
    answer: sandboxTransactionSchema,
  },
  {
    ...sandbox,
    id: 'listSandboxAgreements',
    group: 'Sandbox',
    title: 'List sandbox agreements',
    method: 'GET',
    path: '/v1/sandbox/agreements',
    summary: 'All agreements with their engagements.',
    rules: ['SBX-3'],
    answer: sandboxAgreementsSchema,
  },
  {
    ...sandbox,
    id: 'createSandboxAgreement',
    group: 'Sandbox',
    title: 'Create agreement',
    method: 'POST',
    path: '/v1/sandbox/agreements',
    summary: 'A corporate agreement; engagements say who may act on which account.',
    rules: ['SBX-3'],
    body: 'json',
    input: createAgreementInput,
    example: '{ "name": "Prosjektavtale", "owner": "02867920075" }',
    success: 201,
    answer: sandboxAgreementSchema,
  },
  {
    ...sandbox,
    id: 'createSandboxEngagement',
    group: 'Sandbox',
    title: 'Create engagement',
    method: 'POST',
    path: '/v1/sandbox/agreements/{agreement-id}/engagements',
    summary: 'Lets a person act on an account of the agreement, up to limits in whole NOK (0 for none).',
    rules: ['SBX-3', 'PAY-6a'],
    body: 'json',
    input: createEngagementInput,
    example: `{
  "customer": "24898719916",
  "account": { "iban": "NO0000000000000" },
  "roles": ["REGISTER", "VIEW"],
  "registerLimit": 0,
  "approvalLimit": 50000
}`,
    success: 201,
    answer: sandboxEngagementSchema,
  },
] as const satisfies readonly Operation[];

export type OperationId = (typeof OPERATIONS)[number]['id'];

/** An operation by its id. */
export function operationById(id: OperationId): Operation {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (!found) throw new RangeError(`There is no operation ${id}.`);
  return found;
}

export interface Route {
  operation: Operation & { id: OperationId };
  /** Decoded path parameters by name. */
  params: Record<string, string>;
}
export type RouteResult =
  | { kind: 'found'; route: Route }
  | { kind: 'unknown' }
  | { kind: 'method'; allow: Method[] };

/** Finds the operation of a method and a path without query (SVC-6). */
export function routeOf(method: string, path: string): RouteResult {
  const allow: Method[] = [];
  for (const operation of OPERATIONS) {
    const params = matchPath(operation.path, path);
    if (params === null) continue;
    if (operation.method === method) return { kind: 'found', route: { operation, params } };
    allow.push(operation.method);
  }
  return allow.length > 0 ? { kind: 'method', allow } : { kind: 'unknown' };
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const segment = given[at] ?? '';
    if (part.startsWith('{')) {
      try {
        params[part.slice(1, -1)] = decodeURIComponent(segment);
      } catch {
        return null;
      }
      if (segment === '') return null;
    } else if (part !== segment) return null;
  }
  return params;
}

/** The path of an operation with its parameters percent-encoded (SVC-9). */
export function pathOf(template: string, params: Record<string, string>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
