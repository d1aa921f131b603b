/** The renderer's only access to the host: Electron's preload, or the browser host over HTTP. */
import { type HostClient, hostClient, type Transport } from '../shared/contract/client.ts';
import { type Envelope, HostError } from '../shared/contract/envelope.ts';
import { bundleHead } from '../shared/interchange/bundle.ts';
import { texts } from '../shared/texts/texts.ts';

const t = texts.app.host;

/** Maximum length of a name in an address. */
const LONGEST_NAME = 200;

declare global {
  interface Window {
    /** Set by Electron's preload; absent in a browser. */
    tppHost?: Transport;
  }
}

let isReached = true;
const reachListeners = new Set<(isReached: boolean) => void>();

function setReached(now: boolean): void {
  if (now === isReached) return;
  isReached = now;
  for (const listener of reachListeners) listener(now);
}

/** Calls the listener when the host is gone, and when it is back. */
export function onReach(listener: (isReached: boolean) => void): void {
  reachListeners.add(listener);
}

/** Calls and events relative to the page's own address, whose path contains the token. */
function httpTransport(): Transport {
  return {
    invoke: async (method, input) => {
      const body = JSON.stringify(input);
      const response = await fetch(`./rpc/${encodeURIComponent(method)}`, {
        method: 'POST',
        body,
        // Sends text that was typed just before a reload. Browsers allow this only for short bodies.
        keepalive: method === 'drafts.save' && body.length < 30_000,
      }).catch(() => null);
      if (response?.ok) return response.json();
      const message = response === null ? t.noResponse : await response.text();
      return { ok: false, error: { kind: 'network', message } };
    },
    subscribe: (listener) => {
      const source = new EventSource('./events');
      // It reconnects automatically.
      source.addEventListener('open', () => setReached(true));
      source.addEventListener('error', () => setReached(false));
      source.addEventListener('message', (message: MessageEvent<string>) => {
        const { name, payload } = JSON.parse(message.data) as { name: string; payload: unknown };
        listener(name, payload);
      });
      return () => source.close();
    },
  };
}

/** One event stream for all listeners, because a browser allows only a few connections to one host. */
function shared(transport: Transport): Transport {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  let end: (() => void) | null = null;
  return {
    invoke: transport.invoke,
    subscribe: (listener) => {
      listeners.add(listener);
      end ??= transport.subscribe((name, payload) => {
        for (const each of listeners) each(name, payload);
      });
      return () => listeners.delete(listener);
    },
  };
}

const client = hostClient(shared(window.tppHost ?? httpTransport()));

let unlocked: () => Promise<boolean> = () => Promise.resolve(false);

/** @param ask called when a call needs the locked vault; with true, the call is made again */
export function whenLocked(ask: () => Promise<boolean>): void {
  unlocked = ask;
}

export const host: HostClient = {
  on: client.on,
  call: async (method, input) => {
    try {
      return await client.call(method, input);
    } catch (error) {
      if (error instanceof HostError && error.kind === 'locked' && (await unlocked()))
        return host.call(method, input);
      throw error;
    }
  },
};

/** The message of an error, for the user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Uploads a file to the core. Its bytes go from the disk to the host, not into this page's memory.
 * @returns the id of the upload
 * @throws HostError with a message for the user
 */
export function uploadFile(file: File): Promise<string> {
  return upload(file, new URLSearchParams({ name: file.name }));
}

/** Uploads a snapshot or an export of all work, which may be large, as {@link uploadFile} does. */
export function uploadWork(file: File): Promise<string> {
  return upload(file, new URLSearchParams({ name: file.name.slice(0, LONGEST_NAME), for: 'work' }));
}

/** A file of several. Its path starts at the chosen folder; without one, it is the name. */
export interface SentFile {
  path: string;
  file: File;
}

/** Uploads the files of an import together, as {@link uploadFile} does. @param name of all of them, for messages */
export function uploadFiles(name: string, files: readonly SentFile[]): Promise<string> {
  const head = bundleHead(files.map(({ path, file }) => ({ path, size: file.size })));
  const bundle = new Blob([head, ...files.map(({ file }) => file)]);
  return upload(bundle, new URLSearchParams({ name: name.slice(0, LONGEST_NAME), for: 'collection' }));
}

async function upload(body: Blob, query: URLSearchParams): Promise<string> {
  const response = await fetch(`./upload?${query}`, { method: 'POST', body }).catch(() => null);
  if (!response?.ok) throw new HostError('network', t.unreadableFile(query.get('name') ?? ''));
  const envelope = (await response.json()) as Envelope<{ id: string }>;
  if (!envelope.ok) throw new HostError(envelope.error.kind, envelope.error.message);
  return envelope.value.id;
}

/** Downloads a file as a `File`, which Chromium stores outside the page's memory. @throws HostError if it is gone */
export async function offeredFile(id: string, name: string): Promise<File> {
  const response = await fetch(`./download/${id}`).catch(() => null);
  if (!response?.ok) throw new HostError('not-found', t.unreadableFile(name));
  return new File([await response.blob()], name);
}

/** Saves a file of the core to the disk, without loading it into this page's memory. */
export function downloadFile(id: string): void {
  const link = document.createElement('a');
  link.href = `./download/${id}`;
  link.download = '';
  link.click();
}
