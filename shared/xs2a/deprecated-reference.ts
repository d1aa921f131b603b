/** The deprecated field remittanceInformationStructured of a payment: one reference, which means an array of that one (PAY-11). */
import type { PaymentBody, SentBody, SentTransfer, StructuredReference, Transfer } from './payment-input.ts';

/** What the bank notes about a payment with the deprecated field. */
export const DEPRECATED_REFERENCE =
  'remittanceInformationStructured is deprecated. The bank read it as remittanceInformationStructuredArray with one reference.';

/** The body with references in arrays only, and whether it had the deprecated field. */
export function readReferences(sent: SentBody): { body: PaymentBody; isDeprecated: boolean } {
  const transfers: readonly SentTransfer[] = sent.payments ?? [sent];
  const isDeprecated = transfers.some(({ remittanceInformationStructured: one }) => one !== undefined);
  if (!isDeprecated) return { body: sent, isDeprecated };
  const body =
    sent.payments === undefined ? withArray(sent) : { ...sent, payments: sent.payments.map(withArray) };
  return { body, isDeprecated };
}

function withArray<T extends SentTransfer>(sent: T): Omit<T, 'remittanceInformationStructured'> & Transfer {
  const { remittanceInformationStructured: one, ...transfer } = sent;
  return one === undefined ? transfer : { ...transfer, remittanceInformationStructuredArray: [one] };
}

/** Whether both fields of a body that may be malformed state different references. */
export function isContradiction(one: unknown, array: unknown): boolean {
  if (one === undefined || array === undefined) return false;
  return !Array.isArray(array) || array.length !== 1 || textOf(one) !== textOf(array[0]);
}

function textOf(reference: unknown): string {
  if (typeof reference !== 'object' || reference === null) return JSON.stringify(reference);
  const { reference: text, referenceType, referenceIssuer }: Partial<StructuredReference> = reference;
  return JSON.stringify([text, referenceType, referenceIssuer]);
}
