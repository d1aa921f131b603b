/** `tpp-workbench ready`: the health check of a container or of a script, without another program. */
import { type Command, readArgs, type Result, UsageError } from './command.ts';

const DEFAULT = 'http://127.0.0.1:8445';
/** Milliseconds. */
const PATIENCE = 3000;

export const readyCommand: Command = {
  help: `ready [ADDRESS]   whether a bank accepts requests of TPPs, for health checks and scripts
  ADDRESS   of its control listener (default ${DEFAULT}); needs no token`,
  run: async (args) => {
    const { positionals } = readArgs(args, {});
    const [address = DEFAULT, another] = positionals;
    if (another !== undefined || !/^https?:/i.test(address) || !URL.canParse(address))
      throw new UsageError(`Give the address of a control listener, such as ${DEFAULT}.`);
    const reason = await unready(new URL('/control/ready', address));
    const text = reason === null ? `The bank at ${address} is ready.` : `Not ready: ${reason}`;
    const result: Result = {
      text,
      json: { ready: reason === null, reason },
      status: reason === null ? 0 : 1,
    };
    return result;
  },
};

/** @returns null if it is ready */
async function unready(url: URL): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' });
    if (response.ok) return null;
    const { error } = (await response.json()) as { error?: unknown };
    return typeof error === 'string' ? error : `HTTP ${response.status}.`;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return `${url.origin} does not answer as a bank does (${cause instanceof Error ? cause.message : String(cause)}).`;
  }
}
