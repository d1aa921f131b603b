/** Faults between fields of a payment (PAY-2, PAY-10 to PAY-12, PAY-14, PAY-17). */
import { isCurrency, parseMinor, convert } from '../money/money.ts';
import type { BodyIssue } from './body-schema.ts';
import { isContradiction } from './payment-body.ts';
import { MAX_BULK } from './payment-input.ts';
import type { PaymentKind, PaymentProduct } from './payment-products.ts';
import type { RuleId } from './rules.ts';

/** Counter-value in NOK from which the quirk sepaReportingFrom100000 requires reporting of a SEPA payment (PAY-17). */
const REPORTING_FROM = 100_000;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Issues between fields, reported together with those of single fields (PAY-2).
 * @param sepaReporting the quirk sepaReportingFrom100000
 */
export function issuesBetweenFields(
  body: unknown,
  kind: PaymentKind,
  product: PaymentProduct,
  sepaReporting = false,
): BodyIssue[] {
  if (!isObject(body)) return [];
  if (kind !== 'bulk') {
    return [
      ...transferIssues(body, product, '', sepaReporting),
      ...(kind === 'periodic' ? scheduleIssues(body) : []),
    ];
  }
  const items: unknown[] = Array.isArray(body['payments']) ? body['payments'] : [];
  return items
    .slice(0, MAX_BULK)
    .flatMap((item, at) =>
      isObject(item) ? transferIssues(item, product, `payments/${at}/`, sepaReporting) : [],
    );
}

type Add = (rule: RuleId, path: string, text: string) => void;

function transferIssues(
  transfer: Json,
  product: PaymentProduct,
  prefix: string,
  sepaReporting: boolean,
): BodyIssue[] {
  const issues: BodyIssue[] = [];
  const add: Add = (rule, path, text) => issues.push({ path: prefix + path, text, rule });
  const has = (name: string) => transfer[name] !== undefined;
  const account = isObject(transfer['creditorAccount']) ? transfer['creditorAccount'] : {};
  const message = has('remittanceInformationUnstructured');
  const reference = has('remittanceInformationStructuredArray') || has('remittanceInformationStructured');
  if (product.remittance !== 'message-only' && message && reference)
    add(
      'PAY-10',
      'remittanceInformationUnstructured',
      'A message and a structured reference cannot be combined.',
    );
  if (product.remittance === 'one-of' && !message && !reference)
    add(
      'PAY-10',
      'remittanceInformationUnstructured',
      'A domestic payment needs either a message here or a KID in remittanceInformationStructuredArray.',
    );
  if (
    product.remittance !== 'message-only' &&
    isContradiction(
      transfer['remittanceInformationStructured'],
      transfer['remittanceInformationStructuredArray'],
    )
  )
    add(
      'PAY-11',
      'remittanceInformationStructured',
      'remittanceInformationStructured and remittanceInformationStructuredArray differ. Send only the array.',
    );
  if (product.agent === 'unless-iban' && !has('creditorAgent') && account['iban'] === undefined)
    add('PAY-12', 'creditorAgent', 'A BIC is required unless creditorAccount has an iban.');
  reportingIssues(transfer, product, sepaReporting, add);
  if (product.urgent && transfer['serviceLevel'] === 'URGP' && isSepa(transfer, account))
    add('PAY-17', 'serviceLevel', 'URGP is available only outside SEPA.');
  return issues;
}

function reportingIssues(transfer: Json, product: PaymentProduct, sepaReporting: boolean, add: Add): void {
  if (product.regulatoryReporting !== 'optional') return;
  const [code, information] = ['regulatoryReportingCode', 'regulatoryReportingInformation'] as const;
  const due = sepaReporting && product.short === 'SCT' && counterValue(transfer) >= REPORTING_FROM * 100;
  for (const [name, other] of [
    [code, information],
    [information, code],
  ] as const) {
    if (transfer[name] !== undefined) continue;
    if (transfer[other] !== undefined) add('PAY-17', name, `${name} is required with ${other}.`);
    else if (due) add('PAY-17', name, `A SEPA payment worth NOK ${REPORTING_FROM} or more must be reported.`);
  }
}

/** In minor units of NOK; 0 if the amount cannot be read, which is a separate issue. */
function counterValue(transfer: Json): number {
  const amount = isObject(transfer['instructedAmount']) ? transfer['instructedAmount'] : {};
  if (typeof amount['amount'] !== 'string' || typeof amount['currency'] !== 'string') return 0;
  if (!isCurrency(amount['currency'])) return 0;
  const minor = parseMinor(amount['amount'], amount['currency']);
  if (minor === null || minor < 0) return 0;
  return convert(minor, amount['currency'], 'NOK');
}

/** Countries of the Single Euro Payments Area. */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);

function isSepa(transfer: Json, account: Json): boolean {
  const amount = isObject(transfer['instructedAmount']) ? transfer['instructedAmount'] : {};
  const country = typeof account['iban'] === 'string' ? account['iban'].replaceAll(' ', '').slice(0, 2) : '';
  return amount['currency'] === 'EUR' && SEPA.has(country);
}

function scheduleIssues(body: Json): BodyIssue[] {
  const { frequency, monthsOfExecution, startDate, endDate } = body;
  const issues: BodyIssue[] = [];
  if (frequency === 'MonthlyVariable' && monthsOfExecution === undefined)
    issues.push({
      rule: 'PAY-14',
      path: 'monthsOfExecution',
      text: 'MonthlyVariable requires monthsOfExecution.',
    });
  if (frequency !== 'MonthlyVariable' && monthsOfExecution !== undefined)
    issues.push({
      rule: 'PAY-14',
      path: 'monthsOfExecution',
      text: 'monthsOfExecution is allowed only with MonthlyVariable.',
    });
  if (typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate)
    issues.push({
      rule: 'PAY-14',
      path: 'endDate',
      text: `endDate ${endDate} is before startDate ${startDate}.`,
    });
  return issues;
}
