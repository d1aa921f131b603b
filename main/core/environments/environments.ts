/** Where requests go and as whom: base URL, certificate, and what SCA has brought. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../bank-sim/index.ts';

export interface Environment {
  id: string;
  kind: 'local';
  name: string;
  certificateId: string;
  psuIpAddress: string;
  /** From the last successful SCA (SCA-1). */
  psuId: string | null;
  corporateId: string | null;
  context: string | null;
  sessionId: string;
  /** Bank time (milliseconds) at which the session's SCA completed, or null. */
  sessionSince: number | null;
}

const LOCAL = 'local';
/** SCA-4, milliseconds. */
const SESSION_LIFETIME = 3_600_000;

export class Environments {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** The local bank's environment is always there. */
  ensureLocal(certificateId: string): void {
    // 203.0.113.0/24 is set aside for documentation (RFC 5737): nobody's real address goes out.
    this.db
      .prepare(
        `INSERT OR IGNORE INTO environment VALUES ('${LOCAL}', 'local', 'Local bank', ?, '203.0.113.24', NULL, NULL, NULL, ?, NULL)`,
      )
      .run(certificateId, newSessionId());
  }

  /** The environment in use. */
  current(): Environment {
    const row = this.db
      .prepare<[string], Environment>(
        `SELECT id, kind, name, certificate_id AS certificateId, psu_ip_address AS psuIpAddress, psu_id AS psuId, corporate_id AS corporateId,
         context, session_id AS sessionId, session_since AS sessionSince FROM environment WHERE id = ?`,
      )
      .get(LOCAL);
    if (!row) throw new Error('The environment of the local bank is missing.');
    return row;
  }

  /** A session whose hour has passed is replaced by a new one before the next request (SCA-4). @param bankNow milliseconds */
  renewSession(bankNow: number): Environment {
    const { sessionSince } = this.current();
    if (sessionSince !== null && bankNow - sessionSince >= SESSION_LIFETIME) {
      this.db
        .prepare('UPDATE environment SET session_id = ?, session_since = NULL WHERE id = ?')
        .run(newSessionId(), LOCAL);
    }
    return this.current();
  }

  /** Keeps what a successful SCA brought. */
  keepPsu(psu: { psuId: string; corporateId: string | null; context: string }, since: number): void {
    this.db
      .prepare(
        'UPDATE environment SET psu_id = ?, corporate_id = ?, context = ?, session_since = ? WHERE id = ?',
      )
      .run(psu.psuId, psu.corporateId, psu.context, since, LOCAL);
  }

  /** After a reset of the bank nobody is known any more. */
  forgetPsu(): void {
    this.db
      .prepare(
        'UPDATE environment SET psu_id = NULL, corporate_id = NULL, context = NULL, session_id = ?, session_since = NULL WHERE id = ?',
      )
      .run(newSessionId(), LOCAL);
  }
}

function newSessionId(): string {
  return `twb-${randomUUID().slice(0, 13)}`;
}
