/** The bank of a space while it is awake. It listens nowhere: the service hands it connections and control calls. */
import type { Listener } from '../../shared/node/http-server.ts';
import { assembled, bankDoors } from '../bank.ts';
import type { BankOptions } from '../bank-options.ts';
import type { Control } from '../control/control.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from '../control/operator.ts';
import { startTicker } from '../payments/ticker.ts';
import type { BankPki } from '../pki/bank-pki.ts';
import type { Scenarios } from '../scenarios.ts';
import { openBankDatabase } from '../store/bank-store.ts';
import { RECORD_FILE } from './record.ts';

export interface SpaceBankOptions {
  folder: string;
  pki: BankPki;
  ports: { api: number; psu: number };
  psuBaseUrl: string;
  /** They outlast the sleep of a space. */
  scenarios: Scenarios;
  /** Connections of each listener. */
  mostConnections: number;
  bank: Pick<
    BankOptions,
    'trust' | 'quirks' | 'psuHttp' | 'names' | 'accessLog' | 'log' | 'realNow' | 'betweenPieces' | 'random'
  >;
  /** Called for each response to a TPP, with the rule of a refusal, and for each request of a PSU. */
  used: (by: { tpp: boolean; rule: string | null }) => void;
  /** Called when its data has been deleted or replaced. */
  lost: () => void;
}

export interface SpaceBank {
  readonly api: Listener;
  readonly psu: Listener;
  readonly control: Control;
  readonly operator: Operator;
  readonly inspection: Inspection;
  /** The content of its database file, as everything that has happened has left it. */
  copy: () => Uint8Array;
  /** Whether requests or long work are under way. */
  isBusy: () => boolean;
  /** Whether a client has a connection. Idle ones are closed after seconds; others bring a request. */
  hasClients: () => boolean;
  /** Answers what has arrived, and accepts no more, for so many milliseconds at most. */
  finish: (grace: number) => Promise<void>;
  close: () => void;
}

/** At once, so that nothing else happens to the space meanwhile. @throws StartError if its data cannot be used */
export function openSpaceBank(options: SpaceBankOptions): SpaceBank {
  const { folder, pki, ports, psuBaseUrl, scenarios, mostConnections, used } = options;
  const db = openBankDatabase(folder, RECORD_FILE);
  try {
    const { workings, events } = assembled(db, {
      options: options.bank,
      caPem: pki.caPem,
      psuBaseUrl: () => psuBaseUrl,
      scenarios,
    });
    events.onEntry(({ fact, exchange }) => {
      if (fact.kind === 'response' && fact.to === 'tpp') used({ tpp: true, rule: exchange?.rule ?? null });
      else if (fact.kind === 'request' && fact.from === 'psu') used({ tpp: false, rule: null });
    });
    const doors = bankDoors(workings, {
      pki,
      events,
      most: mostConnections,
      options: options.bank,
      measured: () => ({ api: doors.api, psu: doors.psu }),
    });
    const { api, psu, control } = doors;
    api.openFor(ports.api);
    psu.openFor(ports.psu);
    const { log = () => undefined } = options.bank;
    const stopTicker = startTicker({ due: workings.due, log, isThere: db.isThere, lost: options.lost });
    return {
      api,
      psu,
      control,
      operator: workings.operator,
      inspection: workings.inspection,
      copy: () => db.serialize(),
      isBusy: () => api.underway > 0 || psu.underway > 0 || workings.due.progress() !== null,
      hasClients: () => api.connected + psu.connected > 0,
      finish: (grace) => doors.finish(grace, [api, psu]),
      close: () => {
        stopTicker();
        workings.due.stop();
        // Their connections are closed at once.
        void api.close();
        void psu.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
