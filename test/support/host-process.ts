/** The browser host as a process of its own, called over HTTP like a page does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { letIn } from './browser-host.ts';
import { programFile } from './programs.ts';

const HOST = programFile('browserHost');

export interface HostProcess {
  child: ChildProcess;
  /** @throws Error with the message of a refusal, or if the host is gone */
  call: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;
  /** @returns the id of the file */
  upload: (name: string, bytes: Uint8Array) => Promise<string>;
  /** Resolves with its exit status or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

/** What a host says that does not start. */
export interface Refusal {
  status: number | string;
  /** Everything that it has printed. */
  printed: string;
}

/** What a host is started with. */
export interface HostOptions {
  /** Milliseconds after which it is killed, so that one that hangs is not left behind. */
  longest?: number;
  /** Called with the process as soon as there is one. */
  started?: (child: ChildProcess) => void;
}

/** Starts the browser host and waits until it is ready, or has ended. */
export async function startHostProcess(
  dataFolder: string,
  { longest, started }: HostOptions = {},
): Promise<HostProcess | Refusal> {
  const child = spawn(process.execPath, [HOST, '--json', '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (longest !== undefined) {
    const timer = setTimeout(() => child.kill('SIGKILL'), longest);
    child.once('close', () => clearTimeout(timer));
  }
  started?.(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const first = await Promise.race([ready, ended.then((status) => ({ status, printed }))]);
  if (typeof first !== 'string') return { ...first, printed };
  const { url } = JSON.parse(first) as { url: string };
  const client = letIn(url);
  const ask = async <T>(path: string, body: string | Uint8Array): Promise<T> => {
    const response = await (await client).post(path, typeof body === 'string' ? body : new Uint8Array(body));
    const envelope = (await response.json()) as Envelope<T>;
    if (!envelope.ok) throw new Error(envelope.error.message);
    return envelope.value;
  };
  return {
    child,
    ended,
    call: (method, input) => ask(`rpc/${method}`, JSON.stringify(input)),
    upload: async (name, bytes) =>
      (await ask<{ id: string }>(`upload?name=${encodeURIComponent(name)}`, bytes)).id,
  };
}

/** @throws Error with what it has printed, if it did not start */
export async function startedHost(dataFolder: string, options: HostOptions = {}): Promise<HostProcess> {
  const host = await startHostProcess(dataFolder, options);
  if ('printed' in host) throw new Error(`The host did not start: ${host.printed}`);
  return host;
}
