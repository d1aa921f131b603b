/** The workbench without a window, for one of its environments: for the signing proxy and the tap. */
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { endProcess, stopInTime, whenNpmEnds } from '../../shared/node/process.ts';
import { FolderInUse, StartError } from '../../shared/node/start-error.ts';
import { omitMemoryFromCoreDumps } from '../core-dumps.ts';
import type { Workbench } from '../core/services.ts';
import { startHeadless } from '../headless.ts';
import { type Log, logInto } from '../log-file.ts';
import { UsageError } from './command.ts';
import { OWN_FILES, versionOf } from './own-files.ts';

export interface Headless {
  workbench: Workbench;
  /** @throws UsageError in place of a HostError */
  call: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;
  log: Log;
}

/** Null if a window uses the data folder. @throws UsageError */
export async function openHeadless(dataFolder: string): Promise<Headless | null> {
  // All files are readable by this user only, and private keys are in memory from here on.
  process.umask(0o077);
  omitMemoryFromCoreDumps();
  const log = logInto(dataFolder);
  try {
    const workbench = await startHeadless({
      version: versionOf(),
      worker: OWN_FILES.worker,
      shipped: OWN_FILES,
      dataFolder,
      log,
    });
    const call = async <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> => {
      const envelope = (await workbench.dispatch(method, input)) as Envelope<Output<M>>;
      if (!envelope.ok) throw new UsageError(envelope.error.message);
      return envelope.value;
    };
    return { workbench, call, log };
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    if (error instanceof StartError) throw new UsageError(error.message);
    throw error;
  }
}

/** The environment with this name. @throws UsageError with the names there are */
export async function environmentNamed({ call }: Pick<Headless, 'call'>, name: string) {
  const { environments } = await call('environments.list', {});
  const found = environments.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = environments.map((one) => `“${one.name}”`).join(', ');
  throw new UsageError(`There is no environment “${name}”. Choose ${names}.`);
}

/** Unlocks a locked vault. @throws UsageError without its passphrase */
export async function unlock({ call }: Pick<Headless, 'call'>, passphrase: string | null): Promise<void> {
  const { vault } = await call('app.status', {});
  if (vault.state !== 'locked') return;
  if (passphrase === null)
    throw new UsageError(
      'The vault is locked. Give its passphrase with --password-file, or set TPP_PASSWORD.',
    );
  await call('vault.unlock', { passphrase });
}

/** Calls the listener once, when somebody ends the process: by a signal, or by ending npm. */
export function onEnd(listener: () => void): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    listener();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  whenNpmEnds(end);
}

/** Stops the workbench and ends the process. */
export function endWith({ workbench, log }: Headless): void {
  void stopInTime(workbench.stop(), log.write).then(endProcess);
}
