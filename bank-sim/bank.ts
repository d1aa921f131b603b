/** The simulated bank as a whole: store, internal parts, and the listeners that make it reachable. */
import type { BankOptions } from './bank-options.ts';
import { BankEvents } from './events.ts';
import type { ScaDecision } from './domain/sca.ts';
import { type JournalEntry, Journal } from './journal.ts';
import { Inspection } from './inspection/inspection.ts';
import { Operator } from './control/operator.ts';
import { hostsInAddresses, interfaceAt } from './host-names.ts';
import { startErrorOf } from '../shared/node/start-error.ts';
import { startTicker } from './payments/ticker.ts';
import { type BankPki, bankPki } from './pki/bank-pki.ts';
import { lostText, openBankDatabase, bankStore, type BankStore } from './store/bank-store.ts';
import type { Database } from '../shared/node/sqlite.ts';
import { accessLine } from './access-log.ts';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { osloDate } from '../shared/norway/oslo.ts';
import { type ApiParts, apiServer } from './api/listener.ts';
import { BankClock } from './clock.ts';
import { type StartingData, startingData } from './domain/starting-data.ts';
import { Gate } from './gate/gate.ts';
import { secureRandom } from './ids.ts';
import { Books } from './payments/books.ts';
import { DueWork } from './payments/due-work.ts';
import type { ScaParts } from './psu/decide.ts';
import { scaStarter } from './psu/start-sca.ts';
import { batchDaysOf, quirksWith } from './quirks.ts';
import { Scenarios } from './scenarios.ts';
import { TrustedAuthorities } from './trust.ts';
import { randomBytes } from 'node:crypto';
import { Listener, openAll, type Interface } from '../shared/node/http-server.ts';
import type { BankService } from './control/call.ts';
import { STOPPING } from './control/calls/service.ts';
import { Control } from './control/control.ts';
import { bankDesk, controlServer } from './control/listener.ts';
import { type Busy, Metrics } from './control/metrics.ts';
import { psuServer } from './psu/listener.ts';

/** The addresses of the bank, and what a client needs to reach them. */
export interface BankAddresses {
  readonly apiBaseUrl: string;
  readonly psuBaseUrl: string;
  /** The PSU's pages over plain HTTP, in addition to `psuBaseUrl`; null if not requested. */
  readonly plainPsuBaseUrl: string | null;
  readonly controlBaseUrl: string;
  readonly controlToken: string;
  readonly caFile: string;
  readonly caPem: string;
}

export interface Bank extends BankAddresses {
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  /** The operator's actions. */
  readonly operator: Operator;
  /** The state of the bank, as plain data. */
  readonly inspection: Inspection;
  /** Calls the listener after every change of state. @returns a function that ends the subscription */
  onChange: (listener: () => void) => () => void;
  /** Calls the listener with every decision of a PSU that ends an SCA. @returns a function that ends the subscription */
  onDecision: (listener: (decision: ScaDecision) => void) => () => void;
  /** The journal's entries after a position, oldest first. */
  journal: (after: number) => JournalEntry[];
  /** Calls the listener with every entry of the journal from now on. @returns a function that ends the subscription */
  onEntry: (listener: (entry: JournalEntry) => void) => () => void;
  /** Whether TPPs can reach the API. */
  isListening: () => boolean;
  /** Listens for TPPs on this port; 0 for any free one. @throws StartError if the port is in use; then the bank listens nowhere */
  listen: (port: number) => Promise<void>;
  /** Stops listening for TPPs; everything else keeps running. */
  stopListening: () => Promise<void>;
  /** @param grace milliseconds for which requests that have arrived are still answered, while no others are accepted; 0 by default */
  stop: (grace?: number) => Promise<void>;
}

/**
 * Starts a bank and resolves when all its listeners accept requests.
 * @throws StartError if a port is in use, or if the data folder is in use or newer than this program
 */
