/** A snapshot of the local bank before something else replaces what is in it. */
import { freeName } from '../../shared/free-name.ts';
import { texts } from '../../shared/texts/texts.ts';
import { host } from '../host.ts';
import { useFrame } from './frame.ts';
import { useToasts } from './toasts.ts';

/** @param wanted its name, which gets a number if it is taken @throws HostError if it could not be taken: then nothing may be replaced */
export async function takeSnapshotFirst(wanted: string): Promise<void> {
  const { snapshots } = await host.call('bank.snapshots', {});
  const name = freeName(wanted, (one) => snapshots.some((snapshot) => snapshot.name === one));
  await host.call('bank.takeSnapshot', { name });
  const show = () => useFrame.getState().go('bank');
  useToasts.getState().tell({ tone: 'ok', text: texts.bank.clock.keptIn(name), place: 'bank', show });
}
