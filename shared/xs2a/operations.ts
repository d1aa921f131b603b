/**
 * The catalogue of operations. The bank routes by it and checks headers with it, the workbench offers it and checks
 * answers with it. An operation exists in one place: here.
 */
import type { z } from 'zod';
import {
  accountSchema,
  accountsSchema,
  balancesSchema,
  consentSchema,
  customerSchema,
  customersSchema,
} from './schemas.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface QueryParameter {
  name: string;
  /** Values to choose from; the first is the default. */
  values: readonly string[];
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
  query: readonly QueryParameter[];
  /** `ignored`: a body may be sent and is read for media type, UTF-8 and digest only (SCA-9). */
  body: 'none' | 'ignored';
  success: number;
  answer: z.ZodType;
}

const ais = {
  role: 'PSP_AI',
  redirectHeaders: true,
  psu: 'required',
  query: [],
  body: 'none',
  success: 200,
} as const;
const sandbox = {
  role: null,
  redirectHeaders: false,
  psu: 'none',
  query: [],
  body: 'none',
  success: 200,
} as const;

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
    query: [{ name: 'withBalance', values: ['true', 'false'], text: 'Adds the balances to each account.' }],
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
    query: [{ name: 'withBalance', values: ['true', 'false'], text: 'Adds the balances.' }],
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
