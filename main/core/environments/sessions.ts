/** The TPP-Session-IDs of an environment, and the one that requests carry. Their life cycle is in session-life.ts. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../shared/node/sqlite.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import {
  asked,
  expired,
  failed,
  givenUp,
  newSession,
  type SessionRecord,
  sessionState,
  succeeded,
  contextName,
} from '../../../shared/xs2a/session-life.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.sessions;

/** Sessions per environment. */
const KEPT = 50;

export class Sessions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Newest first. */
  list(environment: string): SessionRecord[] {
    return this.db
      .prepare<[string, number], SessionRecord>(
        `SELECT id, began, pending, since, failed, replaced, psu_id AS psuId, corporate_id AS corporateId FROM sca_session
         WHERE environment_id = ? ORDER BY began DESC, rowid DESC LIMIT ?`,
      )
      .all(environment, KEPT + 1);
  }

  /** Starts a new session, which requests carry from now on. Earlier sessions do not change (SCA-5). @param now bank time */
  begin(environment: string, now: number): void {
    const id = newSessionId();
    this.write(environment, [newSession(id, now), ...this.list(environment)]);
    this.carry(environment, id);
  }

  /** Requests carry a session from now on, and act as its PSU and in its context. @throws HostError for an unknown session */
  use(environment: string, id: string): void {
    const session = this.list(environment).find((one) => one.id === id);
    if (!session) throw new HostError('not-found', t.gone(id));
    this.actAs(environment, session);
  }

  /** Called when the bank has requested an SCA. The environment may have been deleted in the meantime. */
  asked(environment: string, id: string, now: number): void {
    if (this.inUse(environment) === undefined) return;
    this.write(environment, asked(this.list(environment), id, now));
  }

  /** Whether this session has an SCA in progress. */
  waits(environment: string, id: string): boolean {
    return this.list(environment).some((session) => session.id === id && session.pending !== null);
  }

  succeeded(
    environment: string,
    id: string,
    psu: { psuId: string; corporateId: string | null },
    now: number,
  ): void {
    this.write(environment, succeeded(this.list(environment), id, psu, now));
    this.carry(environment, id);
  }

  /** The bank's redirect does not name the session, so it is the one whose SCA was requested last. */
  failed(environment: string, now: number): void {
    const sessions = this.list(environment);
    const [latest] = sessions
      .filter(({ pending }) => pending !== null)
      .toSorted((a, b) => (b.pending ?? 0) - (a.pending ?? 0));
    if (latest) this.write(environment, failed(sessions, latest.id, now));
  }

  /**
   * Gives up the SCA of a session. If requests carry that session, they carry the latest earlier session that is still
   * valid instead.
   */
  abort(environment: string, id: string, now: number): void {
    const sessions = givenUp(this.list(environment), id);
    this.write(environment, sessions);
    if (this.inUse(environment) !== id) return;
    const valid = sessions.find((session) => session.id !== id && sessionState(session, now) === 'SCA valid');
    if (valid) this.actAs(environment, valid);
  }

  expired(environment: string, id: string, now: number): void {
    this.write(environment, expired(this.list(environment), id, now));
  }

  /** After a reset of the bank. */
  forget(environment: string, now: number): void {
    this.db.prepare('DELETE FROM sca_session WHERE environment_id = ?').run(environment);
    this.begin(environment, now);
  }

  /** Replaces all sessions. @param current the one that requests carry */
  replace(environment: string, sessions: readonly SessionRecord[], current: string): void {
    this.carry(environment, current);
    this.write(environment, sessions);
  }

  /** The session that requests carry. */
  private inUse(environment: string): string | undefined {
    return this.db
      .prepare<[string], { id: string }>('SELECT session_id AS id FROM environment WHERE id = ?')
      .get(environment)?.id;
  }

  /** Without an SCA, only the TPP-Session-ID changes. */
  private actAs(environment: string, { id, psuId, corporateId }: SessionRecord): void {
    this.carry(environment, id);
    if (psuId === null) return;
    this.db
      .prepare('UPDATE environment SET psu_id = ?, corporate_id = ?, context = ? WHERE id = ?')
      .run(psuId, corporateId, contextName(corporateId), environment);
  }

  private carry(environment: string, id: string): void {
    this.db.prepare('UPDATE environment SET session_id = ? WHERE id = ?').run(id, environment);
  }

  private write(environment: string, sessions: readonly SessionRecord[]): void {
    const put = this.db.prepare(
      `INSERT OR REPLACE INTO sca_session (environment_id, id, began, pending, since, failed, replaced, psu_id, corporate_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const inUse = this.inUse(environment);
    this.db.transaction(() => {
      this.db.prepare('DELETE FROM sca_session WHERE environment_id = ?').run(environment);
      const kept = sessions.filter(({ id }, at) => at < KEPT || id === inUse);
      // Oldest first, so that sessions of the same moment keep their order.
      for (const session of kept.toReversed()) {
        const { id, began, pending, since, replaced, psuId, corporateId } = session;
        put.run(environment, id, began, pending, since, session.failed, replaced, psuId, corporateId);
      }
    })();
  }
}

function newSessionId(): string {
  return `twb-${randomUUID().slice(0, 13)}`;
}
