/** Steps of which the tests of runs make their collections. */
import type { Step } from '../../shared/collections/steps.ts';

export const request = (operation: string, more: object = {}) =>
  ({ operation, params: {}, query: {}, headers: {}, fault: null, ...more }) as NonNullable<Step['request']>;
export const status = (to: number) => ({ that: { of: 'status' }, must: { is: 'equal', to } }) as const;
export const body = (path: string) => ({ of: 'body', path }) as const;
export const wait = (name: string, more: Partial<Step> = {}): Step => ({ name, pause: 0, ...more });
export const kept = (as: string, path: string) => ({ as, from: body(path) });

export const CUSTOMERS: Step = {
  name: 'Customers',
  request: request('listCustomers'),
  keep: [kept('eirik', '$.customers[0].customerNumber'), kept('customers', '$.customers')],
};
export const CONSENT: Step = { name: 'Ask for consent', request: request('createConsent') };
export const APPROVE: Step = { name: 'Approve', sca: { psu: '{{eirik}}', decision: 'approve' } };
