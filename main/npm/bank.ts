/** `tpp-workbench/bank`: the bank for tests of other projects. It is operated by control calls. */
import { z } from 'zod';
import { askJson, errorIn } from '../../shared/node/bounded-http.ts';
import { tooOld } from '../../shared/node/npm-package.ts';
import type { Bank, BankAddresses, BankControl, BankOptions, TestTpp, TestTppOptions } from './types.ts';
import { MAX_SNAPSHOT_BYTES, TRANSFER_MS } from '../../shared/limits.ts';

export type * from './types.ts';

/** Moving the clock settles what is due, and a snapshot is large. */
const LIMITS = { time: TRANSFER_MS, bytes: MAX_SNAPSHOT_BYTES };

const timeSchema = z.object({ now: z.iso.datetime({ offset: true }) }).transform(({ now }) => new Date(now));
const batchSchema = z.object({ settled: z.int(), rejected: z.int(), retried: z.int() });
const decidedSchema = z.object({ redirectUri: z.string() });

/** Starts a bank in this process. @throws Error if a port or the data folder is in use */
export async function startBank(options: BankOptions = {}): Promise<Bank> {
  checkNode();
  const { startedBank } = await import('./started-bank.ts');
  const { addresses, stop } = await startedBank(options);
  return { ...addresses, ...bankControl(addresses), stop };
}

/** Operates a bank that runs in another process. */
export function bankControl({
  controlBaseUrl,
  controlToken,
}: Pick<BankAddresses, 'controlBaseUrl' | 'controlToken'>): BankControl {
  const call: BankControl['call'] = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${controlToken}` };
    const answer = await askJson(controlBaseUrl + path, { method, headers, content: body }, LIMITS);
    if ('silent' in answer)
      throw new Error(
        `The bank at ${controlBaseUrl} does not answer ${method} ${path}: ${answer.silent}. Check that it is running.`,
      );
    if ('odd' in answer) throw anotherProgram(controlBaseUrl, answer.odd);
    const { ok, status, json } = answer;
    const refusal = errorIn(json);
    if (!ok && refusal !== null) throw new Error(`The bank refuses ${method} ${path}: ${refusal}`);
    if (!ok) throw anotherProgram(controlBaseUrl, `answers ${status} without a reason`);
    return json;
  };
  const read = async <S extends z.ZodType>(schema: S, ...[method, path, body]: Parameters<typeof call>) => {
    const answer = schema.safeParse(await call(method, path, body));
    if (answer.success) return answer.data;
    throw anotherProgram(controlBaseUrl, `answers ${method} ${path} with other JSON than a bank`);
  };
  const moved = (move: object) => read(timeSchema, 'POST', '/control/clock', move);
  return {
    call,
    clock: {
      now: () => read(timeSchema, 'GET', '/control/state'),
      advance: (duration) => moved({ advance: duration }),
      set: (time) => moved({ set: textOf(time) }),
      freeze: () => moved({ mode: 'frozen' }),
      run: () => moved({ mode: 'real' }),
    },
    reset: async (clock) => {
      await call('POST', '/control/reset', clock === undefined ? {} : { clock: textOf(clock) });
    },
    runBatch: () => read(batchSchema, 'POST', '/control/batch'),
    finishSca: async (scaRedirect, { decision = 'approve', ...rest }) => {
      const id = scaRedirect.slice(scaRedirect.lastIndexOf('/') + 1);
      const body = { decision, ...rest };
      const { redirectUri } = await read(decidedSchema, 'POST', `/control/sca/${id}`, body);
      return redirectUri;
    },
  };
}

/** Makes a test certificate with its key. */
export async function makeTpp(options: TestTppOptions = {}): Promise<TestTpp> {
  checkNode();
  const { madeTpp } = await import('./made-tpp.ts');
  return madeTpp(options);
}

/** @throws Error */
function checkNode(): void {
  const reason = tooOld(process.versions.node);
  if (reason !== null) throw new Error(reason);
}

const textOf = (time: string | Date) => (typeof time === 'string' ? time : time.toISOString());

const anotherProgram = (address: string, how: string) =>
  new Error(
    `${address} is not the control listener of a bank: it ${how}. Pass the controlBaseUrl of startBank.`,
  );
