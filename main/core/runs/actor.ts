/** The state that the steps of one iteration share: the TPP's sessions, the PSU who approved, and the last links. */
import { randomUUID } from 'node:crypto';
import { readCallback } from '../sca/callback.ts';
import { mayLead } from '../sca/pages.ts';
import { FIRST_SESSION } from '../../../shared/collections/steps.ts';
import type { Identity } from '../requests/compose.ts';

export class Actor {
  /** The latest scaRedirect of the iteration. */
  scaRedirect: string | null = null;
  private readonly origins = new Set<string>();
  private psuId: string | null = null;
  private corporateId: string | null = null;
  private session: Session = newSession();
  /** By name. */
  private sessions = new Map([[FIRST_SESSION, this.session]]);
  private readonly psuIpAddress: string;

  constructor(psuIpAddress: string) {
    this.psuIpAddress = psuIpAddress;
  }

  /** What the next request carries. */
  get environment(): Identity['environment'] {
    const { psuId, corporateId, session, psuIpAddress } = this;
    return { psuId, corporateId, sessionId: session.id, psuIpAddress };
  }

  /** Where the scaRedirects of the iteration lead, as far as they may. */
  get pageOrigins(): string[] {
    return [...this.origins];
  }

  /** Remembers a link that the bank itself has sent, and where it leads if it may lead there. */
  sent(scaRedirect: string, bankUrl: string): void {
    this.scaRedirect = scaRedirect;
    const url = URL.parse(scaRedirect);
    if (url === null) return;
    // A simulator on the network may serve its own pages over plain HTTP.
    const isAtBank = url.hostname === URL.parse(bankUrl)?.hostname;
    if (isAtBank || mayLead(url, bankUrl)) this.origins.add(url.origin);
  }

  /** Takes over what a PSU's return brings (SCA-1, SCA-2). @returns whether the SCA succeeded */
  returned(redirect: URL): boolean {
    const { psu, sessionId } = readCallback(redirect.searchParams, () => true, Date.now());
    if (psu === null) return false;
    const known = [...this.sessions.values()].find(({ id }) => id === sessionId);
    if (known !== undefined) this.session = known;
    else if (sessionId !== '') this.session.id = sessionId;
    this.session.psu = psu;
    this.actAs(psu);
    return true;
  }

  /** Requests carry the session of this name from now on, and act as its PSU. A name that is new begins a session. */
  carry(name: string): void {
    this.session = this.sessions.get(name) ?? newSession();
    this.sessions.set(name, this.session);
    // A session without an SCA changes nothing but the TPP-Session-ID.
    if (this.session.psu !== null) this.actAs(this.session.psu);
  }

  /** Forgets the PSU and begins a new session: after a reset the bank knows neither. */
  renew(): void {
    this.psuId = null;
    this.corporateId = null;
    this.scaRedirect = null;
    this.session = newSession();
    this.sessions = new Map([[FIRST_SESSION, this.session]]);
  }

  private actAs({ psuId, corporateId }: Psu): void {
    this.psuId = psuId;
    this.corporateId = corporateId;
  }
}

interface Psu {
  psuId: string;
  corporateId: string | null;
}

interface Session {
  /** TPP-Session-ID. */
  id: string;
  /** Who approved its SCA. */
  psu: Psu | null;
}

const newSession = (): Session => ({ id: `run-${randomUUID().slice(0, 13)}`, psu: null });
