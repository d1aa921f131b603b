/** Handles the PSU's return from the bank: the environment stores the result of a successful SCA (SCA-1, SCA-2). */
import { randomBytes } from 'node:crypto';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { HostPort } from '../host-port.ts';
import { META, type Meta } from '../store/meta.ts';
import { readCallback } from './callback.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export interface ReturnParts {
  meta: Meta;
  environments: Environments;
  psuView: HostPort['psuView'];
  /** @returns whether a run has waited for this return: then it concerns nobody else */
  awaited: (environmentId: string, query: URLSearchParams) => boolean;
  /** Time of an environment's bank, milliseconds. */
  timeAt: (environment: Pick<Environment, 'kind'>) => number;
  flow: Pick<FlowRecord, 'returned'>;
  emit: Emit;
  log: (line: string) => void;
}

/** Starts the redirect receiver at its previous address if that is free. */
export async function receiveReturns(parts: ReturnParts): Promise<Receiver> {
  const { meta, environments, psuView, awaited, timeAt, flow, emit, log } = parts;
  const secret = meta.read(META.receiverSecret) ?? randomBytes(12).toString('base64url');
  meta.write(META.receiverSecret, secret);
  // Another environment may be in use by now: what a bank answers is about the environment that asked it.
  const received = (id: string, query: URLSearchParams, target: string) => {
    // A run that has waited for it enters it itself.
    if (awaited(id, query)) return;
    const environment = environments.read(id);
    const { sessions } = environments;
    const waits = (one: string) => one === environment.sessionId || sessions.waits(id, one);
    const read = readCallback(query, waits, Date.now());
    const bank = { environment: environment.name, isLocal: environment.kind === 'local' };
    const page = flow.returned(target, read.callback.outcome, bank);
    if (read.psu) environments.keepPsu(id, read.psu, read.sessionId, timeAt(environment));
    else sessions.failed(id, timeAt(environment));
    const window = psuView?.closeReturned() ?? null;
    const inUse = environments.current().id === id;
    emit('sca.returned', { ...read.callback, environment: id, inUse, window, page });
    emit('environments.changed', {});
    emit('status.changed', {});
  };
  const preferredPort = meta.read(META.receiverPort);
  const receiver = await startReceiver({
    preferredPort,
    secret,
    environments: () => environments.list().map(({ id }) => id),
    received,
    log,
  });
  try {
    meta.write(META.receiverPort, receiver.port);
  } catch (error) {
    await receiver.stop();
    throw error;
  }
  return receiver;
}
