/** Handles the PSU's return from the bank: the environment stores the result of a successful SCA (SCA-1, SCA-2). */
import { randomBytes } from 'node:crypto';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Environments } from '../environments/environments.ts';
import type { HostPort } from '../host-port.ts';
import { META, type Meta } from '../store/meta.ts';
import { readCallback } from './callback.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export interface ReturnParts {
  meta: Meta;
  environments: Environments;
  psuView: HostPort['psuView'];
  /** Time of the bank in use, milliseconds. */
  bankNow: () => number;
  emit: Emit;
  log: (line: string) => void;
}

/** Starts the redirect receiver at its previous address if that is free. */
export async function receiveReturns(parts: ReturnParts): Promise<Receiver> {
  const { meta, environments, psuView, bankNow, emit, log } = parts;
  const secret = meta.read(META.receiverSecret) ?? randomBytes(12).toString('base64url');
  meta.write(META.receiverSecret, secret);
  const received = (query: URLSearchParams) => {
    const { id, sessionId } = environments.current();
    const { sessions } = environments;
    const read = readCallback(query, (one) => one === sessionId || sessions.waits(id, one), Date.now());
    if (read.psu) environments.keepPsu(read.psu, read.sessionId, bankNow());
    else sessions.failed(id);
    psuView?.close();
    emit('sca.returned', read.callback);
    emit('environments.changed', {});
    emit('status.changed', {});
  };
  const preferredPort = meta.read(META.receiverPort);
  const receiver = await startReceiver({ preferredPort, secret, received, log });
  try {
    meta.write(META.receiverPort, receiver.port);
  } catch (error) {
    await receiver.stop();
    throw error;
  }
  return receiver;
}
