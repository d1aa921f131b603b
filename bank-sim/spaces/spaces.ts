/** All spaces of a service: creates them atomically, finds them by name, puts idle ones to sleep, and ends them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { makeFolder } from '../../shared/node/private-files.ts';
import { kindOf, writeWholeFile } from '../../shared/node/plain-files.ts';
import { type Interface, isInUse } from '../../shared/node/http-server.ts';
import { BankClock } from '../clock.ts';
import { restoreSnapshot } from '../store/snapshot.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { startingData } from '../domain/starting-data.ts';
import { BANK_FILE, bankStore, openBankDatabase, metaStore } from '../store/bank-store.ts';
import { type PortRange, Ports, PortListener } from './ports.ts';
import {
  makeToken,
  readRecord,
  RECORD_FILE,
  SPACE_NAME,
  type SpaceRecord,
  writeRecord,
  SpaceRefusal,
} from './record.ts';
import { type SharedOptions, Space } from './space.ts';

/** Folder-name prefixes of spaces being created or deleted. */
const [MAKING, ENDED] = ['.making-', '.ended-'];

export interface SpaceOrder {
  /** A random one if left out. */
  name?: string | undefined;
  quirks?: SpaceRecord['quirks'] | undefined;
  /** Bank time at which the clock is frozen. */
  clock?: number | undefined;
  /** Name of the space to copy. */
  from?: string | undefined;
  /** A snapshot as a bank returns it. */
  snapshot?: object | undefined;
}

export interface SpacesOptions {
  folder: string;
  /** Maximum number of spaces. */
  most: number;
  ports: PortRange;
  /** Loopback if null. */
  at: Interface | null;
  /** Milliseconds after which an idle space goes to sleep; null for never. */
  idle: number | null;
}

/** The initial state of a space: the seed data of the day if there is neither a copy nor a snapshot. */
interface InitialState {
  quirks: SpaceRecord['quirks'];
  clock: number | undefined;
  snapshot: object | undefined;
  /** The database of another space. */
  copy: Uint8Array | undefined;
}

interface Listeners {
  api: PortListener;
  psu: PortListener;
}

export class Spaces {
  /** Since the service started. */
  readonly counts = { made: 0, ended: 0 };
  private readonly options: SpacesOptions;
  private readonly shared: SharedOptions;
  private readonly ports: Ports;
  private readonly templates = new Templates();
  private readonly spaces = new Map<string, Space>();
  /** Open listeners, by the name of the space. */
  private readonly listeners = new Map<string, Listeners>();
  /** Names of spaces that are being made. */
  private readonly making = new Set<string>();
  private stopping = false;

  constructor(options: SpacesOptions, shared: SharedOptions) {
    this.options = options;
    this.shared = shared;
    this.ports = new Ports(options.ports);
  }

  /** Finds the spaces on the disk and opens their ports. A space that cannot be used does not affect the others. */
  async open(): Promise<void> {
    const { folder } = this.options;
    makeFolder(folder);
    const names = readdirSync(folder);
    for (const name of names.filter((one) => one.startsWith(MAKING) || one.startsWith(ENDED)))
      rmSync(join(folder, name), { recursive: true, force: true });
    for (const name of names.filter((one) => SPACE_NAME.test(one))) {
      if (kindOf(join(folder, name)) === 'folder') this.spaces.set(name, this.load(name));
    }
    await Promise.all([...this.spaces.values()].map((space) => this.openPorts(space)));
    // Warms the cache for the first space.
    this.templates.of(this.shared.realNow());
    // Fails for an address that the machine does not have, even without a space.
    const probe = new PortListener(() => undefined, this.options.at);
    await probe.open(0);
    probe.close();
  }

