/** The PSU's direct use of the bank, without a TPP: granting and revoking consents, viewing accounts (SCA-11). */
import { renewalDays, type ConsentState, consentState } from '../domain/consent.ts';
import type { Customer } from '../domain/model.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { Payment } from '../domain/payment.ts';
import { encId, stableUuid } from '../ids.ts';
import type { AccessStore } from '../store/access.ts';
import type { PaymentLine } from '../store/payments.ts';
import type { ListedPayment } from './payment-list.ts';
import type { Fault } from './words.ts';
import { capacitiesOf, type Capacity, sharedOf, accountsByName } from './capacity.ts';
import type { ScaParts } from './decide.ts';
import { accessStep, enterGrant } from './sca-journal.ts';
import { MAX_TPP_ID_CHARS } from '../../shared/limits.ts';

export interface OwnConsent {
  id: string;
  tpp: string;
  tppName: string;
  /** Name of the company, or '' if its agreement is deleted; null in the private context. */
  company: string | null;
  grantedAt: number;
  state: ConsentState;
  /** The first shared accounts and cards, and the number of others. */
  names: readonly string[];
  more: number;
}

/** Maximum number of consents on one page. */
const CONSENTS_SHOWN = 100;
/** Maximum number of accounts and cards shown for a consent, which can have thousands. */
const NAMES_SHOWN = 20;

export interface OwnConsents {
  shown: OwnConsent[];
  /** Number of newer ones. */
  newer: number;
  /** `newer` of the page with older ones; null if there are none. */
  older: number | null;
}

/** The consents of a customer, newest first. @param newer how many to skip */
export function consentsOf(
  customer: Customer,
  newer: number,
  { access, customers, clock }: ScaParts,
): OwnConsents {
  const now = clock.now();
  const found = access.consentsOfCustomer(customer.id, CONSENTS_SHOWN + 1, newer);
  const shown = found.slice(0, CONSENTS_SHOWN).map((consent) => ({
    ...consent,
    company: companyOf(consent, { access, customers }),
    state: consentState(consent, now, renewalDays(osloDate(now))),
    ...sharedNames(consent.id, access),
  }));
  return { shown, newer, older: found.length > CONSENTS_SHOWN ? newer + CONSENTS_SHOWN : null };
}

function sharedNames(consentId: string, access: AccessStore): Pick<OwnConsent, 'names' | 'more'> {
  const names = access.consentedNames(consentId, NAMES_SHOWN);
  return { names, more: access.countConsented(consentId) - names.length };
}

function companyOf(
  { tpp, corporateId }: { tpp: string; corporateId: string | null },
  { access, customers }: Pick<ScaParts, 'access' | 'customers'>,
): string | null {
  if (corporateId === null) return null;
  const agreement = customers.agreement(access.agreementOf(tpp, corporateId) ?? '');
  return customers.byId(agreement?.ownerId ?? '')?.name ?? '';
}

/** Payments on the page. */
const SHOWN = { all: 50, ofAccount: 10 };

/** Payments, each with its debtor account. */
export function listed(
  payments: readonly Payment[],
  { customers }: Pick<ScaParts, 'customers'>,
): ListedPayment[] {
  return payments.map((payment) => ({ payment, from: customers.account(payment.debtorId) }));
}

/** The most recent payments from the accounts of a PSU, newest first. */
export function recentPayments(
  capacities: readonly Capacity[],
  { books }: Pick<ScaParts, 'books'>,
): PaymentLine[] {
  const ids = new Set(capacities.flatMap(({ accounts }) => accounts.map(({ id }) => id)));
  return books.payments.recent([...ids], SHOWN.all, SHOWN.ofAccount);
}

function offeredBy(capacity: Capacity | undefined): string[] {
  return capacity ? [...capacity.accounts, ...capacity.cards].map(({ id }) => id) : [];
}

