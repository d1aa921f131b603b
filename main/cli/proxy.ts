/** `tpp-workbench proxy`: the signing proxy of the window, from a terminal or a pipeline. */
import { resolve } from 'node:path';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { PROXY_TOKEN_HEADER } from '../../shared/contract/proxy.ts';
import { userDataFolder } from '../../shared/node/private-files.ts';
import { FolderInUse, StartError } from '../../shared/node/start-error.ts';
import { whenNpmEnds } from '../../shared/node/process.ts';
import { endProcess, stopInTime } from '../../shared/node/process.ts';
import { omitMemoryFromCoreDumps } from '../core-dumps.ts';
import { type ProxyAddress, readAddress } from '../core/proxy/address-file.ts';
import type { Workbench } from '../core/services.ts';
import { startHeadless } from '../headless.ts';
import { type Log, logInto } from '../log-file.ts';
import {
  type Command,
  PASSWORD_OPTIONS,
  passwordFrom,
  portOf,
  readArgs,
  type Result,
  UsageError,
  strings,
} from './command.ts';
import { OWN_FILES, versionOf } from './own-files.ts';

export const proxyCommand: Command = {
  help: `proxy --environment NAME [--port N] [--allow-origin ORIGIN]   sign what other programs send unsigned, and send it on
  --environment NAME     the environment of the window whose bank gets the requests
  --port N               port of the proxy; the last one, or any, if left out
  --allow-origin ORIGIN  let pages of this origin use it, such as Swagger UI: http://localhost:8080
  --data DIR             data folder of the workbench
  --password-file FILE   file with the passphrase of the vault in its first line; or set TPP_PASSWORD
                         While a window is open, prints the address and the token of the proxy that is switched on there.
                         Otherwise it runs until Ctrl C.`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('environment', 'port', 'allow-origin', 'data'),
      ...PASSWORD_OPTIONS,
    });
    const { environment } = values;
    if (environment === undefined || positionals.length > 0)
      throw new UsageError('Give the name of an environment: --environment NAME.');
    const port = values.port === undefined ? undefined : portOf('--port', values.port, 0);
    const dataFolder = resolve(values.data ?? userDataFolder());
    const passphrase = passwordFrom(values['password-file']);
    // All files are readable by this user only, and private keys are in memory from here on.
    process.umask(0o077);
    omitMemoryFromCoreDumps();
    const log = logInto(dataFolder);
    const workbench = await opened(dataFolder, log);
    if (workbench === null) return ofWindow(dataFolder, environment);
    try {
      return await started(workbench, log, {
        dataFolder,
        environment,
        origin: values['allow-origin'] ?? null,
        port,
        passphrase,
      });
    } catch (error) {
      // Otherwise the bank would keep the process running.
      await workbench.stop();
      throw error;
    }
  },
};

/** Null if a window uses the data folder. @throws UsageError */
async function opened(dataFolder: string, log: Log): Promise<Workbench | null> {
  try {
    return await startHeadless({
      version: versionOf(),
      worker: OWN_FILES.worker,
      shipped: OWN_FILES.collections,
      dataFolder,
      log,
    });
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    if (error instanceof StartError) throw new UsageError(error.message);
    throw error;
  }
}

interface Wanted {
  dataFolder: string;
  environment: string;
  origin: string | null;
  port: number | undefined;
  passphrase: string | null;
}

/** The process runs until it gets a signal. @throws UsageError */
async function started(
  workbench: Workbench,
  log: Log,
  { dataFolder, environment, origin, port, passphrase }: Wanted,
): Promise<Result> {
  const call = async <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> => {
    const envelope = (await workbench.dispatch(method, input)) as Envelope<Output<M>>;
    if (!envelope.ok) throw new UsageError(envelope.error.message);
    return envelope.value;
  };
  const { environments } = await call('environments.list', {});
  const found = environments.find(({ name }) => name === environment);
  if (found === undefined) {
    const names = environments.map(({ name }) => `“${name}”`).join(', ');
    throw new UsageError(`There is no environment “${environment}”. Choose ${names}.`);
  }
  const { vault } = await call('app.status', {});
  if (vault.state === 'locked') {
    if (passphrase === null)
      throw new UsageError(
        'The vault is locked. Give its passphrase with --password-file, or set TPP_PASSWORD.',
      );
    await call('vault.unlock', { passphrase });
  }
  const { proxy } = await call('proxy.start', {
    environment: found.id,
    origin,
    ...(port !== undefined && { port }),
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void stopInTime(workbench.stop(), log.write).then(endProcess);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  whenNpmEnds(stop);
  const until = 'Press Ctrl C to stop it.';
  return resultOf(readAddress(dataFolder) ?? { ...proxy, environment: proxy.name }, until);
}

/** The proxy of a running window. @throws UsageError if it is off, or on for another environment */
function ofWindow(dataFolder: string, environment: string): Result {
  const address = readAddress(dataFolder);
  if (address?.environment === environment)
    return resultOf(address, 'It runs in the window that is open, until it is switched off there.');
  const now =
    address === null ? 'its signing proxy is off' : `its signing proxy is on for “${address.environment}”`;
  throw new UsageError(
    `The workbench is open, and ${now}. Switch it on for “${environment}” in the Environments view, or close the workbench.`,
  );
}

function resultOf({ environment, address, token, control }: ProxyAddress, until: string): Result {
  const operator =
    control === undefined
      ? ''
      : `
For SCAs without a browser, the clock and batches, the local bank's control listener:

  base URL   ${control.address}
  header     Authorization: Bearer ${control.token}
`;
  return {
    text: `The signing proxy sends to “${environment}”.

  base URL   ${address}
  header     ${PROXY_TOKEN_HEADER}: ${token}

For a program that cannot add a header, the base URL is ${address}/${token}
${operator}
${until}`,
    json: { ready: true, environment, address, token, header: PROXY_TOKEN_HEADER, control, pid: process.pid },
    status: 0,
  };
}
