/** One space: a bank of its own that is awake or asleep. Asleep it has no database open, and its clock goes on. */
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { kindOf } from '../../shared/node/plain-files.ts';
import { DamagedError, startErrorOf } from '../../shared/node/start-error.ts';
import { controlError, type Reply, type Subscribe } from '../control/reply.ts';
import type { Asked } from '../control/routes.ts';
import { hostsInAddresses } from '../host-names.ts';
import { type Quirks, quirksWith, readQuirk } from '../quirks.ts';
import { Scenarios } from '../scenarios.ts';
import { lostText } from '../store/bank-store.ts';
import { isToken, makeToken, RECORD_FILE, type SpaceRecord, writeRecord, SpaceRefusal } from './record.ts';
import { openSpaceBank, type SpaceBank, type SpaceBankOptions } from './space-bank.ts';

/** The same for all spaces of a service. */
export interface SpaceSurroundings extends Pick<SpaceBankOptions, 'pki' | 'mostConnections'> {
  bank: Omit<SpaceBankOptions['bank'], 'quirks' | 'accessLog' | 'log'>;
  /** Receives a line of JSON for each request of a TPP. */
  accessLog?: (line: string) => void;
  log: (line: string) => void;
  /** The machine's clock, in milliseconds. */
  now: () => number;
}

/** What a space has done since the service started. */
export interface SpaceCounts {
  requests: number;
  refusals: number;
  wakes: number;
}

export type SpaceState = 'awake' | 'asleep' | 'unusable';

export class Space {
  readonly name: string;
  readonly folder: string;
  readonly counts: SpaceCounts = { requests: 0, refusals: 0, wakes: 0 };
  private readonly surroundings: SpaceSurroundings;
  private readonly scenarios = new Scenarios();
  /** Null if it cannot be read. */
  private kept: SpaceRecord | null;
  private bank: SpaceBank | null = null;
  /** Why it cannot be used. */
  private fault: string | null;
  /** Control calls and event streams under way. */
  private uses = 0;
  private last: number;
  /** What answers the calls under way when the space ends. */
  private readonly underWay = new Set<(reply: Reply) => void>();
  /** End the event streams that are open. */
  private readonly streams = new Set<() => void>();

  /** @param record as its file has it, or why it cannot be read */
  constructor(
    { name, folder }: Pick<Space, 'name' | 'folder'>,
    record: SpaceRecord | { fault: string },
    surroundings: SpaceSurroundings,
  ) {
    this.name = name;
    this.folder = folder;
    this.surroundings = surroundings;
    this.kept = 'fault' in record ? null : record;
    this.fault = 'fault' in record ? record.fault : null;
    this.last = surroundings.now();
  }

  get state(): SpaceState {
    if (this.bank !== null) return 'awake';
    return this.fault === null ? 'asleep' : 'unusable';
  }

  /** Why it cannot be used, as a sentence; null if it can. */
  get problem(): string | null {
    return this.fault;
  }

  /** Null if its file cannot be read. */
  get record(): SpaceRecord | null {
    return this.kept;
  }

  /** When it was last used, by the machine's clock. */
  get lastUsed(): number {
    return this.last;
  }

  get quirks(): Quirks {
    return quirksWith(readQuirks(this.kept?.quirks ?? {}));
  }

  get addresses(): { apiBaseUrl: string; psuBaseUrl: string } | null {
    if (this.kept === null) return null;
    const { api, psu } = this.kept.ports;
    const { psuHttp, names = [] } = this.surroundings.bank;
    const { name } = hostsInAddresses({ names });
    const scheme = psuHttp ? 'http' : 'https';
    return { apiBaseUrl: `https://${name}:${api}`, psuBaseUrl: `${scheme}://${name}:${psu}` };
  }

  /** Whether a control token is this space's. */
  hasToken(given: string): boolean {
    return this.kept !== null && isToken(given, this.kept.token);
  }

  /** Gives it a new control token; the one before is not accepted any more. */
  renewToken(): string {
    const { token, hash } = makeToken();
    this.keep({ ...this.readable(), token: hash });
    return token;
  }

  /** Sets quirks, and keeps them. */
  setQuirks(quirks: SpaceRecord['quirks']): void {
    const record = this.readable();
    this.keep({ ...record, quirks: { ...record.quirks, ...quirks } });
    for (const [name, value] of Object.entries(quirks))
      if (value !== undefined) this.bank?.operator.setQuirk(name, value);
  }

  /** Its bank, which is started if it is asleep. @throws SpaceRefusal if it cannot be used */
  wake(): SpaceBank {
    this.last = this.surroundings.now();
    if (this.bank !== null) return this.bank;
    const { kept } = this;
    if (kept === null) throw this.unusable();
    try {
      this.bank = this.opened(kept);
      this.fault = null;
      this.counts.wakes += 1;
      return this.bank;
    } catch (error) {
      this.setFault(error);
      throw this.unusable();
    }
  }

