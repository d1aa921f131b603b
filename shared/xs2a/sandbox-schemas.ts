/** Request and response bodies of the sandbox operations (SBX-2 to SBX-4). */
import { z } from 'zod';
import { decimalsOf, isCurrency, LARGEST_KEPT } from '../money/money.ts';
import { isIban, isIdentityNumber, isBban } from '../norway/numbers.ts';
import { ruled, freeText, plainText } from './body-schema.ts';
import { exchangeRateSchema, linkSchema } from './schemas.ts';

const NAME = freeText(70);
const CURRENCY = z.string().refine(isCurrency, 'is not an ISO 4217 currency code');
const ACCOUNT_TYPE = z.enum(['CACC', 'SVGS']);

/** An amount with exactly the decimals of its currency (AIS-11). */
const amountInput = z
  .strictObject({
    amount: z.string().regex(/^-?\d{1,12}(\.\d{1,3})?$/, 'is not an amount such as "1250.00"'),
    currency: CURRENCY,
  })
  .refine(({ amount, currency }) => (amount.split('.')[1]?.length ?? 0) === decimalsOf(currency), {
    message: "does not have exactly its currency's decimals",
    path: ['amount'],
  });

const balanceInput = z.strictObject({ balanceAmount: amountInput, balanceType: z.literal('expected') });

/** A non-negative amount; decimals are optional. */
const limitInput = z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, 'is not an amount such as "50000.00"');

const partyInput = z
  .strictObject({
    bban: z.string().refine(isBban, 'is not an 11-digit account number with a valid check digit').optional(),
    iban: z.string().refine(isIban, 'is not an IBAN with a valid checksum').optional(),
  })
  .refine(({ bban, iban }) => bban !== undefined || iban !== undefined, 'needs bban or iban');

export const createCustomerInput = ruled(
  'SBX-2',
  z.strictObject({
    customerType: z.enum(['PRIVATE', 'CORPORATE']),
    customerName: NAME,
    customerNumber: z.string().refine(isIdentityNumber, 'is not a valid national identity number').optional(),
  }),
);

export const createAccountInput = ruled(
  'SBX-3',
  z.strictObject({
    customerNumber: z.string(),
    accountName: NAME,
    currency: CURRENCY,
    cashAccountType: ACCOUNT_TYPE.optional(),
    creditLine: limitInput.optional(),
    balances: z.array(balanceInput).max(1).optional(),
  }),
);

export const putBalancesInput = ruled('SBX-3', z.strictObject({ balances: z.array(balanceInput).length(1) }));

const referenceInput = z.strictObject({
  reference: freeText(35),
  referenceType: z.literal('SCOR').optional(),
  referenceIssuer: plainText(35).optional(),
});

/** Fields of a transaction on an account or a card. */
const posting = {
  transactionAmount: amountInput,
  creditorName: NAME.optional(),
  creditorAccount: partyInput.optional(),
  debtorName: NAME.optional(),
  debtorAccount: partyInput.optional(),
  bookingDate: z.iso.date().optional(),
  valueDate: z.iso.date().optional(),
  endToEndIdentification: freeText(35).optional(),
  remittanceInformationUnstructured: z
    .union([plainText(140, 'Message'), z.array(plainText(140)).max(1).meta({ title: 'List of one message' })])
    .optional(),
  /** Deprecated in favour of the array (S9). */
  remittanceInformationStructured: z
    .union([referenceInput.meta({ title: 'Reference' }), freeText(35, 'Reference as text')])
    .optional(),
  remittanceInformationStructuredArray: z.array(referenceInput).max(1).optional(),
};

export const createTransactionInput = ruled('SBX-4', z.strictObject(posting));
export type PostedTransaction = z.infer<typeof createTransactionInput>;

export const createCardAccountInput = ruled(
  'SBX-3',
  z.strictObject({
    customerNumber: z.string(),
    accountName: NAME,
    currency: CURRENCY,
    creditLimit: limitInput.optional(),
  }),
);

export const createCardTransactionInput = ruled(
  'SBX-4',
  z.strictObject({
    ...posting,
    originalAmount: amountInput.optional(),
    cardAcceptorId: freeText(35).optional(),
    cardAcceptorAddress: z
      .strictObject({
        townName: freeText(35),
        country: z.string().regex(/^[A-Z]{2}$/, 'is not a two-letter country code'),
      })
      .optional(),
  }),
);
export type PostedCardTransaction = z.infer<typeof createCardTransactionInput>;