export async function startBank(options: BankOptions): Promise<Bank> {
  const db = openBankDatabase(options.data);
  let pki: BankPki | null = null;
  try {
    const log = options.log ?? (() => undefined);
    const notice = options.notice ?? log;
    const made = await bankPki(options.data, {
      realNow: (options.realNow ?? Date.now)(),
      names: options.names ?? [],
      notice,
    });
    pki = made;
    const { workings, events } = assembled(db, {
      options,
      caPem: made.caPem,
      psuBaseUrl: () => addresses.psuBaseUrl,
    });
    const listeners = bankListeners(workings, made, events, options);
    const addresses = addressesOf(listeners, made, options);
    await listeners.open();
    const stopTicker = startTicker({
      due: workings.due,
      log,
      isThere: db.isThere,
      lost: () => {
        void listeners.close();
        (options.lost ?? notice)(lostText(options.data ?? ''));
      },
    });
    const { clock, operator, inspection } = workings;
    return Object.assign(addresses, {
      now: () => clock.now(),
      operator,
      inspection,
      onChange: (listener: () => void) => events.onChange(listener),
      onDecision: (listener: (decision: ScaDecision) => void) => events.onDecision(listener),
      journal: (after: number) => workings.journal.after(after),
      onEntry: (listener: (entry: JournalEntry) => void) => events.onEntry(listener),
      ...listening(listeners, events),
      stop: async (grace = 0) => {
        stopTicker();
        if (grace > 0) await listeners.finish(grace);
        workings.due.stop();
        await listeners.close();
        db.close();
        made.dispose();
      },
    });
  } catch (error) {
    db.close();
    pki?.dispose();
    throw startErrorOf(error, options.data ?? '');
  }
}

/** Read on demand: ports are known only once the listeners are open, and the API's port can change. */
function addressesOf(
  { api, psu, plainPsu, control, controlToken }: BankListeners,
  { caFile, caPem }: BankPki,
  options: BankOptions,
): BankAddresses {
  const { psuHttp } = options;
  const { name, controlName } = hostsInAddresses(options);
  return {
    get apiBaseUrl() {
      return `https://${name}:${api.port}`;
    },
    get psuBaseUrl() {
      return `${psuHttp ? 'http' : 'https'}://${name}:${psu.port}`;
    },
    get plainPsuBaseUrl() {
      return plainPsu ? `http://${name}:${plainPsu.port}` : null;
    },
    get controlBaseUrl() {
      return `http://${controlName}:${control.port}`;
    },
    controlToken,
    caFile,
    caPem,
  };
}

/** Opens and closes the API's listener while everything else keeps running. */
function listening(
  { api }: BankListeners,
  { changed }: BankEvents,
): Pick<Bank, 'isListening' | 'listen' | 'stopListening'> {
  return {
    isListening: () => api.isOpen,
    listen: async (port) => {
      if (api.isOpen) await api.close();
      try {
        await api.open(port);
      } finally {
        changed();
      }
    },
    stopListening: async () => {
      if (api.isOpen) await api.close();
      changed();
    },
  };
}

/** @throws StartError if a trusted CA is not a PEM certificate */
export function assembled(
  db: Database,
  surroundings: Omit<Surroundings, 'store' | 'events'>,
): { workings: Workings; events: BankEvents } {
  const events = new BankEvents();
  const workings = workingsOf({ ...surroundings, store: bankStore(db), events });
  const { accessLog } = surroundings.options;
  if (accessLog !== undefined)
    events.onEntry((entry) => {
      const line = accessLine(entry, workings.journal);
      if (line !== null) accessLog(line);
    });
  return { workings, events };
}

interface Surroundings {
  options: Pick<
    BankOptions,
    'clock' | 'trust' | 'quirks' | 'accessLog' | 'log' | 'realNow' | 'betweenPieces' | 'random'
  >;
  store: BankStore;
  events: BankEvents;
  /** PEM of the bank's own CA, which it always trusts. */
  caPem: string;
  /** The address of the PSU's pages; read when an SCA starts. */
  psuBaseUrl: () => string;
  /** Those of an earlier start of the same bank; none if left out. */
  scenarios?: Scenarios;
}

