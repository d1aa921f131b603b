/** The JSON texts of a stored payment, from wherever they come: what the bank reads of them without looking again. */
import { z } from 'zod';
import { isCurrency, parseMinor } from '../../shared/money/money.ts';
import { FREQUENCIES, MAX_BULK } from '../../shared/xs2a/payment-input.ts';
import type { PaymentKind } from '../../shared/xs2a/payment-products.ts';
import { KEPT_STEPS, LIFE, type Status } from '../domain/payment.ts';
import { LONGEST_TEXT } from './stored-texts.ts';

/** Years 1900 to 9999: dates with another number of digits are read nowhere. */
export const FIRST_TIME = Date.UTC(1900, 0, 1);
const LAST_TIME = Date.UTC(9999, 11, 31);

/** Milliseconds of bank time, as the bank may have stored them. */
export const storedTime = z.int().min(FIRST_TIME).max(LAST_TIME);

const count = z.int().min(0);
const words = z.string().max(LONGEST_TEXT);
const text = words.optional();
const account = z.strictObject({ bban: text, iban: text, currency: text });
const date = z.iso.date();

/** Like the amounts that a TPP may order: converted and with every other item, each is still a safe integer. */
const instructedAmount = z
  .strictObject({ amount: z.string().max(13), currency: z.string().refine(isCurrency) })
  .refine(({ amount, currency }) => (parseMinor(amount, currency) ?? -1) > 0);

const transfer = {
  instructedAmount,
  creditorAccount: account,
  creditorName: words,
  creditorAgent: text,
  creditorAddress: z.record(words, words).optional(),
  remittanceInformationUnstructured: text,
  remittanceInformationStructuredArray: z
    .array(z.strictObject({ reference: words, referenceType: words, referenceIssuer: text }))
    .optional(),
  regulatoryReportingCode: text,
  regulatoryReportingInformation: text,
  serviceLevel: z.literal('URGP').optional(),
  endToEndIdentification: text,
  ultimateDebtor: text,
};
const order = { debtorAccount: account, requestedExecutionDate: date.optional() };

const BODIES: Readonly<Record<PaymentKind, z.ZodType>> = {
  single: z.strictObject({ ...order, ...transfer }),
  bulk: z.strictObject({ ...order, payments: z.array(z.strictObject(transfer)).min(1).max(MAX_BULK) }),
  periodic: z.strictObject({
    ...order,
    ...transfer,
    startDate: date,
    endDate: date.optional(),
    frequency: z.enum(FREQUENCIES),
    dayOfExecution: z.int().min(1).max(31).optional(),
    executionRule: z.enum(['following', 'preceding']).optional(),
    monthsOfExecution: z.array(z.int().min(1).max(12)).min(1).max(12).optional(),
  }),
};

const STATUSES = Object.keys(LIFE) as Status[];

/** The schema of a body; undefined for what is no kind of payment. */
export function storedBody(kind: unknown): z.ZodType | undefined {
  return new Map<unknown, z.ZodType>(Object.entries(BODIES)).get(kind);
}
export const storedSigners = z.array(words);
export const storedDone = z.strictObject({
  settled: count,
  failed: count,
  items: z
    .array(
      z
        .int()
        .min(0)
        .max(MAX_BULK - 1),
    )
    .max(MAX_BULK),
});
/** One more than the bank keeps: a payment that was put aside has the step that says so as well. */
export const storedPath = z
  .array(z.strictObject({ at: storedTime, status: z.enum(STATUSES), why: words }))
  .max(KEPT_STEPS + 1);
