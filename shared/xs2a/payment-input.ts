/** Bodies of payments: one schema for each product and kind, built from the table of products (PAY-2, PAY-10 to PAY-19). */
import { z } from 'zod';
import { decimalsOf, isCurrency } from '../money/money.ts';
import { isBban, isIban, hasKidForm, isCreditorReference, isKid } from '../norway/numbers.ts';
import { type PaymentKind, type PaymentProduct, productsOf } from './payment-products.ts';
import { type Ruled, freeText, ruled } from './body-schema.ts';
import type { RuleId } from './rules.ts';
import { FREQUENCIES, type SentBody } from './payment-body.ts';

export const MAX_BULK = 1000;

/** Codes of the Norwegian regulatory reporting (PAY-17). */
const REPORTING_CODES = '14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82'.split(' ');

const withoutBlanks = z.string().transform((text) => text.replaceAll(' ', ''));
const bban = withoutBlanks.pipe(
  z.string().refine(isBban, 'is not an 11-digit account number with a valid MOD11 check digit'),
);
const iban = withoutBlanks.pipe(z.string().refine(isIban, 'is not an IBAN with a valid length and checksum'));
const foreignAccount = withoutBlanks.pipe(
  z.string().regex(/^[A-Za-z0-9]{1,34}$/, 'is not an account number of up to 34 letters and digits'),
);
const bic = z
  .string()
  .regex(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'is not a BIC of 8 or 11 characters');

const debtorAccount = z
  .strictObject({
    bban: bban.optional(),
    iban: iban.optional(),
    currency: z.string().refine(isCurrency, 'is not an ISO 4217 currency code').optional(),
  })
  .refine((account) => account.bban !== undefined || account.iban !== undefined, 'needs bban or iban');

function creditorAccount({ creditor }: PaymentProduct) {
  if (creditor === 'bban') return z.strictObject({ bban });
  if (creditor === 'iban') return z.strictObject({ iban });
  return z
    .strictObject({ iban: iban.optional(), bban: foreignAccount.optional() })
    .refine(
      (account) => (account.iban === undefined) !== (account.bban === undefined),
      'needs either iban or bban',
    );
}

function instructedAmount({ currency }: PaymentProduct) {
  const known =
    currency === null
      ? z.string().refine(isCurrency, 'is not an ISO 4217 currency code')
      : z.literal(currency, `must be ${currency} for this product`);
  return z
    .strictObject({
      amount: z
        .string()
        .regex(/^\d{1,9}(\.\d{1,3})?$/, 'is not an amount such as "1250.00", below 1,000,000,000'),
      currency: known,
    })
    .refine(({ amount, currency: of }) => (amount.split('.')[1]?.length ?? 0) === decimalsOf(of), {
      error: ({ input }) => decimalsFault(input),
      path: ['amount'],
    })
    .refine(({ amount }) => /[1-9]/.test(amount), { message: 'must be more than zero', path: ['amount'] });
}

/** “has 3 decimals, but NOK takes 2 (10.123)”. @param input an amount with its currency */
function decimalsFault(input: unknown): string {
  const read = z.object({ amount: z.string(), currency: z.string() }).safeParse(input);
  if (!read.success) return "does not have exactly its currency's decimals";
  const { amount, currency } = read.data;
  return `has ${amount.split('.')[1]?.length ?? 0} decimals, but ${currency} takes ${decimalsOf(currency)}`;
}