  /** Notes that the doors of the space could not be opened; null if they could. */
  setProblem(problem: string | null): void {
    this.fault = problem;
  }

  /** A connection of a TPP, or of a PSU's browser. */
  take(listener: 'api' | 'psu', socket: Socket): void {
    try {
      this.wake()[listener].take(socket);
    } catch (error) {
      if (!(error instanceof SpaceRefusal)) throw error;
      socket.destroy();
    }
  }

  /** A control call of its bank. @throws SpaceRefusal if the space cannot be used */
  async control(asked: Asked): Promise<Reply> {
    const bank = this.wake();
    this.uses += 1;
    try {
      const reply = await this.untilOver(bank.control.handle(asked));
      return 'stream' in reply ? { stream: this.following(reply.stream) } : reply;
    } finally {
      this.endUse();
    }
  }

  /** What the bank is doing at the end of the space has no result. */
  private untilOver(handled: Promise<Reply> | Reply): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.underWay.add(resolve);
      void Promise.resolve(handled)
        .then(resolve, reject)
        .finally(() => this.underWay.delete(resolve));
    });
  }

  /** Closes its bank, unless something is under way there. @returns whether it sleeps */
  sleep(): boolean {
    if (this.bank === null) return true;
    if (this.uses > 0 || this.bank.isBusy()) return false;
    this.bank.close();
    this.bank = null;
    return true;
  }

  /** Sleeps if nobody has used it since then, by the machine's clock. Nobody's connection is closed for it. */
  sleepUnusedSince(then: number): void {
    if (this.bank !== null && this.last <= then && !this.bank.hasClients()) this.sleep();
  }

  /** Answers what has arrived, and accepts no more, for so many milliseconds at most. */
  async finish(grace: number): Promise<void> {
    await this.bank?.finish(grace);
  }

  /** Closes its bank, whatever is under way. */
  close(): void {
    const ended = controlError(503, `The space ${this.name} has ended, or the service is stopping.`);
    for (const answer of this.underWay) answer(ended);
    for (const end of this.streams) end();
    this.bank?.close();
    this.bank = null;
  }

  private opened({ ports, quirks }: SpaceRecord): SpaceBank {
    const { name, folder, surroundings, scenarios, counts } = this;
    const { accessLog, log, pki, mostConnections, bank } = surroundings;
    // Whoever has deleted the folder does not expect that it is made anew.
    if (kindOf(join(folder, RECORD_FILE)) !== 'file')
      throw new SpaceRefusal(503, `The file ${join(folder, RECORD_FILE)} has been deleted.`);
    return openSpaceBank({
      folder,
      pki,
      ports,
      psuBaseUrl: this.addresses?.psuBaseUrl ?? '',
      scenarios,
      mostConnections,
      bank: {
        ...bank,
        quirks: readQuirks(quirks),
        log: (line) => log(`${name}: ${line}`),
        // The first member of a line says whose it is.
        ...(accessLog && { accessLog: (line) => accessLog(`{"space":"${name}",${line.slice(1)}`) }),
      },
      used: ({ tpp, rule }) => {
        this.last = surroundings.now();
        if (tpp) counts.requests += 1;
        if (rule !== null) counts.refusals += 1;
      },
      lost: () => {
        this.close();
        this.fault = lostText(folder);
        log(`${name}: ${this.fault}`);
      },
    });
  }

  /** The stream counts as a use until it ends. */
  private following(subscribe: Subscribe): Subscribe {
    return (tell, over) => {
      const end = subscribe(tell, over);
      this.uses += 1;
      this.streams.add(over);
      return () => {
        end();
        if (this.streams.delete(over)) this.endUse();
      };
    };
  }

  private endUse(): void {
    this.uses -= 1;
    this.last = this.surroundings.now();
  }

  private keep(record: SpaceRecord): void {
    writeRecord(this.folder, record);
    this.kept = record;
  }

  private readable(): SpaceRecord {
    if (this.kept === null) throw this.unusable();
    return this.kept;
  }

  private unusable(): SpaceRefusal {
    return new SpaceRefusal(503, `The space ${this.name} cannot be used. ${this.fault ?? ''}`.trim());
  }

  private setFault(error: unknown): void {
    const known = startErrorOf(error, this.folder);
    const said = this.fault;
    this.fault =
      known instanceof DamagedError
        ? `The file ${known.file} is not usable: ${known.reason}.`
        : known instanceof Error
          ? known.message
          : String(known);
    if (this.fault !== said) this.surroundings.log(`The space ${this.name} cannot be used. ${this.fault}`);
  }
}

/** The quirks of a record. Its schema knows their names and values. */
function readQuirks(quirks: SpaceRecord['quirks']): Partial<Quirks> {
  const read: Partial<Quirks> = {};
  for (const [name, value] of Object.entries(quirks))
    Object.assign(read, readQuirk(`${name}=${String(value)}`));
  return read;
}
