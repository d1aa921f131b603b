/** The PSU's decision in an SCA, shared by the page and the control listener. */
import { eventText } from '../../shared/flow/answer.ts';
import type { Customer } from '../domain/model.ts';
import { isUnsigned, type Payment } from '../domain/payment.ts';
import { redirectAfter, type Sca, type ScaDecision, type ScaFailure, scaState } from '../domain/sca.ts';
import type { Books } from '../payments/books.ts';
import { carryOut } from '../payments/approved-sca.ts';
import type { Happening, Journal } from '../journal.ts';
import type { AccessStore } from '../store/access.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { BankClock } from '../clock.ts';
import { encId, type RandomSource, stableUuid } from '../ids.ts';
import { accountsByName, actsOn, type Capacity, capacitiesOf, chosenCapacity, sharedOf } from './capacity.ts';
import type { Fault } from './words.ts';
import { aboutSca, decidedText, enterGrant, enterSession, scaStep } from './sca-journal.ts';

export interface Decision {
  nationalId: string;
  /** Null for the context of the request (HDR-6). */
  context: 'PRIVATE' | 'CORPORATE' | null;
  /** Id of the agreement, psu-corporate-id or part of its name; null for the agreement of the request, or the only one. */
  agreementId: string | null;
  /** Ids, BBANs or IBANs of the accounts to share. */
  accounts: 'all' | readonly string[];
  decision: 'approve' | 'abort';
}

export type Decided =
  | { kind: 'finished'; redirectUri: string }
  | { kind: 'unknown' | 'used' | 'expired' }
  | { kind: 'wrong'; fault: Fault; agreements?: readonly AgreementChoice[] };

/** A matching agreement with both of its ids. */
export interface AgreementChoice {
  id: string;
  psuCorporateId: string;
  name: string;
}

export interface ScaParts {
  access: AccessStore;
  customers: CustomerStore;
  books: Books;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
  clock: BankClock;
  random: RandomSource;
  /** Salt of the stable ids (SCA-3). */
  salt: () => string;
  changed: () => void;
  journal: Journal;
}

/** The payments of an SCA: of a basket, those waiting for approval; none for a consent. */
export function paymentsOf({ ask, subject }: Sca, { books }: Pick<ScaParts, 'books'>): Payment[] {
  if (subject === null) return [];
  const { payments } = books;
  const ids = ask === 'basket' ? (payments.basket(subject)?.paymentIds ?? []) : [subject];
  const found = ids.flatMap((id) => payments.get(id) ?? []);
  return ask === 'cancellation' ? found : found.filter(isUnsigned);
}

/** The open SCA, or why it cannot be used (SCA-6). */
export function openSca(
  id: string,
  parts: ScaParts,
): { sca: Sca } | { kind: 'unknown' | 'used' | 'expired' } {
  const sca = parts.access.sca(id);
  if (sca === null) return { kind: 'unknown' };
  const state = scaState(sca, parts.clock.now());
  return state === 'open' ? { sca } : { kind: state };
}

/** Finishes an SCA (SCA-1 to SCA-6). Invalid input changes nothing. */
export function decide(id: string, decision: Decision, parts: ScaParts): Decided {
  const open = openSca(id, parts);
  if ('kind' in open) return open;
  const { sca } = open;
  if (decision.decision === 'abort') {
    const psu = parts.customers.byNumber(decision.nationalId)?.name ?? null;
    const aborted = { decision: 'abort', psu, context: 'PRIVATE', company: null, accounts: null } as const;
    parts.journal.during(enter(sca, aborted, parts), () => {
      parts.access.finishSca(id, 'aborted');
      parts.journal.add(scaStep(sca, 'started', 'failed', 'The PSU has aborted it.'));
    });
    parts.changed();
    return { kind: 'finished', redirectUri: redirectAfter(sca, { outcome: 'aborted' }) };
  }
  const approval = approvalOf(sca, decision, parts);
  return 'kind' in approval ? approval : finish(sca, approval, parts);
}

export interface Approval {
  customer: Customer;
  capacity: Capacity;
  /** Ids of accounts and cards. */
  chosen: readonly string[];
}

/** Validates a decision to approve. Changes nothing. */
export function approvalOf(
  sca: Sca,
  decision: Omit<Decision, 'decision'>,
  parts: ScaParts,
): Approval | Extract<Decided, { kind: 'wrong' }> {
  const customer = parts.customers.byNumber(decision.nationalId);
  if (customer === null)
    return { kind: 'wrong', fault: ({ faults }) => faults.noCustomer(decision.nationalId) };
  const capacity = chooseCapacity(customer, decision, sca, parts);
  if ('kind' in capacity) return capacity;
  const offered = [...capacity.accounts, ...capacity.cards].map((account) => account.id);
  const named = decision.accounts === 'all' ? offered : decision.accounts;
  const accountNamed = accountsByName(capacity);
  const foreign = named.find((account) => accountNamed(account) === null);
  if (foreign !== undefined) return { kind: 'wrong', fault: ({ faults }) => faults.notShared(foreign) };
  const chosen = [...new Set(named.flatMap((account) => accountNamed(account)?.id ?? []))];
  if (sca.ask === 'consent' && chosen.length === 0)
    return { kind: 'wrong', fault: ({ faults }) => faults.noAccount };
  return { customer, capacity, chosen };
}

