/** Who may give the signature that a payment still needs (PAY-6a). */
import type { Customer } from '../domain/model.ts';
import type { Payment } from '../domain/payment.ts';
import type { Sca } from '../domain/sca.ts';
import { capacitiesOf, paymentsOf, type ScaParts } from './decide.ts';

/** The payments that someone has approved already and that wait for someone else; empty in other SCAs. */
function halfSigned(sca: Sca, parts: ScaParts): Payment[] {
  return sca.ask === 'cancellation' ? [] : paymentsOf(sca, parts).filter(({ status }) => status === 'PATC');
}

/**
 * Returns who is suggested on the page that asks for the national ID: the first customer, or the first who may approve what
 * one signer has approved. Null if nobody else may.
 */
export function suggestedPsu(sca: Sca, parts: ScaParts): Customer | null {
  const people = parts.customers.all();
  const waiting = halfSigned(sca, parts);
  return (waiting.length === 0 ? people : people.filter((one) => maySign(one, waiting, parts)))[0] ?? null;
}

/** Whether one of the payments waits for this person, under the agreement of the first signer. */
function maySign(customer: Customer, waiting: readonly Payment[], { customers }: ScaParts): boolean {
  const capacities = capacitiesOf(customer, customers);
  return waiting.some(
    ({ signers, agreementId, debtorId }) =>
      !signers.includes(customer.id) &&
      capacities.some(
        ({ agreement, accounts }) =>
          (agreement?.id ?? null) === agreementId && accounts.some(({ id }) => id === debtorId),
      ),
  );
}

/** Whether this person has approved everything that the SCA is about, so that another approval changes nothing. */
export function hasSignedAll(customer: Customer, sca: Sca, parts: ScaParts): boolean {
  const waiting = halfSigned(sca, parts);
  return (
    waiting.length > 0 &&
    waiting.length === paymentsOf(sca, parts).length &&
    waiting.every(({ signers }) => signers.includes(customer.id))
  );
}
