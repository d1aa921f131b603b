/** The simulated bank: its parts over a database, and the listeners that make it reachable. */
import type { ReceivedExchange } from './api/received.ts';
import { randomBytes } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Listener, openAll } from '../shared/node/http-server.ts';
import { type Brand, HOUSES } from '../shared/node/brand.ts';
import { type Interface } from '../shared/node/http-server.ts';
import { type Database } from '../shared/node/sqlite.ts';
import { startErrorOf } from '../shared/node/start-error.ts';
import { osloDate } from '../shared/norway/oslo.ts';
import { accessLine } from './access-log.ts';
import { apiServer } from './api/listener.ts';
import { BankClock } from './clock.ts';
import type { BankService } from './control/call.ts';
import { STOPPING } from './control/calls/service.ts';
import { Control, controlHandler } from './control/control.ts';
import { controlServer } from './control/listener.ts';
import { type MeasuredListeners, Metrics } from './control/metrics.ts';
import { Operator } from './control/operator.ts';
import type { ScaDecision } from './domain/sca.ts';
import { type StartingData, startingData } from './domain/starting-data.ts';
import { Gate } from './gate/gate.ts';
import { hostsInAddresses, interfaceAt } from './host-names.ts';
import { type RandomSource, secureRandom } from './ids.ts';
import { Inspection } from './inspection/inspection.ts';
import { Journal, type JournalEntry } from './journal.ts';
import { Books } from './payments/books.ts';
import { DueWork } from './payments/due-work.ts';
import { startTicker } from './payments/ticker.ts';
import { type BankPki, bankPki } from './pki.ts';
import type { ScaParts } from './psu/decide.ts';
import { psuServer } from './psu/listener.ts';
import { scaStarter } from './psu/start-sca.ts';
import { batchDaysOf, type Quirks, quirksWith } from './quirks.ts';
import { ownProfile, type SignatureProfile, SPECIFICATION } from '../shared/signing/profile.ts';
import type { SigningRule } from './gate/signature.ts';
import { Scenarios } from './scenarios.ts';
import { bankStore, copiedBankDatabase, lostText, openBankDatabase } from './store/bank-store.ts';
import { TrustedAuthorities } from './trust.ts';

export interface BankOptions {
  /** Ports of the three listeners; 0 takes any free port. */
  port: number;
  psuPort: number;
  controlPort: number;
  /** The IP address that the API and the PSU's pages listen on; `::` and `0.0.0.0` are all. Both addresses of loopback if left out. */
  host?: string;
  /** The same for the control listener. */
  controlHost?: string;
  /** Host names and IP addresses by which others reach the bank, in lower case. Its certificate has them, and its links have the first. */
  names?: readonly string[];
  /** Takes a free port if the requested one is in use, instead of failing. */
  orAnyPort?: boolean;
  /** Data folder, or null for a bank in memory. */
  data: string | null;
  /** Starts frozen at this bank time, in milliseconds. */
  clock?: number;
  /** Additional trusted CAs, PEM; one text may contain several (SIG-12). */
  trust?: readonly string[];
  quirks?: Partial<Quirks>;
  /** How requests must be signed; as the specification says if omitted (contract section 13). */
  profile?: SignatureProfile;
  /** Name and colour of the PSU's pages; those of Øvebanken if left out. */
  brand?: Brand;
  /** Serves the PSU's pages over plain loopback HTTP. */
  psuHttp?: boolean;
  /** Serves the PSU's pages over plain loopback HTTP as well, on any free port. */
  plainPsu?: boolean;
  /** Token of the control listener; a random one if left out. */
  controlToken?: string;
  /** Receives one JSON line for each request from a TPP. */
  accessLog?: (line: string) => void;
  /** Receives log lines; without it the bank is silent. */
  log?: (line: string) => void;
  /** Receives sentences about damaged data, which the user must read; the log gets them if it is left out. */
  notice?: (sentence: string) => void;
  /** Called instead of the notice when the data was deleted or replaced; the bank has stopped serving. */
  lost?: (sentence: string) => void;
  /** Real time in milliseconds, and randomness; injected so that a run can be repeated. */
  realNow?: () => number;
  random?: RandomSource;
  /** Yields between two pieces of a long batch; injected so that a test can act in between. */
  betweenPieces?: () => Promise<void>;
}