/** PAY-18: both families of field names. */
const ADDRESS = {
  street: freeText(70).optional(),
  streetName: freeText(70).optional(),
  buildingNumber: freeText(16).optional(),
  postalCode: freeText(16).optional(),
  postCode: freeText(16).optional(),
  city: freeText(35).optional(),
  townName: freeText(35).optional(),
};
const checkedAddress = z
  .strictObject({
    ...ADDRESS,
    country: z.string().regex(/^[A-Z]{2}$/, 'is not a two-letter country code'),
  })
  .refine(({ city, townName }) => city !== undefined || townName !== undefined, {
    message: 'is missing (or townName)',
    path: ['city'],
    // Also if another field is missing: one response reports all of them (PAY-2).
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
/** Production does not check the parts of an address. */
const anyAddress = z.strictObject({ ...ADDRESS, country: freeText(35).optional() });

/** PAY-10. A SEPA payment may carry an ISO 11649 reference under the same type. */
function structured(strictKid: boolean, sepa: boolean) {
  const right = (reference: string) =>
    (strictKid ? isKid : hasKidForm)(reference) || (sepa && isCreditorReference(reference));
  return z.discriminatedUnion(
    'referenceType',
    [
      z
        .strictObject({
          referenceType: z.literal('SCOR'),
          reference: z
            .string()
            .refine(right, 'is not a KID of 2 to 25 characters with a valid MOD10 or MOD11 check digit'),
          referenceIssuer: freeText(35).optional(),
        })
        .meta({ title: 'KID' }),
      z
        .strictObject({
          referenceType: z.literal('CINV'),
          reference: freeText(35),
          referenceIssuer: z.literal('BITS-EFAKTURA', 'must be BITS-EFAKTURA for an eFaktura reference'),
        })
        .meta({ title: 'eFaktura' }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? 'must be SCOR or CINV' : undefined) },
  );
}

/** The array of one reference, and the deprecated field that means the same (PAY-11). */
function references(product: PaymentProduct, strictKid: boolean): z.ZodRawShape {
  if (product.remittance === 'message-only') return {};
  const reference = structured(strictKid, product.short === 'SCT');
  return {
    remittanceInformationStructuredArray: z
      .array(reference)
      .length(1, 'must have exactly one reference')
      .optional(),
    remittanceInformationStructured: reference.optional().meta({ deprecated: true }),
  };
}

const reportingCode = z
  .union([z.string().meta({ title: 'Text' }), z.number().meta({ title: 'Number' })])
  // Numbers are accepted too, so the input schema cannot list the codes as the only values.
  .meta({ examples: [...REPORTING_CODES] })
  .transform(String)
  .pipe(z.enum(REPORTING_CODES, `is not one of ${REPORTING_CODES.join(', ')}`));

const date = z.iso.date('is not a date in the format YYYY-MM-DD');

function when<T extends z.ZodType>(need: 'required' | 'optional' | 'none', name: string, schema: T) {
  if (need === 'none') return {};
  return { [name]: need === 'required' ? schema : schema.optional() };
}

interface BodyChecks {
  /** Whether check digits of a KID are checked (quirk of that name). */
  strictKid: boolean;
  /** Whether an address is checked, as the sandbox does (PAY-18). */
  address: boolean;
}

/** The fields of one transfer, without debtor and date. */
function transferShape(product: PaymentProduct, { strictKid, address }: BodyChecks): z.ZodRawShape {
  return {
    instructedAmount: instructedAmount(product),
    creditorAccount: creditorAccount(product),
    creditorName: freeText(70),
    ...when(product.agent === 'none' ? 'none' : 'optional', 'creditorAgent', bic),
    ...when(product.address, 'creditorAddress', address ? checkedAddress : anyAddress),
    remittanceInformationUnstructured: freeText(140).optional(),
    ...references(product, strictKid),
    ...when(product.regulatoryReporting, 'regulatoryReportingCode', reportingCode),
    ...when(product.regulatoryReporting, 'regulatoryReportingInformation', freeText(140)),
    ...when(product.urgent ? 'optional' : 'none', 'serviceLevel', z.literal('URGP')),
    endToEndIdentification: freeText(35).optional(),
    ultimateDebtor: freeText(70).optional(),
  };
}

const standingOrder = {
  startDate: date,
  endDate: date.optional(),
  frequency: z.enum(FREQUENCIES, `is not one of ${FREQUENCIES.join(', ')}`),
  dayOfExecution: z
    .string()
    .regex(/^([1-9]|[12]\d|3[01])$/, 'is not a day from "1" to "31"')
    .transform(Number)
    .optional(),
  executionRule: z
    .enum(['following', 'preceding', 'preceeding'], 'is neither following nor preceding')
    .transform((rule) => (rule === 'following' ? rule : 'preceding'))
    .optional(),
  monthsOfExecution: z
    .array(
      z
        .string()
        .regex(/^([1-9]|1[0-2])$/, 'is not a month from "1" to "12"')
        .transform(Number),
    )
    .min(1, 'needs 1 to 11 months')
    .max(11, 'needs 1 to 11 months')
    .refine((months) => new Set(months).size === months.length, 'contains a month twice')
    .optional(),
};

type RulesByField = Readonly<Record<string, RuleId>>;

function byField(fields: Partial<Record<RuleId, string>>): RulesByField {
  const rules = Object.entries(fields) as [RuleId, string][];
  return Object.fromEntries(rules.flatMap(([rule, names]) => names.split(' ').map((name) => [name, rule])));
}

/** Rules of the fields of a transfer, and of fields that are often sent by mistake; any other field has PAY-2. */
export const TRANSFER_RULES = byField({
  'PAY-10':
    'remittanceInformationUnstructured remittanceInformationUnstructuredArray remittanceInformationStructured remittanceInformationStructuredArray',
  'PAY-12': 'debtorAccount debtorAgent creditorAccount creditorAgent',
  'PAY-17': 'regulatoryReportingCode regulatoryReportingInformation serviceLevel',
  'PAY-18': 'creditorAddress',
  'PAY-19': 'endToEndIdentification',
});

/** Rules of the fields of a whole body. */
const BODY_RULES: RulesByField = {
  ...TRANSFER_RULES,
  ...byField({
    'PAY-14': 'startDate endDate frequency dayOfExecution executionRule monthsOfExecution',
    'PAY-15': 'payments',
  }),
};

/** An object with exactly these fields, each with its rule; a field of another product is refused with its rule, too. */
function ruledFields(shape: z.ZodRawShape, rules: RulesByField): Ruled<z.ZodObject> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const rule = rules[name];
    return [name, rule !== undefined && schema instanceof z.ZodType ? ruled(rule, schema) : schema];
  });
  return ruled('PAY-2', z.strictObject(Object.fromEntries(fields)), rules);
}

