/** The table of control calls (contract section 13), for the listener, the OpenAPI document and the steps of collections. */
import type { ControlCall } from './call.ts';
import { ACCESS_CALLS } from './calls/access.ts';
import { BANK_CALLS } from './calls/bank.ts';
import { EXCHANGE_CALLS } from './calls/exchanges.ts';
import { PAYMENT_CALLS } from './calls/payments.ts';
import { SCENARIO_CALLS } from './calls/scenarios.ts';
import { SERVICE_CALLS } from './calls/service.ts';
import { TPP_CALLS } from './calls/tpps.ts';

export const CONTROL_CALLS: readonly ControlCall[] = [
  ...BANK_CALLS,
  ...ACCESS_CALLS,
  ...PAYMENT_CALLS,
  ...TPP_CALLS,
  ...SCENARIO_CALLS,
  ...EXCHANGE_CALLS,
  ...SERVICE_CALLS,
];

interface ControlChoice {
  title: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** With `{{name}}` in place of a parameter. */
  path: string;
  /** Null for a call without a body. */
  json: unknown;
}

export const CONTROL_CHOICES: readonly ControlChoice[] = CONTROL_CALLS.flatMap(
  ({ title, method, path, examples = {}, answer }) => {
    // A step needs a JSON response, and a stream would not end.
    if (answer === 'events' || 'text' in answer) return [];
    const at = { method, path: path.replaceAll(/\{([^{}]+)\}/g, '{{$1}}') };
    const bodies = Object.values(examples);
    if (bodies.length === 0) return [{ title, ...at, json: null }];
    return bodies.map(({ summary, value }) => ({ title: `${title}: ${summary}`, ...at, json: value }));
  },
);
