/** The overview of the bank in the Bank view: everything except the details. */
import { formatMinor } from '../../shared/money/money.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { contextName } from '../../shared/xs2a/session-life.ts';
import type { Overview, PaymentRow } from '../../shared/xs2a/inspection.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';
import { transactionStatusOf } from '../../shared/xs2a/payment-schemas.ts';
import type { BankClock } from '../clock.ts';
import { basketStatus } from '../domain/basket.ts';
import { batchesOn } from '../domain/batch-times.ts';
import { givenState, renewalDays, validUntil } from '../domain/consent.ts';
import { availableOn, availableOnCard } from '../domain/model.ts';
import { UNATTENDED_CALLS, UNATTENDED_WINDOW } from '../domain/unattended-limits.ts';
import type { Journal } from '../journal.ts';
import type { DueWork } from '../payments/due-work.ts';
import { SPECIFICATION } from '../../shared/signing/profile.ts';
import type { SigningRule } from '../gate/signature.ts';
import { batchDaysOf, type Quirks, QUIRKS } from '../quirks.ts';
import type { Scenarios } from '../scenarios.ts';
import type { AccessStore } from '../store/access.ts';
import type { CustomerStore } from '../store/customers.ts';
import { payeeOf, type PaymentLine, type PaymentStore } from '../store/payments.ts';
import type { RegisterStore } from '../store/register.ts';
import type { CardTransactionStore, TransactionStore } from '../store/transactions.ts';
import type { UnattendedStore } from '../store/unattended.ts';
import { LISTED } from './account-detail.ts';

export interface InspectionParts {
  access: AccessStore;
  register: RegisterStore;
  customers: CustomerStore;
  payments: PaymentStore;
  transactions: TransactionStore;
  unattended: UnattendedStore;
  cardTransactions: CardTransactionStore;
  clock: BankClock;
  due: DueWork;
  quirks: Quirks;
  scenarios: Scenarios;
  signing: SigningRule;
  journal: Pick<Journal, 'after' | 'exchanges'>;
}

/** Number of the most recent payments that are searched. */
const SEARCHED = LISTED * 25;

