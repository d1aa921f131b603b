/** State shared by the steps of one iteration: sessions, the PSU who approved, the latest scaRedirect. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readCallback } from '../sca/callback.ts';
import { mayLead } from '../sca/allowed-pages.ts';
import { FIRST_SESSION } from '../../../shared/collections/steps.ts';
import type { Identity } from '../requests/compose.ts';

export class Actor {
  scaRedirect: string | null = null;
  private origins = new Set<string>();
  private psuId: string | null = null;
  private corporateId: string | null = null;
  private session: Session;
  private sessions: Map<string, Session>;
  private readonly psuIpAddress: string;

  /** @param begun the session of a PSU, instead of a new one */
  constructor(psuIpAddress: string, begun: BegunSession | null = null) {
    this.psuIpAddress = psuIpAddress;
    this.session = begun === null ? newSession() : { ...begun };
    this.sessions = new Map([[FIRST_SESSION, this.session]]);
    if (begun !== null) this.actAs(begun.psu);
  }

  /** Continues as an earlier actor was. */
  static from(psuIpAddress: string, state: ActorState): Actor {
    const { psu, scaRedirect, origins, sessions, carried } = structuredClone(state);
    const actor = new Actor(psuIpAddress);
    actor.scaRedirect = scaRedirect;
    actor.origins = new Set(origins);
    actor.sessions = new Map(sessions);
    actor.carry(carried);
    actor.psuId = psu?.psuId ?? null;
    actor.corporateId = psu?.corporateId ?? null;
    return actor;
  }

  /** What {@link from} continues with. */
  get state(): ActorState {
    const { psuId, corporateId, scaRedirect } = this;
    const sessions = [...this.sessions];
    return structuredClone({
      psu: psuId === null ? null : { psuId, corporateId },
      scaRedirect,
      origins: this.pageOrigins,
      sessions,
      carried: sessions.find(([, session]) => session === this.session)?.[0] ?? FIRST_SESSION,
    });
  }

  get environment(): Identity['environment'] {
    const { psuId, corporateId, session, psuIpAddress } = this;
    return { psuId, corporateId, sessionId: session.id, psuIpAddress };
  }

  /** Origins of the pages that scaRedirects of the iteration may open. */
  get pageOrigins(): string[] {
    return [...this.origins];
  }

  /** Records an scaRedirect of the bank, and its origin if it may be opened. */
  sent(scaRedirect: string, bankUrl: string): void {
    this.scaRedirect = scaRedirect;
    const url = URL.parse(scaRedirect);
    if (url === null) return;
    // A simulator on the network may serve its own pages over plain HTTP.
    const isAtBank = url.hostname === URL.parse(bankUrl)?.hostname;
    if (isAtBank || mayLead(url, bankUrl)) this.origins.add(url.origin);
  }

  /** Records the result of an SCA (SCA-1, SCA-2). @returns whether it succeeded */
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

  /** Switches to the session of this name, with its PSU. A new name begins a session. */
  carry(name: string): void {
    this.session = this.sessions.get(name) ?? newSession();
    this.sessions.set(name, this.session);
    // A session before its SCA changes only the TPP-Session-ID.
    if (this.session.psu !== null) this.actAs(this.session.psu);
  }

  /** Starts over with a new session, after a reset of the bank. */
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

const psuSchema = z.object({ psuId: z.string(), corporateId: z.string().nullable() });
type Psu = z.infer<typeof psuSchema>;

const sessionSchema = z.object({ id: z.string(), psu: psuSchema.nullable() });
type Session = z.infer<typeof sessionSchema>;

export const actorStateSchema = z.object({
  psu: psuSchema.nullable(),
  scaRedirect: z.string().nullable(),
  /** Of pages that may be opened. */
  origins: z.array(z.string()),
  /** By name. */
  sessions: z.array(z.tuple([z.string(), sessionSchema])),
  /** Name of the session that requests carry. */
  carried: z.string(),
});
type ActorState = z.infer<typeof actorStateSchema>;

/** A session whose PSU has finished an SCA. */
export interface BegunSession extends Session {
  psu: Psu;
}

const newSession = (): Session => ({ id: `run-${randomUUID().slice(0, 13)}`, psu: null });