export interface Bank {
  readonly apiBaseUrl: string;
  readonly psuBaseUrl: string;
  /** The PSU's pages over plain HTTP, in addition to `psuBaseUrl`; null if not requested. */
  readonly plainPsuBaseUrl: string | null;
  readonly controlBaseUrl: string;
  readonly controlToken: string;
  readonly caFile: string;
  readonly caPem: string;
  /** Key and certificate of its listeners (PEM), for further ones on this machine. */
  readonly tls: { readonly key: string; readonly cert: string };
  /** Bank time, milliseconds since 1970. */
  now: () => number;
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
  /** Calls the listener with every request from a TPP and its response, as they were. @returns a function that ends the subscription */
  onReceived: (listener: (received: ReceivedExchange) => void) => () => void;
  /** Whether TPPs can reach the API. */
  isListening: () => boolean;
  /** Listens for TPPs on this port; 0 for any free one. @throws StartError if the port is in use; then the API is closed */
  listen: (port: number) => Promise<void>;
  /** Stops listening for TPPs; everything else keeps running. */
  stopListening: () => Promise<void>;
  /** Remembers the bank as it is now. @returns starts a bank in memory that is the same, on free ports of loopback, as often as it is called */
  copies: () => () => Promise<Bank>;
  /** @param grace milliseconds for which requests that have arrived are still answered, while no others are accepted; 0 by default */
  stop: (grace?: number) => Promise<void>;
}

/**
 * Starts a bank and resolves when all its listeners accept requests.
 * @throws StartError if a port is in use, or if the data folder is in use or newer than this program
 */
export async function startBank(options: BankOptions): Promise<Bank> {
  const { data, names = [], log = () => undefined, notice = log } = options;
  const db = openBankDatabase(data);
  let pki: BankPki;
  try {
    pki = await bankPki(data, { realNow: (options.realNow ?? Date.now)(), names, notice });
  } catch (error) {
    db.close();
    throw startErrorOf(error, data ?? '');
  }
  return runningBank(db, pki, options);
}

