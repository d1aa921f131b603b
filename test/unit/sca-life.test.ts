/** The life of an SCA, of the consent and of the session that it leaves, at their last instants. */
import { describe, expect, it } from 'vitest';
import { consentState } from '../../bank-sim/domain/consent.ts';
import {
  type Sca,
  SCA_LIFETIME,
  scaState,
  scaStatusOf,
  redirectAfter,
  isValidSession,
} from '../../bank-sim/domain/sca.ts';
import { DAY, HOUR } from '../../shared/time.ts';

const NOW = Date.parse('2026-11-20T09:42:07Z');
const SCA: Sca = {
  id: 'sca',
  tpp: 'PSDNO-FSA-1',
  tppName: 'A TPP',
  ask: 'consent',
  subject: null,
  authorisationId: null,
  agreementId: null,
  sessionId: 's',
  redirectUri: 'https://tpp.example/return',
  appVariant: false,
  createdAt: NOW,
  outcome: null,
  failure: null,
};

describe('SCA-6, PAY-5: an SCA', () => {
  const latest = NOW + 15 * 60_000;
  it.each([
    [null, latest, 'open', 'started'],
    [null, latest + 1, 'expired', 'failed'],
    ['approved', NOW, 'used', 'finalised'],
    ['exempted', NOW, 'used', 'exempted'],
    ['aborted', NOW, 'used', 'failed'],
    ['failed', NOW, 'used', 'failed'],
    ['approved', latest + 1, 'used', 'finalised'],
  ] as const)('with the outcome %s, at %i, is %s and its authorisation %s', (outcome, now, state, status) => {
    expect(SCA_LIFETIME).toBe(900_000);
    expect(scaState({ ...SCA, outcome }, now)).toBe(state);
    expect(scaStatusOf({ ...SCA, outcome }, now)).toBe(status);
  });
});

describe('SCA-1, SCA-2: the redirect', () => {
  const approved = { outcome: 'approved', psuId: 'p', corporateId: 'c', context: 'CORPORATE' } as const;
  const failure = { system: 'payments', status: 400, code: 'PAYMENT_FAILED', message: 'No, & why?' };
  const to = (redirectUri: string) => ({ ...SCA, redirectUri });
  it.each([
    [approved, 'psu-id=p&psu-corporate-id=c&tpp-session-id=s&context=CORPORATE'],
    [
      { ...approved, corporateId: null, context: 'PRIVATE' } as const,
      'psu-id=p&tpp-session-id=s&context=PRIVATE',
    ],
    [
      { outcome: 'aborted' } as const,
      'status=401&code=PSU_CREDENTIALS_INVALID&message=The%20PSU%20aborted%20the%20authentication.',
    ],
    [{ outcome: 'failed', failure } as const, 'status=400&code=PAYMENT_FAILED&message=No%2C%20%26%20why%3F'],
    [
      { outcome: 'failed', failure: { ...failure, status: 499 } } as const,
      'status=499&code=PAYMENT_FAILED&message=No%2C%20%26%20why%3F',
    ],
    [
      { outcome: 'failed', failure: { ...failure, status: 500, message: '\ud83c' } } as const,
      'system=payments&status=500&code=PAYMENT_FAILED&message=%EF%BF%BD',
    ],
  ])('after %j has the parameters %s', (result, query) => {
    expect(redirectAfter(SCA, result)).toBe(`https://tpp.example/return?${query}`);
  });
  it('joins the parameters to the query and keeps every fragment behind them', () => {
    const result = { outcome: 'aborted' } as const;
    const query = redirectAfter(to(''), result).slice(1);
    expect(redirectAfter(to('app:a?b=c'), result)).toBe(`app:a?b=c&${query}`);
    expect(redirectAfter(to('app:a#b?c#d'), result)).toBe(`app:a?${query}#b?c#d`);
  });
});

it('SCA-10, VER-2: a consent is missing, revoked, expired or valid', () => {
  const consent = { id: 'c', grantedAt: NOW, revokedAt: null };
  expect(consentState(null, NOW, 180)).toBe('missing');
  expect(consentState(consent, NOW + 180 * DAY, 180)).toBe('valid');
  expect(consentState(consent, NOW + 180 * DAY + 1, 180)).toBe('expired');
  expect(consentState({ ...consent, revokedAt: NOW }, NOW, 180)).toBe('revoked');
  expect(consentState({ ...consent, revokedAt: NOW }, NOW + 200 * DAY, 180)).toBe('revoked');
});

it('SCA-4, SCA-5: a session is valid under its own id for less than an hour', () => {
  const session = { sessionId: 's', corporateId: null, since: NOW };
  expect(isValidSession(session, 's', NOW + HOUR - 1)).toBe(true);
  expect(isValidSession(session, 's', NOW + HOUR)).toBe(false);
  expect(isValidSession(session, 't', NOW)).toBe(false);
  expect(isValidSession(session, null, NOW)).toBe(false);
  expect(isValidSession(null, null, NOW)).toBe(false);
});
