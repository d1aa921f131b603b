/** The access of TPPs: psu-ids, sessions, SCAs, consents, blocked TPPs. */
import type { Consent } from '../domain/consent.ts';
import type { Account, CardAccount } from '../domain/model.ts';
import type { Sca, ScaOutcome, Session } from '../domain/sca.ts';
import { type Database } from '../../shared/node/sqlite.ts';
import { cached } from './read-cache.ts';
import { DAY } from '../../shared/time.ts';

/** A psu-id and a consent. */
export interface Grant {
  /** Null for an SCA that only identifies the PSU (SCA-13). */
  consent: { id: string; accountIds: readonly string[]; cardIds: readonly string[] } | null;
  tpp: string;
  psuId: string;
  customerId: string;
  corporate: { id: string; agreementId: string } | null;
  at: number;
}

/** An SCA also starts a session. */
export interface ScaGrant extends Grant {
  sessionId: string;
}

/** In rows, '' is the private context. */
interface InContext {
  corporateId: string;
}

/** Outside the store, null is the private context. */
function inContext<Row extends InContext>(
  row: Row,
): Omit<Row, 'corporateId'> & { corporateId: string | null } {
  return { ...row, corporateId: row.corporateId === '' ? null : row.corporateId };
}

type SessionRow = Omit<Session, 'corporateId'> & InContext;
type ScaRow = Omit<Sca, 'appVariant' | 'failure'> & { appVariant: number; failure: string | null };
/** How long finished SCAs and replaced sessions are stored. */
const RETENTION = DAY;
const MAX_AUTHORISATIONS = 1000;
const SCA = `id, tpp, tpp_name AS tppName, ask, session_id AS sessionId, redirect_uri AS redirectUri,
  app_variant AS appVariant, created_at AS createdAt, outcome, failure, subject, authorisation_id AS authorisationId,
  agreement_id AS agreementId`;

function readSca(row: ScaRow | undefined): Sca | null {
  if (!row) return null;
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as Sca['failure']);
  return { ...row, appVariant: row.appVariant === 1, failure };
}

export type AccessStore = ReturnType<typeof accessStore>;

