/** A space: one bank, awake or asleep. While it sleeps, its database is closed and its clock runs on. */
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { MAX_SPACE_CONNECTIONS } from '../../shared/limits.ts';
import { kindOf } from '../../shared/node/plain-files.ts';
import { DamagedError, startErrorOf } from '../../shared/node/start-error.ts';
import { assembleBank, type BankOptions, type BankParts } from '../bank.ts';
import type { ControlRequest } from '../control/call.ts';
import { controlError, type Reply, type Subscribe } from '../control/reply.ts';
import { hostsInAddresses } from '../host-names.ts';
import { startTicker } from '../payments/ticker.ts';
import type { BankPki } from '../pki.ts';
import { type Quirks, quirksWith, readQuirk } from '../quirks.ts';
import { Scenarios } from '../scenarios.ts';
import { lostText, openBankDatabase } from '../store/bank-store.ts';
import { isToken, makeToken, RECORD_FILE, SpaceRefusal, type SpaceRecord, writeRecord } from './record.ts';

/** Shared by all spaces of a service. */
export interface SharedOptions extends Pick<
  BankOptions,
  'trust' | 'psuHttp' | 'names' | 'accessLog' | 'betweenPieces' | 'random' | 'brand'
> {
  pki: BankPki;
  log: (line: string) => void;
  /** Real time, milliseconds since 1970. */
  realNow: () => number;
}

/** Since the service started. */
export interface SpaceCounts {
  requests: number;
  refusals: number;
  wakes: number;
  /** Control calls. */
  calls: number;
}

export type SpaceState = 'awake' | 'asleep' | 'unusable';

/** A bank without ports: the service hands it connections and control calls. */
type OpenBank = BankParts & { close: () => void };

export class Space {
  readonly name: string;
  readonly folder: string;
  readonly counts: SpaceCounts = { requests: 0, refusals: 0, wakes: 0, calls: 0 };
  private readonly shared: SharedOptions;
  private readonly scenarios = new Scenarios();
  private stored: SpaceRecord | null;
  private bank: OpenBank | null = null;
  private fault: string | null;
  /** Control calls and event streams in progress. */
  private uses = 0;
  private last: number;
  /** Answer the control calls in progress when the space ends. */
  private readonly pending = new Set<(reply: Reply) => void>();
  /** End the open event streams. */
  private readonly streams = new Set<() => void>();

  /** @param record or why it cannot be read */
  constructor(
    { name, folder }: Pick<Space, 'name' | 'folder'>,
    record: SpaceRecord | { fault: string },
    shared: SharedOptions,
  ) {
    this.name = name;
    this.folder = folder;
    this.shared = shared;
    this.stored = 'fault' in record ? null : record;
    this.fault = 'fault' in record ? record.fault : null;
    this.last = shared.realNow();
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
    return this.stored;
  }

  /** Real time, milliseconds since 1970. */
  get lastUsed(): number {
    return this.last;
  }

  get quirks(): Quirks {
    return quirksWith(readQuirks(this.stored?.quirks ?? {}));
  }

  get addresses(): { apiBaseUrl: string; psuBaseUrl: string } | null {
    if (this.stored === null) return null;
    const { api, psu } = this.stored.ports;
    const { psuHttp, names = [] } = this.shared;
    const { name } = hostsInAddresses({ names });
    const scheme = psuHttp ? 'http' : 'https';
    return { apiBaseUrl: `https://${name}:${api}`, psuBaseUrl: `${scheme}://${name}:${psu}` };
  }

  /** Whether a control token is this space's. */
  hasToken(token: string): boolean {
    return this.stored !== null && isToken(token, this.stored.token);
  }

  /** Replaces its control token. */
  renewToken(): string {
    const { token, hash } = makeToken();
    this.store({ ...this.usableRecord(), token: hash });
    return token;
  }

  /** Sets quirks and stores them. */
  setQuirks(quirks: SpaceRecord['quirks']): void {
    const record = this.usableRecord();
    this.store({ ...record, quirks: { ...record.quirks, ...quirks } });
    for (const [name, value] of Object.entries(quirks))
      if (value !== undefined) this.bank?.operator.setQuirk(name, value);
  }

  /** Its bank, which is started if it is asleep. @throws SpaceRefusal if it cannot be used */
  wake(): BankParts {
    this.last = this.shared.realNow();
    if (this.bank !== null) return this.bank;
    const { stored } = this;
    if (stored === null) throw this.unusable();
    try {
      this.bank = this.openBank(stored);
      this.fault = null;
      this.counts.wakes += 1;
      return this.bank;
    } catch (error) {
      this.setFault(error);
      throw this.unusable();
    }
  }

  /** Records why its ports could not be opened; null if they could. */
  setProblem(problem: string | null): void {
    this.fault = problem;
  }

  /** Serves a connection of a TPP, or of a PSU's browser. */
  take(listener: 'api' | 'psu', socket: Socket): void {
    try {
      this.wake()[listener].take(socket);
    } catch (error) {
      if (!(error instanceof SpaceRefusal)) throw error;
      socket.destroy();
    }
  }

