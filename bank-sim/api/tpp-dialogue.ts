/** The optional contact e-mail of a TPP (TPP-1). */
import { type Refusal, refuse, unknownResource } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { contactInput } from '../../shared/xs2a/schemas.ts';
import { readBody } from './json-body.ts';
import { type Services, type Answer, answer } from './services.ts';

/** The pattern firstname.lastname of personal addresses. */
const PERSONAL = /^[a-zæøå]+[._-][a-zæøå]+$/i;

export function putContact(request: TppRequest, services: Services): Answer | Refusal {
  const foreign = checkOwner(request);
  if (foreign) return foreign;
  const body = readBody(request.body, contactInput);
  if ('kind' in body) return body;
  const { email } = body.value;
  if (services.quirks.personalContactEmail && PERSONAL.test(email.split('@')[0] ?? '')) {
    const text = 'email looks like a personal address. Register a shared one, such as operations@.';
    return refuse({ check: 'body', rule: 'TPP-1', status: 400, code: 'FORMAT_ERROR', text, path: 'email' });
  }
  services.access.setContact(request.tpp.id, email);
  return answer(200, { email });
}

export function readContact(request: TppRequest, services: Services): Answer | Refusal {
  const foreign = checkOwner(request);
  if (foreign) return foreign;
  const email = services.access.contact(request.tpp.id);
  if (email === null) return unknownResource('TPP-1', 'No contact e-mail is registered.');
  return answer(200, { email });
}

/** tppId must be the organizationIdentifier of the certificate. */
function checkOwner(request: TppRequest): Refusal | null {
  if (request.params['tpp-id'] === request.tpp.id) return null;
  return refuse({
    check: 'business',
    rule: 'TPP-1',
    status: 403,
    code: 'SERVICE_BLOCKED',
    text: `The certificate belongs to ${request.tpp.id}, which can read and change only its own contact.`,
  });
}
