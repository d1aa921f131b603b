/** The body of a payment as types, and its deprecated field remittanceInformationStructured, which means an array of one (PAY-11). */

export const FREQUENCIES = [
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface AccountReference {
  bban?: string;
  iban?: string;
  currency?: string;
}

export interface StructuredReference {
  reference: string;
  referenceType: string;
  referenceIssuer?: string;
}

/** One transfer as ordered. */
export interface Transfer {
  instructedAmount: { amount: string; currency: string };
  creditorAccount: AccountReference;
  creditorName: string;
  creditorAgent?: string;
  creditorAddress?: Record<string, string>;
  remittanceInformationUnstructured?: string;
  remittanceInformationStructuredArray?: StructuredReference[];
  regulatoryReportingCode?: string;
  regulatoryReportingInformation?: string;
  serviceLevel?: 'URGP';
  endToEndIdentification?: string;
  ultimateDebtor?: string;
}

/** One transfer as a TPP may send it, with the deprecated field. */
interface SentTransfer extends Transfer {
  remittanceInformationStructured?: StructuredReference;
}

/** When a periodic payment runs (PAY-14). Dates `YYYY-MM-DD`. */
export interface StandingOrder {
  startDate: string;
  endDate?: string;
  frequency: Frequency;
  /** 1 to 31; 31 is the last day of any month. */
  dayOfExecution?: number;
  executionRule?: 'following' | 'preceding';
  /** 1 to 12. */
  monthsOfExecution?: number[];
}

type BodyOf<T extends Transfer> = { debtorAccount: AccountReference; requestedExecutionDate?: string } & (
  | ({ payments?: undefined } & T & Partial<StandingOrder>)
  | { payments: T[] }
);
export type PaymentBody = BodyOf<Transfer>;
/** A body as a TPP may send it. */
export type SentBody = BodyOf<SentTransfer>;

/** The bank's note about the deprecated field. */
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
