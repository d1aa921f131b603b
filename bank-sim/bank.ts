/** The simulated bank, whole: store, workings, and the listeners that make it reachable. */
import type { BankOptions } from './bank-options.ts';
import { BankEvents } from './events.ts';
import type { Inspection } from './inspection/inspection.ts';
import { bankListeners, type BankListeners } from './listeners.ts';
import type { Operator } from './operator/operator.ts';
import { startTicker } from './payments/ticker.ts';
import { type BankPki, bankPki } from './pki/bank-pki.ts';
import { bankStore, openBankDatabase } from './store/bank-store.ts';
import { workingsOf } from './workings.ts';

/** Where the bank is reached, and what a client needs for that. */
export interface BankAddresses {
  readonly apiBaseUrl: string;
  readonly psuBaseUrl: string;
  /** The PSU's pages over plain HTTP beside `psuBaseUrl`; null unless that was asked for. */
  readonly plainPsuBaseUrl: string | null;
  readonly controlBaseUrl: string;
  readonly controlToken: string;
  readonly caFile: string;
  readonly caPem: string;
}

export interface Bank extends BankAddresses {
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  /** What whoever runs the bank can do to it. */
  readonly operator: Operator;
  /** What it holds, as plain data. */
  readonly inspection: Inspection;
  /** Calls the listener after every change of state. @returns the way to end the subscription */
  onChange: (listener: () => void) => () => void;
  /** Whether TPPs can reach the API. */
  isListening: () => boolean;
  /** Answers TPPs at this port from now on; 0 for any free one. @throws StartError for a port in use; then it answers nowhere */
  listen: (port: number) => Promise<void>;
  /** Answers no TPP until it listens again; everything else goes on. */
  stopListening: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts a bank and resolves when all its listeners answer.
 * @throws StartError for a port in use, or a data folder that is open elsewhere or newer than this program
 */
export async function startBank(options: BankOptions): Promise<Bank> {
  const db = openBankDatabase(options.data);
  try {
    const pki = await bankPki(options.data, (options.realNow ?? Date.now)());
    const events = new BankEvents();
    const workings = workingsOf({
      options,
      store: bankStore(db),
      events,
      caPem: pki.caPem,
      psuBaseUrl: () => addresses.psuBaseUrl,
    });
    const listeners = bankListeners(workings, pki, events, options);
    const addresses = addressesOf(listeners, pki, options);
    await listeners.open();
    const stopTicker = startTicker(workings.due, options.log ?? (() => undefined));
    const { clock, operator, inspection } = workings;
    return Object.assign(addresses, {
      now: () => clock.now(),
      operator,
      inspection,
      onChange: (listener: () => void) => events.onChange(listener),
      ...listening(listeners, events),
      stop: async () => {
        stopTicker();
        await listeners.close();
        db.close();
        pki.dispose();
      },
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Ports are known once the listeners are open, and that of the API can change. */
function addressesOf(
  { api, psu, plainPsu, control, controlToken }: BankListeners,
  { caFile, caPem }: BankPki,
  { psuHttp }: BankOptions,
): BankAddresses {
  return {
    get apiBaseUrl() {
      return `https://localhost:${api.port}`;
    },
    get psuBaseUrl() {
      return `${psuHttp ? 'http' : 'https'}://localhost:${psu.port}`;
    },
    get plainPsuBaseUrl() {
      return plainPsu ? `http://localhost:${plainPsu.port}` : null;
    },
    get controlBaseUrl() {
      return `http://127.0.0.1:${control.port}`;
    },
    controlToken,
    caFile,
    caPem,
  };
}

/** The API's listener, closed and opened again while everything else goes on. */
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