  /** Answers a control call of its bank. @throws SpaceRefusal if the space cannot be used */
  async control(request: ControlRequest): Promise<Reply> {
    const bank = this.wake();
    this.counts.calls += 1;
    this.uses += 1;
    try {
      const reply = await this.untilClosed(bank.control.handle(request));
      return 'stream' in reply ? { stream: this.counted(reply.stream) } : reply;
    } finally {
      this.endUse();
    }
  }

  /** Resolves earlier if the space is closed in the meantime. */
  private untilClosed(handled: Promise<Reply> | Reply): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.pending.add(resolve);
      void Promise.resolve(handled)
        .then(resolve, reject)
        .finally(() => this.pending.delete(resolve));
    });
  }

  /** Closes its bank, unless something is in progress there. @returns whether it sleeps */
  sleep(): boolean {
    const { bank } = this;
    if (bank === null) return true;
    const isBusy = bank.api.underway > 0 || bank.psu.underway > 0 || bank.due.progress() !== null;
    if (this.uses > 0 || isBusy) return false;
    bank.close();
    this.bank = null;
    return true;
  }

  /** Sleeps if it has been idle since a real time. Clients close idle connections after seconds; others bring a request. */
  sleepUnusedSince(then: number): void {
    if (this.bank === null || this.last > then) return;
    if (this.bank.api.connected + this.bank.psu.connected === 0) this.sleep();
  }

  /** Answers requests that have arrived, and accepts no others. @param grace milliseconds at most */
  async finish(grace: number): Promise<void> {
    if (this.bank) await this.bank.finish(grace, [this.bank.api, this.bank.psu]);
  }

  /** Closes its bank, whatever is in progress. */
  close(): void {
    const ended = controlError(503, `The space ${this.name} has ended, or the service is stopping.`);
    for (const answer of this.pending) answer(ended);
    for (const end of this.streams) end();
    this.bank?.close();
    this.bank = null;
  }

  /** Synchronous, so that nothing else happens to the space in the meantime. @throws StartError if its data cannot be used */
  private openBank({ ports, quirks }: SpaceRecord): OpenBank {
    const { name, folder, shared, scenarios, counts } = this;
    const { accessLog, pki } = shared;
    // A folder that was deleted must not be created again.
    if (kindOf(join(folder, RECORD_FILE)) !== 'file')
      throw new SpaceRefusal(503, `The file ${join(folder, RECORD_FILE)} has been deleted.`);
    const log = (line: string) => shared.log(`${name}: ${line}`);
    const db = openBankDatabase(folder, RECORD_FILE);
    try {
      const parts = assembleBank(db, pki, () => this.addresses?.psuBaseUrl ?? '', {
        ...shared,
        scenarios,
        quirks: readQuirks(quirks),
        maxConnections: MAX_SPACE_CONNECTIONS,
        log,
        // The first member of a line is the space.
        ...(accessLog && { accessLog: (line) => accessLog(`{"space":"${name}",${line.slice(1)}`) }),
      });
      const { api, psu, due, journal } = parts;
      journal.onAdded(({ fact, exchange }) => {
        const isResponse = fact.kind === 'response' && fact.to === 'tpp';
        if (!isResponse && !(fact.kind === 'request' && fact.from === 'psu')) return;
        this.last = shared.realNow();
        if (isResponse) counts.requests += 1;
        if (exchange !== undefined && exchange.rule !== null) counts.refusals += 1;
      });
      api.openFor(ports.api);
      psu.openFor(ports.psu);
      const lost = () => {
        this.close();
        this.fault = lostText(folder);
        log(this.fault);
      };
      const stopTicker = startTicker({ due, log, isThere: db.isThere, lost });
      const close = () => {
        stopTicker();
        due.stop();
        // Their connections are closed at once.
        void api.close();
        void psu.close();
        db.close();
      };
      return { ...parts, close };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Counts a stream as a use until it ends. */
  private counted(subscribe: Subscribe): Subscribe {
    return (send, over) => {
      const end = subscribe(send, over);
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
    this.last = this.shared.realNow();
  }

  private store(record: SpaceRecord): void {
    writeRecord(this.folder, record);
    this.stored = record;
  }

  private usableRecord(): SpaceRecord {
    if (this.stored === null) throw this.unusable();
    return this.stored;
  }

  private unusable(): SpaceRefusal {
    return new SpaceRefusal(503, `The space ${this.name} cannot be used. ${this.fault ?? ''}`.trim());
  }

  private setFault(error: unknown): void {
    const known = startErrorOf(error, this.folder);
    const before = this.fault;
    this.fault =
      known instanceof DamagedError
        ? `The file ${known.file} is not usable: ${known.reason}.`
        : known instanceof Error
          ? known.message
          : String(known);
    if (this.fault !== before) this.shared.log(`The space ${this.name} cannot be used. ${this.fault}`);
  }
}

/** The quirks of a record, whose schema has checked them. */
function readQuirks(quirks: SpaceRecord['quirks']): Partial<Quirks> {
  const read: Partial<Quirks> = {};
  for (const [name, value] of Object.entries(quirks))
    Object.assign(read, readQuirk(`${name}=${String(value)}`));
  return read;
}