/** The bank without its listeners: clock, payments, gate and operator, assembled over an open store. */
export interface Workings {
  clock: BankClock;
  due: DueWork;
  journal: Journal;
  operator: Operator;
  inspection: Inspection;
  /** The parts that the API's listener needs. */
  api: Pick<
    ApiParts,
    'scenarios' | 'gate' | 'services' | 'register' | 'journal' | 'quirks' | 'catchUp' | 'changed'
  >;
  /** The parts that the PSU's pages need. */
  sca: ScaParts;
}

/**
 * Assembles a bank. Loads the seed data into an empty store (SBX-1).
 * @throws StartError if a trusted CA is not a PEM certificate
 */
function workingsOf({
  options,
  store,
  events,
  caPem,
  psuBaseUrl,
  scenarios = new Scenarios(),
}: Surroundings): Workings {
  const { db, meta, access, register, customers, payments, transactions, unattended, cardTransactions } =
    store;
  const { changed } = events;
  const random = options.random ?? secureRandom;
  const quirks = quirksWith(options.quirks ?? {});
  const clock = new BankClock(meta.clock(), options.realNow ?? Date.now, (state) => meta.setClock(state));
  if (options.clock !== undefined) clock.freezeAt(options.clock);

  const journal = new Journal(clock);
  events.follow(journal);
  // Prepared once: better-sqlite3 makes each transaction function anew.
  const inTransaction = db.transaction((work: () => unknown) => work());
  const atomically = <T>(work: () => T): T => journal.atomically(() => inTransaction(work) as T);
  const books = new Books({
    payments,
    customers,
    ledger: store.ledger,
    random,
    batchDays: () => batchDaysOf(quirks),
    atomically,
    journal,
  });
  const due = new DueWork({
    books,
    batches: store.batches,
    clock,
    journal,
    pause: options.betweenPieces ?? setImmediate,
    changed,
    log: options.log ?? (() => undefined),
  });
  const catchUp = () => due.catchUp();
  // Kept, because computing a year of transactions takes as long as storing it.
  let seed: { today: string; data: StartingData } | null = null;
  const begin = () => {
    const today = osloDate(clock.now());
    if (seed?.today !== today) seed = { today, data: startingData(today) };
    customers.replaceAll(seed.data);
    due.restart();
  };
  const reset = () => {
    begin();
    journal.add({ kind: 'reset', how: 'reset', about: [] });
    changed();
  };
  if (customers.count() === 0) begin();
  due.replan();

  const trust = new TrustedAuthorities(caPem, options.trust ?? []);
  // Read each time: a snapshot that is restored brings its own.
  const salt = () => meta.salt(() => Buffer.from(random(16)).toString('hex'));
  salt();
  const startSca = scaStarter({ access, clock, random, scenarios, psuBaseUrl, journal });
  const gate = new Gate({
    scenarios,
    access,
    customers,
    register,
    trusted: () => trust.all(),
    quirks,
    now: () => clock.now(),
    startSca,
  });
  const sca: ScaParts = {
    access,
    customers,
    books,
    catchUp,
    clock,
    random,
    salt,
    changed,
    journal,
  };
  const stores = { access, register, customers, payments, transactions, unattended, cardTransactions };
  const services = { ...stores, books, scenarios, clock, quirks, salt, random, startSca, reset, journal };
  return {
    clock,
    due,
    journal,
    operator: new Operator({ ...sca, register, db, due, quirks, scenarios, trust, reset }),
    inspection: new Inspection({ ...stores, clock, due, quirks, scenarios, journal }),
    api: { scenarios, gate, services, register, journal, quirks, catchUp, changed },
    sca,
  };
}

/** What TPPs, PSUs and the operator reach. */
interface BankDoors {
  api: Listener;
  psu: Listener;
  control: Control;
  /** Answers what has arrived at listeners already, and accepts no more there, for so many milliseconds at most. */
  finish: (grace: number, listeners: readonly Listener[]) => Promise<void>;
}

