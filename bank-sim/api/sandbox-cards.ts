/** Sandbox card accounts and their transactions (SBX-3, SBX-4). */
import { decimalsOf, formatMinor, parseMinor } from '../../shared/money/money.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { createCardAccountInput, createCardTransactionInput } from '../../shared/xs2a/sandbox-schemas.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import type { CardAccount } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { type Answer, answer } from './answer.ts';
import { readBody } from './json-body.ts';
import { sandboxBalance } from './money-view.ts';
import { bookedAmount } from './sandbox-amount.ts';
import type { Services } from './services.ts';

/** Whole units of the currency, used if no limit is given. */
const USUAL_LIMIT = 25_000;

const wrong = (rule: RuleId, path: string, text: string) =>
  refuse({ check: 'business', rule, status: 400, code: 'FORMAT_ERROR', text, path });

export function createSandboxCardAccount(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, createCardAccountInput);
  if ('kind' in body) return body;
  const { customerNumber, accountName, currency, creditLimit } = body.value;
  const customer = services.customers.byNumber(customerNumber);
  if (customer === null) return wrong('SBX-3', 'customerNumber', 'There is no customer with this number.');
  if (customer.type !== 'PRIVATE')
    return wrong('SBX-3', 'customerNumber', 'Only private customers can have card accounts.');
  const limit =
    creditLimit === undefined ? USUAL_LIMIT * 10 ** decimalsOf(currency) : parseMinor(creditLimit, currency);
  if (limit === null)
    return wrong('SBX-3', 'creditLimit', `creditLimit must have exactly the decimals of ${currency}.`);
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
  const {
    transactionAmount,
    originalAmount = transactionAmount,
    cardAcceptorId,
    cardAcceptorAddress,
    remittanceInformationUnstructured,
  } = body.value;
  if (transactionAmount.currency !== card.currency)
    return wrong('SBX-4', 'transactionAmount/currency', `The card is in ${card.currency}.`);
  const amount = bookedAmount(transactionAmount, (minor) => card.used - minor);
  if (typeof amount !== 'number') return amount;
  const original = parseMinor(originalAmount.amount, originalAmount.currency);
  if (original === null) return wrong('SBX-4', 'originalAmount/amount', 'The amount cannot be read.');
  const now = services.clock.now();
  const today = osloDate(now);
  const bookingDate = body.value.bookingDate ?? today;
  if (bookingDate > today) return wrong('SBX-4', 'bookingDate', 'bookingDate must not be in the future.');
  const id = encId(services.random(17));
  services.customers.bookCardTransaction({
    id,
    cardId: card.id,
    pending: false,
    amount,
    currency: card.currency,
    originalAmount: original,
    originalCurrency: originalAmount.currency,
    bookingDate,
    bookedAt: bookingDate === today ? now : Date.parse(`${bookingDate}T12:00:00Z`),
    acceptorId: cardAcceptorId ?? null,
    acceptorTown: cardAcceptorAddress?.townName ?? null,
    acceptorCountry: cardAcceptorAddress?.country ?? null,
    invoiced: false,
    text: remittanceInformationUnstructured ?? '',
  });
  const self = { href: pathOf('/v1/sandbox/card-accounts/{id}', { id: card.id }), verbs: ['GET'] };
  return answer(201, { id, transactionAmount, bookingDate, _links: { self } }, { Location: self.href });
}

function cardOf(request: TppRequest, services: Services): CardAccount | Refusal {
  const card = services.customers.cardAccount(request.params['card-account-id'] ?? '');
  return (
    card ??
    refuse({
      check: 'business',
      rule: 'SBX-3',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'There is no card account with this id.',
    })
  );
}

function cardView(card: CardAccount, services: Services) {
  const { id, customerId, name, maskedPan, currency, creditLimit, used } = card;
  return {
    id,
    customerNumber: services.customers.byId(customerId)?.number ?? '',
    accountName: name,
    maskedPan,
    currency,
    creditLimit: formatMinor(creditLimit, currency),
    balances: [
      sandboxBalance(
        creditLimit - used + services.cardTransactions.reserved(id),
        currency,
        'forwardAvailable',
      ),
      sandboxBalance(-used, currency, 'interimBooked'),
    ],
    _links: { self: { href: pathOf('/v1/sandbox/card-accounts/{id}', { id }), verbs: ['GET'] } },
  };
}
