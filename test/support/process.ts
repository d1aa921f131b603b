/** The bank as a separate process, started like `npm run bank`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BigBank } from './big-bank.ts';
import { programFile } from './programs.ts';

export const CLI = programFile('bank');
export const FREE = ['--port', '0', '--psu-port', '0', '--control-port', '0'];

/** The line printed with `--json`. */
export interface Ready {
  ready: true;
  apiBaseUrl: string;
  psuBaseUrl: string;
  controlBaseUrl: string;
  controlToken: string;
  caFile: string;
  environment: string;
  pid: number;
}

export interface BankProcess {
  child: ChildProcess;
  ready: Ready;
  /** All lines printed to stdout. */
  lines: string[];
}

/** Starts the bank on free ports and waits for its ready line. */
export async function startProcess(...options: string[]): Promise<BankProcess> {
  return startProcessIn({}, ...options);
}

/** The same with further variables of the environment. */
export async function startProcessIn(env: NodeJS.ProcessEnv, ...options: string[]): Promise<BankProcess> {
  const child = spawn(process.execPath, [CLI, '--json', ...FREE, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const lines: string[] = [];
  if (!child.stdout) throw new Error('no stdout');
  const reader = createInterface({ input: child.stdout });
  const first = new Promise<string>((resolve) => {
    reader.on('line', (line) => {
      lines.push(line);
      resolve(line);
    });
  });
  return { child, ready: JSON.parse(await first) as Ready, lines };
}

/** Starts the big bank at low priority: only the window is measured, and a real bank would run on another machine. */
export async function startBigBankProcess(): Promise<BigBank> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'big-bank-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    ...(JSON.parse(line) as Pick<BigBank, 'baseUrl' | 'ca'>),
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}
