/** The sequence of pages and forms of an SCA, in the browser and in the bank's simulated app (HDR-4). */
import type { Payment } from '../domain/payment.ts';
import type { Sca } from '../domain/sca.ts';
import { appQuestionPage, appSignInPage, fingerprintPage, openAppPage } from './app-pages.ts';
import { actsOn, type Capacity, capacitiesOf, chosenCapacity } from './capacity.ts';
import { approvalOf, decide, type Decided, type Decision, paymentsOf, type ScaParts } from './decide.ts';
import { listed } from './own-bank.ts';
import { identifyPage, peopleOf, questionPage } from './pages.ts';
import type { Customer } from '../domain/model.ts';

/** A page, or the end of the SCA. */
export type ScaStep = { kind: 'page'; status: 200 | 400; page: string } | Exclude<Decided, { kind: 'wrong' }>;

const shown = (page: string): ScaStep => ({ kind: 'page', status: 200, page });
const wrong = (page: string): ScaStep => ({ kind: 'page', status: 400, page });

/** The page that an scaRedirect opens. */
export function firstPage(sca: Sca, parts: ScaParts): string {
  return sca.appVariant ? openAppPage(sca) : signInPage(sca, parts);
}

/** Prefilled with a customer who can approve. */
function signInPage(sca: Sca, parts: ScaParts): string {
  const page = sca.appVariant ? appSignInPage : identifyPage;
  return page(sca, peopleOf(parts.customers), suggestedPsu(sca, parts)?.number ?? '', null);
}

/** Processes a form of an open SCA. Stateless: each form contains the values of the earlier ones. */
export function answerForm(sca: Sca, form: URLSearchParams, parts: ScaParts): ScaStep {
  const step = form.get('step');
  const approval = approvalIn(form);
  if (step === 'abort') return ended(decide(sca.id, { ...approval, decision: 'abort' }, parts), () => '');
  if (step === 'open') return shown(signInPage(sca, parts));
  const { nationalId } = approval;
  const customer = parts.customers.byNumber(nationalId);
  if (customer === null) {
    const text =
      nationalId === ''
        ? 'Enter a national identity number of 11 digits.'
        : `No customer of the practice bank has the number ${nationalId}. Choose one of the numbers below.`;
    const page = sca.appVariant ? appSignInPage : identifyPage;
    return wrong(page(sca, peopleOf(parts.customers), nationalId, text));
  }
  const capacities = capacitiesOf(customer, parts.customers);
  const asked = paymentsOf(sca, parts);
  const payments = listed(asked, parts);
  const ask = (fault: string | null) =>
    (sca.appVariant ? appQuestionPage : questionPage)({
      sca,
      customer,
      capacities,
      first: preselected(capacities, sca, asked),
      payments,
      hasSigned: hasSignedAll(customer, sca, asked),
      wrong: fault,
    });
  if (step === 'approve') return ended(decide(sca.id, { ...approval, decision: 'approve' }, parts), ask);
  if (step !== 'confirm' || !sca.appVariant) return shown(ask(null));
  const meant = approvalOf(sca, approval, parts);
  return 'kind' in meant ? wrong(ask(meant.text)) : shown(fingerprintPage(sca, meant, payments));
}

/** The context of the request (HDR-6), or another capacity if only that one can pay from the account. The PSU may choose any. */
function preselected(
  capacities: readonly Capacity[],
  sca: Sca,
  asked: readonly Payment[],
): Capacity | undefined {
  const chosen = chosenCapacity(capacities, sca);
  const inOrder = chosen === undefined ? capacities : [chosen, ...capacities];
  return inOrder.find(actsOn(asked)) ?? inOrder[0];
}

function approvalIn(form: URLSearchParams): Omit<Decision, 'decision'> {
  const capacity = form.get('capacity') ?? 'PRIVATE';
  return {
    nationalId: (form.get('nationalId') ?? '').replaceAll(' ', ''),
    context: capacity === 'PRIVATE' ? 'PRIVATE' : 'CORPORATE',
    agreementId: capacity === 'PRIVATE' ? null : capacity,
    accounts: form.getAll(`account/${capacity}`),
  };
}

/** @param again makes the page for another attempt */
function ended(decided: Decided, again: (text: string) => string): ScaStep {
  return decided.kind === 'wrong' ? wrong(again(decided.text)) : decided;
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
