/** Schemas of the bank's responses, against which the workbench checks every response. */
import { z } from 'zod';
import { BANK_METHODS } from './http-syntax.ts';
import { ruled } from './body-schema.ts';

export const linkSchema = z.object({
  href: z.string().min(1),
  verbs: z.array(z.enum(BANK_METHODS)),
});
export type Link = z.infer<typeof linkSchema>;

export const linksSchema = z.record(z.string(), linkSchema);

/** SVC-4: a date-time whose offset is written as `+00:00`. */
const dateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
/** SVC-9. Clients must percent-encode these in paths. */
export const idSchema = z
  .string()
  .regex(/^enc!![A-Za-z0-9_-]+=*$/)
  .max(64);
/** A string; a JSON number before `amount-as-string` became the default (VER-1). */
export const amountSchema = z.object({
  amount: z.union([
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .meta({ title: 'Text' }),
    z.number().meta({ title: 'Number, before amount-as-string' }),
  ]),
  currency: z.string().regex(/^[A-Z]{3}$/),
});

const balance = z.object({
  balanceAmount: amountSchema,
  balanceType: z.enum(['closingBooked', 'expected']),
  lastChangeDateTime: dateTime.optional(),
  referenceDate: z.iso.date().optional(),
});

const accountReference = z.object({ bban: z.string(), iban: z.string(), currency: z.string() });

const account = accountReference.extend({
  resourceId: idSchema,
  name: z.string().max(70),
  product: z.string(),
  cashAccountType: z.string(),
  status: z.enum(['enabled', 'deleted', 'blocked']),
  bic: z.string(),
  ownerName: z.string(),
  balances: z.array(balance).optional(),
  _links: linksSchema,
});

export const accountsSchema = z.object({ accounts: z.array(account) });
export type AccountsResponse = z.infer<typeof accountsSchema>;
export const accountSchema = z.object({ account });
export const balancesSchema = z.object({
  account: accountReference,
  balances: z.array(balance),
  _links: linksSchema,
});

/** How an amount was converted: `exchangeRate` is what one unit of `unitCurrency` costs in the other currency. */
export const exchangeRateSchema = z.object({
  /** The currency of the amount that was ordered or paid. */
  sourceCurrency: z.string(),
  /** The currency of the account. */
  targetCurrency: z.string(),
  unitCurrency: z.string(),
  exchangeRate: z.string().regex(/^\d+(\.\d+)?$/),
  quotationDate: z.iso.date(),
});

/** The links of a listing: its account always, other pages where they exist (AIS-4). */
const listingLinks = z.object({ account: linkSchema }).catchall(linkSchema);

const partyAccount = z.object({ bban: z.string().optional(), iban: z.string().optional() });
const reference = z.object({ reference: z.string(), referenceType: z.string() });
const transaction = z.object({
  transactionId: idSchema,
  bookingDate: z.iso.date().optional(),
  valueDate: z.iso.date().optional(),
  transactionAmount: amountSchema,
  currencyExchange: z.array(exchangeRateSchema).optional(),
  creditorName: z.string().optional(),
  creditorAccount: partyAccount.optional(),
  debtorName: z.string().optional(),
  debtorAccount: partyAccount.optional(),
  endToEndIdentification: z.string().max(35).optional(),
  remittanceInformationUnstructured: z.array(z.string()).optional(),
  /** Deprecated in favour of the array (S9). */
  remittanceInformationStructured: z.string().optional(),
  remittanceInformationStructuredArray: z.array(reference).optional(),
  /** ISO 20022 domain, family and sub-family. */
  bankTransactionCode: z
    .string()
    .regex(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/)
    .optional(),
  proprietaryBankTransactionCode: z.string(),
  /** The booked balance with this transaction and all older ones; booked transactions only. */
  balanceAfterTransaction: z
    .object({
      balanceAmount: amountSchema,
      balanceType: z.literal('interimBooked'),
      referenceDate: z.iso.date(),
    })
    .optional(),
  _links: z.object({ transactionDetails: linkSchema }),
});
export const transactionsSchema = z.object({
  account: accountReference,
  transactions: z.object({
    booked: z.array(transaction).optional(),
    pending: z.array(transaction).optional(),
    _links: listingLinks,
  }),
});
export type TransactionsResponse = z.infer<typeof transactionsSchema>;
export const transactionDetailsSchema = z.object({
  transactionDetails: transaction.omit({ _links: true }).extend({
    entryReference: z.string().optional(),
    bookingDateTime: dateTime.optional(),
    additionalInformationProprietary1: z.string().optional(),
    additionalInformationProprietary2: z.string().optional(),
  }),
});

