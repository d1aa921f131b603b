/** The rule for each field of a payment's body (PAY-2); a field that is not listed has PAY-2 alone. */
import { z } from 'zod';
import { type Ruled, ruled } from './ruled.ts';
import type { RuleId } from './rules.ts';

type RulesByField = Readonly<Record<string, RuleId>>;

/** Fields of a transfer, and fields that are often sent by mistake. */
export const TRANSFER_RULES = {
  debtorAccount: 'PAY-12',
  debtorAgent: 'PAY-12',
  creditorAccount: 'PAY-12',
  creditorAgent: 'PAY-12',
  creditorAddress: 'PAY-18',
  remittanceInformationUnstructured: 'PAY-10',
  remittanceInformationUnstructuredArray: 'PAY-10',
  remittanceInformationStructured: 'PAY-10',
  remittanceInformationStructuredArray: 'PAY-10',
  regulatoryReportingCode: 'PAY-17',
  regulatoryReportingInformation: 'PAY-17',
  serviceLevel: 'PAY-17',
  endToEndIdentification: 'PAY-19',
} as const satisfies RulesByField;

/** Fields of a whole body: those of its transfer, those of a standing order, and the list of a bulk payment. */
export const BODY_RULES = {
  ...TRANSFER_RULES,
  startDate: 'PAY-14',
  endDate: 'PAY-14',
  frequency: 'PAY-14',
  dayOfExecution: 'PAY-14',
  executionRule: 'PAY-14',
  monthsOfExecution: 'PAY-14',
  payments: 'PAY-15',
} as const satisfies RulesByField;

/** An object with exactly these fields, each under its rule; a field of another product keeps its rule too. */
export function ruledFields(shape: z.ZodRawShape, rules: RulesByField): Ruled<z.ZodObject> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const rule = rules[name];
    return [name, rule !== undefined && schema instanceof z.ZodType ? ruled(rule, schema) : schema];
  });
  return ruled('PAY-2', z.strictObject(Object.fromEntries(fields)), rules);
}