/** @param scenarios scripted failures that the bank begins with @throws StartError; then the database is closed */
async function runningBank(
  db: Database,
  pki: BankPki,
  options: BankOptions,
  scenarios?: Scenarios,
): Promise<Bank> {
  const { data, names = [], psuHttp = false, log = () => undefined, notice = log } = options;
  const { controlToken = randomBytes(24).toString('base64url') } = options;
  const { realNow = Date.now, random = secureRandom } = options;
  try {
    const { caFile, caPem, dispose, tls } = pki;
    const { name, controlName } = hostsInAddresses(options);
    // Ports are known only once the listeners are open, and the API's can change.
    const psuBaseUrl = () => `${psuHttp ? 'http' : 'https'}://${name}:${psu.port}`;
    const parts = assembleBank(db, pki, psuBaseUrl, { ...options, ...(scenarios && { scenarios }) });
    const { api, psu, sca, clock, due, journal, operator, inspection, changed, onChange, onReceived } = parts;
    const control = new Listener(
      controlServer(controlHandler(parts.control, controlToken), { names, log }),
      '--control-port',
    );
    parts.listeners.control = control;
    const plainPsu = options.plainPsu
      ? new Listener(psuServer(sca, { ...parts.pages, pki, names, plainHttp: true, log }), '--psu-port')
      : null;
    const at = interfaceAt('--host', options.host);
    const ports: [Listener, number, (Interface | null)?][] = [
      [psu, options.psuPort, at],
      [api, options.port, at],
      [control, options.controlPort, interfaceAt('--control-host', options.controlHost)],
    ];
    if (plainPsu) ports.push([plainPsu, 0]);
    const close = () => Promise.all(ports.map(([listener]) => listener.close()));
    try {
      await openAll(ports, options.orAnyPort ?? false);
    } catch (error) {
      await close();
      throw error;
    }
    const stopTicker = startTicker({
      due,
      log,
      isThere: db.isThere,
      lost: () => {
        void close();
        (options.lost ?? notice)(lostText(data ?? ''));
      },
    });
    return {
      get apiBaseUrl() {
        return `https://${name}:${api.port}`;
      },
      get psuBaseUrl() {
        return psuBaseUrl();
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
      tls,
      now: () => clock.now(),
      operator,
      inspection,
      onChange,
      onReceived,
      onDecision: (listener) =>
        journal.onAdded(({ decision }) => {
          if (decision !== undefined) listener(decision);
        }),
      journal: (after) => journal.after(after),
      onEntry: (listener) => journal.onAdded(listener),
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
      copies: () => {
        const { content, scenarios: left, ...known } = parts.copied();
        return () =>
          runningBank(
            copiedBankDatabase(content),
            // The files are those of this bank.
            { ...pki, dispose: () => undefined },
            { port: 0, psuPort: 0, controlPort: 0, data: null, log, realNow, random, ...known },
            left.copy(),
          );
      },
      stop: async (grace = 0) => {
        stopTicker();
        if (grace > 0) await parts.finish(grace, plainPsu ? [api, psu, plainPsu] : [api, psu]);
        due.stop();
        await close();
        db.close();
        dispose();
      },
    };
  } catch (error) {
    db.close();
    pki.dispose();
    throw startErrorOf(error, data ?? '');
  }
}

export type BankParts = ReturnType<typeof assembleBank>;

type PartsOptions = Omit<
  BankOptions,
  | 'port'
  | 'psuPort'
  | 'controlPort'
  | 'host'
  | 'controlHost'
  | 'controlToken'
  | 'orAnyPort'
  | 'plainPsu'
  | 'data'
> & {
  /** The scripted failures of an earlier start of the same bank. */
  scenarios?: Scenarios;
  /** Maximum number of connections per listener. */
  maxConnections?: number;
};

/**
 * Assembles a bank over an open database, with closed listeners. Loads the seed data into an empty database (SBX-1).
 * @param psuBaseUrl address of the PSU's pages; read when an SCA starts
 * @throws StartError if a trusted CA is not a PEM certificate
 */
export function assembleBank(db: Database, pki: BankPki, psuBaseUrl: () => string, options: PartsOptions) {
  const { scenarios = new Scenarios(), random = secureRandom, realNow = Date.now } = options;
  const { names = [], psuHttp: plainHttp = false, accessLog, log = () => undefined } = options;
  const { meta, ...store } = bankStore(db);
  const { access, register, customers, payments } = store;
  const quirks = quirksWith(options.quirks ?? {});
  const clock = new BankClock(meta.clock(), realNow, (state) => meta.setClock(state));
  if (options.clock !== undefined) clock.freezeAt(options.clock);

  const changeListeners = new Set<() => void>();
  const changed = () => {
    for (const listener of changeListeners) listener();
  };
  const onChange = (listener: () => void) => {
    changeListeners.add(listener);
    return () => void changeListeners.delete(listener);
  };
  const receivedListeners = new Set<(received: ReceivedExchange) => void>();
  /** @param read called only if there is a listener, so that a bank without one does no work */
  const received = (read: () => ReceivedExchange) => {
    if (receivedListeners.size === 0) return;
    const exchange = read();
    for (const listener of receivedListeners) listener(exchange);
  };
  const onReceived = (listener: (received: ReceivedExchange) => void) => {
    receivedListeners.add(listener);
    return () => void receivedListeners.delete(listener);
  };
  const journal = new Journal(clock);
  if (accessLog !== undefined)
    journal.onAdded((entry) => {
      const line = accessLine(entry, journal);
      if (line !== null) accessLog(line);
    });

  // Prepared once: better-sqlite3 builds a new transaction function on each call.
  const inTransaction = db.transaction((work: () => unknown) => work());
  const books = new Books({
    payments,
    customers,
    ledger: store.ledger,
    random,
    batchDays: () => batchDaysOf(quirks),
    atomically: <T>(work: () => T): T => journal.atomically(() => inTransaction(work) as T),
    journal,
  });
  const due = new DueWork({
    books,
    batches: store.batches,
    clock,
    journal,
    pause: options.betweenPieces ?? setImmediate,
    changed,
    log,
  });
  const catchUp = () => due.catchUp();

  // Cached, because computing a year of transactions takes as long as storing it.
  let seed: { today: string; data: StartingData } | null = null;
  const loadSeed = () => {
    const today = osloDate(clock.now());
    if (seed?.today !== today) seed = { today, data: startingData(today) };
    customers.replaceAll(seed.data);
    due.restart();
  };
  const reset = () => {
    loadSeed();
    journal.add({ kind: 'reset', how: 'reset', about: [] });
    changed();
  };
  if (customers.count() === 0) loadSeed();
  due.replan();

  const signing: SigningRule = { profile: ownProfile(options.profile ?? SPECIFICATION) };
  const trust = new TrustedAuthorities(pki.caPem, options.trust ?? []);
  // Read each time: a snapshot that is restored brings its own.
  const salt = () => meta.salt(() => Buffer.from(random(16)).toString('hex'));
  salt();
  const startSca = scaStarter({ access, clock, random, scenarios, journal }, psuBaseUrl);
  const gate = new Gate({
    scenarios,
    access,
    customers,
    register,
    trusted: () => trust.all(),
    quirks,
    profile: () => signing.profile,
    now: () => clock.now(),
    startSca,
  });
  const sca: ScaParts = { access, customers, books, catchUp, clock, random, salt, changed, journal };
  const services = { ...store, books, scenarios, clock, quirks, salt, random, startSca, reset, journal };
  const operator = new Operator({ ...sca, register, db, due, quirks, scenarios, signing, trust, reset });
  const inspection = new Inspection({ ...store, clock, due, quirks, scenarios, signing, journal });

  const pages = { brand: options.brand ?? HOUSES.bank, quirks };
  const api = new Listener(
    apiServer({ scenarios, gate, services, register, journal, pki, quirks, catchUp, changed, received, log }),
    '--port',
    options.maxConnections,
  );
  const psu = new Listener(
    psuServer(sca, { ...pages, pki, names, plainHttp, log }),
    '--psu-port',
    options.maxConnections,
  );
  const listeners: MeasuredListeners = { api, psu };
  const metrics = new Metrics(journal);
  let finishing = false;
  const service: BankService = {
    unready: () => {
      if (finishing) return STOPPING;
      return api.isOpen ? null : 'The API of the bank is switched off.';
    },
    metrics: () => metrics.text(inspection.state(), listeners),
  };
  const control = new Control({ operator, inspection, service, journal, onChange, catchUp });
  /** Answers requests that have arrived at listeners, and accepts no others. @param grace milliseconds at most */
  const finish = async (grace: number, among: readonly Listener[]) => {
    finishing = true;
    const enough = new AbortController();
    await Promise.race([
      Promise.all(among.flatMap((listener) => (listener.isOpen ? listener.finish() : []))),
      sleep(grace, undefined, { signal: enough.signal }).catch(() => undefined),
    ]);
    enough.abort();
  };
  /** The bank as it is: its database, and what is in memory only. */
  const copied = () => ({
    content: db.serialize(),
    quirks: { ...quirks },
    profile: signing.profile ?? SPECIFICATION,
    trust: trust.otherPems(),
    scenarios: scenarios.copy(),
    brand: pages.brand,
  });
  return {
    db,
    copied,
    clock,
    due,
    journal,
    operator,
    inspection,
    sca,
    pages,
    api,
    psu,
    control,
    listeners,
    changed,
    onChange,
    onReceived,
    finish,
  };
}
