/** Schemas of responses about payments, authorisations and signing baskets. */
import { z } from 'zod';
import { ruled } from './body-schema.ts';
import { amountSchema as amount, idSchema as id, linkSchema, linksSchema as links } from './schemas.ts';
import { warningSchema } from './refusals.ts';

/** The ISO 20022 statuses that a payment can have at this bank. */
export const TRANSACTION_STATUSES = [
  'RCVD',
  'PATC',
  'ACTC',
  'PDNG',
  'ACCP',
  'BLCK',
  'ACSC',
  'PART',
  'RJCT',
  'CANC',
] as const;
const transactionStatus = z.enum(TRANSACTION_STATUSES);
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** The statuses in the bank. STOP is a payment that the operator has stopped, which a TPP sees as held (PAY-9). */
export const PAYMENT_STATUSES = [...TRANSACTION_STATUSES, 'STOP'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The status for TPPs (PAY-9). */
export function transactionStatusOf(status: PaymentStatus): TransactionStatus {
  return status === 'STOP' ? 'BLCK' : status;
}

export const paymentCreatedSchema = z.object({
  paymentId: id,
  transactionStatus: z.literal('RCVD'),
  transactionFees: amount,
  transactionFeeIndicator: z.boolean(),
  psuMessage: z.string().max(500).optional(),
  /** The members of the body that the bank left out (PAY-2). */
  tppMessages: z.array(warningSchema).min(1).optional(),
  _links: z.object({ self: linkSchema, status: linkSchema, startAuthorisation: linkSchema }),
});

const account = z.object({
  bban: z.string().optional(),
  iban: z.string().optional(),
  currency: z.string().optional(),
});
const reference = z.object({
  reference: z.string(),
  referenceType: z.string(),
  referenceIssuer: z.string().optional(),
});
const transfer = z.object({
  instructedAmount: amount,
  creditorAccount: account,
  creditorName: z.string().max(70),
  creditorAgent: z.string().optional(),
  creditorAddress: z.record(z.string(), z.string()).optional(),
  remittanceInformationUnstructured: z.string().max(140).optional(),
  remittanceInformationUnstructuredArray: z.array(z.string()).optional(),
  /** Deprecated in favour of the array (S9). */
  remittanceInformationStructured: reference.optional(),
  remittanceInformationStructuredArray: z.array(reference).optional(),
  regulatoryReportingCode: z.string().optional(),
  regulatoryReportingInformation: z.string().optional(),
  serviceLevel: z.literal('URGP').optional(),
  endToEndIdentification: z.string().max(35).optional(),
  ultimateDebtor: z.string().max(70).optional(),
});
const payment = z.object({
  paymentId: id,
  transactionStatus,
  debtorAccount: account,
  requestedExecutionDate: z.iso.date().optional(),
  _links: links,
});

export const singlePaymentSchema = payment.extend(transfer.shape);
export const bulkPaymentSchema = payment.extend({ payments: z.array(transfer).min(1) });
export const periodicPaymentSchema = payment.extend(transfer.shape).extend({
  startDate: z.iso.date(),
  endDate: z.iso.date().optional(),
  frequency: z.string(),
  dayOfExecution: z.string().optional(),
  executionRule: z.enum(['following', 'preceding']).optional(),
  monthsOfExecution: z.array(z.string()).optional(),
});

export const paymentStatusSchema = z.object({
  paymentId: id,
  transactionStatus,
  fundsAvailable: z.boolean(),
  psuMessage: z.string().max(500).optional(),
  _links: links,
});

/** The response to DELETE of a signed future payment, which needs another SCA (PAY-7). */
export const paymentCancelSchema = z.object({ transactionStatus, _links: links });

export const authorisationCreatedSchema = z.object({
  authorisationId: id,
  scaStatus: z.enum(['started', 'exempted']),
  _links: links,
});
export const authorisationSchema = z.object({
  scaStatus: z.enum(['started', 'finalised', 'failed', 'exempted']),
});
/** The authorisations of a payment, cancellation or basket, oldest first (PAY-5). */
export const authorisationsSchema = z.object({ authorisationIds: z.array(id) });

/** The most payments that a signing basket has (BSK-2). */
export const MAX_BASKET = 10;
const basketStatus = z.enum(['RCVD', 'ACTC', 'PATC', 'RJCT']);
export const basketInput = ruled(
  'BSK-2',
  z.strictObject({
    paymentIds: z
      .array(z.string().max(64))
      .min(1, `needs 1 to ${MAX_BASKET} payments`)
      .max(MAX_BASKET, `needs 1 to ${MAX_BASKET} payments`)
      .refine((ids) => new Set(ids).size === ids.length, 'contains a payment twice'),
  }),
);
export const basketCreatedSchema = z.object({
  basketId: id,
  transactionStatus: basketStatus,
  _links: z.object({ self: linkSchema, status: linkSchema, startAuthorisation: linkSchema }),
});
export const basketSchema = z.object({
  transactionStatus: basketStatus,
  payments: z.array(id),
  _links: links,
});
export const basketStatusSchema = z.object({ transactionStatus: basketStatus });
