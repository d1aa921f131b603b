/** `--sca-command`: a command of the user's own finishes an SCA on the pages of a real bank, with Playwright for example. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { texts } from '../../../shared/texts/texts.ts';
import type { AskPerson, PersonOrder } from '../../core/runs/person.ts';
import { sameAddress } from '../../core/runs/psu-browser.ts';
import { NoAnswer, StepFailure } from '../../core/runs/step-outcome.ts';

const t = texts.running.sca;

/** Characters of its output that are kept. */
const KEPT = 20_000;
/** Lines of its standard error in a reason. */
const QUOTED_LINES = 5;
const MS_TO_END = 2000;

/** @param command for the shell; it prints the address to which the bank returned in its last line */
export function scaCommand(command: string): AskPerson {
  return async (order) => {
    order.opened();
    const child = spawn(command, {
      shell: true,
      // A group of its own, which is ended as a whole.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variablesOf(order) },
    });
    const said = tail(child.stdout);
    const complaints = tail(child.stderr);
    const ended = await Promise.race([endOf(child), aborted(order.signal)]);
    if (ended === null) {
      end(child);
      if (order.stopped.aborted) return null;
      throw new NoAnswer(texts.running.tookTooLong(t.command, order.timeout));
    }
    if (ended !== '0')
      throw new StepFailure(t.commandFailed(ended, complaints().slice(-QUOTED_LINES).join(' ')));
    const last = said().at(-1) ?? '';
    const back = URL.parse(last);
    if (back === null || !sameAddress(back, order.redirectUri))
      throw new StepFailure(t.commandSaid(last, order.redirectUri));
    return back.searchParams;
  };
}

function variablesOf({ link, persona, redirectUri }: PersonOrder): NodeJS.ProcessEnv {
  const { psu, decision, context, agreement, accounts } = persona;
  return {
    TPP_SCA_REDIRECT: link,
    TPP_SCA_PSU: psu,
    TPP_SCA_DECISION: decision,
    TPP_SCA_CONTEXT: context ?? undefined,
    TPP_SCA_AGREEMENT: agreement ?? undefined,
    TPP_SCA_ACCOUNTS: accounts?.join(','),
    TPP_REDIRECT_URI: redirectUri,
  };
}

/** The lines at the end of what a stream says, without empty ones. */
function tail(stream: Readable): () => string[] {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => (text = (text + more).slice(-KEPT)));
  return () =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
}

/** The exit status, or the signal that has ended it. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StepFailure(t.commandFailed(error.message, ''))));
    child.once('close', (status, signal) => resolve(signal ?? String(status)));
  });
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** Without waiting for it. Playwright closes its browser when it is asked to end. */
function end(child: ChildProcess): void {
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has ended by itself.
    }
  };
  kill('SIGTERM');
  const timer = setTimeout(() => kill('SIGKILL'), MS_TO_END);
  child.once('exit', () => clearTimeout(timer));
  child.stdout?.destroy();
  child.stderr?.destroy();
}
