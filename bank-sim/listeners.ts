/** The bank's listeners: the API, the PSU's pages, and the control listener. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Interface, Listener, openAll } from '../shared/node/listening.ts';
import { apiServer } from './api/listener.ts';
import type { BankOptions } from './bank-options.ts';
import type { BankService } from './control/call.ts';
import { STOPPING } from './control/calls/service.ts';
import { Control } from './control/control.ts';
import { controlServer, type Subscribe } from './control/listener.ts';
import { Metrics } from './control/metrics.ts';
import type { BankEvents } from './events.ts';
import type { BankPki } from './pki/bank-pki.ts';
import { psuServer } from './psu/listener.ts';
import type { Workings } from './workings.ts';

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
  { api, sca, operator, inspection }: Workings,
  pki: BankPki,
  events: BankEvents,
  options: BankOptions,
): BankListeners {
  const log = options.log ?? (() => undefined);
  const metrics = new Metrics(events);
  let finishing = false;
  const service: BankService = {
    unready: () => {
      if (finishing) return STOPPING;
      return listeners.api.isOpen ? null : 'The API of the bank is switched off.';
    },
    metrics: () =>
      metrics.text(
        inspection.state(),
        (['api', 'psu', 'control'] as const).map((listener) => {
          const { connected, underway } = listeners[listener];
          return { listener, connections: connected, underway };
        }),
      ),
  };
  const control = new Control({ operator, inspection, service, catchUp: sca.catchUp });
  const subscribe: Subscribe = (tell) => {
    const endExchanges = events.onExchange((exchange) => tell('exchange', exchange));
    const endChanges = events.onChange(() => tell('change', control.state()));
    return () => {
      endExchanges();
      endChanges();
    };
  };
  const names = options.names ?? [];
  const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
  const listeners = {
    api: new Listener(apiServer({ ...api, pki, log }), '--port'),
    psu: new Listener(psuServer(sca, { pki, names, plainHttp: options.psuHttp ?? false, log }), '--psu-port'),
    plainPsu: options.plainPsu
      ? new Listener(psuServer(sca, { pki, names, plainHttp: true, log }), '--psu-port')
      : null,
    control: new Listener(
      controlServer(control, subscribe, { token: controlToken, names, log }),
      '--control-port',
    ),
  };
  const at = options.host === undefined ? null : { address: options.host, option: '--host' };
  const controlAt =
    options.controlHost === undefined ? null : { address: options.controlHost, option: '--control-host' };
  const ports: [Listener, number, (Interface | null)?][] = [
    [listeners.psu, options.psuPort, at],
    [listeners.api, options.port, at],
    [listeners.control, options.controlPort, controlAt],
  ];
  if (listeners.plainPsu) ports.push([listeners.plainPsu, 0]);
  const close = async () => {
    await Promise.all(ports.map(([listener]) => listener.close()));
  };
  const finish = async (grace: number) => {
    finishing = true;
    const { api, psu, plainPsu } = listeners;
    const open = [api, psu, plainPsu].flatMap((listener) => (listener?.isOpen ? listener : []));
    const enough = new AbortController();
    await Promise.race([
      Promise.all(open.map((listener) => listener.finish())),
      sleep(grace, undefined, { signal: enough.signal }).catch(() => undefined),
    ]);
    enough.abort();
  };
  return {
    ...listeners,
    controlToken,
    finish,
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