export interface DirectGrant {
  nationalId: string;
  tpp: string;
  /** Id of the agreement or psu-corporate-id; null to find it by the accounts. */
  agreementId: string | null;
  /** Ids, BBANs or IBANs. */
  accounts: 'all' | readonly string[];
}

export interface DirectlyGranted {
  id: string;
  context: 'PRIVATE' | 'CORPORATE';
  /** The TPP's id of the agreement; null in the private context. */
  psuCorporateId: string | null;
}

function wrongTpp(tpp: string): Fault | null {
  if (tpp === '') return ({ faults }) => faults.noTpp;
  return tpp.length > MAX_TPP_ID_CHARS ? ({ faults }) => faults.longTpp(MAX_TPP_ID_CHARS) : null;
}

/** {@link grantDirectly} for the PSU's form, which offers only TPPs that have called, so that nobody can invent any number. */
export function grantInForm(grant: DirectGrant, parts: ScaParts): DirectlyGranted | { wrong: Fault } {
  const wrong = wrongTpp(grant.tpp);
  if (wrong !== null) return { wrong };
  return parts.access.hasCalled(grant.tpp)
    ? grantDirectly(grant, parts)
    : { wrong: ({ faults }) => faults.notListed };
}

/** Grants a consent for accounts of one capacity, without notifying the TPP. @returns the consent, or what is wrong */
export function grantDirectly(grant: DirectGrant, parts: ScaParts): DirectlyGranted | { wrong: Fault } {
  const customer = parts.customers.byNumber(grant.nationalId);
  if (customer === null) return { wrong: ({ faults }) => faults.noCustomer(grant.nationalId) };
  const impossible = wrongTpp(grant.tpp);
  if (impossible !== null) return { wrong: impossible };
  const { agreementId } = grant;
  const asked =
    agreementId === null ? null : (parts.access.agreementOf(grant.tpp, agreementId) ?? agreementId);
  const capacities = capacitiesOf(customer, parts.customers).filter(
    ({ agreement }) => asked === null || agreement?.id === asked,
  );
  if (asked !== null && capacities.length === 0)
    return { wrong: ({ faults }) => faults.noAgreement(customer.name, agreementId) };
  const named = grant.accounts === 'all' ? offeredBy(capacities[0]) : grant.accounts;
  if (named.length === 0) return { wrong: ({ faults }) => faults.noneChosen };
  const capacity = capacities.find((each) => {
    const accountNamed = accountsByName(each);
    return named.every((name) => accountNamed(name) !== null);
  });
  if (!capacity) return { wrong: ({ faults }) => faults.mixed };
  const accountNamed = accountsByName(capacity);
  const wanted = named.flatMap((name) => accountNamed(name)?.id ?? []);
  const salt = parts.salt();
  const id = encId(parts.random(17));
  const corporate = capacity.agreement && {
    id: stableUuid(salt, 'corporate', grant.tpp, capacity.agreement.id),
    agreementId: capacity.agreement.id,
  };
  const granted = {
    tpp: grant.tpp,
    psuId: stableUuid(salt, 'psu', grant.tpp, customer.number),
    customerId: customer.id,
    corporate,
    consent: { id, ...sharedOf(capacity, wanted) },
    at: parts.clock.now(),
  };
  enterGrant(granted, parts);
  parts.access.grant(granted);
  parts.changed();
  return { id, context: capacity.context, psuCorporateId: corporate?.id ?? null };
}

/** @returns false if the customer has no such consent to revoke */
export function revokeOwn(customer: Customer, consentId: string, parts: ScaParts): boolean {
  if (!parts.access.isConsentOf(consentId, customer.id)) return false;
  return revoke(consentId, parts);
}

/** Revokes a consent (SCA-11). @returns false if there is nothing to revoke */
export function revoke(id: string, { access, clock, journal, changed }: ScaParts): boolean {
  if (!access.revokeConsent(id, clock.now())) return false;
  const why = 'The PSU has revoked it. The TPP is not notified.';
  journal.add(accessStep('consent', id, { from: 'valid', to: 'revoked', why }));
  changed();
  return true;
}
