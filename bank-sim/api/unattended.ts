/** Reads without the PSU: which accounts (LIM-2), and how often (LIM-1, LIM-2). */
import { fullText } from '../../shared/flow/diagram-text.ts';
import { isFurtherPage, isReadOnline, ONLINE_DAYS, unattendedWait } from '../domain/unattended-limits.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import type { UnattendedService } from '../store/unattended.ts';
import type { Listing } from './listing.ts';
import { hasSession, psuOf } from './psu-access.ts';
import type { Services } from './services.ts';

const LIMITED = {
  balances: { rule: 'LIM-1', what: 'the balances of an account can be read' },
  transactions: { rule: 'LIM-2', what: 'the transactions of an account can be listed' },
} as const;

/** LIM-2: without the PSU, only an account that the PSU has read online. @param rule of the operation */
export function checkOnline(
  accountId: string,
  request: TppRequest,
  services: Services,
  rule: 'LIM-2' | 'AIS-8',
): Refusal | null {
  if (request.psuPresent) return null;
  const { tpp, psuId, corporateId } = readerOf(request);
  const lastOnline = services.unattended.onlineReads(tpp, psuId, corporateId).get(accountId) ?? null;
  if (isReadOnline(lastOnline, services.clock.now())) return null;
  return refuse({
    check: 'psu',
    rule,
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: `Without PSU-IP-Address, only an account that the PSU read online within the last ${ONLINE_DAYS} days can be read here. Follow scaRedirect, then read the account with PSU-IP-Address.`,
    hint: 'An account is read online when a response holds it while the session is valid and PSU-IP-Address is sent. The list of accounts counts too.',
    links: services.startSca(askOf(request)),
  });
}

/** LIM-2: records that the PSU reads these accounts online, if the PSU is present and the session valid. */
export function noteOnline(
  accounts: readonly { id: string }[],
  request: TppRequest,
  services: Services,
): void {
  if (!request.psuPresent || !hasSession(request, services)) return;
  const { unattended, clock } = services;
  const reader = readerOf(request);
  // To the second, so that frequent reads do not write with every request.
  const now = Math.floor(clock.now() / 1000) * 1000;
  const { tpp, psuId, corporateId } = reader;
  const reads = unattended.onlineReads(tpp, psuId, corporateId);
  const stale = accounts.filter(({ id }) => reads.get(id) !== now);
  if (stale.length > 0)
    unattended.noteOnline(
      reader,
      stale.map(({ id }) => id),
      now,
    );
}

function readerOf(request: TppRequest) {
  const { psuId, corporate } = psuOf(request);
  return { tpp: request.tpp.id, psuId, corporateId: corporate?.id ?? '' };
}

/** LIM-1: counts a read of balances without the PSU, or refuses the fifth. */
export function countBalances(accountId: string, request: TppRequest, services: Services): Refusal | null {
  if (request.psuPresent) return null;
  const refusal = checkCount('balances', accountId, request, services);
  if (refusal === null)
    services.unattended.addCall(request.tpp.id, accountId, 'balances', services.clock.now());
  return refusal;
}

/** LIM-2: counts a listing without the PSU, or refuses the fifth. A further page of a counted listing is free, once. */
export function countListing(
  listing: Listing,
  accountId: string,
  request: TppRequest,
  services: Services,
): Refusal | null {
  if (request.psuPresent) return null;
  const { unattended, clock } = services;
  const now = clock.now();
  const { status, from, to, limit, offset } = listing;
  const page = { tpp: request.tpp.id, accountId, listing: `${status} ${from} ${to} ${limit}`, page: offset };
  if (offset > 0) {
    const begunAt = unattended.readAt({ ...page, page: 0 });
    if (isFurtherPage(begunAt, unattended.readAt(page) !== null, now)) {
      unattended.notePage(page, now);
      return null;
    }
  }
  const refusal = checkCount('transactions', accountId, request, services);
  if (refusal) return refusal;
  if (offset === 0) unattended.begin(page, now);
  else unattended.addCall(request.tpp.id, accountId, 'transactions', now);
  return null;
}

function checkCount(
  service: UnattendedService,
  accountId: string,
  request: TppRequest,
  { unattended, clock }: Services,
): Refusal | null {
  const now = clock.now();
  const wait = unattendedWait(unattended.calls(request.tpp.id, accountId, service, now), now);
  if (wait === 0) return null;
  const { rule, what } = LIMITED[service];
  return refuse({
    check: 'business',
    rule,
    status: 429,
    code: 'ACCESS_EXCEEDED',
    text: `Without PSU-IP-Address, ${what} 4 times in 24 hours.`,
    headers: { 'Retry-After': String(wait) },
    hint: `The next call without it is allowed at ${fullText(now + wait * 1000)} (Oslo, the bank's clock). When the PSU is present, send PSU-IP-Address: such calls are not counted (LIM-3).`,
  });
}
