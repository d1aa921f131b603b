/** Deliberate faults as steps, each with the refusal that the bank must give. */
import type { Step } from '../../../../shared/collections/steps.ts';
import type { Fault } from '../../../../shared/faults/fault.ts';
import { FAULTS } from '../../../../shared/faults/faults.ts';
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import { code, send, status } from '../draft.ts';
import { AGAIN, create } from './payments.ts';

/** A request that is right but for the fault. */
export function broken({ id, title, rule, status: expected, code: name, needs, operation }: Fault): Step {
  const about = { tags: [rule], expect: [status(expected), code(name)] };
  if (operation === 'createBasket')
    return send(title, operation, { json: { paymentIds: ['{{eirikAccountId}}'] }, fault: id }, about);
  return operation === 'createPayment' || needs === 'body'
    ? create(title, { query: AGAIN, fault: id }, about)
    : send(title, 'readUser', { fault: id }, about);
}

/** The faults that break these rules. */
export const faultsOf = (...rules: RuleId[]): Step[] =>
  FAULTS.filter(({ rule }) => rules.includes(rule)).map(broken);
