/** The bank's listeners: the API, the PSU's pages, and the control listener. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Listener, openAll } from '../shared/node/http-server.ts';
import type { Interface } from '../shared/node/open-port.ts';
import { apiServer } from './api/listener.ts';
import type { BankOptions } from './bank-options.ts';
import type { BankService } from './control/call.ts';
import { STOPPING } from './control/calls/service.ts';
import { Control } from './control/control.ts';
import { bankDesk, controlServer } from './control/listener.ts';
import { type Busy, Metrics } from './control/metrics.ts';
import type { BankEvents } from './events.ts';
import { interfaceAt } from './host-names.ts';
import type { BankPki } from './pki/bank-pki.ts';
import { psuServer } from './psu/listener.ts';
import type { Workings } from './workings.ts';

/** What TPPs, PSUs and the operator reach. */
export interface BankDoors {
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

export interface BankListeners {
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

export function bankListeners(
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