/** What answers TPPs, PSUs and the operator, before anybody listens for them. */
export function bankDoors(
  { api, sca, operator, inspection }: Workings,
  {
    pki,
    events,
    options,
    most,
    measured,
  }: {
    pki: BankPki;
    events: BankEvents;
    options: Pick<BankOptions, 'log' | 'psuHttp' | 'names'>;
    /** Connections of each listener. */
    most?: number;
    /** The listeners that metrics are about. */
    measured: () => Partial<Record<Busy['listener'], Listener>>;
  },
): BankDoors {
  const { log = () => undefined, psuHttp = false, names = [] } = options;
  const metrics = new Metrics(events);
  let finishing = false;
  const service: BankService = {
    unready: () => {
      if (finishing) return STOPPING;
      return doors.api.isOpen ? null : 'The API of the bank is switched off.';
    },
    metrics: () =>
      metrics.text(
        inspection.state(),
        Object.entries(measured()).map(([listener, { connected, underway }]) => ({
          listener: listener as Busy['listener'],
          connections: connected,
          underway,
        })),
      ),
  };
  const doors: BankDoors = {
    api: new Listener(apiServer({ ...api, pki, log }), '--port', most),
    psu: new Listener(psuServer(sca, { pki, names, plainHttp: psuHttp, log }), '--psu-port', most),
    control: new Control({ operator, inspection, service, events, catchUp: sca.catchUp }),
    finish: async (grace, listeners) => {
      finishing = true;
      const enough = new AbortController();
      await Promise.race([
        Promise.all(listeners.flatMap((one) => (one.isOpen ? one.finish() : []))),
        sleep(grace, undefined, { signal: enough.signal }).catch(() => undefined),
      ]);
      enough.abort();
    },
  };
  return doors;
}

interface BankListeners {
  api: Listener;
  psu: Listener;
  /** The PSU's pages for browsers that do not trust the simulator's CA; null if not requested. */
  plainPsu: Listener | null;
  control: Listener;
  controlToken: string;
  /** Opens all listeners. @throws StartError if a port is in use; then none is open */
  open: () => Promise<void>;
  /** Answers what TPPs and PSUs have sent already, and accepts no more from them, for so many milliseconds at most. */
  finish: (grace: number) => Promise<void>;
  close: () => Promise<void>;
}

function bankListeners(
  workings: Workings,
  pki: BankPki,
  events: BankEvents,
  options: BankOptions,
): BankListeners {
  const log = options.log ?? (() => undefined);
  const names = options.names ?? [];
  const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
  const doors = bankDoors(workings, {
    pki,
    events,
    options,
    measured: () => ({ api: listeners.api, psu: listeners.psu, control: listeners.control }),
  });
  const listeners = {
    api: doors.api,
    psu: doors.psu,
    plainPsu: options.plainPsu
      ? new Listener(psuServer(workings.sca, { pki, names, plainHttp: true, log }), '--psu-port')
      : null,
    control: new Listener(
      controlServer(bankDesk(doors.control, controlToken), { names, log }),
      '--control-port',
    ),
  };
  const at = interfaceAt('--host', options.host);
  const controlAt = interfaceAt('--control-host', options.controlHost);
  const ports: [Listener, number, (Interface | null)?][] = [
    [listeners.psu, options.psuPort, at],
    [listeners.api, options.port, at],
    [listeners.control, options.controlPort, controlAt],
  ];
  if (listeners.plainPsu) ports.push([listeners.plainPsu, 0]);
  const close = async () => {
    await Promise.all(ports.map(([listener]) => listener.close()));
  };
  return {
    ...listeners,
    controlToken,
    finish: (grace) =>
      doors.finish(
        grace,
        [listeners.api, listeners.psu, listeners.plainPsu].filter((one) => one !== null),
      ),
    open: async () => {
      try {
        await openAll(ports, options.orAnyPort ?? false);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}
