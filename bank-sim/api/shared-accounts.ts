/** What the PSU shares with a TPP: the consent, and the accounts that it opens (AIS-1, SCA-10). */
import { osloDate } from '../../shared/norway/oslo.ts';
import { consentState, renewalDays } from '../domain/consent.ts';
import type { Account } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import { psuOf } from './sca-needs.ts';
import type { Services } from './services.ts';

export type SharedAccount = Account & { ownerName: string };

/** All accounts that the PSU shares, or why none can be read. */
export function sharedAccounts(request: TppRequest, services: Services): { list: SharedAccount[] } | Refusal {
  const consent = validConsent(request, services);
  return 'kind' in consent ? consent : { list: services.access.consentedAccounts(consent.id) };
}

/** The consent that gives access to accounts and cards, or the refusal if there is none (SCA-10). */
export function validConsent(request: TppRequest, services: Services): { id: string } | Refusal {
  const psu = psuOf(request);
  const consent = services.access.consent(request.tpp.id, psu.psuId, psu.corporate?.id ?? '');
  const now = services.clock.now();
  const days = renewalDays(osloDate(now));
  const again = () => ({
    links: services.startSca(askOf(request)),
  });
  switch (consentState(consent, now, days)) {
    case 'missing':
      return refuse({
        check: 'psu',
        rule: 'SCA-10',
        status: 401,
        code: 'CONSENT_INVALID',
        text: `The PSU has not given this TPP consent${psu.corporate === null ? '' : ' under this agreement'}. Follow scaRedirect.`,
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

/** The account in the path, if the PSU shares it. */
export function sharedAccount(request: TppRequest, services: Services): SharedAccount | Refusal {
  const accounts = sharedAccounts(request, services);
  if ('kind' in accounts) return accounts;
  const found = accounts.list.find((account) => account.id === request.params['account-id']);
  return (
    found ??
    refuse({
      check: 'business',
      rule: 'AIS-1',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'The PSU does not share an account with this id.',
    })
  );
}
