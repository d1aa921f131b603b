/** The TPP dialogue: a contact e-mail, optional for the TPP (TPP-1). */
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { readJsonBody } from './json-body.ts';
import type { Services } from './services.ts';

/** One address: a local part, an @, a host name with a dot. Delivery is not tried. */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
/** firstname.lastname, as people's addresses are built. */
const PERSONAL = /^[a-zæøå]+[._-][a-zæøå]+$/i;

export function putContact(request: TppRequest, services: Services): Answer | Refusal {
  const foreign = checkOwner(request);
  if (foreign) return foreign;
  const body = readJsonBody(request.body);
  if ('kind' in body) return body;
  const wrong = (text: string) => refuse('body', 'TPP-1', 400, 'FORMAT_ERROR', text, { path: 'email' });
  const email =
    typeof body.value === 'object' && body.value !== null && 'email' in body.value
      ? body.value.email
      : undefined;
  if (typeof email !== 'string' || email.length > 254 || !EMAIL.test(email))
    return wrong('email is missing or not an e-mail address.');
  if (services.quirks.personalContactEmail && PERSONAL.test(email.split('@')[0] ?? '')) {
    return wrong("email looks like a person's address; register one of a function, such as operations@.");
  }
  services.access.setContact(request.tpp.id, email);
  return answer(200, { email });
}

export function readContact(request: TppRequest, services: Services): Answer | Refusal {
  const foreign = checkOwner(request);
  if (foreign) return foreign;
  const email = services.access.contact(request.tpp.id);
  if (email === null)
    return refuse('business', 'TPP-1', 404, 'RESOURCE_UNKNOWN', 'No contact e-mail has been registered.');
  return answer(200, { email });
}

/** tppId is the organizationIdentifier of the certificate. */
function checkOwner(request: TppRequest): Refusal | null {
  if (request.params['tpp-id'] === request.tpp.id) return null;
  return refuse(
    'business',
    'TPP-1',
    403,
    'SERVICE_BLOCKED',
    `The certificate stands for ${request.tpp.id}; only its own contact can be read and changed.`,
  );
}
