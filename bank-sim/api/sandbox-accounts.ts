/** Sandbox accounts and their balances (SBX-3). */
import { addsTooMuch, formatMinor, isKeepable, parseMinor } from '../../shared/money/money.ts';
import { bbanFrom, ibanOf } from '../../shared/norway/numbers.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { createAccountInput, putBalancesInput } from '../../shared/xs2a/sandbox-schemas.ts';
import { type Account, availableOn } from '../domain/model.ts';
import { type Refusal, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { readBody } from './json-body.ts';
import { sandboxBalance } from './money-view.ts';
import { sandboxAccount } from './sandbox-shared.ts';
import { type Services, type Answer, answer } from './services.ts';

/** Numbers of new accounts; the seed data uses lower ones. */
const FIRST_SERIAL = 500_000;
const LAST_SERIAL = 999_999;
const BANK_CODE = '8601';

const wrong = (path: string, text: string) => wrongField('SBX-3', path, text);

const tooMuch = () =>
  wrong(
    'balances/0/balanceAmount/amount',
    'The balance, or all accounts in its currency, would exceed what the bank can store.',
  );

export function listSandboxAccounts(_request: TppRequest, services: Services): Answer {
  return answer(200, {
    accounts: services.customers.allAccounts().map((account) => accountView(account, services)),
  });
}

export function createSandboxAccount(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, createAccountInput);
  if ('kind' in body) return body;
  const {
    customerNumber,
    accountName,
    currency,
    cashAccountType = 'CACC',
    creditLine,
    balances,
  } = body.value;
  const customer = services.customers.byNumber(customerNumber);
  if (customer === null) return wrong('customerNumber', 'There is no customer with this number.');
  const credit = creditLine === undefined ? 0 : parseMinor(creditLine, currency);
  if (credit === null)
    return wrong('creditLine', `creditLine must have exactly the decimals of ${currency}.`);
  const opening = openingBalance(balances?.[0]?.balanceAmount, currency);
  if (typeof opening !== 'number') return opening;
  const bban = freeBban(services);
  if (bban === null) return wrong('customerNumber', 'The bank has no account number left. Reset it.');
  const account: Account = {
    id: encId(services.random(17)),
    customerId: customer.id,
    name: accountName,
    bban,
    iban: ibanOf(bban),
    currency,
    type: cashAccountType,
    // The request has the expected balance: booked minus reserved plus credit line (AIS-2).
    booked: opening - credit,
    reserved: 0,
    creditLine: credit,
    changedAt: services.clock.now(),
  };
  const opened = balances === undefined ? { ...account, booked: 0 } : account;
  if (addsTooMuch(opened.booked, () => services.customers.ownBalance(currency))) return tooMuch();
  services.customers.addAccount(opened, encId(services.random(17)));
  const view = accountView(services.customers.account(account.id) ?? account, services);
  return answer(201, view, { Location: view._links.self.href });
}

function openingBalance(
  given: { amount: string; currency: string } | undefined,
  currency: string,
): number | Refusal {
  if (given === undefined) return 0;
  if (given.currency !== currency)
    return wrong(
      'balances/0/balanceAmount/currency',
      `The balance must be in ${currency}, the currency of the account.`,
    );
  return (
    parseMinor(given.amount, currency) ??
    wrong('balances/0/balanceAmount/amount', 'The amount cannot be read.')
  );
}

/** The account number after the highest one, which avoids searching thousands for a gap; null if there is none. */
function freeBban({ customers }: Services): string | null {
  const latest = customers.latestBban(`${BANK_CODE}${FIRST_SERIAL}`, `${BANK_CODE}${LAST_SERIAL}9`);
  const after = latest === null ? FIRST_SERIAL : Number(latest.slice(BANK_CODE.length, -1)) + 1;
  // Some serials have no check digit (MOD11).
  for (let serial = after; serial <= LAST_SERIAL; serial++) {
    const bban = bbanFrom(`${BANK_CODE}${serial}`);
    if (bban !== null) return bban;
  }
  return null;
}

export function readSandboxAccount(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  return 'kind' in account ? account : answer(200, accountView(account, services));
}

export function deleteSandboxAccount(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  if ('kind' in account) return account;
  services.customers.removeAccount(account);
  return { kind: 'answer', status: 204 };
}

export function putSandboxBalances(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  if ('kind' in account) return account;
  const body = readBody(request.body, putBalancesInput);
  if ('kind' in body) return body;
  const expected = openingBalance(body.value.balances[0]?.balanceAmount, account.currency);
  if (typeof expected !== 'number') return expected;
  const booked = expected + account.reserved - account.creditLine;
  const moved = booked - account.booked;
  if (!isKeepable(booked) || addsTooMuch(moved, () => services.customers.ownBalance(account.currency)))
    return tooMuch();
  services.customers.moveBalance(account, moved, services.clock.now());
  return answer(200, accountView(services.customers.account(account.id) ?? account, services));
}

function accountView(account: Account, services: Services) {
  const { id, customerId, name, bban, iban, currency, type, booked, creditLine } = account;
  const href = pathOf('/v1/sandbox/accounts/{id}', { id });
  return {
    id,
    customerNumber: services.customers.byId(customerId)?.number ?? '',
    accountName: name,
    bban,
    iban,
    currency,
    cashAccountType: type,
    creditLine: formatMinor(creditLine, currency),
    balances: [
      sandboxBalance(booked, currency, 'closingBooked'),
      sandboxBalance(availableOn(account), currency, 'expected'),
    ],
    _links: {
      self: { href, verbs: ['GET', 'DELETE'] },
      balances: { href: `${href}/balances`, verbs: ['PUT'] },
      transactions: { href: `${href}/transactions`, verbs: ['GET', 'POST', 'DELETE'] },
    },
  };
}
