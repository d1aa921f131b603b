/** An actor with the PSU and sessions of the local bank's environment, so that the user can continue manually at any step. */
import { FIRST_SESSION } from '../../../shared/collections/steps.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { Actor } from '../runs/actor.ts';
import { readCallback } from '../sca/callback.ts';

/** The actor's state besides the environment. */
export interface ActorMemory {
  /** TPP-Session-IDs by the name that the demonstration gives them. */
  names: ReadonlyMap<string, string>;
  scaRedirect: string | null;
}

export class LocalActor extends Actor {
  private readonly environments: Pick<
    Environments,
    'forgetLocalPsu' | 'keepPsu' | 'memory' | 'read' | 'sessions'
  >;
  private readonly now: () => number;
  private names = new Map<string, string>();

  /** @param now bank time, milliseconds since 1970 */
  constructor(environments: LocalActor['environments'], now: () => number) {
    super(environments.read(LOCAL).psuIpAddress);
    this.environments = environments;
    this.now = now;
  }

  memory(): ActorMemory {
    return { names: new Map(this.names), scaRedirect: this.scaRedirect };
  }

  recall({ names, scaRedirect }: ActorMemory): void {
    this.names = new Map(names);
    this.scaRedirect = scaRedirect;
  }

  override get environment(): Actor['environment'] {
    const { psuId, corporateId, sessionId, psuIpAddress } = this.environments.read(LOCAL);
    return { psuId, corporateId, sessionId, psuIpAddress };
  }

  override sent(scaRedirect: string, bankUrl: string): void {
    super.sent(scaRedirect, bankUrl);
    const { sessionId } = this.environments.read(LOCAL);
    this.environments.sessions.asked(LOCAL, sessionId, this.now());
  }

  override returned(redirect: URL): boolean {
    const { psu, sessionId } = readCallback(redirect.searchParams, () => true, this.now());
    if (psu === null) {
      this.environments.sessions.failed(LOCAL, this.now());
      return false;
    }
    this.environments.keepPsu(LOCAL, psu, sessionId, this.now());
    return true;
  }

  override carry(name: string): void {
    const { sessions } = this.environments;
    this.names.set(this.nameInUse(), this.environments.read(LOCAL).sessionId);
    const known = this.names.get(name);
    if (known === undefined) sessions.begin(LOCAL, this.now());
    else sessions.use(LOCAL, known);
    this.names.set(name, this.environments.read(LOCAL).sessionId);
  }

  override renew(): void {
    this.environments.forgetLocalPsu(this.now());
    this.scaRedirect = null;
    this.names = new Map();
  }

  /** The name of the session in use. */
  private nameInUse(): string {
    const { sessionId } = this.environments.read(LOCAL);
    for (const [name, id] of this.names) if (id === sessionId) return name;
    return this.names.size === 0 ? FIRST_SESSION : sessionId;
  }
}