  all(): Space[] {
    return [...this.spaces.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws SpaceRefusal if there is none */
  get(name: string): Space {
    const found = this.spaces.get(name);
    if (found === undefined) throw new SpaceRefusal(404, `There is no space "${name.slice(0, 40)}".`);
    return found;
  }

  find(name: string): Space | null {
    return this.spaces.get(name) ?? null;
  }

  /** Creates a space and wakes it. @returns it with its control token @throws SpaceRefusal; then nothing was created */
  async make(order: SpaceOrder): Promise<{ space: Space; token: string }> {
    const name = this.freeName(order.name);
    this.making.add(name);
    const listeners = this.listenersFor(name);
    try {
      const state = this.initialState(order);
      const ports = await this.openFreePorts(listeners);
      if (this.stopping) throw stoppingRefusal();
      const { token, hash } = makeToken();
      const made = this.shared.realNow();
      const record: SpaceRecord = { version: 1, made, token: hash, ports, quirks: state.quirks };
      const space = this.create(name, record, state);
      this.spaces.set(name, space);
      this.listeners.set(name, listeners);
      this.counts.made += 1;
      return { space, token };
    } catch (error) {
      close(listeners);
      throw error;
    } finally {
      this.making.delete(name);
    }
  }

  /** Ends a space and deletes its data. @throws SpaceRefusal if there is none */
  end(name: string): void {
    const space = this.get(name);
    this.closePorts(name);
    space.close();
    this.spaces.delete(name);
    // Renamed first, so that it stays gone if its files cannot be deleted.
    const gone = join(this.options.folder, `${ENDED}${randomBytes(8).toString('hex')}`);
    try {
      if (kindOf(space.folder) !== 'none') renameSync(space.folder, gone);
    } catch (error) {
      // It still exists, as after a restart.
      this.spaces.set(name, this.load(name));
      throw error;
    }
    this.counts.ended += 1;
    void rm(gone, { recursive: true, force: true }).catch((error: unknown) =>
      this.shared.log(`The data of the ended space ${name} in ${gone} cannot be deleted: ${String(error)}`),
    );
  }

  /** Puts idle spaces to sleep. Retries ports that were in use. */
  async rest(): Promise<void> {
    const { idle } = this.options;
    const now = this.shared.realNow();
    for (const space of this.spaces.values()) {
      if (idle !== null && space.state === 'awake') {
        space.sleepUnusedSince(now - idle);
        // Closing many databases takes a while; yields to other requests.
        await setImmediate();
      }
      if (space.record !== null && !this.listeners.has(space.name)) await this.openPorts(space);
    }
  }

  /** Answers requests that have arrived, then closes everything. @param grace milliseconds at most */
  async stop(grace: number): Promise<void> {
    this.stopping = true;
    for (const name of this.listeners.keys()) this.closePorts(name);
    if (grace > 0) await Promise.all(this.all().map((space) => space.finish(grace)));
    for (const space of this.spaces.values()) space.close();
  }

  private freeName(wanted: string | undefined): string {
    const { most } = this.options;
    if (this.stopping) throw stoppingRefusal();
    if (this.spaces.size + this.making.size >= most)
      throw new SpaceRefusal(
        409,
        `There are ${most} spaces already, as many as --most allows. End one, or start the service with a larger --most.`,
      );
    const isTaken = (name: string) => this.spaces.has(name) || this.making.has(name);
    if (wanted !== undefined) {
      if (isTaken(wanted)) throw new SpaceRefusal(409, `There is a space "${wanted}" already.`);
      return wanted;
    }
    for (;;) {
      const name = `space-${randomBytes(4).toString('hex')}`;
      if (!isTaken(name)) return name;
    }
  }

  /** A space on the disk. */
  private load(name: string): Space {
    const folder = join(this.options.folder, name);
    return new Space({ name, folder }, readRecord(folder), this.shared);
  }

  private initialState({ quirks = {}, clock, from, snapshot }: SpaceOrder): InitialState {
    if (from === undefined) return { quirks, clock, snapshot, copy: undefined };
    const source = this.get(from);
    const copy = source.wake().db.serialize();
    return { quirks: { ...source.record?.quirks, ...quirks }, clock, snapshot, copy };
  }

  /** Writes the folder of a space under another name and renames it, so that a crash leaves all of it or nothing. */
  private create(name: string, record: SpaceRecord, state: InitialState): Space {
    const { folder } = this.options;
    const place = join(folder, name);
    const elsewhere = mkdtempSync(join(folder, MAKING));
    try {
      this.writeState(elsewhere, state);
      writeRecord(elsewhere, record);
      // Not a space, which would be known. Renaming would replace an empty folder.
      if (kindOf(place) !== 'none')
        throw new SpaceRefusal(409, `${place} is in the way: it is not a space of this service.`);
      renameSync(elsewhere, place);
    } catch (error) {
      rmSync(elsewhere, { recursive: true, force: true });
      throw error;
    }
    const space = new Space({ name, folder: place }, record, this.shared);
    try {
      space.wake();
      return space;
    } catch (error) {
      rmSync(place, { recursive: true, force: true });
      throw error;
    }
  }

  private writeState(folder: string, { clock, snapshot, copy }: InitialState): void {
    const { realNow } = this.shared;
    if (snapshot === undefined)
      writeWholeFile(join(folder, BANK_FILE), copy ?? this.templates.of(clock ?? realNow()), 0o600);
    if (snapshot === undefined && clock === undefined) return;
    const db = openBankDatabase(folder, RECORD_FILE);
    try {
      const meta = metaStore(db);
      const time = new BankClock(meta.clock(), realNow, (to) => meta.setClock(to));
      const problem = snapshot === undefined ? null : restoreSnapshot(db, time, snapshot);
      if (problem !== null) throw new SpaceRefusal(400, problem);
      if (clock !== undefined) time.freezeAt(clock);
    } finally {
      db.close();
    }
  }

  private listenersFor(name: string): Listeners {
    // A connection can arrive before the space is complete.
    const listenerFor = (listener: 'api' | 'psu') =>
      new PortListener((socket) => {
        const space = this.spaces.get(name);
        if (space === undefined) socket.destroy();
        else space.take(listener, socket);
      }, this.options.at);
    return { api: listenerFor('api'), psu: listenerFor('psu') };
  }

  private async openFreePorts({ api, psu }: Listeners): Promise<SpaceRecord['ports']> {
    const assigned = new Set(
      [...this.spaces.values()].flatMap(({ record }) =>
        record === null ? [] : [record.ports.api, record.ports.psu],
      ),
    );
    return { api: await this.ports.openFree(api, assigned), psu: await this.ports.openFree(psu, assigned) };
  }

  /** Opens the ports of a space, or marks it as unusable if another program has one of them. */
  private async openPorts(space: Space): Promise<void> {
    if (space.record === null) return;
    const { ports } = space.record;
    const listeners = this.listenersFor(space.name);
    try {
      await listeners.api.open(ports.api);
      await listeners.psu.open(ports.psu);
    } catch (error) {
      close(listeners);
      if (!isInUse(error)) throw error;
      space.setProblem(
        `Another program has its port ${ports.api} or ${ports.psu}. Stop that program; the service tries again every few seconds.`,
      );
      return;
    }
    if (this.stopping || this.spaces.get(space.name) !== space) {
      close(listeners);
      return;
    }
    this.listeners.set(space.name, listeners);
    if (space.state === 'unusable') space.setProblem(null);
  }

  private closePorts(name: string): void {
    const listeners = this.listeners.get(name);
    this.listeners.delete(name);
    if (listeners !== undefined) close(listeners);
  }
}

function close({ api, psu }: Listeners): void {
  api.close();
  psu.close();
}

function stoppingRefusal(): SpaceRefusal {
  return new SpaceRefusal(503, 'The service is stopping.');
}

/** Days: today, and those at which clocks are frozen. Each takes less than a megabyte. */
const MAX_CACHED = 4;

/** A cache of databases with the seed data of a day, as bytes: copying one takes a fraction of the time of creating it. */
class Templates {
  private readonly byDay = new Map<string, Buffer>();

  /** The content of the database file of a new bank. @param now bank time in milliseconds */
  of(now: number): Buffer {
    const day = osloDate(now);
    const known = this.byDay.get(day) ?? create(day);
    // Most recently used last.
    this.byDay.delete(day);
    this.byDay.set(day, known);
    for (const old of [...this.byDay.keys()].slice(0, -MAX_CACHED)) this.byDay.delete(old);
    return known;
  }
}

function create(day: string): Buffer {
  const db = openBankDatabase(null);
  try {
    bankStore(db).customers.replaceAll(startingData(day));
    return db.serialize();
  } finally {
    db.close();
  }
}
