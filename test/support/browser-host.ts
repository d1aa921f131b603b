/** The browser host as a separate process, and a client that it has let in. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { programFile } from './programs.ts';

const HOST = programFile('browserHost');

interface HostProcess {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything printed to stdout and stderr. */
  printed: Buffer[];
  /** The address that lets one client in. */
  url: string;
}

/** Starts the host as a program would, without opening a browser. */
export async function startHostProcess(dataFolder: string): Promise<HostProcess> {
  const child = spawn(process.execPath, [HOST, '--json', '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const ready = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return { child, printed, url: (JSON.parse(ready) as { url: string }).url };
}

interface LetIn {
  origin: string;
  /** Path of the workbench, with a slash at both ends. */
  place: string;
  /** For the header Cookie. */
  cookie: string;
  post: (path: string, body: string | Uint8Array<ArrayBuffer>) => Promise<Response>;
}

/** Uses the address, as a browser would. */
export async function letIn(url: string): Promise<LetIn> {
  const { origin } = new URL(url);
  const reply = await fetch(url, { redirect: 'manual' });
  const place = reply.headers.get('location') ?? '';
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return {
    origin,
    place,
    cookie,
    post: (path, body) =>
      fetch(`${origin}${place}${path}`, { method: 'POST', body, headers: { Cookie: cookie } }),
  };
}
