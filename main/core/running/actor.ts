/** The state that the steps of one iteration share: the TPP's session, the PSU who approved, and the last links. */
import { randomUUID } from 'node:crypto';
import { readCallback } from '../sca/callback.ts';
import type { Identity } from '../sending/compose.ts';

export class Actor {
  /** The latest scaRedirect of the iteration. */
  scaRedirect: string | null = null;
  private readonly origins = new Set<string>();
  private psuId: string | null = null;
  private corporateId: string | null = null;
  private sessionId = newSession();
  private readonly psuIpAddress: string;

  constructor(psuIpAddress: string) {
    this.psuIpAddress = psuIpAddress;
  }

  /** What the next request carries. */
  get environment(): Identity['environment'] {
    const { psuId, corporateId, sessionId, psuIpAddress } = this;
    return { psuId, corporateId, sessionId, psuIpAddress };
  }

  /** Where the scaRedirects of the iteration lead. */
  get pageOrigins(): string[] {
    return [...this.origins];
  }

  /** Remembers a link that the bank itself has sent. */
  sent(scaRedirect: string): void {
    this.scaRedirect = scaRedirect;
    const url = URL.parse(scaRedirect);
    if (url !== null) this.origins.add(url.origin);
  }

  /** Takes over what a PSU's return brings (SCA-1, SCA-2). @returns whether the SCA succeeded */
  returned(redirect: URL): boolean {
    const { psu, sessionId } = readCallback(redirect.searchParams, () => true, Date.now());
    if (psu === null) return false;
    this.psuId = psu.psuId;
    this.corporateId = psu.corporateId;
    if (sessionId !== '') this.sessionId = sessionId;
    return true;
  }

  /** Forgets the PSU and begins a new session: after a reset the bank knows neither. */
  renew(): void {
    this.psuId = null;
    this.corporateId = null;
    this.scaRedirect = null;
    this.sessionId = newSession();
  }
}

const newSession = () => `run-${randomUUID().slice(0, 13)}`;
