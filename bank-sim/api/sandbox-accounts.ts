/** Sandbox accounts, their balances and transactions (SBX-3, SBX-4). */
import { formatMinor, parseMinor } from '../../shared/money/money.ts';
import { bbanFrom, ibanOf } from '../../shared/norway/numbers.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import {
  createAccountInput,
  createTransactionInput,
  putBalancesInput,
} from '../../shared/xs2a/sandbox-schemas.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import { availableOn } from '../domain/balances.ts';
import type { Account, Transaction } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { type Answer, answer } from './answer.ts';
import { readBody } from './json-body.ts';
import { sandboxBalance } from './money-view.ts';
import { bookedAmount } from './sandbox-amount.ts';
import type { Services } from './services.ts';

/** New accounts are numbered from here; the seed data uses lower numbers. */
const FIRST_SERIAL = 500_000;
const GONE: Answer = { kind: 'answer', status: 204 };

const wrong = (rule: RuleId, path: string, text: string) =>
  refuse({ check: 'business', rule, status: 400, code: 'FORMAT_ERROR', text, path });

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
  if (customer === null) return wrong('SBX-3', 'customerNumber', 'There is no customer with this number.');
  const credit = creditLine === undefined ? 0 : parseMinor(creditLine, currency);
  if (credit === null)
    return wrong('SBX-3', 'creditLine', `creditLine must have exactly the decimals of ${currency}.`);
  const opening = openingBalance(balances?.[0]?.balanceAmount, currency);
  if (typeof opening !== 'number') return opening;
  const bban = freeBban(services);
  const account: Account = {
    id: encId(services.random(17)),
    customerId: customer.id,
    name: accountName,
    bban,
    iban: ibanOf(bban),
    currency,
    type: cashAccountType,
    // The request states the expected balance: booked minus reserved plus credit line (AIS-2).
    booked: opening - credit,
    reserved: 0,
    creditLine: credit,
    changedAt: services.clock.now(),
  };
  services.customers.addAccount(balances === undefined ? { ...account, booked: 0 } : account);
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
      'SBX-3',
      'balances/0/balanceAmount/currency',
      `The balance must be in ${currency}, the currency of the account.`,
    );
  return (
    parseMinor(given.amount, currency) ??
    wrong('SBX-3', 'balances/0/balanceAmount/amount', 'The amount cannot be read.')
  );
}

function freeBban(services: Services): string {
  for (let serial = FIRST_SERIAL; ; serial++) {
    const bban = bbanFrom(`8601${serial}`);
    if (bban !== null && services.customers.accountByIban(ibanOf(bban)) === null) return bban;
  }
}

export function readSandboxAccount(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  return 'kind' in account ? account : answer(200, accountView(account, services));
}

export function deleteSandboxAccount(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  if ('kind' in account) return account;
  services.customers.removeAccount(account);
  return GONE;
}

export function putSandboxBalances(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  if ('kind' in account) return account;
  const body = readBody(request.body, putBalancesInput);
  if ('kind' in body) return body;
  const expected = openingBalance(body.value.balances[0]?.balanceAmount, account.currency);
  if (typeof expected !== 'number') return expected;
  const booked = expected + account.reserved - account.creditLine;
  services.customers.moveBalance(account, booked - account.booked, services.clock.now());
  return answer(200, accountView(services.customers.account(account.id) ?? account, services));
}

export function createSandboxTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  if ('kind' in account) return account;
  const body = readBody(request.body, createTransactionInput);
  if ('kind' in body) return body;
  const transaction = transactionOf(body.value, account, services);
  if ('kind' in transaction) return transaction;
  services.customers.bookTransaction(account, transaction);
  const view = transactionView(transaction);
  return answer(201, view, { Location: view._links.self.href });
}

type Input = ReturnType<typeof createTransactionInput.parse>;

function transactionOf(input: Input, account: Account, services: Services): Transaction | Refusal {
  const { transactionAmount, creditorName, creditorAccount, debtorName, debtorAccount } = input;
  const now = services.clock.now();
  const today = osloDate(now);
  const bookingDate = input.bookingDate ?? today;
  const valueDate = input.valueDate ?? bookingDate;
  if (transactionAmount.currency !== account.currency) {
    return wrong('SBX-4', 'transactionAmount/currency', `The account is in ${account.currency}.`);
  }
  const amount = bookedAmount(transactionAmount, (minor) => account.booked + minor);
  if (typeof amount !== 'number') return amount;
  if (debtorAccount?.bban === account.bban || debtorAccount?.iban === account.iban) {
    return wrong(
      'SBX-4',
      'debtorAccount',
      'The account itself cannot be the debtor. Send a negative amount for an outgoing transaction.',
    );
  }
  if (bookingDate > today) return wrong('SBX-4', 'bookingDate', 'bookingDate must not be in the future.');
  if (valueDate > today) return wrong('SBX-4', 'valueDate', 'valueDate must not be in the future.');
  if (bookingDate > valueDate)
    return wrong('SBX-4', 'valueDate', 'valueDate must not be before bookingDate.');
  const [name, party] = amount < 0 ? [creditorName, creditorAccount] : [debtorName, debtorAccount];
  const text = input.remittanceInformationUnstructured;
  return {
    id: encId(services.random(17)),
    accountId: account.id,
    amount,
    currency: account.currency,
    pending: false,
    bookingDate,
    valueDate,
    bookedAt: bookingDate === today ? now : Date.parse(`${bookingDate}T12:00:00Z`),
    counterparty: name ?? 'Unknown',
    counterpartyAccount: party?.bban ?? party?.iban ?? null,
    endToEndId: input.endToEndIdentification ?? null,
    reference: null,
    code: 'GIRO',
    text: (typeof text === 'string' ? text : text?.[0]) ?? '',
  };
}

export function listSandboxTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  if ('kind' in account) return account;
  return answer(200, { transactions: services.transactions.all(account.id).map(transactionView) });
}

export function deleteSandboxTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  if ('kind' in account) return account;
  services.customers.removeTransactions(account.id);
  return GONE;
}

export function readSandboxTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = accountOf(request, services);
  if ('kind' in account) return account;
  const transaction = services.transactions.one(account.id, request.params['transaction-id'] ?? '');
  if (transaction === null)
    return refuse({
      check: 'business',
      rule: 'SBX-4',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'The account has no transaction with this id.',
    });
  return answer(200, transactionView(transaction));
}

function accountOf(request: TppRequest, services: Services): Account | Refusal {
  const account = services.customers.account(request.params['account-id'] ?? '');
  return (
    account ??
    refuse({
      check: 'business',
      rule: 'SBX-3',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'There is no account with this id.',
    })
  );
}

function accountView(account: Account, services: Services) {
  const { id, customerId, name, bban, iban, currency, type, booked, creditLine } = account;
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
    _links: { self: { href: pathOf('/v1/sandbox/accounts/{id}', { id }), verbs: ['GET', 'DELETE'] } },
  };
}

function transactionView({ id, accountId, amount, currency, bookingDate }: Transaction) {
  const href = pathOf('/v1/sandbox/accounts/{account}/transactions/{id}', { account: accountId, id });
  return {
    id,
    transactionAmount: { amount: formatMinor(amount, currency), currency },
    bookingDate,
    _links: { self: { href, verbs: ['GET'] } },
  };
}
