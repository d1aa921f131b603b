/** What the PSU lets a TPP do: a valid session, a consent, and the accounts that it covers (SCA-4, SCA-10, AIS-1). */
import { osloDate } from '../../shared/norway/oslo.ts';
import { consentState, renewalDays } from '../domain/consent.ts';
import type { Account } from '../domain/model.ts';
import { type Refusal, refuse, unknownResource } from '../domain/refusal.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import type { Services } from './services.ts';
import { isValidSession } from '../domain/sca.ts';
import type { Psu } from '../gate/psu.ts';

/** @throws Error for an operation that the gate passes without a PSU */
export function psuOf(request: TppRequest): Psu {
  if (request.psu === null) throw new Error(`The gate lets no ${request.operation.id} pass without a PSU.`);
  return request.psu;
}

/** Whether the TPP-Session-ID is valid in the context of the request, or in any context if the request chooses one (HDR-6). */
export function hasSession(request: TppRequest, services: Services): boolean {
  const { psuId, corporate } = psuOf(request);
  const session = services.access.sessionOf(request.tpp.id, psuId);
  if (!isValidSession(session, request.sessionId, services.clock.now())) return false;
  return request.operation.choosesContext === true || session?.corporateId === (corporate?.id ?? null);
}

/** Null if the session is valid, otherwise 401 with scaRedirect. @param why what needs the session */
export function needSession(request: TppRequest, services: Services, why: string): Refusal | null {
  if (hasSession(request, services)) return null;
  const occasion = { method: request.operation.method, path: request.path, tpp: request.tpp.id };
  if (services.scenarios.take('exemptSca', occasion)) return null;
  return refuse({
    check: 'psu',
    rule: 'SCA-10',
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: `${why} needs an SCA of this TPP-Session-ID within the last hour, in the context of the request. Follow scaRedirect.`,
    links: services.startSca(askOf(request)),
  });
}

export type SharedAccount = Account & { ownerName: string };

export function sharedAccounts(request: TppRequest, services: Services): { list: SharedAccount[] } | Refusal {
  const consent = validConsent(request, services);
  return 'kind' in consent ? consent : { list: services.access.consentedAccounts(consent.id) };
}

/** SCA-10. */
export function validConsent(request: TppRequest, services: Services): { id: string } | Refusal {
  const psu = psuOf(request);
  const consent = services.access.consent(request.tpp.id, psu.psuId, psu.corporate?.id ?? '');
  const now = services.clock.now();
  const days = renewalDays(osloDate(now));
  const again = () => ({ links: services.startSca(askOf(request)) });
  switch (consentState(consent, now, days)) {
    case 'missing':
      return refuse({
        check: 'psu',
        rule: 'SCA-10',
        status: 401,
        code: 'CONSENT_INVALID',
        text: `The PSU has not given this TPP consent${psu.corporate === null ? '' : ' under this agreement'}. Follow scaRedirect.`,
        hint: elsewhere(services.access.consentedFor(request.tpp.id, psu.psuId)),
        ...again(),
      });
    case 'expired':
      return refuse({
        check: 'psu',
        rule: 'SCA-10',
        status: 401,
        code: 'CONSENT_EXPIRED',
        text: `The consent is older than ${days} days. Follow scaRedirect to renew it.`,
        ...again(),
      });
    case 'revoked':
      return services.quirks.revokedConsent === '403'
        ? refuse({
            check: 'psu',
            rule: 'SCA-10',
            status: 403,
            code: 'CONSENT_UNKNOWN',
            text: 'The PSU has revoked the consent at the bank.',
            hint: 'Ask for a new consent with POST /v1/bank-offered-consents.',
          })
        : refuse({
            check: 'psu',
            rule: 'SCA-10',
            status: 401,
            code: 'CONSENT_INVALID',
            text: 'The PSU has revoked the consent at the bank. Follow scaRedirect to ask for a new one.',
            ...again(),
          });
    case 'valid':
      return { id: consent?.id ?? '' };
  }
}

/** A consent counts in its context alone (HDR-6). @param names of companies, null for the PSU */
function elsewhere(names: readonly (string | null)[]): string | undefined {
  if (names.length === 0) return undefined;
  const companies = [...new Set(names.flatMap((name) => name ?? []))];
  const all = [...(names.includes(null) ? ['the PSU'] : []), ...companies.slice(0, MOST_NAMED)];
  return `There is a consent for ${all.join(' and for ')}, and a consent counts in its own context only. PSU-Corporate-ID chooses the company; without it, requests act for the PSU.`;
}

const MOST_NAMED = 5;

/** The account in the path, if the PSU shares it. */
export function sharedAccount(request: TppRequest, services: Services): SharedAccount | Refusal {
  const accounts = sharedAccounts(request, services);
  if ('kind' in accounts) return accounts;
  const found = accounts.list.find((account) => account.id === request.params['account-id']);
  return found ?? unknownResource('AIS-1', 'The PSU does not share an account with this id.');
}
