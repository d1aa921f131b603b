/** The PSU who has signed in, and the agreements to choose from (SCA-13, SCA-14). */
import type { Refusal } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { stableUuid } from '../ids.ts';
import { type Answer, answer } from './answer.ts';
import { needSession, psuOf } from './sca-needs.ts';
import type { Services } from './services.ts';

export function readUser(request: TppRequest, services: Services): Answer | Refusal {
  const psu = psuOf(request);
  const refusal = needSession(request, services, 'Reading the user');
  if (refusal) return refusal;
  const session = services.access.session(request.tpp.id, psu.psuId);
  return answer(200, {
    psuId: psu.psuId,
    context: session?.context,
    ...(session?.corporateId ? { psuCorporateId: session.corporateId } : {}),
    _links: {
      self: { href: '/v1/user', verbs: ['GET'] },
      agreements: { href: '/v1/agreements', verbs: ['GET'] },
    },
  });
}

/** The same operation under its other path. */
export function readUserAlias(request: TppRequest, services: Services): Answer | Refusal {
  return readUser(request, services);
}

export function listAgreements(request: TppRequest, services: Services): Answer | Refusal {
  const psu = psuOf(request);
  const refusal = needSession(request, services, 'Listing agreements');
  if (refusal) return refusal;
  const agreements = services.customers.corporateAgreementsFor(psu.customerId).map((agreement) => {
    const psuCorporateId = stableUuid(services.salt, 'corporate', request.tpp.id, agreement.id);
    services.access.issueCorporateId(request.tpp.id, psuCorporateId, agreement.id);
    return {
      psuCorporateId,
      name: agreement.name,
      roles: ['REGISTER', 'VIEW'],
      _links: { accounts: { href: '/v1/accounts', verbs: ['GET'] } },
    };
  });
  return answer(200, { agreements });
}
