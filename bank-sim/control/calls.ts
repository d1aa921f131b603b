/** The table of control calls (contract section 13). The listener routes and validates by it, and the OpenAPI document is made from it. */
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
