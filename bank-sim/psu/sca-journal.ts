/** Journal entries of SCAs, sessions and consents. */
import type { About, Subject } from '../../shared/flow/event.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';
import type { BankClock } from '../clock.ts';
import { payingText, type Payment } from '../domain/payment.ts';
import type { Sca, ScaStatus } from '../domain/sca.ts';
import type { Fact, Journal } from '../journal.ts';
import type { AccessStore, Grant, ScaGrant } from '../store/access.ts';

export function aboutSca({ id, authorisationId, ask, subject, sessionId }: Sca): About[] {
  const about: About[] = [{ subject: 'authorisation', id }];
  if (authorisationId !== null) about.push({ subject: 'authorisation', id: authorisationId });
  if (subject !== null) about.push({ subject: ask === 'basket' ? 'basket' : 'payment', id: subject });
  if (sessionId !== '') about.push({ subject: 'session', id: sessionId });
  return about;
}

type Change = Pick<Extract<Fact, { kind: 'step' }>, 'from' | 'to' | 'why'>;

/** A step of an authorisation; its id is that of the page. */
export function scaStep(sca: Sca, from: ScaStatus | null, to: ScaStatus, why: string): Fact {
  return { kind: 'step', subject: 'authorisation', id: sca.id, from, to, why, about: aboutSca(sca) };
}

export function accessStep(
  subject: Extract<Subject, 'consent' | 'session'>,
  id: string,
  change: Change,
): Fact {
  return { kind: 'step', subject, id, ...change, about: [{ subject, id }] };
}

/** The object of a decision as a phrase. @param accounts the shared ones, as a phrase */
export function decidedText({ ask }: Sca, payments: readonly Payment[], accounts: string | null): string {
  if (ask === 'consent') return accounts === null ? 'the consent' : `the consent for ${accounts}`;
  if (ask === 'identify') return 'the sign-in';
  return `${ask === 'cancellation' ? 'the cancellation of ' : ''}${payingText(payments)}`;
}

/** The content of a consent as a phrase. */
function sharedText({ accountIds, cardIds }: NonNullable<Grant['consent']>): string {
  const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
  const accounts = accountIds.length === 0 ? [] : [counted(accountIds.length, 'account')];
  const cards = cardIds.length === 0 ? [] : [counted(cardIds.length, 'card')];
  return [...accounts, ...cards].join(' and ') || 'no account';
}

interface AccessParts {
  access: AccessStore;
  clock: BankClock;
  journal: Journal;
}

/** SCA-5: a new session replaces the earlier one. Called before it is stored. */
export function enterSession(
  { tpp, psuId, sessionId }: ScaGrant,
  { access, journal, clock }: AccessParts,
): void {
  const earlier = access.sessionOf(tpp, psuId);
  const valid = earlier && clock.now() - earlier.since < SESSION_LIFETIME ? 'SCA valid' : 'expired';
  const isSame = earlier?.sessionId === sessionId;
  const why = isSame ? 'Another SCA has prolonged it.' : 'Its SCA has succeeded.';
  journal.add(accessStep('session', sessionId, { from: isSame ? valid : null, to: 'SCA valid', why }));
  if (earlier === null || isSame) return;
  const replaced = {
    from: valid,
    to: 'replaced',
    why: 'A new session of the same PSU has replaced it.',
  };
  journal.add(accessStep('session', earlier.sessionId, replaced));
}

/** SCA-11: a new consent replaces that of the same context. Called before it is stored. */
export function enterGrant(
  { consent, tpp, psuId, corporate }: Grant,
  { access, journal }: AccessParts,
): void {
  if (consent === null) return;
  const earlier = access.consent(tpp, psuId, corporate?.id ?? '');
  if (earlier !== null)
    journal.add(
      accessStep('consent', earlier.id, {
        from: earlier.revokedAt === null ? 'valid' : 'revoked',
        to: 'replaced',
        why: 'A new consent has replaced it.',
      }),
    );
  const why = `The PSU shares ${sharedText(consent)}.`;
  journal.add(accessStep('consent', consent.id, { from: null, to: 'valid', why }));
}
