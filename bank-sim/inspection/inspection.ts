/** Read-only access to the bank's state as plain data: for the Bank view and the control listener. */
import { formatMinor } from '../../shared/money/money.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';
import { contextName } from '../../shared/xs2a/session-life.ts';
import type {
  AccountDetail,
  BasketDetail,
  Overview,
  PaymentDetail,
  PaymentRow,
} from '../../shared/xs2a/inspection.ts';
import { transactionStatusOf } from '../../shared/xs2a/payment-schemas.ts';
import { accountDetail, LISTED } from './account-detail.ts';
import type { BankClock, ClockMode } from '../clock.ts';
import { availableOn, availableOnCard } from '../domain/balances.ts';
import { BASKET_LIFE, basketPath, basketStatus, countsAs } from '../domain/basket.ts';
import { batchesOn } from '../domain/batches.ts';
import { givenState, renewalDays, validUntil } from '../domain/consent.ts';
import { UNATTENDED_CALLS, UNATTENDED_WINDOW } from '../domain/limits.ts';
import type { Registration } from '../domain/register.ts';
import { isUnderway, LIFE, type Payment } from '../domain/payment.ts';
import type { FlowEvent } from '../../shared/flow/event.ts';
import type { Journal } from '../journal.ts';
import { type BankExchange, type ExchangeFilter, exchangesIn, type ExchangeSource } from '../exchanges.ts';
import type { DueWork } from '../payments/due-work.ts';
import { batchDaysOf, type Quirks, QUIRKS } from '../quirks.ts';
import type { Scenarios } from '../scenarios.ts';
import type { AccessStore } from '../store/access.ts';
import type { CardTransactionStore } from '../store/card-transactions.ts';
import type { Counts, CustomerStore } from '../store/customers.ts';
import { payeeOf, type PaymentLine, type PaymentStore } from '../store/payments.ts';
import type { RegisterStore } from '../store/register.ts';
import type { TransactionStore } from '../store/transactions.ts';
import type { UnattendedStore } from '../store/unattended.ts';
import { type BankState, bankState } from './bank-state.ts';

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
  journal: Pick<Journal, 'after'> & ExchangeSource;
}

export class Inspection {
  private readonly parts: InspectionParts;

  constructor(parts: InspectionParts) {
    this.parts = parts;
  }

  get environment(): Quirks['environment'] {
    return this.parts.quirks.environment;
  }

  get quirks(): Readonly<Quirks> {
    return this.parts.quirks;
  }

  get clockMode(): ClockMode {
    return this.parts.clock.mode;
  }

  /** The time of the machine, milliseconds since 1970: what the bank's clock is compared with. */
  get realTime(): number {
    return this.parts.clock.realTime();
  }

  counts(): Counts {
    return this.parts.customers.counts();
  }

  /** Clock, quirks and totals. */
  state(): BankState {
    return bankState(this.parts);
  }

  /** The most recent requests that the filter lets through, newest last. */
  exchanges(filter: ExchangeFilter = {}): BankExchange[] {
    return exchangesIn(this.parts.journal, filter);
  }

  /** What has happened after a position since the bank was started, oldest first, each with its cause. */
  journal(after: number, limit: number): FlowEvent[] {
    return this.parts.journal.after(after, limit).map(({ seq, at, event }) => ({ ...event, seq, at }));
  }

  /** All consents, including revoked ones; times in milliseconds of bank time. */
  consents(): ReturnType<AccessStore['consents']> {
    return this.parts.access.consents();
  }

  /** The register of TPPs (SIG-12), sorted by name. */
  tpps(): Registration[] {
    return this.parts.register.all();
  }

  /** When the next batch runs: milliseconds of bank time. */
  nextBatch(): number {
    return this.parts.due.nextBatch();
  }

  /** The scripted failures that have not been used up (SCA-8). */
  scenarios(): ReturnType<Scenarios['all']> {
    return this.parts.scenarios.all();
  }

  /** A customer whose national ID works in an SCA; null if the bank has no customers. */
  somebody(): { name: string; nationalId: string } | null {
    const [first] = this.parts.customers.all();
    return first ? { name: first.name, nationalId: first.number } : null;
  }

  /** The name behind a psu-id, which only the bank knows; null for an unknown one. */
  nameOfPsu(tpp: string, psuId: string): string | null {
    const psu = this.parts.access.psu(tpp, psuId);
    return psu ? (this.parts.customers.byId(psu.customerId)?.name ?? null) : null;
  }

  /** The company behind a psu-corporate-id, which only the bank knows; null for an unknown one. */
  nameOfCompany(tpp: string, corporateId: string): string | null {
    const { access, customers } = this.parts;
    const agreement = customers.agreement(access.agreementOf(tpp, corporateId) ?? '');
    return agreement ? (customers.byId(agreement.ownerId)?.name ?? null) : null;
  }

