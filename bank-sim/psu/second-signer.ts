/** Who may give the signature that a payment still needs (PAY-6a). */
import type { Customer } from '../domain/model.ts';
import type { Payment } from '../domain/payment.ts';
import type { Sca } from '../domain/sca.ts';
import { paymentsOf, type ScaParts } from './decide.ts';

/** The payments that someone has approved already and that wait for someone else; empty in other SCAs. */
function halfSigned({ ask }: Sca, payments: readonly Payment[]): Payment[] {
  return ask === 'cancellation' ? [] : payments.filter(({ status }) => status === 'PATC');
}

/**
 * Returns who is suggested on the page that asks for the national ID: the first customer, or someone who may approve what one signer has
 * approved, under the agreement of that signer. Null if nobody else may.
 */
export function suggestedPsu(sca: Sca, parts: ScaParts): Customer | null {
  const { customers } = parts;
  const waiting = halfSigned(sca, paymentsOf(sca, parts));
  if (waiting.length === 0) return customers.first(1)[0] ?? null;
  for (const { agreementId, debtorId, signers } of waiting) {
    const other = agreementId === null ? null : customers.otherSigner(agreementId, debtorId, signers);
    if (other !== null) return other;
  }
  return null;
}

/** Whether this person has approved everything that the SCA is about, so that another approval changes nothing. */
export function hasSignedAll(customer: Customer, sca: Sca, payments: readonly Payment[]): boolean {
  const waiting = halfSigned(sca, payments);
  return (
    waiting.length > 0 &&
    waiting.length === payments.length &&
    waiting.every(({ signers }) => signers.includes(customer.id))
  );
}
