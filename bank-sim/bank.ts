/** The simulated bank, whole: store, clock, gate and the three listeners. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Link } from '../shared/xs2a/schemas.ts';
import { apiServer } from './api/listener.ts';
import type { Services } from './api/services.ts';
import { BankClock, type ClockMode } from './clock.ts';
import { osloDate } from '../shared/norway/oslo.ts';
import { Control } from './control/control.ts';
import { Scenarios } from './scenarios.ts';
import { controlServer, type Subscribe } from './control/listener.ts';
import { startingData } from './domain/starting-data.ts';
import { type BankExchange, ExchangeLog } from './exchanges.ts';
import { Gate, type ScaAsk } from './gate/gate.ts';
import { encId, type RandomSource, secureRandom } from './ids.ts';
import { Books } from './payments/books.ts';
import { DueWork } from './payments/due-work.ts';
import { bankPki } from './pki/bank-pki.ts';
import { psuServer } from './psu/listener.ts';
import { type Quirks, quirksWith, readQuirk } from './quirks.ts';
import type { Reply } from './control/reply.ts';
import { Inspection } from './inspection.ts';
import { accessStore } from './store/access.ts';
import { cardTransactionStore } from './store/card-transactions.ts';
import { type Counts, customerStore } from './store/customers.ts';
import { Door, openAll } from '../shared/node/listening.ts';
import { openDatabase } from '../shared/node/sqlite/database.ts';
import { StartError } from '../shared/node/start-error.ts';
import { ledger } from './store/ledger.ts';
import { metaStore } from './store/meta.ts';
import { MIGRATIONS } from './store/migrations.ts';
import { paymentStore } from './store/payments.ts';
import { restoreSnapshot, takeSnapshot } from './store/snapshot.ts';
import { transactionStore } from './store/transactions.ts';

export interface BankOptions {
  /** Ports of the three listeners; 0 takes any free one. */
  port: number;
  psuPort: number;
  controlPort: number;
  /** Take any free port in place of one that is in use, instead of failing. */
  orAnyPort?: boolean;
  /** Folder of the data, or null for a bank in memory. */
  data: string | null;
  /** Starts frozen at this bank time (milliseconds). */
  clock?: number;
  /** Further trusted certificate authorities, PEM; one text may hold several (SIG-12). */
  trust?: readonly string[];
  quirks?: Partial<Quirks>;
  /** Serve the PSU's pages over plain loopback HTTP. */
  psuHttp?: boolean;
  /** Serve them over plain loopback HTTP as well, at any free port. */
  plainPsu?: boolean;
  /** Receives lines for a log; silent by default. */
  log?: (line: string) => void;
  /** Real time in milliseconds, and randomness; injected so that a run can be repeated. */
  realNow?: () => number;
  random?: RandomSource;
}

export interface Bank {
  readonly apiBaseUrl: string;
  psuBaseUrl: string;
  /** The PSU's pages over plain HTTP beside `psuBaseUrl`; null where that was not asked for. */
  plainPsuBaseUrl: string | null;
  controlBaseUrl: string;
  controlToken: string;
  caFile: string;
  caPem: string;
  readonly environment: 'sandbox' | 'production';
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  clockMode: () => ClockMode;
  counts: () => Counts;
  /** The last requests, newest last; null for all, else those with this X-Request-ID. */
  exchanges: (requestId: string | null) => BankExchange[];
  /** Somebody whose national identity number works in SCA, or null in an empty bank. */
  somebody: () => { name: string; nationalId: string } | null;
  /** The name behind a psu-id, which only the bank knows. */
  nameOf: (tpp: string, psuId: string) => string | null;
  /** SBX-1, without a signature. */
  reset: () => void;
  /** The bank from inside, for the screen of whoever operates it. */
  inspection: Inspection;
  /** A call of the control listener without the listener (contract section 13). */
  control: (method: string, path: string, body?: unknown) => Reply;
  /** Turns a switch while the bank runs. @throws RangeError for a value that it does not take */
  setQuirk: (name: string, value: string | boolean) => void;
  /** Trusts these certificate authorities beside its own, in place of those of before (SIG-12). @param trust PEM */
  setTrust: (trust: readonly string[]) => void;
  /** Whether TPPs can reach the API. */
  isListening: () => boolean;
  /** Answers TPPs at this port from now on; 0 for any free one. @throws StartError for a port in use; then it answers nowhere */
  listen: (port: number) => Promise<void>;
  /** Answers no TPP until it listens again; everything else goes on. */
  hangUp: () => Promise<void>;
  /** Calls the listener after every change of state. @returns the way to end it */
  onChange: (listener: () => void) => () => void;
  stop: () => Promise<void>;
}

