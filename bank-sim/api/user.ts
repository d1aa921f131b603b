/** The signed-in PSU and their agreements (SCA-13, SCA-14). */
import { contextName } from '../../shared/xs2a/session-life.ts';
import { type Engagement, ROLES } from '../domain/model.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { stableUuid } from '../ids.ts';
import { needSession, psuOf } from './psu-access.ts';
import { type Services, type Answer, answer } from './services.ts';

export function readUser(request: TppRequest, services: Services): Answer | Refusal {
  const psu = psuOf(request);
  const refusal = needSession(request, services, 'Reading the user');
  if (refusal) return refusal;
  const corporateId = psu.corporate?.id ?? null;
  return answer(200, {
    psuId: psu.psuId,
    context: contextName(corporateId),
    ...(corporateId === null ? {} : { psuCorporateId: corporateId }),
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

/** The roles that the PSU has on at least one account of the agreement. */
function rolesOf(own: readonly Engagement[]): Engagement['roles'] {
  return ROLES.filter((role) => own.some(({ roles }) => roles.includes(role)));
}

export function listAgreements(request: TppRequest, services: Services): Answer | Refusal {
  const psu = psuOf(request);
  const refusal = needSession(request, services, 'Listing agreements');
  if (refusal) return refusal;
  const tpp = request.tpp.id;
  const salt = services.salt();
  const found = services.customers.corporateAgreementsFor(psu.customerId).map((agreement) => ({
    agreement,
    corporateId: stableUuid(salt, 'corporate', tpp, agreement.id),
  }));
  services.access.issueCorporateIds(
    tpp,
    found.map(({ agreement, corporateId }) => ({ corporateId, agreementId: agreement.id })),
  );
  const agreements = found.map(({ agreement, corporateId }) => ({
    psuCorporateId: corporateId,
    name: agreement.name,
    roles: rolesOf(agreement.engagements),
    _links: { accounts: { href: '/v1/accounts', verbs: ['GET'] } },
  }));
  return answer(200, { agreements });
}
