/** The service of spaces as a process that can be killed and started again on the same data and ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programFile } from './programs.ts';

export interface SpacesReady {
  controlBaseUrl: string;
  controlToken: string;
  caFile: string;
  spaces: number;
}

export interface SpacesProcess {
  child: ChildProcess;
  ready: SpacesReady;
  /** What the process ends with. */
  exit: Promise<[number | null, string | null]>;
}

/** Starts the service and waits for its ready line. @throws Error if it ends before */
export async function startSpacesProcess(...options: string[]): Promise<SpacesProcess> {
  const child = spawn(process.execPath, [programFile('spaces'), '--json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const first = await Promise.race([line, exit.then(() => null)]);
  if (first === null) throw new Error('The service has ended before it was ready.');
  return { child, ready: JSON.parse(first[0]) as SpacesReady, exit };
}
