/** `tpp-workbench ready`: a health check for containers and scripts that needs no other program. */
import { z } from 'zod';
import { askJson, errorIn } from '../../shared/node/bounded-http.ts';
import { type Command, readArgs, UsageError } from './command.ts';
import { MAX_ANSWER_BYTES, READY_MS } from '../../shared/limits.ts';

const DEFAULT = 'http://127.0.0.1:8445';

const readySchema = z.object({ ready: z.literal(true) });

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
    return { text, json: { ready: reason === null, reason }, status: reason === null ? 0 : 1 };
  },
};

async function unready({ href, origin }: URL): Promise<string | null> {
  const answer = await askJson(href, {}, { time: READY_MS, bytes: MAX_ANSWER_BYTES });
  if ('silent' in answer)
    return `Nothing answers at ${origin}: ${answer.silent}. Start the bank, or give the address that it has printed for its control listener.`;
  if ('odd' in answer) return noBank(origin, answer.odd);
  const { ok, status, json } = answer;
  if (ok && readySchema.safeParse(json).success) return null;
  return (ok ? null : errorIn(json)) ?? noBank(origin, `answers ${status} with other JSON than a bank`);
}

const noBank = (origin: string, how: string) =>
  `${origin} is not the control listener of a bank: it ${how}. Give the address that the bank has printed.`;