/** How often due work is looked for, milliseconds. */
const TICK = 1000;

/**
 * Starts a bank and resolves when all three listeners answer.
 * @throws StartError for a port in use, or a data folder that is open elsewhere or newer than this program
 */
export async function startBank(options: BankOptions): Promise<Bank> {
  const realNow = options.realNow ?? Date.now;
  const random = options.random ?? secureRandom;
  const log = options.log ?? (() => undefined);
  const quirks = quirksWith(options.quirks ?? {});
  const db = openDatabase({
    folder: options.data,
    file: 'bank.db',
    migrations: MIGRATIONS,
    synchronous: 'FULL',
  });
  const doors: Door[] = [];
  try {
    const pki = await bankPki(options.data, realNow());
    const meta = metaStore(db);
    const access = accessStore(db);
    const customers = customerStore(db);
    const clock = new BankClock(meta.clock(), realNow, (state) => meta.setClock(state));
    if (options.clock !== undefined) clock.freezeAt(options.clock);
    const events = new EventEmitter();
    // As many listeners as there are readers of the event stream.
    events.setMaxListeners(0);
    const changed = () => events.emit('change');
    const scenarios = new Scenarios();
    const exchanges = new ExchangeLog((exchange) => events.emit('exchange', exchange));
    const payments = paymentStore(db);
    const books = new Books({
      payments,
      customers,
      ledger: ledger(db),
      random,
      atomically: (work) => db.transaction(work)(),
    });
    const due = new DueWork(books, clock, changed);
    const reset = () => {
      customers.replaceAll(startingData(osloDate(clock.now())));
      books.forget();
      changed();
    };
    if (customers.counts().customers === 0) reset();
    due.catchUp();

    let psuBaseUrl = '';
    const startSca = (ask: ScaAsk): Record<string, Link> => {
      const id = encId(random(17));
      access.addSca({
        id,
        tpp: ask.tpp.id,
        tppName: ask.tpp.name,
        ask: ask.ask,
        subject: ask.about?.subject ?? null,
        authorisationId: ask.about?.authorisationId ?? null,
        outcome: null,
        sessionId: ask.sessionId,
        redirectUri: ask.redirectUri,
        appVariant: ask.appVariant,
        createdAt: clock.now(),
        failure: scenarios.take('failSca', ask.occasion) ?? null,
      });
      return { scaRedirect: { href: `${psuBaseUrl}/sca/${encodeURIComponent(id)}`, verbs: ['GET'] } };
    };
    const transactions = transactionStore(db);
    const cardTransactions = cardTransactionStore(db);
    const salt = meta.salt(() => Buffer.from(random(16)).toString('hex'));
    const services: Services = {
      access,
      customers,
      transactions,
      cardTransactions,
      payments,
      books,
      scenarios,
      clock,
      quirks,
      salt,
      random,
      startSca,
      reset,
    };
    const trust = { authorities: certificatesOf([pki.caPem, ...(options.trust ?? [])]) };
    const gate = new Gate({
      scenarios,
      access,
      customers,
      trusted: () => trust.authorities,
      quirks,
      now: () => clock.now(),
      startSca,
    });
    const catchUp = () => due.catchUp();
    const scaParts = { access, customers, books, catchUp, clock, random, salt, changed };
    const controlToken = randomBytes(24).toString('base64url');

    const control = new Control({
      ...scaParts,
      scenarios,
      exchanges,
      quirks,
      reset,
      due,
      takeSnapshot: () => ({ ...takeSnapshot(db), clock: clock.snapshot() }),
      restoreSnapshot: ({ clock: time, ...tables }) => {
        const problem = restoreSnapshot(db, tables);
        if (problem !== null) return problem;
        clock.restore(time);
        books.forget();
        changed();
        return null;
      },
    });
    const subscribe: Subscribe = (tell) => {
      const onExchange = (exchange: unknown) => tell('exchange', exchange);
      const onChange = () => tell('change', control.state());
      events.on('exchange', onExchange).on('change', onChange);
      return () => events.off('exchange', onExchange).off('change', onChange);
    };
    const psu = new Door(psuServer(scaParts, pki, options.psuHttp ?? false, log), '--psu-port');
    const api = new Door(
      apiServer({ scenarios, gate, services, exchanges, pki, quirks, catchUp, changed, log }),
      '--port',
    );
    const operator = new Door(controlServer(control, subscribe, controlToken, log), '--control-port');
    // For browsers that do not trust the simulator's CA, beside the listener that has a certificate.
    const plainPsu = options.plainPsu ? new Door(psuServer(scaParts, pki, true, log), '--psu-port') : null;
    doors.push(psu, api, operator, ...(plainPsu ? [plainPsu] : []));
    await openAll(
      [
        [psu, options.psuPort],
        [api, options.port],
        [operator, options.controlPort],
        ...(plainPsu ? [[plainPsu, 0] as [Door, number]] : []),
      ],
      options.orAnyPort ?? false,
    );
    // So that batches and runs are seen as they happen, also while nobody asks for anything.
    const ticker = setInterval(() => {
      try {
        due.catchUp();
      } catch (error) {
        log(`Due work failed: ${String(error)}`);
      }
    }, TICK);
    ticker.unref();
    psuBaseUrl = `${options.psuHttp ? 'http' : 'https'}://localhost:${psu.port}`;

    return {
      get apiBaseUrl() {
        return `https://localhost:${api.port}`;
      },
      psuBaseUrl,
      plainPsuBaseUrl: plainPsu ? `http://localhost:${plainPsu.port}` : null,
      controlBaseUrl: `http://127.0.0.1:${operator.port}`,
      controlToken,
      caFile: pki.caFile,
      caPem: pki.caPem,
      get environment() {
        return quirks.environment;
      },
      now: () => clock.now(),
      clockMode: () => clock.mode,
      counts: () => customers.counts(),
      exchanges: (requestId) => exchanges.find(requestId),
      somebody: () => {
        const [first] = customers.all();
        return first ? { name: first.name, nationalId: first.number } : null;
      },
      nameOf: (tpp, psuId) => {
        const psu = access.psu(tpp, psuId);
        return psu ? (customers.byId(psu.customerId)?.name ?? null) : null;
      },
      reset,
      inspection: new Inspection({
        access,
        customers,
        payments,
        transactions,
        cardTransactions,
        clock,
        due,
        quirks,
        scenarios,
      }),
      control: (method, path, body = {}) => control.handle(method, path, new URLSearchParams(), body),
      setQuirk: (name, value) => {
        const setting = readQuirk(`${name}=${value}`);
        if (typeof setting === 'string') throw new RangeError(setting);
        Object.assign(quirks, setting);
        changed();
      },
      setTrust: (pems) => {
        trust.authorities = certificatesOf([pki.caPem, ...pems]);
      },
      isListening: () => api.isOpen,
      listen: async (port) => {
        if (api.isOpen) await api.close();
        try {
          await api.open(port);
        } finally {
          changed();
        }
      },
      hangUp: async () => {
        if (api.isOpen) await api.close();
        changed();
      },
      onChange: (listener) => {
        events.on('change', listener);
        return () => events.off('change', listener);
      },
      stop: async () => {
        clearInterval(ticker);
        await Promise.all(doors.map((door) => door.close()));
        db.close();
        pki.dispose();
      },
    };
  } catch (error) {
    await Promise.all(doors.map((door) => door.close()));
    db.close();
    throw error;
  }
}

/** @throws StartError for a text that holds no certificate */
function certificatesOf(pems: readonly string[]): X509Certificate[] {
  return pems.flatMap((pem) => {
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
    if (!blocks) throw new StartError('A file given with --trust holds no PEM certificate.');
    return blocks.map((block) => new X509Certificate(block));
  });
}