/** @param search part of a payment's names, id, amount or status; empty for all */
export function overview(parts: InspectionParts, search: string): Overview {
  const { access, register, customers, payments, cardTransactions } = parts;
  const { unattended, clock, due, quirks, scenarios } = parts;
  const now = clock.now();
  const days = renewalDays(osloDate(now));
  // Amounts are found with and without commas.
  const wanted = withoutCommas(search.trim().toLowerCase());
  const tppNames = new Map(access.tpps().map(({ id, name }) => [id, name]));
  const tpp = (id: string) => tppNames.get(id) ?? id;
  const nameOf = (customerId: string) => customers.byId(customerId)?.name ?? '';
  const nameOfPsu = (tppId: string, psuId: string) => nameOf(access.psu(tppId, psuId)?.customerId ?? '');
  const contextOf = ({ tpp: tppId, corporateId }: { tpp: string; corporateId: string | null }) => {
    const agreement =
      corporateId === null ? null : customers.agreement(access.agreementOf(tppId, corporateId) ?? '');
    return { context: contextName(corporateId), agreement: agreement?.name ?? null };
  };
  return {
    clock: {
      mode: clock.mode,
      now,
      nextBatch: due.nextBatch(),
      work: due.progress(),
      batches: batchesOn(osloDate(now), batchDaysOf(quirks)).map((at) => ({ at, ran: at <= now })),
    },
    environment: quirks.environment,
    profile: parts.signing.profile ?? SPECIFICATION,
    counts: {
      payments: payments.count(),
      transactions: customers.counts().transactions,
      waiting: payments.countInLine(),
    },
    payments: payments.latest(SEARCHED, LISTED, (line) => isFound(line, wanted)).map(rowOf),
    baskets: payments.baskets(LISTED).map(({ id, tpp: owner, createdAt, authorised, paymentIds }) => ({
      id,
      at: createdAt,
      tpp: tpp(owner),
      authorised,
      status: basketStatus(payments.statusesIn(id).map((status) => ({ status }))),
      payments: paymentIds.length,
    })),
    customers: customers.all(),
    accounts: customers
      .all()
      .flatMap((owner) => customers.accountsOf(owner.id).map((account) => ({ owner, account })))
      .map(({ owner, account }) => ({
        id: account.id,
        owner: owner.name,
        name: account.name,
        bban: account.bban,
        currency: account.currency,
        booked: formatMinor(account.booked, account.currency),
        available: formatMinor(availableOn(account), account.currency),
        paymentsBlocked: customers.arePaymentsBlocked(account.id),
      })),
    cards: customers
      .all()
      .flatMap((owner) => customers.cardAccountsOf(owner.id).map((card) => ({ owner, card })))
      .map(({ owner, card }) => ({
        id: card.id,
        owner: owner.name,
        name: card.name,
        maskedPan: card.maskedPan,
        currency: card.currency,
        booked: formatMinor(-card.used, card.currency),
        available: formatMinor(availableOnCard(card, cardTransactions.reserved(card.id)), card.currency),
      })),
    agreements: customers.allAgreements().map((agreement) => ({
      id: agreement.id,
      name: agreement.name,
      owner: nameOf(agreement.ownerId),
      engagements: agreement.engagements.map((engagement) => ({
        person: nameOf(engagement.psuCustomerId),
        account: customers.account(engagement.accountId)?.name ?? '',
        roles: engagement.roles,
        registerLimit: engagement.registerLimit,
        approvalLimit: engagement.approvalLimit,
      })),
    })),
    consents: access.consents().map((consent) => ({
      id: consent.id,
      tpp: tpp(consent.tpp),
      person: nameOfPsu(consent.tpp, consent.psuId),
      ...contextOf(consent),
      accounts: access.countConsented(consent.id),
      grantedAt: consent.grantedAt,
      validUntil: validUntil(consent, days),
      revokedAt: consent.revokedAt,
      state: givenState(consent, now, days),
    })),
    sessions: access.sessions().map((session) => ({
      id: session.sessionId,
      tpp: tpp(session.tpp),
      person: nameOfPsu(session.tpp, session.psuId),
      ...contextOf(session),
      since: session.since,
      endsAt: session.since + SESSION_LIFETIME,
    })),
    unattended: unattended.counts(now).map(({ tpp: caller, accountId, service, calls, oldest }) => ({
      tpp: tpp(caller),
      account: customers.account(accountId)?.name ?? accountId,
      service,
      calls,
      allowed: UNATTENDED_CALLS,
      freesAt: oldest + UNATTENDED_WINDOW,
    })),
    tpps: register
      .all()
      .slice(0, LISTED)
      .map(({ tppId, name, status, passport, roles }) => ({
        id: tppId,
        name,
        status,
        passport,
        roles: [...roles],
        blocked: access.isBlocked(tppId),
      })),
    quirks: Object.entries(QUIRKS).map(([name, { values, rule, text }]) => ({
      name,
      value: quirks[name as keyof Quirks],
      values: [...values],
      rule,
      text,
    })),
    scenarios: scenarios.all().map(({ id, ...input }) => ({ id, input })),
  };
}

function isFound(line: PaymentLine, wanted: string): boolean {
  if (wanted === '') return true;
  const texts = [...Object.values(rowOf(line)), transactionStatusOf(line.status)];
  return withoutCommas(texts.join(' ').toLowerCase()).includes(wanted);
}

export function rowOf(line: PaymentLine): PaymentRow {
  const { id, createdAt, kind, product, status, why, currency, basketId } = line;
  return {
    id,
    at: createdAt,
    kind,
    product,
    to: payeeOf(line),
    from: line.accountName === null ? 'a deleted account' : (line.debtorName ?? ''),
    amount: formatMinor(line.amount, currency),
    currency,
    status,
    why,
    basketId,
  };
}

function withoutCommas(text: string): string {
  return text.replaceAll(',', '');
}
