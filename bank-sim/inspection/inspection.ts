/** Reads the bank's state as plain data, for the Bank view and the control listener. */
import type { FlowEvent } from '../../shared/flow/event.ts';
import { decodePiece } from '../../shared/node/local-request.ts';
import { formatMinor } from '../../shared/money/money.ts';
import type { AccountDetail, BasketDetail, Overview, PaymentDetail } from '../../shared/xs2a/inspection.ts';
import type { ClockMode } from '../clock.ts';
import { BASKET_LIFE, basketPath, basketStatus, countsAs } from '../domain/basket.ts';
import { isUnderway, LIFE, type Payment, type Status } from '../domain/payment.ts';
import { scaState } from '../domain/sca.ts';
import type { Registration } from '../domain/register.ts';
import type { BankExchange, ExchangeFilter } from '../journal.ts';
import type { Progress } from '../payments/due-work.ts';
import type { Quirks } from '../quirks.ts';
import type { Scenarios } from '../scenarios.ts';
import type { AccessStore } from '../store/access.ts';
import type { Counts } from '../store/customers.ts';
import { accountDetail } from './account-detail.ts';
import { type InspectionParts, overview, rowOf } from './overview.ts';

/** A summary of the bank's state, for `GET /control/state` (contract section 13). */
export interface BankState {
  environment: Quirks['environment'];
  /** Bank time, milliseconds since 1970. */
  now: number;
  clock: ClockMode;
  quirks: Quirks;
  counts: Counts & { payments: Record<string, number>; baskets: number };
  /** Bank time, milliseconds since 1970. */
  nextBatch: number;
  /** Progress of a long batch or clock move, or null. */
  work: Progress | null;
  /** The sum over all accounts of each currency, in minor units: always zero (PAY-20). */
  conservation: readonly { currency: string; sum: number }[];
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

  /** Milliseconds since 1970. */
  get realTime(): number {
    return this.parts.clock.realTime();
  }

  counts(): Counts {
    return this.parts.customers.counts();
  }

  state(): BankState {
    const { clock, customers, payments, due, quirks } = this.parts;
    return {
      environment: quirks.environment,
      now: clock.now(),
      clock: clock.mode,
      quirks,
      counts: { ...customers.counts(), payments: payments.countByStatus(), baskets: payments.countBaskets() },
      nextBatch: due.nextBatch(),
      work: due.progress(),
      conservation: customers.conservation(),
    };
  }

  /** The most recent exchanges that match the filter, newest last. */
  exchanges(filter: ExchangeFilter = {}): BankExchange[] {
    return this.parts.journal.exchanges(filter);
  }

  /** The events after a position, oldest first. */
  journal(after: number, limit: number): FlowEvent[] {
    return this.parts.journal.after(after, limit).map(({ seq, at, event }) => ({ ...event, seq, at }));
  }

  /** Includes revoked ones; times in milliseconds of bank time. */
  consents(): ReturnType<AccessStore['consents']> {
    return this.parts.access.consents();
  }

  /** The register of TPPs (SIG-12), sorted by name. */
  tpps(): Registration[] {
    return this.parts.register.all();
  }

  /** Milliseconds of bank time. */
  nextBatch(): number {
    return this.parts.due.nextBatch();
  }

  /** The scripted failures that are not used up (SCA-8). */
  scenarios(): ReturnType<Scenarios['all']> {
    return this.parts.scenarios.all();
  }

  /** A customer for an SCA; null if the bank has none. */
  somebody(): { name: string; nationalId: string } | null {
    const [first] = this.parts.customers.all();
    return first ? { name: first.name, nationalId: first.number } : null;
  }

  /** The customer of a psu-id; null for an unknown one. */
  nameOfPsu(tpp: string, psuId: string): string | null {
    const psu = this.parts.access.psu(tpp, psuId);
    return psu ? (this.parts.customers.byId(psu.customerId)?.name ?? null) : null;
  }

  /** The company of a psu-corporate-id; null for an unknown one. */
  nameOfCompany(tpp: string, corporateId: string): string | null {
    const { access, customers } = this.parts;
    const agreement = customers.agreement(access.agreementOf(tpp, corporateId) ?? '');
    return agreement ? (customers.byId(agreement.ownerId)?.name ?? null) : null;
  }

  /** Whether the PSU can still answer an SCA, and what came of it. @param path of its page */
  scaAt(path: string): 'open' | 'approved' | 'refused' | 'expired' | 'unknown' {
    const sca = this.parts.access.sca(decodePiece(path.replace('/sca/', '')) ?? '');
    if (sca === null) return 'unknown';
    const state = scaState(sca, this.parts.clock.now());
    if (state !== 'used') return state;
    return sca.outcome === 'approved' || sca.outcome === 'exempted' ? 'approved' : 'refused';
  }

  /** Everything except the details. @param search part of a payment's names, id, amount or status; empty for all */
  overview(search: string): Overview {
    return overview(this.parts, search);
  }

  /** Null for an unknown id. */
  payment(id: string): PaymentDetail | null {
    const payment = this.parts.payments.get(id);
    const line = this.parts.payments.line(id);
    if (payment === null || line === null) return null;
    return {
      ...rowOf(line),
      path: payment.path.map((step) => ({ ...step })),
      // A single payment is settled as a whole.
      life: lifeOf<Status>(LIFE, payment.kind === 'single' ? 'PART' : null),
      actions: isUnderway(payment) ? ['hold', 'stop'] : payment.status === 'BLCK' ? ['release', 'stop'] : [],
      dueAt: payment.dueAt,
      signers: payment.signers.map((customer) => this.nameOf(customer)),
      reserved: formatMinor(payment.reserved, payment.debtorCurrency),
      debtorCurrency: payment.debtorCurrency,
      body: JSON.stringify(payment.body, null, 2),
    };
  }

  /** Null for an unknown id. */
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
      nextSigner: this.parts.customers.nextSigner(payments)?.name ?? null,
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

  /** An account or card with one page of its transactions; null for an unknown id. @param page counted from 0 */
  account(id: string, page: number): AccountDetail | null {
    return accountDetail(this.parts, id, page);
  }

  private paymentsOf(ids: readonly string[]): Payment[] {
    return ids.map((id) => this.parts.payments.get(id)).filter((payment) => payment !== null);
  }

  private nameOf(customerId: string): string {
    return this.parts.customers.byId(customerId)?.name ?? '';
  }
}

function lifeOf<Status extends string>(
  life: Readonly<Record<Status, readonly NoInfer<Status>[]>>,
  without: Status | null = null,
): Record<Status, Status[]> {
  return Object.fromEntries(
    Object.entries<readonly Status[]>(life).map(([status, next]) => [
      status,
      next.filter((to) => to !== without),
    ]),
  ) as Record<Status, Status[]>;
}
