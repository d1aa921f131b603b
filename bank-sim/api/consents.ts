/** Bank-offered consents: the response has only an scaRedirect (SCA-9). */
import { askOf, type TppRequest } from '../gate/gate.ts';
import { type Services, type Answer, answer } from './services.ts';

export function createConsent(request: TppRequest, services: Services): Answer {
  const links = services.startSca(askOf(request));
  const created = answer(201, { _links: links }, { Location: links['scaRedirect']?.href ?? '' });
  return { ...created, startsSca: true };
}

/** The deprecated path names its successor (RFC 8594, RFC 8288). */
export function createConsentDeprecated(request: TppRequest, services: Services): Answer {
  const created = createConsent(request, services);
  const headers = {
    ...created.headers,
    Deprecation: 'true',
    Link: '</v1/bank-offered-consents>; rel="successor-version"',
  };
  return { ...created, headers };
}
