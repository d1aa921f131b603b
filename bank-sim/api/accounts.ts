/** Account information: accounts and balances (AIS-1, AIS-2, SCA-10, LIM-1). */
import { jsonDateTime } from '../clock.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { availableOn } from '../domain/balances.ts';
import { consentState, renewalDays } from '../domain/consent.ts';
import { unattendedWait } from '../domain/limits.ts';
import type { Account } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { accountTypeView, amountView, type View, viewOf } from './money-view.ts';
import { psuOf } from './sca-needs.ts';
import type { Services } from './services.ts';

type SharedAccount = Account & { ownerName: string };

const BIC = 'SIMBNO22';

export function listAccounts(request: TppRequest, services: Services): Answer | Refusal {
  const accounts = sharedAccounts(request, services);
  if ('kind' in accounts) return accounts;
  const view = viewNow(request, services);
  const withBalance = readWithBalance(request);
  if (typeof withBalance !== 'boolean') return withBalance;
  return answer(200, {
    accounts: accounts.list.map((account) => accountView(account, withBalance, view, services)),
  });
}

export function readAccount(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const withBalance = readWithBalance(request);
  if (typeof withBalance !== 'boolean') return withBalance;
  return answer(200, { account: accountView(account, withBalance, viewNow(request, services), services) });
}

export function readBalances(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const now = services.clock.now();
  if (!request.psuPresent) {
    const wait = unattendedWait(
      services.access.unattendedCalls(request.tpp.id, account.id, 'balances', now),
      now,
    );
    if (wait > 0) {
      return refuse({
        check: 'business',
        rule: 'LIM-1',
        status: 429,
        code: 'ACCESS_EXCEEDED',
        text: 'Without PSU-IP-Address, the balances of an account can be read 4 times in 24 hours.',
        headers: { 'Retry-After': String(wait) },
        hint: 'Send PSU-IP-Address when the PSU is present: such calls are not counted (LIM-3).',
      });
    }
    services.access.addUnattendedCall(request.tpp.id, account.id, 'balances', now);
  }
  const { bban, iban, currency } = account;
  const view = viewNow(request, services);
  return answer(200, {
    account: { bban, iban, currency },
    balances: balanceViews(account, view, services),
    _links: linksOf(account.id),
  });
}

function sharedAccounts(request: TppRequest, services: Services): { list: SharedAccount[] } | Refusal {
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
    links: services.startSca(askOf(request, request.tpp, request.operation, request.path)),
  });
  switch (consentState(consent, now, days)) {
    case 'missing':
      return refuse({
        check: 'psu',
        rule: 'SCA-10',
        status: 401,
        code: 'CONSENT_INVALID',
        text: 'The PSU has not given consent to this TPP. Follow scaRedirect.',
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
      return refuse({
        check: 'psu',
        rule: 'SCA-10',
        status: 403,
        code: 'CONSENT_UNKNOWN',
        text: 'The PSU has revoked the consent at the bank.',
        hint: 'Ask for a new consent with POST /v1/bank-offered-consents.',
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

function readWithBalance(request: TppRequest): boolean | Refusal {
  const value = request.query.get('withBalance');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  return refuse({
    check: 'business',
    rule: 'AIS-1',
    status: 400,
    code: 'FORMAT_ERROR',
    text: `withBalance must be true or false, not "${value}".`,
    path: 'withBalance',
  });
}

function viewNow(request: TppRequest, services: Services): View {
  return viewOf(request.acceptFix, osloDate(services.clock.now()));
}

function accountView(account: SharedAccount, withBalance: boolean, view: View, services: Services): object {
  return {
    resourceId: account.id,
    bban: account.bban,
    iban: account.iban,
    currency: account.currency,
    name: account.name,
    product: account.type === 'SVGS' ? 'Sparekonto' : 'Brukskonto',
    cashAccountType: accountTypeView(account.type, view),
    status: 'enabled',
    bic: BIC,
    ownerName: account.ownerName,
    ...(withBalance ? { balances: balanceViews(account, view, services) } : {}),
    _links: linksOf(account.id),
  };
}

function linksOf(id: string): object {
  const self = `/v1/accounts/${encodeURIComponent(id)}`;
  const link = (href: string) => ({ href, verbs: ['GET'] });
  return { self: link(self), balances: link(`${self}/balances`), transactions: link(`${self}/transactions`) };
}

/** AIS-2: expected equals booked minus reserved plus credit line. */
function balanceViews(account: Account, view: View, services: Services): object[] {
  const { booked, currency, changedAt } = account;
  const common = {
    ...(changedAt === null ? {} : { lastChangeDateTime: jsonDateTime(changedAt) }),
    referenceDate: osloDate(services.clock.now()),
  };
  return [
    { balanceAmount: amountView(booked, currency, view), balanceType: 'closingBooked', ...common },
    {
      balanceAmount: amountView(availableOn(account), currency, view),
      balanceType: 'expected',
      ...common,
    },
  ];
}
