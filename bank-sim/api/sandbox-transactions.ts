/** Transactions of sandbox accounts: posted, listed, read as they were posted, and deleted (SBX-4). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import { addsTooMuch } from '../../shared/money/money.ts';
import { createTransactionInput, type PostedTransaction } from '../../shared/xs2a/sandbox-schemas.ts';
import type { Account, Transaction } from '../domain/model.ts';
import { type Refusal, unknownResource } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { readBody } from './json-body.ts';
import { sourceOf } from './listing.ts';
import { SANDBOX_VIEW } from './money-view.ts';
import {
  bookedAmount,
  postedRemittance,
  postingDates,
  wrongPosting,
  sandboxAccount,
  sandboxPage,
} from './sandbox-shared.ts';
import { type Services, type Answer, answer } from './services.ts';
import { transactionFields } from './transaction-view.ts';

export function createSandboxTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  if ('kind' in account) return account;
  const body = readBody(request.body, createTransactionInput);
  if ('kind' in body) return body;
  const transaction = transactionOf(body.value, account, services);
  if ('kind' in transaction) return transaction;
  services.customers.bookTransaction(account, transaction, services.clock.now());
  const view = transactionView(transaction, account, services);
  return answer(201, view, { Location: view._links.self.href });
}

function transactionOf(
  input: PostedTransaction,
  account: Account,
  services: Services,
): Transaction | Refusal {
  const { transactionAmount, creditorName, creditorAccount, debtorName, debtorAccount } = input;
  const { id: accountId, currency } = account;
  if (transactionAmount.currency !== currency)
    return wrongPosting('transactionAmount/currency', `The account is in ${currency}.`);
  const amount = bookedAmount(transactionAmount, (minor) => account.booked + minor);
  if (typeof amount !== 'number') return amount;
  if (addsTooMuch(amount, () => services.customers.turnover(account)))
    return wrongPosting(
      'transactionAmount/amount',
      'The transactions of the account, or all accounts in its currency, would add up to more than the bank can store.',
    );
  if (debtorAccount?.bban === account.bban || debtorAccount?.iban === account.iban)
    return wrongPosting(
      'debtorAccount',
      'The account itself cannot be the debtor. Send a negative amount for an outgoing transaction.',
    );
  if (amount < 0 && (creditorAccount?.bban === account.bban || creditorAccount?.iban === account.iban))
    return wrongPosting(
      'creditorAccount',
      'The account itself cannot be the creditor of an outgoing transaction. Send a positive amount for an incoming one.',
    );
  const dates = postingDates(input, services.clock.now());
  if ('kind' in dates) return dates;
  const [name, party] = amount < 0 ? [creditorName, creditorAccount] : [debtorName, debtorAccount];
  return {
    id: encId(services.random(17)),
    accountId,
    amount,
    currency,
    pending: false,
    ...dates,
    counterparty: name ?? 'Unknown',
    counterpartyAccount: party?.bban ?? party?.iban ?? null,
    endToEndId: input.endToEndIdentification ?? null,
    ...postedRemittance(input),
    code: 'GIRO',
    originalAmount: null,
    originalCurrency: null,
    posted: JSON.stringify(input),
  };
}

export function listSandboxTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  if ('kind' in account) return account;
  const { id } = account;
  const page = sandboxPage(
    sourceOf(services.transactions, id),
    pathOf('/v1/sandbox/accounts/{id}/transactions', { id }),
    request.query,
  );
  if ('kind' in page) return page;
  return answer(200, {
    transactions: page.list.map((one) => transactionView(one, account, services)),
    ...page.links,
  });
}

export function deleteSandboxTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  if ('kind' in account) return account;
  services.customers.removeTransactions(account.id);
  return { kind: 'answer', status: 204 };
}

export function readSandboxTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = sandboxAccount(request, services);
  if ('kind' in account) return account;
  const transaction = services.transactions.one(account.id, request.params['transaction-id'] ?? '');
  if (transaction === null) return unknownResource('SBX-4', 'The account has no transaction with this id.');
  return answer(200, transactionView(transaction, account, services));
}

/** The fields of account information, and every field as it was posted. */
function transactionView(transaction: Transaction, account: Account, services: Services) {
  const { id, bookingDate, valueDate, posted } = transaction;
  const ownerName = services.customers.byId(account.customerId)?.name ?? '';
  const { transactionId: _, ...fields } = transactionFields(
    transaction,
    { ...account, ownerName },
    SANDBOX_VIEW,
  );
  const href = pathOf('/v1/sandbox/accounts/{account}/transactions/{id}', { account: account.id, id });
  return {
    id,
    ...fields,
    bookingDate,
    valueDate,
    ...(posted === null ? {} : (JSON.parse(posted) as PostedTransaction)),
    _links: { self: { href, verbs: ['GET'] } },
  };
}