  /** Everything except the details. @param search part of a payment's names, id, amount or status; empty for all */
  overview(search: string): Overview {
    const { access, register, customers, payments, cardTransactions } = this.parts;
    const { unattended, clock, due, quirks, scenarios } = this.parts;
    const now = clock.now();
    const days = renewalDays(osloDate(now));
    // An amount is shown with commas, and found with and without.
    const wanted = withoutCommas(search.trim().toLowerCase());
    const tppNames = new Map(access.tpps().map(({ id, name }) => [id, name]));
    const tpp = (id: string) => tppNames.get(id) ?? id;
    return {
      clock: {
        mode: clock.mode,
        now,
        nextBatch: due.nextBatch(),
        work: due.progress(),
        batches: batchesOn(osloDate(now), batchDaysOf(quirks)).map((at) => ({ at, ran: at <= now })),
      },
      environment: quirks.environment,
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
        owner: this.nameOf(agreement.ownerId),
        engagements: agreement.engagements.map((engagement) => ({
          person: this.nameOf(engagement.psuCustomerId),
          account: customers.account(engagement.accountId)?.name ?? '',
          roles: engagement.roles,
          registerLimit: engagement.registerLimit,
          approvalLimit: engagement.approvalLimit,
        })),
      })),
      consents: access.consents().map((consent) => ({
        id: consent.id,
        tpp: tpp(consent.tpp),
        person: this.psuName(consent.tpp, consent.psuId),
        ...this.contextOf(consent),
        accounts: access.countConsented(consent.id),
        grantedAt: consent.grantedAt,
        validUntil: validUntil(consent, days),
        revokedAt: consent.revokedAt,
        state: givenState(consent, now, days),
      })),
      sessions: access.sessions().map((session) => ({
        id: session.sessionId,
        tpp: tpp(session.tpp),
        person: this.psuName(session.tpp, session.psuId),
        ...this.contextOf(session),
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

  /** One payment, or null if it does not exist. */
  payment(id: string): PaymentDetail | null {
    const payment = this.parts.payments.get(id);
    const line = this.parts.payments.line(id);
    if (payment === null || line === null) return null;
    return {
      ...rowOf(line),
      path: payment.path.map((step) => ({ ...step })),
      life: lifeOf(LIFE),
      actions: isUnderway(payment) ? ['hold', 'stop'] : payment.status === 'BLCK' ? ['release', 'stop'] : [],
      dueAt: payment.dueAt,
      signers: payment.signers.map((customer) => this.nameOf(customer)),
      reserved: formatMinor(payment.reserved, payment.debtorCurrency),
      debtorCurrency: payment.debtorCurrency,
      body: JSON.stringify(payment.body, null, 2),
    };
  }

  /** One basket with what each payment counts as (BSK-9), or null if it does not exist. */
  basket(id: string): BasketDetail | null {
    const basket = this.parts.payments.basket(id);
    if (basket === null) return null;
    const payments = this.paymentsOf(basket.paymentIds);
    const rows = payments.flatMap((payment) => {
      const line = this.parts.payments.line(payment.id);
      return line === null
        ? []
        : [{ ...rowOf(line), countsAs: countsAs(payment.status), dueAt: payment.dueAt }];
    });
    return {
      id,
      at: basket.createdAt,
      tpp: this.parts.access.tpps().find((tpp) => tpp.id === basket.tpp)?.name ?? basket.tpp,
      status: basketStatus(payments),
      authorised: basket.authorised,
      signers: [...new Set(payments.flatMap(({ signers }) => signers))]
        .map((customer) => this.nameOf(customer))
        .filter((name) => name !== ''),
      path: basketPath(
        basket.createdAt,
        payments.map(({ path }) => path),
      ).map(({ at, status, by }) => ({
        at,
        status,
        why: by === null ? 'The basket was created.' : `${rows[by.payment]?.to}: ${by.why}`,
      })),
      life: lifeOf(BASKET_LIFE),
      payments: rows,
    };
  }

  /** An account or card with one page of its transactions, or null if it does not exist. @param page counted from 0 */
  account(id: string, page: number): AccountDetail | null {
    return accountDetail(this.parts, id, page);
  }

  private paymentsOf(ids: readonly string[]): Payment[] {
    return ids.map((id) => this.parts.payments.get(id)).filter((payment) => payment !== null);
  }

  private nameOf(customerId: string): string {
    return this.parts.customers.byId(customerId)?.name ?? '';
  }

  private contextOf({ tpp, corporateId }: { tpp: string; corporateId: string | null }) {
    const { access, customers } = this.parts;
    const agreement =
      corporateId === null ? null : customers.agreement(access.agreementOf(tpp, corporateId) ?? '');
    return { context: contextName(corporateId), agreement: agreement?.name ?? null };
  }

  private psuName(tpp: string, psuId: string): string {
    return this.nameOf(this.parts.access.psu(tpp, psuId)?.customerId ?? '');
  }
}

/** How many of the most recent payments a search looks at. */
const SEARCHED = LISTED * 25;

function isFound(line: PaymentLine, wanted: string): boolean {
  if (wanted === '') return true;
  const texts = [...Object.values(rowOf(line)), transactionStatusOf(line.status)];
  return withoutCommas(texts.join(' ').toLowerCase()).includes(wanted);
}

function rowOf(line: PaymentLine): PaymentRow {
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

/** A status table as plain data. */
function lifeOf<Status extends string>(
  life: Readonly<Record<Status, readonly NoInfer<Status>[]>>,
): Record<Status, Status[]> {
  return Object.fromEntries(
    Object.entries<readonly Status[]>(life).map(([status, next]) => [status, [...next]]),
  ) as Record<Status, Status[]>;
}

function withoutCommas(text: string): string {
  return text.replaceAll(',', '');
}
