/** All spaces of a service: made as a whole or not at all, found by their names, and ended. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { makeFolder } from '../../shared/node/private-files.ts';
import { kindOf, writeWholeFile } from '../../shared/node/plain-files.ts';
import { type Interface, isInUse } from '../../shared/node/http-server.ts';
import { BankClock } from '../clock.ts';
import { restoreBankSnapshot } from '../control/operator-snapshot.ts';
import { BANK_FILE, openBankDatabase, metaStore } from '../store/bank-store.ts';
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
import { Space, type SpaceSurroundings } from './space.ts';
import { Templates } from './templates.ts';

/** Names of folders that are not spaces: one that is being made, and one that is being deleted. */
const [MAKING, ENDED] = ['.making-', '.ended-'];

export interface SpaceOrder {
  /** A random one if left out. */
  name?: string | undefined;
  quirks?: SpaceRecord['quirks'] | undefined;
  /** The clock is frozen at this bank time. */
  clock?: number | undefined;
  /** Name of the space whose state it gets. */
  from?: string | undefined;
  /** A snapshot as a bank returns it. */
  snapshot?: object | undefined;
}

export interface SpacesOptions {
  folder: string;
  /** The largest number of spaces. */
  most: number;
  ports: PortRange;
  /** Where the doors of the spaces are; loopback if null. */
  at: Interface | null;
  /** Milliseconds without use after which a space goes to sleep; null for never. */
  idle: number | null;
}

/** What a new space begins with. The seed data of the day if there is neither a copy nor a snapshot. */
interface Beginning {
  quirks: SpaceRecord['quirks'];
  clock: number | undefined;
  snapshot: object | undefined;
  /** The database of another space. */
  copied: Uint8Array | undefined;
}

/** The doors of a space. */
interface Doors {
  api: PortListener;
  psu: PortListener;
}

export class Spaces {
  /** Since the service started. */
  readonly counts = { made: 0, ended: 0 };
  private readonly options: SpacesOptions;
  private readonly surroundings: SpaceSurroundings;
  private readonly ports: Ports;
  private readonly templates = new Templates();
  private readonly spaces = new Map<string, Space>();
  private readonly doors = new Map<string, Doors>();
  /** Names of spaces that are being made. */
  private readonly making = new Set<string>();
  private stopping = false;

  constructor(options: SpacesOptions, surroundings: SpaceSurroundings) {
    this.options = options;
    this.surroundings = surroundings;
    this.ports = new Ports(options.ports);
  }

