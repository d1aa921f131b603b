/** The bank without its listeners: clock, payments, gate and operator, assembled over an open store. */
import { setImmediate } from 'node:timers/promises';
import { osloDate } from '../shared/norway/oslo.ts';
import type { ApiParts } from './api/listener.ts';
import type { BankOptions } from './bank-options.ts';
import { BankClock } from './clock.ts';
import { type StartingData, startingData } from './domain/starting-data.ts';
import type { BankEvents } from './events.ts';
import { Gate } from './gate/gate.ts';
import { secureRandom } from './ids.ts';
import { Inspection } from './inspection/inspection.ts';
import { Journal } from './journal.ts';
import { Operator } from './operator/operator.ts';
import { Books } from './payments/books.ts';
import { DueWork } from './payments/due-work.ts';
import type { ScaParts } from './psu/decide.ts';
import { scaStarter } from './psu/start-sca.ts';
import { batchDaysOf, quirksWith } from './quirks.ts';
import { Scenarios } from './scenarios.ts';
import type { BankStore } from './store/bank-store.ts';
import { TrustedAuthorities } from './trust.ts';

export interface Surroundings {
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
export function workingsOf({
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
