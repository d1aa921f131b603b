/** `tpp-workbench proxy`: the signing proxy of the window, from a terminal or a pipeline. */
import { resolve } from 'node:path';
import { PROXY_TOKEN_HEADER } from '../../shared/proxy-token.ts';
import { userDataFolder } from '../../shared/node/private-files.ts';
import { type ProxyAddress, readAddress } from '../core/proxy/address-file.ts';
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
import {
  endWith,
  environmentNamed,
  type Headless,
  onEnd,
  openHeadless,
  unlock,
} from './headless-environment.ts';

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
    const headless = await openHeadless(dataFolder);
    if (headless === null) return ofWindow(dataFolder, environment);
    try {
      return await started(headless, {
        dataFolder,
        environment,
        origin: values['allow-origin'] ?? null,
        port,
        passphrase,
      });
    } catch (error) {
      // Otherwise the bank would keep the process running.
      await headless.workbench.stop();
      throw error;
    }
  },
};

interface Wanted {
  dataFolder: string;
  environment: string;
  origin: string | null;
  port: number | undefined;
  passphrase: string | null;
}

/** The process runs until it gets a signal. @throws UsageError */
async function started(
  headless: Headless,
  { dataFolder, environment, origin, port, passphrase }: Wanted,
): Promise<Result> {
  const { id } = await environmentNamed(headless, environment);
  await unlock(headless, passphrase);
  const { proxy } = await headless.call('proxy.start', {
    environment: id,
    origin,
    ...(port !== undefined && { port }),
  });
  onEnd(() => endWith(headless));
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
