/** The state of the bank for its operator and the Bank view. Amounts are decimal strings, times milliseconds of bank time. */
import { signatureProfileSchema } from '../signing/profile.ts';
import { z } from 'zod';
import { PSD2_ROLES } from '../signing/certificate.ts';
import { PAYMENT_STATUSES } from './payment-schemas.ts';
import { scenarioInput } from './operator-input.ts';

const at = z.number();
/** Unlike a TPP, the operator distinguishes held (BLCK) and stopped (STOP) payments. */
const status = z.enum(PAYMENT_STATUSES);

const paymentRow = z.object({
  id: z.string(),
  at,
  kind: z.string(),
  product: z.string(),
  /** Name of the creditor, or the number of creditors. */
  to: z.string(),
  from: z.string(),
  amount: z.string(),
  currency: z.string(),
  status,
  /** The reason of the last step. */
  why: z.string(),
  basketId: z.string().nullable(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

const basketStatus = z.enum(['RCVD', 'PATC', 'ACTC', 'RJCT']);

export const overviewSchema = z.object({
  clock: z.object({
    mode: z.enum(['real', 'frozen']),
    now: at,
    nextBatch: at,
    /** Progress of a long batch or clock move: the instant reached, and payments; or null. */
    work: z.object({ at, done: z.number(), left: z.number() }).nullable(),
    /** Today's timetable; empty on a day without batches. */
    batches: z.array(z.object({ at, ran: z.boolean() })),
  }),
  environment: z.enum(['sandbox', 'production']),
  /** How requests must be signed. */
  profile: signatureProfileSchema,
  counts: z.object({ payments: z.number(), transactions: z.number(), waiting: z.number() }),
  /** Newest first, at most 200 of those that match the search. */
  payments: z.array(paymentRow),
  baskets: z.array(
    z.object({
      id: z.string(),
      at,
      tpp: z.string(),
      status: basketStatus,
      authorised: z.boolean(),
      payments: z.number(),
    }),
  ),
  customers: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      type: z.enum(['PRIVATE', 'CORPORATE']),
      name: z.string(),
    }),
  ),
  accounts: z.array(
    z.object({
      id: z.string(),
      owner: z.string(),
      name: z.string(),
      bban: z.string(),
      currency: z.string(),
      booked: z.string(),
      available: z.string(),
      paymentsBlocked: z.boolean(),
    }),
  ),
  cards: z.array(
    z.object({
      id: z.string(),
      owner: z.string(),
      name: z.string(),
      maskedPan: z.string(),
      currency: z.string(),
      /** Negative for a debt. */
      booked: z.string(),
      available: z.string(),
    }),
  ),
  agreements: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      owner: z.string(),
      engagements: z.array(
        z.object({
          person: z.string(),
          account: z.string(),
          roles: z.array(z.string()),
          /** Whole NOK; 0 means no limit. */
          registerLimit: z.number(),
          approvalLimit: z.number(),
        }),
      ),
    }),
  ),
  consents: z.array(
    z.object({
      id: z.string(),
      tpp: z.string(),
      person: z.string(),
      context: z.enum(['PRIVATE', 'CORPORATE']),
      /** Name of the agreement; null in the private context, and if it was deleted. */
      agreement: z.string().nullable(),
      accounts: z.number(),
      grantedAt: at,
      validUntil: at,
      revokedAt: at.nullable(),
      /** At the bank's time (SCA-10). */
      state: z.enum(['valid', 'expired', 'revoked']),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      tpp: z.string(),
      person: z.string(),
      context: z.enum(['PRIVATE', 'CORPORATE']),
      /** As for a consent. */
      agreement: z.string().nullable(),
      since: at,
      endsAt: at,
    }),
  ),
  unattended: z.array(
    z.object({
      tpp: z.string(),
      account: z.string(),
      service: z.string(),
      calls: z.number(),
      allowed: z.number(),
      /** When the oldest call drops out of the 24 hours. */
      freesAt: at,
    }),
  ),
  /** The register of SIG-12, at most 200 entries. */
  tpps: z.array(
    z.object({
      /** organizationIdentifier. */
      id: z.string(),
      name: z.string(),
      status: z.enum(['registered', 'withdrawn']),
      passport: z.boolean(),
      roles: z.array(z.enum(PSD2_ROLES)),
      /** By the operator, independently of the register. */
      blocked: z.boolean(),
    }),
  ),
  quirks: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.string(), z.boolean()]),
      values: z.array(z.union([z.string(), z.boolean()])),
      rule: z.string(),
      text: z.string(),
    }),
  ),
  scenarios: z.array(z.object({ id: z.string(), input: scenarioInput })),
});
export type Overview = z.infer<typeof overviewSchema>;

export const paymentDetailSchema = paymentRow.extend({
  /** Time, status and reason of each step, oldest first. */
  path: z.array(z.object({ at, status, why: z.string() })),
  /** Reachable statuses (PAY-6): the successors of each. */
  life: z.record(status, z.array(status)),
  /** Possible acts of the operator (PAY-9). */
  actions: z.array(z.enum(['hold', 'release', 'stop'])),
  /** Bank time of the next step that is due, or null. */
  dueAt: at.nullable(),
  signers: z.array(z.string()),
  reserved: z.string(),
  /** Currency of the debtor account. */
  debtorCurrency: z.string(),
  body: z.string(),
});
export type PaymentDetail = z.infer<typeof paymentDetailSchema>;

export const basketDetailSchema = z.object({
  id: z.string(),
  at,
  tpp: z.string(),
  status: basketStatus,
  authorised: z.boolean(),
  /** Distinct signers of its payments. */
  signers: z.array(z.string()),
  /** Somebody who can give the second signature that is missing; or null. */
  nextSigner: z.string().nullable(),
  /** Time and status of each step, and the payment that caused it, oldest first. */
  path: z.array(z.object({ at, status: basketStatus, why: z.string() })),
  /** Reachable statuses: the successors of each. */
  life: z.record(basketStatus, z.array(basketStatus)),
  /** `dueAt`: when the bank processes the payment next, or null. */
  payments: z.array(paymentRow.extend({ countsAs: basketStatus, dueAt: at.nullable() })),
});
export type BasketDetail = z.infer<typeof basketDetailSchema>;

export const accountDetailSchema = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  /** BBAN of an account, masked PAN of a card. */
  number: z.string(),
  currency: z.string(),
  booked: z.string(),
  /** Reserved for unbooked payments and purchases. */
  reserved: z.string(),
  /** Credit line of an account, credit limit of a card. */
  credit: z.string(),
  available: z.string(),
  /** One page of all transactions, pending ones first, then newest first; pages count from 0. */
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  transactions: z.array(
    z.object({
      id: z.string(),
      /** `YYYY-MM-DD`. */
      date: z.string(),
      pending: z.boolean(),
      /** Negative for an amount that leaves the account. */
      amount: z.string(),
      currency: z.string(),
      counterparty: z.string(),
      text: z.string(),
    }),
  ),
});
export type AccountDetail = z.infer<typeof accountDetailSchema>;
