/** Sandbox agreements and engagements, which let PSUs act for a company on its accounts (SBX-3, PAY-6a). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import { createAgreementInput, createEngagementInput } from '../../shared/xs2a/sandbox-schemas.ts';
import type { Agreement, AgreementName, Engagement } from '../domain/model.ts';
import { type Refusal, unknownResource, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { readBody } from './json-body.ts';
import { type Services, type Answer, answer } from './services.ts';

const wrong = (path: string, text: string) => wrongField('SBX-3', path, text);

export function listSandboxAgreements(_request: TppRequest, services: Services): Answer {
  return answer(200, {
    agreements: services.customers.allAgreements().map((agreement) => agreementView(agreement, services)),
  });
}

export function createSandboxAgreement(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, createAgreementInput);
  if ('kind' in body) return body;
  const owner = services.customers.byNumber(body.value.owner);
  if (owner?.type !== 'CORPORATE') return wrong('owner', 'owner is not the number of a corporate customer.');
  const agreement: Agreement = {
    id: encId(services.random(17)),
    ownerId: owner.id,
    name: body.value.name,
    engagements: [],
  };
  services.customers.addAgreement({ id: agreement.id, ownerId: owner.id, name: agreement.name });
  const view = agreementView(agreement, services);
  return answer(201, view, { Location: view._links.self.href });
}

export function readSandboxAgreement(request: TppRequest, services: Services): Answer | Refusal {
  const agreement = agreementOf(request, services);
  if ('kind' in agreement) return agreement;
  const { engagements = [] } = services.customers.wholeAgreement(agreement.id) ?? {};
  return answer(200, agreementView({ ...agreement, engagements }, services));
}

export function deleteSandboxAgreement(request: TppRequest, services: Services): Answer | Refusal {
  const agreement = agreementOf(request, services);
  if ('kind' in agreement) return agreement;
  services.customers.removeAgreement(agreement.id);
  return { kind: 'answer', status: 204 };
}

function agreementOf(request: TppRequest, services: Services): AgreementName | Refusal {
  const agreement = services.customers.agreement(request.params['agreement-id'] ?? '');
  return agreement ?? unknownResource('SBX-3', 'There is no agreement with this id.');
}

export function createSandboxEngagement(request: TppRequest, services: Services): Answer | Refusal {
  const agreement = agreementOf(request, services);
  if ('kind' in agreement) return agreement;
  const body = readBody(request.body, createEngagementInput);
  if ('kind' in body) return body;
  const { customer, account, roles, registerLimit, approvalLimit } = body.value;
  const psu = services.customers.byNumber(customer);
  if (psu === null) return wrong('customer', 'There is no customer with this number.');
  const found = services.customers.accountByIban(account.iban);
  if (found?.customerId !== agreement.ownerId)
    return wrong('account/iban', "This account does not belong to the agreement's owner.");
  const own = services.customers.agreementFor(agreement.id, psu.id)?.engagements ?? [];
  if (own.some(({ accountId }) => accountId === found.id)) {
    return wrong('customer', 'This customer already has an engagement on this account.');
  }
  const engagement: Engagement = {
    id: encId(services.random(17)),
    psuCustomerId: psu.id,
    accountId: found.id,
    roles: [...new Set(roles)],
    registerLimit,
    approvalLimit,
  };
  services.customers.addEngagement(agreement.id, engagement);
  return answer(201, engagementView(engagement, services), { Location: linksOf(agreement).self.href });
}

/** SVC-8. */
function linksOf({ id }: { id: string }) {
  const href = pathOf('/v1/sandbox/agreements/{id}', { id });
  return {
    self: { href, verbs: ['GET', 'DELETE'] },
    engagements: { href: `${href}/engagements`, verbs: ['POST'] },
  };
}

function agreementView(agreement: Agreement, services: Services) {
  return {
    id: agreement.id,
    name: agreement.name,
    owner: services.customers.byId(agreement.ownerId)?.number ?? '',
    engagements: agreement.engagements.map((engagement) => engagementView(engagement, services)),
    _links: linksOf(agreement),
  };
}

function engagementView(engagement: Engagement, services: Services) {
  const { id, psuCustomerId, accountId, roles, registerLimit, approvalLimit } = engagement;
  return {
    id,
    customer: services.customers.byId(psuCustomerId)?.number ?? '',
    account: { iban: services.customers.account(accountId)?.iban ?? '' },
    roles,
    registerLimit,
    approvalLimit,
  };
}
