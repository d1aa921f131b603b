/** Where requests go and as whom: base URL, certificates, and the results of SCA. */
import { randomUUID, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../shared/node/sqlite.ts';
import type { CertificateView } from '../../../shared/contract/certificates.ts';
import {
  type EnvironmentForm,
  EXAMPLE_PSU_IP_ADDRESS,
  MISSING,
  newEnvironment,
} from '../../../shared/contract/environments.ts';
import {
  ownProfile,
  type SignatureProfile,
  signatureProfileSchema,
  SPECIFICATION,
} from '../../../shared/signing/profile.ts';
import { SESSION_LIFETIME } from '../../../shared/xs2a/bank-limits.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { withoutLast } from '../../../shared/linear-text.ts';
import { META, type Meta } from '../store/meta.ts';
import type { MissingCertificates, Shown } from './imported.ts';
import { type PsuMemory, PsuBefore } from './psu-memory.ts';
import { RecentIds } from './recent-ids.ts';
import { Sessions } from './sessions.ts';

const t = texts.core.environments;

export interface Environment extends Shown {
  id: string;
  kind: 'local' | 'bank' | 'class';
  /** Signs nothing while `missingCertificate` is not null. */
  certificateId: string;
  tlsCertificateId: string | null;
  /** PEM; empty if there are none. */
  roots: string;
  /** Null for the workbench's own redirect receiver. */
  redirectUri: string | null;
  psuIpAddress: string;
  /** Header defaults, one per line. */
  headers: string;
  /** How its bank wants requests to be signed. */
  profile: SignatureProfile;
  /** From the last successful SCA (SCA-1). */
  psuId: string | null;
  corporateId: string | null;
  context: string | null;
  sessionId: string;
  /** Bank time (milliseconds) at which the session's SCA completed, or null. */
  sessionSince: number | null;
  /** 1 if the SCA of another session has replaced this one, 0 otherwise. */
  sessionReplaced: 0 | 1;
}

/** Apart from the environment, so that nothing that lists or exports environments has the token. */
export interface ClassSpace {
  /** Of the control calls of the space. */
  controlBaseUrl: string;
  token: string;
}

/** Id of the local bank's environment. */
export const LOCAL = 'local';

const COLUMNS = `id, kind, name, base_url AS baseUrl, certificate_id AS certificateId, tls_certificate_id AS tlsCertificateId, roots,
  hosts, redirect_uri AS redirectUri, psu_ip_address AS psuIpAddress, headers, profile, missing_certificate AS missingCertificate,
  missing_tls_certificate AS missingTlsCertificate, unconfirmed, psu_id AS psuId, corporate_id AS corporateId, context,
  session_id AS sessionId,
  (SELECT since FROM sca_session WHERE environment_id = environment.id AND sca_session.id = session_id AND replaced IS NULL) AS sessionSince,
  EXISTS (SELECT 1 FROM sca_session WHERE environment_id = environment.id AND sca_session.id = session_id AND replaced IS NOT NULL) AS sessionReplaced`;

type Row = Omit<Environment, 'hosts' | 'profile'> & { hosts: string; profile: string | null };

function environmentOf(row: Row): Environment {
  const { hosts, profile } = row;
  return {
    ...row,
    hosts: z.array(z.string()).parse(JSON.parse(hosts)),
    profile: profile === null ? SPECIFICATION : signatureProfileSchema.parse(JSON.parse(profile)),
  };
}

export class Environments {
  private readonly db: Database;
  private readonly meta: Meta;
  readonly sessions: Sessions;
  readonly recentIds: RecentIds;
  readonly before = new PsuBefore();
  private readonly undone = new Set<(id: string) => void>();

  constructor(db: Database, meta: Meta) {
    this.db = db;
    this.meta = meta;
    this.sessions = new Sessions(db);
    this.recentIds = new RecentIds(meta);
  }

  /** Creates the local bank's environment if it does not exist. */
  ensureLocal(certificateId: string): void {
    this.insert(LOCAL, 'local', t.localBank, null, certificateId);
  }

  /** The local bank first, then in order of creation. */
  list(): Environment[] {
    return this.db
      .prepare<[], Row>(`SELECT ${COLUMNS} FROM environment ORDER BY rowid`)
      .all()
      .map(environmentOf);
  }

  /** The environment in use. */
  current(): Environment {
    return this.find(this.meta.read(META.environment) ?? LOCAL) ?? this.read(LOCAL);
  }

  /** @throws HostError for an unknown id */
  choose(id: string): void {
    this.read(id);
    this.meta.write(META.environment, id);
  }

  /**
   * @param form without it, a template to be filled in
   * @returns its id
   * @param space of a class whose bank it is
   * @throws HostError for roots that are not certificates
   */
  create(certificateId: string, form?: EnvironmentForm, space?: ClassSpace): string {
    const id = randomUUID();
    const names = () => this.list().map(({ name }) => name);
    const filled = form ?? newEnvironment(names(), certificateId);
    this.db.transaction(() => {
      this.insert(
        id,
        space === undefined ? 'bank' : 'class',
        filled.name,
        filled.baseUrl,
        filled.certificateId,
      );
      this.change(id, filled);
      if (space !== undefined)
        this.db
          .prepare('INSERT INTO class_space VALUES (?, ?, ?)')
          .run(id, space.controlBaseUrl, space.token);
    })();
    return id;
  }

  /** The space of the bank of a class; null for other environments. */
  spaceOf(id: string): ClassSpace | null {
    return (
      this.db
        .prepare<[string], ClassSpace>(
          'SELECT control_base_url AS controlBaseUrl, token FROM class_space WHERE environment_id = ?',
        )
        .get(id) ?? null
    );
  }

  /**
   * Changes an environment. Of the local bank, only the certificate, hosts, PSU-IP-Address and header defaults can change.
   * @throws HostError for roots that are not certificates
   */
  change(id: string, form: EnvironmentForm): void {
    const { kind } = this.read(id);
    checkRoots(form.roots);
    const hosts = JSON.stringify(form.hosts);
    if (kind === 'local') {
      this.db
        .prepare(
          'UPDATE environment SET certificate_id = ?, psu_ip_address = ?, headers = ?, hosts = ? WHERE id = ?',
        )
        .run(form.certificateId, form.psuIpAddress, form.headers, hosts, id);
      return;
    }
    this.db
      .prepare(
        `UPDATE environment SET name = @name, base_url = @baseUrl, hosts = @hosts, roots = @roots, redirect_uri = @redirectUri,
         psu_ip_address = @psuIpAddress, headers = @headers,
         certificate_id = CASE @certificateId WHEN @missing THEN certificate_id ELSE @certificateId END,
         missing_certificate = CASE @certificateId WHEN @missing THEN missing_certificate END,
         tls_certificate_id = CASE @tlsCertificateId WHEN @missing THEN tls_certificate_id ELSE @tlsCertificateId END,
         missing_tls_certificate = CASE @tlsCertificateId WHEN @missing THEN missing_tls_certificate END
         WHERE id = @id`,
      )
      .run({ ...form, hosts, baseUrl: withoutLast(form.baseUrl, '/'), id, missing: MISSING });
  }

  /** How requests of the environment are signed from now on; at the local bank also how they must be. */
  setProfile(id: string, profile: SignatureProfile): void {
    const isSpecified = ownProfile(profile) === null;
    this.db
      .prepare('UPDATE environment SET profile = ? WHERE id = ?')
      .run(isSpecified ? null : JSON.stringify(profile), id);
  }

  /** Deletes an environment. If it was in use, the local bank is used instead. @throws HostError for the local bank */
  remove(id: string): void {
    if (this.read(id).kind === 'local') throw new HostError('refused', t.localBankStays);
    if (this.current().id === id) this.choose(LOCAL);
    this.db.prepare('DELETE FROM environment WHERE id = ?').run(id);
    this.recentIds.forget(id);
  }

  /** Nothing is sent to an imported environment until its certificates are present and the user has confirmed it. */
  markImported(id: string, { missingCertificate, missingTlsCertificate }: MissingCertificates): void {
    this.db
      .prepare(
        'UPDATE environment SET missing_certificate = ?, missing_tls_certificate = ?, unconfirmed = 1 WHERE id = ?',
      )
      .run(missingCertificate, missingTlsCertificate, id);
  }

  /** Called when the user has seen name, address and certificate. */
  confirm(id: string): void {
    this.db.prepare('UPDATE environment SET unconfirmed = 0 WHERE id = ?').run(id);
  }

  /** Gives an imported certificate to the environments that lack it. */
  fillMissing(certificateId: string, pem: string): void {
    this.db.transaction(() => {
      for (const column of ['certificate', 'tls_certificate'])
        this.db
          .prepare(
            `UPDATE environment SET ${column}_id = ?, missing_${column} = NULL WHERE missing_${column} = ?`,
          )
          .run(certificateId, pem);
    })();
  }

  /** Signs the requests of the environment in use with this certificate. */
  signWith(certificateId: string): void {
    this.replaceCertificateOf(this.current().id, certificateId);
  }

  /** Signs the requests of one environment with this certificate. */
  replaceCertificateOf(id: string, certificateId: string): void {
    this.db
      .prepare('UPDATE environment SET certificate_id = ?, missing_certificate = NULL WHERE id = ?')
      .run(certificateId, id);
  }

  replaceCertificate(old: string, next: string): void {
    this.db.transaction(() => {
      for (const column of ['certificate_id', 'tls_certificate_id'])
        this.db.prepare(`UPDATE environment SET ${column} = ? WHERE ${column} = ?`).run(next, old);
    })();
  }

  /** Which environments use a certificate, and for what. */
  usersOf(certificateId: string): CertificateView['usedBy'] {
    const rows = this.db
      .prepare<{ id: string }, { environment: string; signs: 0 | 1; isClient: 0 | 1 | null }>(
        `SELECT name AS environment, certificate_id = @id AS signs, tls_certificate_id = @id AS isClient
         FROM environment WHERE certificate_id = @id OR tls_certificate_id = @id ORDER BY rowid`,
      )
      .all({ id: certificateId });
    return rows.flatMap(({ environment, signs, isClient }) => [
      ...(signs === 1 ? [{ environment, use: 'signs requests' as const }] : []),
      ...(isClient === 1 ? [{ environment, use: 'TLS client' as const }] : []),
    ]);
  }

  /**
   * Starts a new session before the next request if the hour of the current one has passed (SCA-4).
   * @param bankNow milliseconds @param id of the environment, by default the one in use
   * @throws HostError for an unknown id
   */
  renewSession(bankNow: number, id = this.current().id): Environment {
    const { sessionSince } = this.read(id);
    if (sessionSince !== null && bankNow - sessionSince >= SESSION_LIFETIME) this.sessions.begin(id, bankNow);
    return this.read(id);
  }

  /**
   * Stores the result of a successful SCA at the bank of an environment.
   * @param sessionId the session of the request that led to it
   * @param since bank time in milliseconds
   */
  keepPsu(
    id: string,
    psu: { psuId: string; corporateId: string | null; context: string },
    sessionId: string,
    since: number,
  ): void {
    this.before.follows(psu.psuId, this.read(id));
    this.db.transaction(() => {
      this.db
        .prepare('UPDATE environment SET psu_id = ?, corporate_id = ?, context = ? WHERE id = ?')
        .run(psu.psuId, psu.corporateId, psu.context, id);
      this.sessions.succeeded(id, sessionId, psu, since);
    })();
  }

  /** Returns to the previous PSU, in the session that was approved then. @throws HostError if there is none */
  actAsBefore(id: string): void {
    const earlier = this.before.of(id);
    if (earlier === null) throw new HostError('not-found', t.nobodyBefore);
    this.keepPsu(id, earlier, earlier.sessionId, earlier.since);
    this.before.forget(id);
  }

  /** After a reset of the local bank. @param bankNow milliseconds */
  forgetLocalPsu(bankNow: number): void {
    this.db.transaction(() => {
      this.clearPsu(LOCAL);
      this.sessions.forget(LOCAL, bankNow);
      this.recentIds.forget(LOCAL);
    })();
    this.emitUndone(LOCAL);
  }

  /**
   * Forgets the PSU at the user's request; earlier sessions stay in the list.
   * @param localNow time of the local bank in milliseconds
   * @throws HostError for an unknown id
   */
  forgetPsu(id: string, localNow: number): void {
    const { kind } = this.read(id);
    this.db.transaction(() => {
      this.clearPsu(id);
      this.sessions.begin(id, kind === 'local' ? localNow : Date.now());
    })();
  }

  /** The name of an environment of another bank that has returned an id; null if this one's has, or none. @param used name of the environment */
  idOfOther(id: string, used: string): string | null {
    const all = this.list();
    const own = all.find(({ name }) => name === used);
    if (id === '' || own === undefined) return null;
    const knows = (one: Environment) =>
      one.psuId === id ||
      one.corporateId === id ||
      this.recentIds.list(one.id).some(({ value }) => value === id);
    const others = all.filter(({ baseUrl }) => baseUrl !== own.baseUrl);
    return knows(own) ? null : (others.find(knows)?.name ?? null);
  }

  /** The PSU of an environment, with all its sessions and ids. */
  memory(id: string): PsuMemory {
    const { psuId, corporateId, context, sessionId } = this.read(id);
    const [sessions, recentIds] = [this.sessions.list(id), this.recentIds.list(id)];
    return { psuId, corporateId, context, sessionId, sessions, recentIds };
  }

  /** Puts back what {@link memory} has returned. */
  recall(id: string, { psuId, corporateId, context, sessionId, sessions, recentIds }: PsuMemory): void {
    this.before.forget(id);
    this.db.transaction(() => {
      this.db
        .prepare('UPDATE environment SET psu_id = ?, corporate_id = ?, context = ? WHERE id = ?')
        .run(psuId, corporateId, context, id);
      this.sessions.replace(id, sessions, sessionId);
      this.recentIds.replace(id, recentIds);
    })();
    this.emitUndone(id);
  }

  /**
   * Calls the listener with the id of an environment when its bank, PSU and sessions were restored or reset.
   * @returns a function that ends the subscription
   */
  onUndone(listener: (id: string) => void): () => void {
    this.undone.add(listener);
    return () => this.undone.delete(listener);
  }

  private emitUndone(id: string): void {
    for (const listener of this.undone) listener(id);
  }

  private clearPsu(id: string): void {
    this.before.forget(id);
    this.db
      .prepare('UPDATE environment SET psu_id = NULL, corporate_id = NULL, context = NULL WHERE id = ?')
      .run(id);
  }

  private insert(
    id: string,
    kind: Environment['kind'],
    name: string,
    baseUrl: string | null,
    certificateId: string,
  ): void {
    const { changes } = this.db
      .prepare(
        `INSERT OR IGNORE INTO environment (id, kind, name, base_url, certificate_id, psu_ip_address, session_id)
         VALUES (?, ?, ?, ?, ?, ?, '')`,
      )
      .run(id, kind, name, baseUrl, certificateId, EXAMPLE_PSU_IP_ADDRESS);
    // The bank's time is unknown.
    if (changes > 0) this.sessions.begin(id, 0);
  }

  private find(id: string): Environment | null {
    const row = this.db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM environment WHERE id = ?`).get(id);
    return row === undefined ? null : environmentOf(row);
  }

  /** @throws HostError for an unknown id */
  read(id: string): Environment {
    const found = this.find(id);
    if (found === null) throw new HostError('not-found', t.gone);
    return found;
  }
}

/** @throws HostError that names the unreadable block */
export function checkRoots(roots: string): void {
  const blocks =
    roots.match(/-----BEGIN CERTIFICATE-----(?:(?!-----)[\s\S])*-----END CERTIFICATE-----/g) ?? [];
  if (roots.trim() !== '' && blocks.length === 0) throw new HostError('bad-input', t.rootsNotPem);
  for (const [at, block] of blocks.entries()) {
    try {
      void new X509Certificate(block);
    } catch {
      throw new HostError('bad-input', t.rootNoCertificate(at + 1));
    }
  }
}
