/** The life of a TPP-Session-ID as its TPP sees it (SCA-4, SCA-5): the state table of the interface, as data and as functions. */
import { z } from 'zod';
import { SESSION_LIFETIME } from './limits.ts';

/** Bank time, milliseconds since 1970. */
const at = z.number();

export const sessionRecordSchema = z.object({
  /** The TPP-Session-ID. */
  id: z.string(),
  began: at,
  /** When the bank last asked for an SCA that has not ended yet; null where none is asked for. */
  pending: at.nullable(),
  /** When its last SCA completed; null where none has. */
  since: at.nullable(),
  /** When the SCA of another session took its place; null where none has. */
  replaced: at.nullable(),
  /** Who approved; null before that. */
  psuId: z.string().nullable(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

export const SESSION_STATES = ['no valid SCA', 'SCA pending', 'SCA valid', 'expired', 'replaced'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** What leads from one state to the next, in the words of the interface. */
export const SESSION_STEPS: readonly { from: SessionState; to: SessionState; why: string }[] = [
  { from: 'no valid SCA', to: 'SCA pending', why: 'a request needs SCA' },
  { from: 'SCA pending', to: 'SCA valid', why: 'the PSU approves' },
  { from: 'SCA pending', to: 'no valid SCA', why: 'the PSU aborts' },
  { from: 'SCA valid', to: 'expired', why: '1 hour elapses' },
  { from: 'SCA valid', to: 'replaced', why: 'the SCA of a new session completes' },
  { from: 'expired', to: 'SCA pending', why: 'a request needs SCA' },
];

/** @param now bank time in milliseconds */
export function sessionState({ pending, since, replaced }: SessionRecord, now: number): SessionState {
  if (replaced !== null) return 'replaced';
  // A valid session stays so while another SCA of it is pending.
  if (since !== null && now - since < SESSION_LIFETIME) return 'SCA valid';
  if (pending !== null) return 'SCA pending';
  return since === null ? 'no valid SCA' : 'expired';
}

/** Milliseconds for which a session is still valid; 0 where it is not. */
export function sessionTimeLeft(record: SessionRecord, now: number): number {
  return sessionState(record, now) === 'SCA valid' ? (record.since ?? now) + SESSION_LIFETIME - now : 0;
}

export function newSession(id: string, began: number): SessionRecord {
  return { id, began, pending: null, since: null, replaced: null, psuId: null };
}

/** The bank has answered a request of this session with an scaRedirect. */
export function asked(sessions: readonly SessionRecord[], id: string, now: number): SessionRecord[] {
  const known = sessions.some((session) => session.id === id);
  const all = known ? sessions : [...sessions, newSession(id, now)];
  return all.map((session) => (session.id === id ? { ...session, pending: now } : session));
}

/** An SCA has succeeded: its session is valid for an hour, and the other ones of this PSU are replaced at once (SCA-5). */
export function succeeded(
  sessions: readonly SessionRecord[],
  id: string,
  psuId: string,
  now: number,
): SessionRecord[] {
  return sessions.map((session) => {
    if (session.id === id) return { ...session, pending: null, since: now, replaced: null, psuId };
    const ends = session.psuId === psuId && sessionState(session, now) === 'SCA valid';
    return ends ? { ...session, replaced: now } : session;
  });
}

/** An SCA was aborted or has failed: nothing else changes, and an older session stays valid (SCA-5). */
export function failed(sessions: readonly SessionRecord[], id: string): SessionRecord[] {
  return sessions.map((session) => (session.id === id ? { ...session, pending: null } : session));
}

/** The session ended at the bank before its hour. */
export function expired(sessions: readonly SessionRecord[], id: string, now: number): SessionRecord[] {
  return sessions.map((session) =>
    session.id === id && session.since !== null
      ? { ...session, since: Math.min(session.since, now - SESSION_LIFETIME) }
      : session,
  );
}