export function accessStore(db: Database) {
  const psu = db.prepare<[string, string], { customerId: string }>(
    'SELECT customer_id AS customerId FROM psu WHERE tpp = ? AND psu_id = ?',
  );
  const issuedTo = db.prepare<[string], string>('SELECT tpp FROM psu WHERE psu_id = ?').pluck();
  const corporate = db.prepare<[string, string], { agreementId: string }>(
    'SELECT agreement_id AS agreementId FROM corporate WHERE tpp = ? AND corporate_id = ?',
  );
  const putPsu = db.prepare('INSERT OR IGNORE INTO psu VALUES (?, ?, ?)');
  const putCorporate = db.prepare('INSERT OR IGNORE INTO corporate VALUES (?, ?, ?)');
  const replaceSessions = db.prepare(
    'UPDATE session SET replaced = replaced + 1 WHERE tpp = ? AND psu_id = ?',
  );
  const putSession = db.prepare('INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, 0)');
  // The latest session of each context stays: it shows that the PSU has had an SCA in it (HDR-6).
  const dropReplaced = db.prepare(
    `DELETE FROM session WHERE replaced > 0 AND since < ? AND EXISTS (SELECT 1 FROM session later WHERE later.tpp = session.tpp
     AND later.psu_id = session.psu_id AND later.corporate_id = session.corporate_id AND later.replaced < session.replaced)`,
  );
  const putSca = db.prepare(
    `INSERT INTO sca (id, tpp, tpp_name, ask, session_id, redirect_uri, app_variant, created_at, outcome, failure, subject,
     authorisation_id, agreement_id) VALUES (@id, @tpp, @tppName, @ask, @sessionId, @redirectUri, @appVariant, @createdAt,
     @outcome, @failure, @subject, @authorisationId, @agreementId)`,
  );
  const dropScas = db.prepare('DELETE FROM sca WHERE created_at < ? AND authorisation_id IS NULL');
  const sca = db.prepare<[string], ScaRow>(`SELECT ${SCA} FROM sca WHERE id = ?`);
  const scaByAuthorisation = db.prepare<[string], ScaRow>(
    `SELECT ${SCA} FROM sca WHERE authorisation_id = ?`,
  );
  const authorisationsOf = db
    .prepare<[string, string, number], string>(
      `SELECT authorisation_id FROM sca WHERE subject = ? AND ask = ? ORDER BY created_at DESC, rowid DESC LIMIT ?`,
    )
    .pluck();
  const finishSca = db.prepare('UPDATE sca SET outcome = ? WHERE id = ?');
  const consent = db.prepare<[string, string, string], Consent>(
    'SELECT id, granted_at AS grantedAt, revoked_at AS revokedAt FROM consent WHERE tpp = ? AND psu_id = ? AND corporate_id = ?',
  );
  const consentedFor = db
    .prepare<[string, string], string | null>(
      `SELECT o.name FROM consent c LEFT JOIN corporate k ON k.tpp = c.tpp AND k.corporate_id = c.corporate_id
       LEFT JOIN agreement a ON a.id = k.agreement_id LEFT JOIN customer o ON o.id = a.owner_id
       WHERE c.tpp = ? AND c.psu_id = ? AND c.revoked_at IS NULL ORDER BY c.granted_at`,
    )
    .pluck();
  const consents = db.prepare<[], Consent & InContext & { tpp: string; psuId: string }>(
    `SELECT id, tpp, psu_id AS psuId, corporate_id AS corporateId, granted_at AS grantedAt, revoked_at AS revokedAt
     FROM consent ORDER BY granted_at`,
  );
  const dropConsent = db.prepare('DELETE FROM consent WHERE tpp = ? AND psu_id = ? AND corporate_id = ?');
  const putConsent = db.prepare('INSERT INTO consent VALUES (?, ?, ?, ?, ?, NULL)');
  const putConsentAccount = db.prepare('INSERT INTO consent_account VALUES (?, ?)');
  const putConsentCard = db.prepare('INSERT INTO consent_card VALUES (?, ?)');
  const consentedCards = db.prepare<[string], CardAccount & { ownerName: string }>(
    `SELECT a.id, a.customer_id AS customerId, a.name, a.masked_pan AS maskedPan, a.currency, a.credit_limit AS creditLimit, a.used,
     c.name AS ownerName FROM consent_card cc JOIN card_account a ON a.id = cc.card_id JOIN customer c ON c.id = a.customer_id
     WHERE cc.consent_id = ? ORDER BY a.rowid`,
  );
  const revoke = db.prepare('UPDATE consent SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const consented = db.prepare<[string], Account & { ownerName: string }>(
    `SELECT a.id, a.customer_id AS customerId, a.name, a.bban, a.iban, a.currency, a.type, a.booked, a.reserved,
     a.credit_line AS creditLine, a.changed_at AS changedAt, c.name AS ownerName
     FROM consent_account ca JOIN account a ON a.id = ca.account_id JOIN customer c ON c.id = a.customer_id
     WHERE ca.consent_id = ? ORDER BY a.rowid`,
  );
  // The first in the order of an index: finding the oldest would read all of them.
  const consentedNames = db
    .prepare<{ consent: string; limit: number }, string>(
      `SELECT name FROM (
         SELECT 0 AS kind, a.rowid AS place, a.name FROM (SELECT account_id FROM consent_account WHERE consent_id = @consent LIMIT @limit)
           JOIN account a ON a.id = account_id
         UNION ALL SELECT 1, c.rowid, c.name FROM (SELECT card_id FROM consent_card WHERE consent_id = @consent LIMIT @limit)
           JOIN card_account c ON c.id = card_id
       ) ORDER BY kind, place LIMIT @limit`,
    )
    .pluck();
  const countConsented = db
    .prepare<{ consent: string }, number>(
      `SELECT (SELECT count(*) FROM consent_account WHERE consent_id = @consent)
       + (SELECT count(*) FROM consent_card WHERE consent_id = @consent)`,
    )
    .pluck();
  const sessionOf = db.prepare<[string, string], SessionRow>(
    `SELECT session_id AS sessionId, corporate_id AS corporateId, since FROM session
     WHERE tpp = ? AND psu_id = ? AND replaced = 0`,
  );
  const contextOfSession = db.prepare<[string, string, string], InContext>(
    `SELECT corporate_id AS corporateId FROM session WHERE tpp = ? AND psu_id = ? AND session_id = ?
     ORDER BY replaced LIMIT 1`,
  );
  // The private context has the empty id, so it comes first.
  const firstContext = db
    .prepare<[string, string], string | null>(
      'SELECT min(corporate_id) FROM session WHERE tpp = ? AND psu_id = ?',
    )
    .pluck();
  const sessions = db.prepare<[], SessionRow & { tpp: string; psuId: string }>(
    `SELECT tpp, psu_id AS psuId, session_id AS sessionId, corporate_id AS corporateId, since FROM session
     WHERE replaced = 0 ORDER BY since DESC`,
  );
  const expireSession = db.prepare(
    'UPDATE session SET since = min(since, ?) WHERE session_id = ? AND replaced = 0',
  );
  const contact = db.prepare<[string], { email: string }>('SELECT email FROM contact WHERE tpp = ?');
  const putContact = db.prepare('INSERT OR REPLACE INTO contact VALUES (?, ?)');
  const blocked = db.prepare<[string], { tpp: string }>('SELECT tpp FROM blocked_tpp WHERE tpp = ?');
  const block = db.prepare('INSERT OR IGNORE INTO blocked_tpp VALUES (?)');
  const unblock = db.prepare('DELETE FROM blocked_tpp WHERE tpp = ?');
  const dropRequestIds = db.prepare('DELETE FROM request_id WHERE at <= ?');
  const putRequestId = db.prepare('INSERT OR IGNORE INTO request_id VALUES (?, ?, ?)');

  const consentsOfCustomer = db.prepare<
    [string, number, number],
    Consent & InContext & { tpp: string; tppName: string }
  >(
    `SELECT c.id, c.tpp, coalesce(t.name, c.tpp) AS tppName, c.corporate_id AS corporateId, c.granted_at AS grantedAt, c.revoked_at AS revokedAt
     FROM consent c JOIN psu p ON p.tpp = c.tpp AND p.psu_id = c.psu_id LEFT JOIN tpp t ON t.id = c.tpp
     WHERE p.customer_id = ? ORDER BY c.granted_at DESC, c.rowid DESC LIMIT ? OFFSET ?`,
  );
  const consentOfCustomer = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM consent c JOIN psu p ON p.tpp = c.tpp AND p.psu_id = c.psu_id
       WHERE c.id = ? AND p.customer_id = ?`,
    )
    .pluck();
  const tpps = db.prepare<[], { id: string; name: string }>('SELECT id, name FROM tpp ORDER BY name');
  const tppById = db.prepare<[string], { id: string }>('SELECT id FROM tpp WHERE id = ?');
  const putTpp = db.prepare('INSERT OR REPLACE INTO tpp VALUES (@tpp, @tppName)');

  /** A new consent replaces the accounts of the old one (SCA-11). */
  const putGrant = (given: Grant) => {
    putPsu.run(given.tpp, given.psuId, given.customerId);
    if (given.corporate) putCorporate.run(given.tpp, given.corporate.id, given.corporate.agreementId);
    if (given.consent === null) return;
    dropConsent.run(given.tpp, given.psuId, given.corporate?.id ?? '');
    putConsent.run(given.consent.id, given.tpp, given.psuId, given.corporate?.id ?? '', given.at);
    for (const account of given.consent.accountIds) putConsentAccount.run(given.consent.id, account);
    for (const card of given.consent.cardIds) putConsentCard.run(given.consent.id, card);
  };

  return {
    psu: cached(db, (tpp: string, psuId: string) => psu.get(tpp, psuId) ?? null),
    /** The TPP that a PSU-ID was issued to, or null. */
    issuedTo: (psuId: string): string | null => issuedTo.get(psuId) ?? null,
    /** The session of a PSU with a TPP, even if it has expired; null before the first SCA. */
    sessionOf: cached(db, (tpp: string, psuId: string): Session | null => {
      const row = sessionOf.get(tpp, psuId);
      return row === undefined ? null : inContext(row);
    }),
    /** Whether the last SCA of a TPP-Session-ID was corporate, even if another session has replaced it (HDR-6). */
    isCorporateSession: cached(
      db,
      (tpp: string, psuId: string, sessionId: string) =>
        (contextOfSession.get(tpp, psuId, sessionId)?.corporateId ?? '') !== '',
    ),
    /** Whether every SCA of a PSU with a TPP was corporate (HDR-6); false before the first. */
    isCorporateOnly: cached(db, (tpp: string, psuId: string) => (firstContext.get(tpp, psuId) ?? '') !== ''),
    /** Issues the ids of corporate agreements to a TPP (SCA-3). Only new ones, in one transaction, because writes wait for the disk. */
    issueCorporateIds: db.transaction(
      (tpp: string, ids: readonly { corporateId: string; agreementId: string }[]) => {
        for (const { corporateId, agreementId } of ids)
          if (corporate.get(tpp, corporateId) === undefined) putCorporate.run(tpp, corporateId, agreementId);
      },
    ),
    contact: (tpp: string) => contact.get(tpp)?.email ?? null,
    setContact: (tpp: string, email: string) => putContact.run(tpp, email),
    agreementOf: (tpp: string, corporateId: string) => corporate.get(tpp, corporateId)?.agreementId ?? null,
    sca: (id: string): Sca | null => readSca(sca.get(id)),
    scaByAuthorisation: (authorisationId: string): Sca | null =>
      readSca(scaByAuthorisation.get(authorisationId)),
    /** Ids of the authorisations of a payment or basket: the newest 1000, oldest first. */
    authorisationsOf: (subject: string, ask: Sca['ask']): string[] =>
      authorisationsOf.all(subject, ask, MAX_AUTHORISATIONS).reverse(),
    /** Stores a new SCA and deletes old ones, so that repeated requests cannot fill the disk. */
    addSca: db.transaction((row: Sca) => {
      dropScas.run(row.createdAt - RETENTION);
      putTpp.run({ tpp: row.tpp, tppName: row.tppName });
      putSca.run({
        ...row,
        appVariant: row.appVariant ? 1 : 0,
        failure: row.failure && JSON.stringify(row.failure),
      });
    }),
    finishSca: (id: string, outcome: ScaOutcome) => finishSca.run(outcome, id),
    /** Stores an approved SCA: psu-id, session and consent, all or nothing. */
    approve: db.transaction((scaId: string, given: ScaGrant) => {
      finishSca.run('approved', scaId);
      putGrant(given);
      // SCA-5: the old session ends at once, whatever its context.
      replaceSessions.run(given.tpp, given.psuId);
      putSession.run(given.tpp, given.psuId, given.sessionId, given.corporate?.id ?? '', given.at);
      dropReplaced.run(given.at - RETENTION);
    }),
    /** Stores a consent that the PSU grants at the bank, without SCA and session (SCA-11). */
    grant: db.transaction((given: Grant) => putGrant(given)),
    /** Newest first. */
    consentsOfCustomer: (customerId: string, limit: number, offset: number) =>
      consentsOfCustomer.all(customerId, limit, offset).map(inContext),
    isConsentOf: (id: string, customerId: string) => consentOfCustomer.get(id, customerId) !== undefined,
    tpps: () => tpps.all(),
    /** Whether a TPP has started an SCA. */
    hasCalled: (tpp: string) => tppById.get(tpp) !== undefined,
    /** @param corporateId '' for a private consent */
    consent: cached(
      db,
      (tpp: string, psuId: string, corporateId: string) => consent.get(tpp, psuId, corporateId) ?? null,
    ),
    /** For whom a PSU has given consents that are not revoked: names of companies, null for the PSU. */
    consentedFor: (tpp: string, psuId: string) => consentedFor.all(tpp, psuId),
    consents: () => consents.all().map(inContext),
    revokeConsent: (id: string, at: number) => revoke.run(at, id).changes > 0,
    /** Names of accounts and cards in a consent. */
    consentedNames: (consent: string, limit: number): string[] => consentedNames.all({ consent, limit }),
    countConsented: (consent: string): number => countConsented.get({ consent }) ?? 0,
    consentedCards: cached(db, (consentId: string) => consentedCards.all(consentId)),
    consentedAccounts: cached(db, (consentId: string) => consented.all(consentId)),
    /** One per TPP and PSU, newest first. */
    sessions: () => sessions.all().map(inContext),
    /** Expires a session early. @param since a start time at which it has expired by now @returns whether it exists */
    expireSession: (sessionId: string, since: number) => expireSession.run(since, sessionId).changes > 0,
    isBlocked: (tpp: string) => blocked.get(tpp) !== undefined,
    setBlocked: (tpp: string, value: boolean) => (value ? block : unblock).run(tpp),
    /** Records an X-Request-ID. @returns whether it is new within 24 hours */
    noteRequestId: db.transaction((tpp: string, requestId: string, now: number): boolean => {
      dropRequestIds.run(now - DAY);
      return putRequestId.run(tpp, requestId, now).changes > 0;
    }),
  };
}
