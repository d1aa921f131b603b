/** Card accounts: list, balances, transactions (AIS-9, VER-1, VER-2). */
import { appliedRate } from '../../shared/money/money.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { type CardAccount, type CardTransaction, availableOnCard } from '../domain/model.ts';
import { type Refusal, unknownResource } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { validConsent } from './psu-access.ts';
import {
  accountLinks,
  CARD_STATUSES,
  checkAge,
  pageLinks,
  pageOf,
  readListing,
  sourceOf,
} from './listing.ts';
import { amountView, exchangeView, type View, viewNow } from './money-view.ts';
import { type Services, type Answer, answer } from './services.ts';

type SharedCard = CardAccount & { ownerName: string };

/** Longest name before names of up to 70 characters (VER-1). */
const SHORT_NAME = 35;
/** When card accounts got an interimBooked balance (VER-2). */
const INTERIM_BOOKED_SINCE = '2026-09-04';

export function listCardAccounts(request: TppRequest, services: Services): Answer | Refusal {
  const consent = validConsent(request, services);
  if ('kind' in consent) return consent;
  return answer(200, {
    cardAccounts: services.access.consentedCards(consent.id).map((card) => cardView(card, request, services)),
  });
}

export function readCardAccount(request: TppRequest, services: Services): Answer | Refusal {
  const card = sharedCard(request, services);
  return 'kind' in card ? card : answer(200, { cardAccount: cardView(card, request, services) });
}

export function readCardBalances(request: TppRequest, services: Services): Answer | Refusal {
  const card = sharedCard(request, services);
  if ('kind' in card) return card;
  const { maskedPan, currency } = card;
  return answer(200, {
    cardAccount: { maskedPan, currency },
    balances: balanceViews(card, viewNow(request, services), services),
    _links: linksOf(card.id),
  });
}

export function listCardTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const card = sharedCard(request, services);
  if ('kind' in card) return card;
  const today = osloDate(services.clock.now());
  const listing = readListing(request.query, today, CARD_STATUSES);
  if ('kind' in listing) return listing;
  const refusal = checkAge(listing, today, request, services);
  if (refusal) return refusal;
  // AIS-5: pending card transactions follow dates and limit in production as well.
  const { booked, pending, total } = pageOf(sourceOf(services.cardTransactions, card.id), listing, false);
  const links = pageLinks(pathOf('/v1/card-accounts/{id}', { id: card.id }), request.query, listing, total);
  const view = viewNow(request, services);
  const show = (list: CardTransaction[]) => list.map((transaction) => transactionView(transaction, view));
  return answer(200, {
    cardAccount: { maskedPan: card.maskedPan, currency: card.currency },
    cardTransactions: {
      ...(listing.status === 'pending' ? {} : { booked: show(booked) }),
      ...(listing.status === 'booked' ? {} : { pending: show(pending) }),
      // The Berlin Group's document calls the first link cardAccount.
      _links: { ...links, cardAccount: links.account },
    },
  });
}

function sharedCard(request: TppRequest, services: Services): SharedCard | Refusal {
  const consent = validConsent(request, services);
  if ('kind' in consent) return consent;
  const found = services.access
    .consentedCards(consent.id)
    .find((card) => card.id === request.params['card-account-id']);
  return found ?? unknownResource('AIS-9', 'The PSU does not share a card account with this id.');
}

function cardView(card: SharedCard, request: TppRequest, services: Services): object {
  const view = viewNow(request, services);
  return {
    resourceId: card.id,
    maskedPan: card.maskedPan,
    currency: card.currency,
    name: view.longNames ? card.name : card.name.slice(0, SHORT_NAME),
    product: 'Kredittkort',
    status: 'enabled',
    creditLimit: amountView(card.creditLimit, card.currency, view),
    ownerName: card.ownerName,
    balances: balanceViews(card, view, services),
    _links: linksOf(card.id),
  };
}

function linksOf(id: string) {
  return accountLinks(pathOf('/v1/card-accounts/{id}', { id }));
}

/** The remaining credit after reservations, and the amount owed. */
function balanceViews(card: CardAccount, view: View, services: Services): object[] {
  const referenceDate = osloDate(services.clock.now());
  const available = availableOnCard(card, services.cardTransactions.reserved(card.id));
  const balance = (minor: number, balanceType: string) => ({
    balanceAmount: amountView(minor, card.currency, view),
    balanceType,
    referenceDate,
  });
  const interim = services.quirks.interimBooked && referenceDate >= INTERIM_BOOKED_SINCE;
  return [balance(available, 'forwardAvailable'), ...(interim ? [balance(-card.used, 'interimBooked')] : [])];
}

function transactionView(transaction: CardTransaction, view: View): object {
  const {
    id,
    pending,
    bookingDate,
    amount,
    currency,
    originalAmount,
    originalCurrency,
    acceptorId,
    acceptorTown,
    acceptorCountry,
    invoiced,
    text,
  } = transaction;
  const booked = amountView(amount, currency, view);
  const original = amountView(originalAmount, originalCurrency, view);
  return {
    cardTransactionId: id,
    transactionId: id,
    transactionDate: bookingDate,
    ...(pending ? {} : { bookingDate }),
    // VER-1: before the correction, the two amounts were swapped.
    transactionAmount: view.rightCardAmounts ? booked : original,
    originalAmount: view.rightCardAmounts ? original : booked, // VER-1
    ...exchangeOf(transaction),
    invoiced,
    ...(acceptorId === null ? {} : { cardAcceptorId: acceptorId }),
    ...(acceptorTown === null
      ? {}
      : { cardAcceptorAddress: { townName: acceptorTown, country: acceptorCountry } }),
    transactionDetails: text,
    proprietaryBankTransactionCode: 'VISA',
  };
}

/** The conversion from the amount paid: at the card scheme's rate, not the bank's. */
function exchangeOf(transaction: CardTransaction): object {
  const { amount, currency, originalAmount, originalCurrency, bookingDate } = transaction;
  if (originalCurrency === currency || originalAmount === 0) return {};
  const rate = appliedRate(
    { minor: originalAmount, currency: originalCurrency },
    { minor: amount, currency },
  );
  return exchangeView(originalCurrency, currency, rate, bookingDate);
}
