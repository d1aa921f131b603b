/** The simulated bank as a whole: store, internal parts, and the listeners that make it reachable. */
import { assembled } from './assembly.ts';
import type { BankOptions } from './bank-options.ts';
import type { BankEvents } from './events.ts';
import type { ScaDecision } from './domain/sca.ts';
import type { JournalEntry } from './journal.ts';
import type { Inspection } from './inspection/inspection.ts';
import { bankListeners, type BankListeners } from './listeners.ts';
import type { Operator } from './operator/operator.ts';
import { hostsInAddresses } from './host-names.ts';
import { startErrorOf } from '../shared/node/start-error.ts';
import { startTicker } from './payments/ticker.ts';
import { type BankPki, bankPki } from './pki/bank-pki.ts';
import { lostText, openBankDatabase } from './store/bank-store.ts';

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