function build(kind: PaymentKind, product: PaymentProduct, checks: BodyChecks): Ruled<z.ZodType<SentBody>> {
  const transfer = transferShape(product, checks);
  const dated = when(product.executionDate, 'requestedExecutionDate', date);
  const shapes = {
    single: { ...transfer, debtorAccount, ...dated },
    bulk: {
      debtorAccount,
      ...dated,
      payments: z
        .array(ruledFields(transfer, TRANSFER_RULES))
        .min(1, `needs 1 to ${MAX_BULK} payments`)
        .max(MAX_BULK, `needs 1 to ${MAX_BULK} payments`),
    },
    periodic: { ...transfer, debtorAccount, ...standingOrder },
  };
  return ruledFields(shapes[kind], BODY_RULES) as unknown as Ruled<z.ZodType<SentBody>>;
}

const BUILT = new Map<string, Ruled<z.ZodType<SentBody>>>();

/** The schema of a body. @throws RangeError for a product that the kind does not offer */
export function paymentInput(
  kind: PaymentKind,
  product: PaymentProduct,
  checks: BodyChecks = { strictKid: true, address: true },
): Ruled<z.ZodType<SentBody>> {
  if (!productsOf(kind).some(({ short }) => short === product.short))
    throw new RangeError(`${product.short} is not offered as a ${kind} payment.`);
  const key = [kind, product.short, checks.strictKid, checks.address].join(' ');
  const schema = BUILT.get(key) ?? build(kind, product, checks);
  BUILT.set(key, schema);
  return schema;
}