function finish(sca: Sca, { customer, capacity, chosen }: Approval, parts: ScaParts): Decided {
  const offered = [...capacity.accounts, ...capacity.cards];
  const isChosen = new Set(chosen);
  const isAll = sca.ask !== 'consent' || chosen.length === offered.length;
  const decision = enter(
    sca,
    {
      decision: 'approve',
      psu: customer.name,
      context: capacity.context,
      company: capacity.title,
      accounts: isAll
        ? null
        : capacity.accounts.filter((account) => isChosen.has(account.id)).map(({ bban }) => bban),
    },
    parts,
  );
  const finished = parts.journal.during(decision, () =>
    parts.books.atomically(() => {
      const signer = { customer, agreement: capacity.agreement };
      const failure = sca.failure ?? carryOut(sca, signer, parts.books, parts.clock.now());
      return failure ? fail(sca, failure, parts) : approve(sca, customer, capacity, chosen, parts);
    }),
  );
  parts.changed();
  return finished;
}

/** Records a decision in the journal, as the cause of what follows. */
function enter(sca: Sca, decision: Omit<ScaDecision, 'scaId'>, parts: ScaParts): Happening {
  const { accounts, ...entered } = decision;
  const isGiven = decision.decision === 'approve';
  const shared =
    accounts === null
      ? 'all accounts'
      : `${accounts.length === 1 ? 'the account' : 'the accounts'} ${accounts.join(', ')}`;
  const text = eventText(decidedText(sca, paymentsOf(sca, parts), isGiven ? shared : null));
  return parts.journal.add(
    { kind: 'decision', ...entered, text, about: aboutSca(sca) },
    { decision: { scaId: sca.id, ...decision } },
  );
}

function fail(sca: Sca, failure: ScaFailure, parts: ScaParts): Decided {
  parts.access.finishSca(sca.id, 'failed');
  parts.journal.add(scaStep(sca, 'started', 'failed', failure.message));
  return { kind: 'finished', redirectUri: redirectAfter(sca, { outcome: 'failed', failure }) };
}

/** Grants psu-id, session and the shared accounts. */
function approve(
  sca: Sca,
  customer: Customer,
  capacity: Capacity,
  chosen: readonly string[],
  parts: ScaParts,
): Decided {
  const psuId = stableUuid(parts.salt(), 'psu', sca.tpp, customer.number);
  const corporate = capacity.agreement
    ? {
        id: stableUuid(parts.salt(), 'corporate', sca.tpp, capacity.agreement.id),
        agreementId: capacity.agreement.id,
      }
    : null;
  const grant = {
    consent: sca.ask === 'consent' ? { id: encId(parts.random(17)), ...sharedOf(capacity, chosen) } : null,
    tpp: sca.tpp,
    psuId,
    customerId: customer.id,
    corporate,
    sessionId: sca.sessionId,
    at: parts.clock.now(),
  };
  parts.journal.add(scaStep(sca, 'started', 'finalised', `${customer.name} has approved it.`));
  enterGrant(grant, parts);
  enterSession(grant, parts);
  parts.access.approve(sca.id, grant);
  const result = {
    outcome: 'approved' as const,
    psuId,
    corporateId: corporate?.id ?? null,
    context: capacity.context,
  };
  return { kind: 'finished', redirectUri: redirectAfter(sca, result) };
}

function chooseCapacity(
  customer: Customer,
  decision: Omit<Decision, 'decision'>,
  sca: Sca,
  parts: ScaParts,
): Capacity | Extract<Decided, { kind: 'wrong' }> {
  const wrong = (fault: Fault) => ({ kind: 'wrong' as const, fault });
  const capacities = capacitiesOf(customer, parts.customers);
  const context = decision.context ?? (sca.agreementId === null ? 'PRIVATE' : 'CORPORATE');
  const fitting = capacities.filter((capacity) => capacity.context === context);
  if (context === 'PRIVATE') {
    return fitting[0] ?? wrong(({ faults }) => faults.corporateOnly(customer.name));
  }
  if (decision.agreementId === null) {
    const asked = chosenCapacity(fitting, sca);
    if (asked) return asked;
    const able = fitting.filter(actsOn(paymentsOf(sca, parts)));
    const [first, ...others] = able.length > 0 ? able : fitting;
    if (first === undefined) return wrong(({ faults }) => faults.noAgreement(customer.name, null));
    return others.length === 0 ? first : severalFit([first, ...others], sca, parts);
  }
  const { agreementId } = decision;
  const wanted = parts.access.agreementOf(sca.tpp, agreementId) ?? agreementId;
  return (
    fitting.find(({ agreement }) => agreement?.id === wanted) ??
    fitting.find(({ title, agreement }) => isNamed(agreementId, title ?? '', agreement?.name ?? '')) ??
    wrong(({ faults }) => faults.noAgreement(customer.name, agreementId))
  );
}

function isNamed(part: string, ...names: readonly string[]): boolean {
  return part !== '' && names.some((name) => name.includes(part));
}

function severalFit(
  capacities: readonly Capacity[],
  { tpp }: Sca,
  { salt }: ScaParts,
): Extract<Decided, { kind: 'wrong' }> {
  const agreements = capacities.flatMap(({ agreement }) =>
    agreement === null
      ? []
      : [
          {
            id: agreement.id,
            psuCorporateId: stableUuid(salt(), 'corporate', tpp, agreement.id),
            name: agreement.name,
          },
        ],
  );
  const list = agreements.map(({ id, psuCorporateId, name }) => `${id} or ${psuCorporateId} (${name})`);
  return {
    kind: 'wrong',
    // On a page, one is always chosen.
    fault: () => `Several agreements match. Send one as agreementId: ${list.join(', ')}.`,
    agreements,
  };
}