export const createAgreementInput = ruled('SBX-3', z.strictObject({ name: NAME, owner: z.string() }));

/** In whole kroner. */
const limit = z.int().min(0).max(LARGEST_KEPT);

export const createEngagementInput = ruled(
  'SBX-3',
  z.strictObject({
    customer: z.string(),
    account: z.strictObject({ iban: z.string().refine(isIban, 'is not an IBAN with a valid checksum') }),
    roles: z.array(z.enum(['REGISTER', 'VIEW'])).min(1),
    registerLimit: limit,
    approvalLimit: limit,
  }),
);

const self = z.object({ self: linkSchema });
const amountOutput = z.object({ amount: z.string(), currency: z.string() });
const balances = z.array(z.object({ balanceAmount: amountOutput, balanceType: z.string() }));
const partyOutput = z.object({ bban: z.string().optional(), iban: z.string().optional() }).optional();
const reference = z.object({
  reference: z.string(),
  referenceType: z.string().optional(),
  referenceIssuer: z.string().optional(),
});

export const sandboxAccountSchema = z.object({
  id: z.string(),
  customerNumber: z.string(),
  accountName: z.string().max(70),
  bban: z.string(),
  iban: z.string(),
  currency: z.string(),
  cashAccountType: ACCOUNT_TYPE,
  creditLine: z.string(),
  balances,
  _links: self.extend({ balances: linkSchema, transactions: linkSchema }),
});
export const sandboxAccountsSchema = z.object({ accounts: z.array(sandboxAccountSchema) });

/** A posted transaction, as account information shows it. */
const posted = {
  id: z.string(),
  transactionAmount: amountOutput,
  bookingDate: z.iso.date(),
  valueDate: z.iso.date(),
  creditorName: z.string().optional(),
  creditorAccount: partyOutput,
  debtorName: z.string().optional(),
  debtorAccount: partyOutput,
  endToEndIdentification: z.string().optional(),
  remittanceInformationUnstructured: z
    .union([
      z.string().meta({ title: 'Message' }),
      z.array(z.string()).meta({ title: 'List of one message' }),
    ])
    .optional(),
  remittanceInformationStructured: z
    .union([z.string().meta({ title: 'Reference as text' }), reference.meta({ title: 'Reference' })])
    .optional(),
  remittanceInformationStructuredArray: z.array(reference).optional(),
  _links: self,
};
export const sandboxTransactionSchema = z.object({
  ...posted,
  currencyExchange: z.array(exchangeRateSchema).optional(),
  bankTransactionCode: z.string().optional(),
  proprietaryBankTransactionCode: z.string(),
});
/** Links to other pages: first, previous, next, last. */
const pages = { _links: z.record(z.string(), linkSchema).optional() };
export const sandboxTransactionsSchema = z.object({
  transactions: z.array(sandboxTransactionSchema),
  ...pages,
});

export const sandboxCardTransactionSchema = z.object({
  ...posted,
  originalAmount: amountOutput,
  cardAcceptorId: z.string().optional(),
  cardAcceptorAddress: z.object({ townName: z.string(), country: z.string() }).optional(),
  invoiced: z.boolean(),
  transactionDetails: z.string(),
});
export const sandboxCardTransactionsSchema = z.object({
  cardTransactions: z.array(sandboxCardTransactionSchema),
  ...pages,
});

export const sandboxCardAccountSchema = z.object({
  id: z.string(),
  customerNumber: z.string(),
  accountName: z.string().max(70),
  maskedPan: z.string(),
  currency: z.string(),
  creditLimit: z.string(),
  balances,
  _links: self.extend({ transactions: linkSchema }),
});

export const sandboxEngagementSchema = z.object({
  id: z.string(),
  customer: z.string(),
  account: z.object({ iban: z.string() }),
  roles: z.array(z.enum(['REGISTER', 'VIEW'])),
  registerLimit: z.number(),
  approvalLimit: z.number(),
});
export const sandboxAgreementSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  engagements: z.array(sandboxEngagementSchema),
  _links: self.extend({ engagements: linkSchema }),
});
export const sandboxAgreementsSchema = z.object({ agreements: z.array(sandboxAgreementSchema) });
