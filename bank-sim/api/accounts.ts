/** Account information: accounts and balances (AIS-1, AIS-2, LIM-1). */
import { jsonDateTime } from '../clock.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { type Account, availableOn } from '../domain/model.ts';
import { type Refusal, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { accountTypeView, amountView, type View, viewNow, viewOf } from './money-view.ts';
import { type Services, type Answer, answer, SharedBody } from './services.ts';
import { type SharedAccount, sharedAccount, sharedAccounts } from './psu-access.ts';
import { accountLinks } from './listing.ts';
import { countBalances, noteOnline } from './unattended.ts';

const BIC = 'SIMBNO22';

export function listAccounts(request: TppRequest, services: Services): Answer | Refusal {
  const accounts = sharedAccounts(request, services);
  if ('kind' in accounts) return accounts; // SCA-10
  const withBalance = readWithBalance(request);
  if (typeof withBalance !== 'boolean') return withBalance;
  noteOnline(accounts.list, request, services); // LIM-2
  return answer(200, listing(accounts.list, withBalance, request, services));
}

interface CachedList {
  withBalance: boolean;
  date: string;
  acceptFix: TppRequest['acceptFix'];
  body: SharedBody;
}

/** The latest list of the same accounts, which are a new array after every change (store/read-cache.ts). */
const listCache = new WeakMap<readonly SharedAccount[], CachedList>();

function listing(
  accounts: readonly SharedAccount[],
  withBalance: boolean,
  { acceptFix }: TppRequest,
  services: Services,
): SharedBody {
  const date = osloDate(services.clock.now());
  const latest = listCache.get(accounts);
  if (latest?.withBalance === withBalance && latest.date === date && isSameSet(latest.acceptFix, acceptFix))
    return latest.body;
  const view = viewOf(acceptFix, date);
  const body = new SharedBody({
    accounts: accounts.map((account) => accountView(account, withBalance, view, services)),
  });
  listCache.set(accounts, { withBalance, date, acceptFix, body });
  return body;
}

function isSameSet(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  return one === other || (one.size === other.size && [...one].every((value) => other.has(value)));
}

export function readAccount(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const withBalance = readWithBalance(request);
  if (typeof withBalance !== 'boolean') return withBalance;
  noteOnline([account], request, services); // LIM-2
  return answer(200, { account: accountView(account, withBalance, viewNow(request, services), services) });
}

export function readBalances(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const limited = countBalances(account.id, request, services);
  if (limited) return limited;
  noteOnline([account], request, services); // LIM-2
  const { bban, iban, currency } = account;
  const view = viewNow(request, services);
  return answer(200, {
    account: { bban, iban, currency },
    balances: balanceViews(account, view, services),
    _links: linksOf(account.id),
  });
}

function readWithBalance(request: TppRequest): boolean | Refusal {
  const value = request.query.get('withBalance');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  return wrongField('AIS-1', 'withBalance', `withBalance must be true or false, not "${value}".`);
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

function linksOf(id: string) {
  return accountLinks(`/v1/accounts/${encodeURIComponent(id)}`);
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
