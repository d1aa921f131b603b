/** Sandbox card accounts and their transactions (SBX-3, SBX-4). */
import { addsTooMuch, decimalsOf, formatMinor, parseMinor } from '../../shared/money/money.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import {
  createCardAccountInput,
  createCardTransactionInput,
  type PostedCardTransaction,
} from '../../shared/xs2a/sandbox-schemas.ts';
import { type CardAccount, type CardTransaction, availableOnCard } from '../domain/model.ts';
import { type Refusal, unknownResource, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { readBody } from './json-body.ts';
import { sourceOf } from './listing.ts';
import { sandboxBalance } from './money-view.ts';
import { bookedAmount, postedRemittance, postingDates, wrongPosting, sandboxPage } from './sandbox-shared.ts';
import { type Services, type Answer, answer } from './services.ts';

/** Whole units of the currency. */
const DEFAULT_LIMIT = 25_000;

const wrong = (path: string, text: string) => wrongField('SBX-3', path, text);

export function createSandboxCardAccount(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, createCardAccountInput);
  if ('kind' in body) return body;
  const { customerNumber, accountName, currency, creditLimit } = body.value;
  const customer = services.customers.byNumber(customerNumber);
  if (customer === null) return wrong('customerNumber', 'There is no customer with this number.');
  if (customer.type !== 'PRIVATE')
    return wrong('customerNumber', 'Only private customers can have card accounts.');
  const limit =
    creditLimit === undefined
      ? DEFAULT_LIMIT * 10 ** decimalsOf(currency)
      : parseMinor(creditLimit, currency);
  if (limit === null)
    return wrong('creditLimit', `creditLimit must have exactly the decimals of ${currency}.`);
  const digits = String(Buffer.from(services.random(2)).readUInt16BE() % 10_000).padStart(4, '0');
  const card: CardAccount = {
    id: encId(services.random(17)),
    customerId: customer.id,
    name: accountName,
    maskedPan: `541231******${digits}`,
    currency,
    creditLimit: limit,
    used: 0,
  };
  services.customers.addCardAccount(card);
  const view = cardView(card, services);
  return answer(201, view, { Location: view._links.self.href });
}

export function readSandboxCardAccount(request: TppRequest, services: Services): Answer | Refusal {
  const card = cardOf(request, services);
  return 'kind' in card ? card : answer(200, cardView(card, services));
}

export function createSandboxCardTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const card = cardOf(request, services);
  if ('kind' in card) return card;
  const body = readBody(request.body, createCardTransactionInput);
  if ('kind' in body) return body;
  const transaction = transactionOf(body.value, card, services);
  if ('kind' in transaction) return transaction;
  services.customers.bookCardTransaction(transaction);
  const view = transactionView(transaction);
  return answer(201, view, { Location: view._links.self.href });
}

function transactionOf(
  input: PostedCardTransaction,
  card: CardAccount,
  services: Services,
): CardTransaction | Refusal {
  const { transactionAmount, originalAmount = transactionAmount, cardAcceptorAddress } = input;
  const { id: cardId, currency } = card;
  if (transactionAmount.currency !== currency)
    return wrongPosting('transactionAmount/currency', `The card is in ${currency}.`);
  const amount = bookedAmount(transactionAmount, (minor) => card.used - minor);
  if (typeof amount !== 'number') return amount;
  if (addsTooMuch(amount, () => services.customers.ownBalance(currency)))
    return wrongPosting(
      'transactionAmount/amount',
      'All accounts in this currency would add up to more than the bank can store.',
    );
  const original = parseMinor(originalAmount.amount, originalAmount.currency);
  if (original === null || Math.sign(original) !== Math.sign(amount))
    return wrongPosting('originalAmount/amount', 'The amount must have the sign of transactionAmount.');
  const dates = postingDates(input, services.clock.now());
  if ('kind' in dates) return dates;
  const { bookingDate, bookedAt } = dates;
  const { text, reference } = postedRemittance(input);
  return {
    id: encId(services.random(17)),
    cardId,
    pending: false,
    amount,
    currency,
    originalAmount: original,
    originalCurrency: originalAmount.currency,
    bookingDate,
    bookedAt,
    acceptorId: input.cardAcceptorId ?? null,
    acceptorTown: cardAcceptorAddress?.townName ?? null,
    acceptorCountry: cardAcceptorAddress?.country ?? null,
    invoiced: false,
    text: text || (reference ?? input.creditorName ?? input.debtorName ?? ''),
    posted: JSON.stringify(input),
  };
}

export function listSandboxCardTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const card = cardOf(request, services);
  if ('kind' in card) return card;
  const { id } = card;
  const page = sandboxPage(
    sourceOf(services.cardTransactions, id),
    pathOf('/v1/sandbox/card-accounts/{id}/transactions', { id }),
    request.query,
  );
  if ('kind' in page) return page;
  return answer(200, { cardTransactions: page.list.map(transactionView), ...page.links });
}

export function readSandboxCardTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const card = cardOf(request, services);
  if ('kind' in card) return card;
  const transaction = services.cardTransactions.one(card.id, request.params['transaction-id'] ?? '');
  if (transaction === null)
    return unknownResource('SBX-4', 'The card account has no transaction with this id.');
  return answer(200, transactionView(transaction));
}

function cardOf(request: TppRequest, services: Services): CardAccount | Refusal {
  const card = services.customers.cardAccount(request.params['card-account-id'] ?? '');
  return card ?? unknownResource('SBX-3', 'There is no card account with this id.');
}

function cardView(card: CardAccount, services: Services) {
  const { id, customerId, name, maskedPan, currency, creditLimit, used } = card;
  const href = pathOf('/v1/sandbox/card-accounts/{id}', { id });
  return {
    id,
    customerNumber: services.customers.byId(customerId)?.number ?? '',
    accountName: name,
    maskedPan,
    currency,
    creditLimit: formatMinor(creditLimit, currency),
    balances: [
      sandboxBalance(
        availableOnCard(card, services.cardTransactions.reserved(id)),
        currency,
        'forwardAvailable',
      ),
      sandboxBalance(-used, currency, 'interimBooked'),
    ],
    _links: {
      self: { href, verbs: ['GET'] },
      transactions: { href: `${href}/transactions`, verbs: ['GET', 'POST'] },
    },
  };
}

/** Includes every field as it was posted. */
function transactionView(transaction: CardTransaction) {
  const { id, cardId, amount, currency, originalAmount, originalCurrency, bookingDate } = transaction;
  const { acceptorId, acceptorTown, acceptorCountry, invoiced, text, posted } = transaction;
  const href = pathOf('/v1/sandbox/card-accounts/{card}/transactions/{id}', { card: cardId, id });
  return {
    id,
    transactionAmount: { amount: formatMinor(amount, currency), currency },
    originalAmount: { amount: formatMinor(originalAmount, originalCurrency), currency: originalCurrency },
    bookingDate,
    valueDate: bookingDate,
    ...(acceptorId === null ? {} : { cardAcceptorId: acceptorId }),
    ...(acceptorTown === null
      ? {}
      : { cardAcceptorAddress: { townName: acceptorTown, country: acceptorCountry } }),
    invoiced,
    transactionDetails: text,
    ...(posted === null ? {} : (JSON.parse(posted) as PostedCardTransaction)),
    _links: { self: { href, verbs: ['GET'] } },
  };
}
