/**
 * `tpp-workbench/bank`: the bank for the tests of other projects, with types of its own. A bank is operated by its control calls, as by
 * any other program.
 */
import { tooOld } from '../../shared/node/oldest-node.ts';
import type { Bank, BankAddresses, BankControl, BankOptions, TestTpp, TestTppOptions } from './types.ts';

export type * from './types.ts';

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
    const response = await fetch(controlBaseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${controlToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`The bank refuses ${method} ${path}: ${reasonIn(answer)}`);
    return answer;
  };
  const moved = async (move: object) => timeIn(await call('POST', '/control/clock', move));
  return {
    call,
    clock: {
      now: async () => timeIn(await call('GET', '/control/state')),
      advance: (duration) => moved({ advance: duration }),
      set: (time) => moved({ set: textOf(time) }),
      freeze: () => moved({ mode: 'frozen' }),
      run: () => moved({ mode: 'real' }),
    },
    reset: async (clock) => {
      await call('POST', '/control/reset', clock === undefined ? {} : { clock: textOf(clock) });
    },
    runBatch: async () =>
      (await call('POST', '/control/batch')) as { settled: number; rejected: number; retried: number },
    finishSca: async (scaRedirect, { decision = 'approve', ...rest }) => {
      const id = scaRedirect.slice(scaRedirect.lastIndexOf('/') + 1);
      const { redirectUri } = (await call('POST', `/control/sca/${id}`, { decision, ...rest })) as {
        redirectUri: string;
      };
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
const timeIn = (answer: unknown) => new Date((answer as { now: string }).now);

/** The control listener's sentence. */
function reasonIn(answer: unknown): string {
  const { error } = answer as { error?: unknown };
  return typeof error === 'string' ? error : JSON.stringify(answer);
}