const cardReference = z.object({ maskedPan: z.string(), currency: z.string() });
const cardBalance = z.object({
  balanceAmount: amountSchema,
  balanceType: z.enum(['forwardAvailable', 'interimBooked']),
  referenceDate: z.iso.date(),
});
const cardAccount = cardReference.extend({
  resourceId: idSchema,
  name: z.string().max(70),
  product: z.string(),
  status: z.enum(['enabled', 'deleted', 'blocked']),
  creditLimit: amountSchema,
  ownerName: z.string(),
  balances: z.array(cardBalance),
  _links: linksSchema,
});
const cardTransaction = z.object({
  cardTransactionId: idSchema,
  /** The same id, under the name that it has for account transactions. */
  transactionId: idSchema,
  bookingDate: z.iso.date().optional(),
  transactionDate: z.iso.date(),
  transactionAmount: amountSchema,
  originalAmount: amountSchema,
  currencyExchange: z.array(exchangeRateSchema).optional(),
  invoiced: z.boolean(),
  cardAcceptorId: z.string().optional(),
  cardAcceptorAddress: z.object({ townName: z.string(), country: z.string() }).optional(),
  transactionDetails: z.string(),
  proprietaryBankTransactionCode: z.string().optional(),
});
export const cardAccountsSchema = z.object({ cardAccounts: z.array(cardAccount) });
export const cardAccountSchema = z.object({ cardAccount });
export const cardBalancesSchema = z.object({
  cardAccount: cardReference,
  balances: z.array(cardBalance),
  _links: linksSchema,
});
export const cardTransactionsSchema = z.object({
  cardAccount: cardReference,
  cardTransactions: z.object({
    booked: z.array(cardTransaction).optional(),
    pending: z.array(cardTransaction).optional(),
    _links: listingLinks,
  }),
});

const uuid = z.uuid();
export const userSchema = z.object({
  psuId: uuid,
  context: z.enum(['PRIVATE', 'CORPORATE']),
  psuCorporateId: uuid.optional(),
  _links: linksSchema,
});
export const agreementsSchema = z.object({
  agreements: z.array(
    z.object({
      psuCorporateId: uuid,
      name: z.string(),
      roles: z.array(z.enum(['REGISTER', 'VIEW'])),
      _links: linksSchema,
    }),
  ),
});
export const contactSchema = z.object({ email: z.string() });
/** Whether a dot follows the @, but not immediately. In linear time. */
function hasDomain(email: string): boolean {
  const at = email.indexOf('@');
  return at >= 0 && email.lastIndexOf('.') > at + 1;
}
export const contactInput = ruled(
  'TPP-1',
  z.object({
    email: z
      .email({ pattern: z.regexes.html5Email })
      .max(254, { abort: true })
      .refine(hasDomain, 'is not an e-mail address'),
  }),
);

export const consentSchema = z.object({ _links: z.object({ scaRedirect: linkSchema }) });

export const customerSchema = z.object({
  customerId: idSchema,
  customerNumber: z.string(),
  customerType: z.enum(['PRIVATE', 'CORPORATE']),
  customerName: z.string(),
  agreements: z.array(z.object({ id: idSchema, name: z.string(), engagements: z.array(z.string()) })),
  accounts: z.array(idSchema),
  cardAccounts: z.array(idSchema),
  _links: z.object({ self: linkSchema }),
});
export const customersSchema = z.object({ customers: z.array(customerSchema) });