  /** Finds the spaces on the disk, and opens their doors. A space that cannot be used does not keep the others from it. */
  async open(): Promise<void> {
    const { folder } = this.options;
    makeFolder(folder);
    const names = readdirSync(folder);
    for (const name of names.filter((one) => one.startsWith(MAKING) || one.startsWith(ENDED)))
      rmSync(join(folder, name), { recursive: true, force: true });
    for (const name of names.filter((one) => SPACE_NAME.test(one))) {
      if (kindOf(join(folder, name)) === 'folder') this.spaces.set(name, this.found(name));
    }
    await Promise.all([...this.spaces.values()].map((space) => this.openDoors(space)));
    // So that the first space does not wait for it.
    this.templates.of(this.surroundings.now());
    // An address that the machine does not have is a reason not to start, also before there is a space.
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

  /** Makes a space and wakes it. @returns it with its control token @throws SpaceRefusal; then there is none */
  async make(order: SpaceOrder): Promise<{ space: Space; token: string }> {
    const name = this.freeName(order.name);
    this.making.add(name);
    const doors = this.doorsOf(name);
    try {
      const state = this.beginning(order);
      const ports = await this.openFreeDoors(doors);
      if (this.stopping) throw stoppingRefusal();
      const { token, hash } = makeToken();
      const made = this.surroundings.now();
      const record: SpaceRecord = { version: 1, made, token: hash, ports, quirks: state.quirks };
      const space = this.placed(name, record, state);
      this.spaces.set(name, space);
      this.doors.set(name, doors);
      this.counts.made += 1;
      return { space, token };
    } catch (error) {
      doors.api.close();
      doors.psu.close();
      throw error;
    } finally {
      this.making.delete(name);
    }
  }

  /** Ends a space and deletes its data. @throws SpaceRefusal if there is none */
  end(name: string): void {
    const space = this.get(name);
    this.closeDoors(name);
    space.close();
    this.spaces.delete(name);
    // Whatever happens while its files are deleted: it is gone.
    const gone = join(this.options.folder, `${ENDED}${randomBytes(8).toString('hex')}`);
    try {
      if (kindOf(space.folder) !== 'none') renameSync(space.folder, gone);
    } catch (error) {
      // It is still there, as after a restart.
      this.spaces.set(name, this.found(name));
      throw error;
    }
    this.counts.ended += 1;
    void rm(gone, { recursive: true, force: true }).catch((error: unknown) =>
      this.surroundings.log(
        `The data of the ended space ${name} in ${gone} cannot be deleted: ${String(error)}`,
      ),
    );
  }

  /** Puts to sleep what nobody has used for long enough. Opens doors again whose ports were in use. */
  async rest(): Promise<void> {
    const { idle } = this.options;
    const now = this.surroundings.now();
    for (const space of this.spaces.values()) {
      if (idle !== null && space.state === 'awake') {
        space.sleepUnusedSince(now - idle);
        // To close many databases takes a while; the others are answered in between.
        await setImmediate();
      }
      if (space.record !== null && !this.doors.has(space.name)) await this.openDoors(space);
    }
  }

  /** Answers what has arrived, for so many milliseconds at most, and closes everything. */
  async stop(grace: number): Promise<void> {
    this.stopping = true;
    for (const name of this.doors.keys()) this.closeDoors(name);
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
  private found(name: string): Space {
    const folder = join(this.options.folder, name);
    return new Space({ name, folder }, readRecord(folder), this.surroundings);
  }

  /** What a new space begins with. */
  private beginning({ quirks = {}, clock, from, snapshot }: SpaceOrder): Beginning {
    if (from === undefined) return { quirks, clock, snapshot, copied: undefined };
    const source = this.get(from);
    const copied = source.wake().copy();
    return { quirks: { ...source.record?.quirks, ...quirks }, clock, snapshot, copied };
  }

  /** Makes the folder of a space elsewhere and puts it in its place, so that a crash leaves all of it or nothing. */
  private placed(name: string, record: SpaceRecord, state: Beginning): Space {
    const { folder } = this.options;
    const place = join(folder, name);
    const elsewhere = mkdtempSync(join(folder, MAKING));
    try {
      this.writeState(elsewhere, state);
      writeRecord(elsewhere, record);
      // What is there is no space: it would be known. A folder that is empty would be replaced.
      if (kindOf(place) !== 'none')
        throw new SpaceRefusal(409, `${place} is in the way: it is not a space of this service.`);
      renameSync(elsewhere, place);
    } catch (error) {
      rmSync(elsewhere, { recursive: true, force: true });
      throw error;
    }
    const space = new Space({ name, folder: place }, record, this.surroundings);
    try {
      space.wake();
      return space;
    } catch (error) {
      rmSync(place, { recursive: true, force: true });
      throw error;
    }
  }

  private writeState(folder: string, { clock, snapshot, copied }: Beginning): void {
    const { now } = this.surroundings;
    if (snapshot === undefined)
      writeWholeFile(join(folder, BANK_FILE), copied ?? this.templates.of(clock ?? now()), 0o600);
    if (snapshot === undefined && clock === undefined) return;
    const db = openBankDatabase(folder, RECORD_FILE);
    try {
      const meta = metaStore(db);
      const time = new BankClock(meta.clock(), now, (to) => meta.setClock(to));
      const problem = snapshot === undefined ? null : restoreBankSnapshot(db, time, snapshot);
      if (problem !== null) throw new SpaceRefusal(400, problem);
      if (clock !== undefined) time.freezeAt(clock);
    } finally {
      db.close();
    }
  }

  private doorsOf(name: string): Doors {
    // A connection can come before the space is complete.
    const door = (listener: 'api' | 'psu') =>
      new PortListener((socket) => {
        const space = this.spaces.get(name);
        if (space === undefined) socket.destroy();
        else space.take(listener, socket);
      }, this.options.at);
    return { api: door('api'), psu: door('psu') };
  }

  private async openFreeDoors({ api, psu }: Doors): Promise<SpaceRecord['ports']> {
    const kept = new Set(
      [...this.spaces.values()].flatMap(({ record }) =>
        record === null ? [] : [record.ports.api, record.ports.psu],
      ),
    );
    return { api: await this.ports.openFree(api, kept), psu: await this.ports.openFree(psu, kept) };
  }

  /** Opens the doors of a space at its ports. If another program has one of them, the space says so. */
  private async openDoors(space: Space): Promise<void> {
    if (space.record === null) return;
    const { ports } = space.record;
    const doors = this.doorsOf(space.name);
    try {
      await doors.api.open(ports.api);
      await doors.psu.open(ports.psu);
    } catch (error) {
      doors.api.close();
      doors.psu.close();
      if (!isInUse(error)) throw error;
      space.setProblem(
        `Another program has its port ${ports.api} or ${ports.psu}. Stop that program; the service tries again every few seconds.`,
      );
      return;
    }
    if (this.stopping || this.spaces.get(space.name) !== space) {
      doors.api.close();
      doors.psu.close();
      return;
    }
    this.doors.set(space.name, doors);
    if (space.state === 'unusable') space.setProblem(null);
  }

  private closeDoors(name: string): void {
    const doors = this.doors.get(name);
    this.doors.delete(name);
    doors?.api.close();
    doors?.psu.close();
  }
}

function stoppingRefusal(): SpaceRefusal {
  return new SpaceRefusal(503, 'The service is stopping.');
}
