/** The state table of a TPP-Session-ID as its TPP sees it (SCA-4, SCA-5), and the context of an SCA. */
import { z } from 'zod';
import { SESSION_LIFETIME } from './bank-limits.ts';

/** Bank time, milliseconds since 1970. */
const at = z.number();

export const sessionRecordSchema = z.object({
  /** The TPP-Session-ID. */
  id: z.string(),
  began: at,
  /** When the bank started the pending SCA, or null. */
  pending: at.nullable(),
  /** When its last SCA completed; null if none has. */
  since: at.nullable(),
  /** When its last SCA failed; null if it did not, or another one is pending. A valid session remains valid (SCA-5). */
  failed: at.nullable(),
  /** When the SCA of another session replaced it; null if none has. */
  replaced: at.nullable(),
  /** The PSU who approved its last SCA; null before that. */
  psuId: z.string().nullable(),
  /** The agreement in whose context the PSU approved (HDR-6); null in the private context, and before an SCA. */
  corporateId: z.string().nullable(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

export const SESSION_STATES = ['no valid SCA', 'SCA pending', 'SCA valid', 'expired', 'replaced'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** The transitions between states, in the words of the interface. */
export const SESSION_STEPS: readonly { from: SessionState; to: SessionState; why: string }[] = [
  { from: 'no valid SCA', to: 'SCA pending', why: 'a request needs an SCA' },
  { from: 'SCA pending', to: 'SCA valid', why: 'the PSU approves' },
  { from: 'SCA pending', to: 'no valid SCA', why: 'the PSU aborts' },
  { from: 'SCA valid', to: 'expired', why: '1 hour elapses' },
  { from: 'SCA valid', to: 'replaced', why: 'the SCA of a new session completes' },
  { from: 'expired', to: 'SCA pending', why: 'a request needs an SCA' },
];

/** The state of a session. @param now bank time in milliseconds */
export function sessionState({ pending, since, replaced }: SessionRecord, now: number): SessionState {
  if (replaced !== null) return 'replaced';
  // A valid session remains valid while another SCA of it is pending.
  if (since !== null && now - since < SESSION_LIFETIME) return 'SCA valid';
  if (pending !== null) return 'SCA pending';
  return since === null ? 'no valid SCA' : 'expired';
}

/** Remaining milliseconds of a valid session; otherwise 0. */
export function sessionTimeLeft(record: SessionRecord, now: number): number {
  return sessionState(record, now) === 'SCA valid' ? (record.since ?? now) + SESSION_LIFETIME - now : 0;
}

export function newSession(id: string, began: number): SessionRecord {
  return {
    id,
    began,
    pending: null,
    since: null,
    failed: null,
    replaced: null,
    psuId: null,
    corporateId: null,
  };
}

/** The first session of an environment begins with its first SCA. */
const beganAt = ({ began }: SessionRecord, now: number): number => (began === 0 ? now : began);

/** Records that the bank answered a request of this session with an scaRedirect. */
export function asked(sessions: readonly SessionRecord[], id: string, now: number): SessionRecord[] {
  const known = sessions.some((session) => session.id === id);
  const all = known ? sessions : [...sessions, newSession(id, now)];
  return all.map((session) =>
    session.id === id ? { ...session, began: beganAt(session, now), pending: now, failed: null } : session,
  );
}

/** Records a successful SCA: its session is valid for an hour and replaces the PSU's other sessions at once, whatever their context (SCA-5). */
export function succeeded(
  sessions: readonly SessionRecord[],
  id: string,
  { psuId, corporateId }: { psuId: string; corporateId: string | null },
  now: number,
): SessionRecord[] {
  return sessions.map((session) => {
    if (session.id === id)
      return {
        ...session,
        began: beganAt(session, now),
        pending: null,
        since: now,
        failed: null,
        replaced: null,
        psuId,
        corporateId,
      };
    const ends = session.psuId === psuId && sessionState(session, now) === 'SCA valid';
    return ends ? { ...session, replaced: now } : session;
  });
}

/** Records an SCA that failed or was aborted: an older session remains valid (SCA-5). */
export function failed(sessions: readonly SessionRecord[], id: string, now: number): SessionRecord[] {
  return sessions.map((session) =>
    session.id === id ? { ...session, pending: null, failed: now } : session,
  );
}

/** Records that an SCA is no longer awaited. */
export function givenUp(sessions: readonly SessionRecord[], id: string): SessionRecord[] {
  return sessions.map((session) => (session.id === id ? { ...session, pending: null } : session));
}

/** Records that the session expired at the bank before its hour was over. */
export function expired(sessions: readonly SessionRecord[], id: string, now: number): SessionRecord[] {
  return sessions.map((session) =>
    session.id === id && session.since !== null
      ? { ...session, since: Math.min(session.since, now - SESSION_LIFETIME) }
      : session,
  );
}

/** The context in which a PSU acts (HDR-6). */
export type ContextName = 'PRIVATE' | 'CORPORATE';

/** The name of a context (SCA-1). @param corporateId psu-corporate-id of its agreement; null for the private context */
export function contextName(corporateId: string | null): ContextName {
  return corporateId === null ? 'PRIVATE' : 'CORPORATE';
}
