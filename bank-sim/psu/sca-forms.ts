/** The sequence of pages and forms of an SCA, in the browser and in the bank's simulated app (HDR-4). */
import type { Payment } from '../domain/payment.ts';
import type { Sca } from '../domain/sca.ts';
import { appQuestionPage, appSignInPage, fingerprintPage, openAppPage } from './app-pages.ts';
import { actsOn, capacitiesOf, chosenCapacity } from './capacity.ts';
import { approvalOf, decide, type Decided, type Decision, paymentsOf, type ScaParts } from './decide.ts';
import { listed } from './own-bank.ts';
import { identifyPage, type Look, numberIn, peopleOf, type PsuPage, questionPage } from './pages.ts';
import type { Customer } from '../domain/model.ts';
import { stableUuid } from '../ids.ts';
import type { Fault } from './words.ts';

/** A page, or the end of the SCA. */
export type ScaStep =
  | { kind: 'page'; status: 200 | 400; page: PsuPage }
  | Exclude<Decided, { kind: 'wrong' }>;

const shown = (page: PsuPage): ScaStep => ({ kind: 'page', status: 200, page });
const wrong = (page: PsuPage): ScaStep => ({ kind: 'page', status: 400, page });

/** The page that an scaRedirect opens. */
export function firstPage(look: Look, sca: Sca, parts: ScaParts): PsuPage {
  return sca.appVariant ? openAppPage(look, sca) : signInPage(look, sca, parts, null);
}

/** A customer who can approve is chosen. */
function signInPage(look: Look, sca: Sca, parts: ScaParts, fault: Fault | null): PsuPage {
  const page = sca.appVariant ? appSignInPage : identifyPage;
  return page(look, sca, peopleOf(parts.customers, suggestedPsu(sca, parts)), fault);
}

/**
 * Processes a form of an open SCA. Stateless: each form contains the values of the earlier ones.
 * @param asksCode whether the quirk secondFactor is on; in the app, the fingerprint is the second factor
 */
export function answerForm(
  look: Look,
  sca: Sca,
  form: URLSearchParams,
  parts: ScaParts,
  asksCode: boolean,
): ScaStep {
  const step = form.get('step');
  const approval = approvalIn(form);
  const signIn = (fault: Fault | null) => signInPage(look, sca, parts, fault);
  if (step === 'abort') return ended(decide(sca.id, { ...approval, decision: 'abort' }, parts), signIn);
  if (step === 'open') return shown(signIn(null));
  const { nationalId } = approval;
  const customer = parts.customers.byNumber(nationalId);
  if (customer === null) return wrong(signIn(({ unknownNumber }) => unknownNumber(nationalId)));
  const asked = paymentsOf(sca, parts);
  const payments = listed(asked, parts);
  const all = capacitiesOf(customer, parts.customers);
  const able = all.filter(actsOn(asked));
  const capacities = able.length > 0 ? able : all;
  const code = asksCode && !sca.appVariant ? codeOf(sca, customer, parts) : null;
  const ask = (fault: Fault | null) =>
    (sca.appVariant ? appQuestionPage : questionPage)(look, {
      sca,
      customer,
      ...(customer.type === 'CORPORATE' && { signatory: signatoryOf(customer, asked, parts) }),
      capacities,
      first: chosenCapacity(capacities, sca) ?? capacities[0],
      payments,
      hasSigned: hasSignedAll(customer, sca, asked),
      code,
      wrong: fault,
    });
  if (step === 'approve') {
    if (code !== null && form.get('code')?.replaceAll(' ', '') !== code)
      return wrong(ask(({ faults }) => faults.code));
    return ended(decide(sca.id, { ...approval, decision: 'approve' }, parts), ask);
  }
  if (step !== 'confirm' || !sca.appVariant) return shown(ask(null));
  const meant = approvalOf(sca, approval, parts);
  return 'kind' in meant ? wrong(ask(meant.fault)) : shown(fingerprintPage(look, sca, meant, payments));
}

/** Six digits that only this SCA of this customer accepts. */
function codeOf({ id }: Sca, { number }: Customer, { salt }: ScaParts): string {
  const digits = Number.parseInt(stableUuid(salt(), 'code', id, number).slice(0, 8), 16) % 1_000_000;
  return String(digits).padStart(6, '0');
}

/** Who signs with the number of a company: a person who acts for it and has not signed yet. */
function signatoryOf({ id }: Customer, asked: readonly Payment[], { customers }: ScaParts): string | null {
  return customers.signatoryOf(
    id,
    asked.flatMap(({ signers }) => signers),
  );
}

function approvalIn(form: URLSearchParams): Omit<Decision, 'decision'> {
  const capacity = form.get('capacity') ?? 'PRIVATE';
  return {
    nationalId: numberIn(form) ?? '',
    context: capacity === 'PRIVATE' ? 'PRIVATE' : 'CORPORATE',
    agreementId: capacity === 'PRIVATE' ? null : capacity,
    accounts: form.getAll(`account/${capacity}`),
  };
}

/** @param again makes the page for another attempt */
function ended(decided: Decided, again: (fault: Fault) => PsuPage): ScaStep {
  return decided.kind === 'wrong' ? wrong(again(decided.fault)) : decided;
}

/** The payments that wait for a second signer (PAY-6a); none in other SCAs. */
function halfSigned({ ask }: Sca, payments: readonly Payment[]): Payment[] {
  return ask === 'cancellation' ? [] : payments.filter(({ status }) => status === 'PATC');
}

/** The first customer, or a possible second signer under the agreement of the first one; null if there is none. */
function suggestedPsu(sca: Sca, parts: ScaParts): Customer | null {
  const { customers } = parts;
  const waiting = halfSigned(sca, paymentsOf(sca, parts));
  return waiting.length === 0 ? (customers.first(1)[0] ?? null) : customers.nextSigner(waiting);
}

/** Whether the customer has already approved all payments, so that another approval changes nothing. */
function hasSignedAll(customer: Customer, sca: Sca, payments: readonly Payment[]): boolean {
  const waiting = halfSigned(sca, payments);
  return (
    waiting.length > 0 &&
    waiting.length === payments.length &&
    waiting.every(({ signers }) => signers.includes(customer.id))
  );
}
