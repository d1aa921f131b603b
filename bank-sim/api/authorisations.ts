/** Authorisations of payments, cancellations and baskets (PAY-5, SCA-7, SCA-8). */
import type { Link } from '../../shared/xs2a/schemas.ts';
import { type Refusal, refuse, unknownResource } from '../domain/refusal.ts';
import { type Sca, type ScaQuestion, scaStatusOf } from '../domain/sca.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import { carryOut } from '../payments/approved-sca.ts';
import { scaStep } from '../psu/sca-journal.ts';
import { type Services, type Answer, answer } from './services.ts';

interface Authorisation {
  ask: Extract<ScaQuestion, 'payment' | 'basket' | 'cancellation'>;
  /** Id of the payment or basket. */
  subject: string;
  path: string;
}

/** Starts a separate SCA, even if the session is still valid (SCA-7). */
export function startAuthorisation(
  { ask, subject, path }: Authorisation,
  request: TppRequest,
  services: Services,
): Answer | Refusal {
  const authorisationId = services.books.newId();
  const scaStatus: Link = { href: `${path}/${encodeURIComponent(authorisationId)}`, verbs: ['GET'] }; // PAY-5
  const about = { subject, authorisationId };
  const asked = { ...askOf(request), ask, about };
  const located = { Location: scaStatus.href };
  // SCA-8.
  if (request.psu !== null && services.scenarios.take('exemptSca', asked.occasion)) {
    return (
      exempted(about, ask, request, services) ??
      answer(201, { authorisationId, scaStatus: 'exempted', _links: { scaStatus } }, located)
    );
  }
  const links = { ...services.startSca(asked), scaStatus };
  const started = answer(201, { authorisationId, scaStatus: 'started', _links: links }, located);
  return { ...started, startsSca: true }; // PAY-5
}

/** SCA-8: skips the SCA; the PSU of the request counts as the signer. */
function exempted(
  about: { subject: string; authorisationId: string },
  ask: Authorisation['ask'],
  request: TppRequest,
  services: Services,
): Refusal | null {
  const { books, customers, access, clock, journal } = services;
  const customer = request.psu && customers.byId(request.psu.customerId);
  if (!customer) throw new Error('An exemption needs the PSU of the request.');
  const agreementId = request.psu?.corporate?.agreementId;
  const agreement = agreementId === undefined ? null : customers.agreementFor(agreementId, customer.id);
  return books.atomically(() => {
    const failure = carryOut({ ask, subject: about.subject }, { customer, agreement }, books, clock.now());
    if (failure)
      return refuse({
        check: 'business',
        rule: 'PAY-8',
        status: 400,
        code: 'PAYMENT_FAILED',
        text: failure.message,
      });
    const sca: Sca = {
      id: books.newId(),
      ...about,
      ask,
      tpp: request.tpp.id,
      tppName: request.tpp.name,
      sessionId: request.sessionId ?? '',
      redirectUri: request.redirectUri ?? '',
      appVariant: request.appVariant,
      agreementId: agreementId ?? null,
      createdAt: clock.now(),
      outcome: 'exempted',
      failure: null,
    };
    access.addSca(sca);
    journal.add(scaStep(sca, null, 'exempted', 'The bank asks for no SCA, as the operator has scripted.'));
    return null;
  });
}

export function listAuthorisationsOf(subject: string, ask: Authorisation['ask'], services: Services): Answer {
  return answer(200, { authorisationIds: services.access.authorisationsOf(subject, ask) });
}

export function readAuthorisationOf(
  subject: string,
  ask: Authorisation['ask'],
  request: TppRequest,
  services: Services,
): Answer | Refusal {
  const sca = services.access.scaByAuthorisation(request.params['authorisation-id'] ?? '');
  if (sca?.subject !== subject || sca.ask !== ask)
    return unknownResource('PAY-5', 'There is no authorisation with this id.');
  return answer(200, { scaStatus: scaStatusOf(sca, services.clock.now()) });
}
