/** A workbench core for tests, with its own data folder and bank. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostPort, KeyProtection } from '../../main/core/host-port.ts';
import { startWorkbench } from '../../main/core/workbench.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { StartWorker, WorkerProcess } from '../../main/core/worker-task.ts';
import { startNodeWorker } from '../../main/worker/node-worker.ts';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { bundleHead } from '../../shared/interchange/bundle.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { programFile } from './programs.ts';

export interface CoreOptions {
  log?: (line: string) => void;
  kind?: 'electron' | 'browser';
  keyProtection?: KeyProtection | null;
  longestQuery?: number;
  longestInterchange?: number;
  startInterchange?: () => WorkerProcess;
  openExternal?: HostPort['openExternal'];
  takeOpened?: HostPort['takeOpened'];
}

/** Starts a worker as the browser host does. */
export const startWorker: StartWorker = (task, memory) =>
  startNodeWorker(programFile('worker'), task, memory);

export function startCore(dataFolder: string, options: CoreOptions = {}): Promise<Workbench> {
  return startWorkbench({
    dataFolder,
    version: '0.0.0',
    host: {
      kind: options.kind ?? 'browser',
      psuView: null,
      show: null,
      openExternal: options.openExternal ?? null,
      openPresenter: null,
      openWindow: null,
      takeOpened: options.takeOpened ?? null,
      keyProtection: options.keyProtection ?? null,
      startWorker: (task, memory) =>
        (task === 'interchange' ? options.startInterchange?.() : undefined) ?? startWorker(task, memory),
      shipped: {
        collections: join(import.meta.dirname, '../../main/collections'),
        demonstrations: join(import.meta.dirname, '../../main/demonstrations'),
      },
      ...(options.longestInterchange !== undefined && { longestInterchange: options.longestInterchange }),
      ...(options.longestQuery !== undefined && { longestQuery: options.longestQuery }),
    },
    log: options.log ?? (() => undefined),
  });
}

/** Calls a method like the renderer. @throws Error with the message of a refusal */
export async function callCore<M extends MethodName>(
  workbench: Workbench,
  method: M,
  input: Input<M>,
): Promise<Output<M>> {
  const envelope = (await workbench.dispatch(method, input)) as Envelope<Output<M>>;
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.value;
}

/** Resolves at the next event of that name. */
export function nextEvent(workbench: Workbench, wanted: string): Promise<void> {
  return new Promise((resolve) => {
    const off = workbench.onEvent((name) => {
      if (name !== wanted) return;
      off();
      resolve();
    });
  });
}

/**
 * Lets the first PSU approve an SCA, so that PSU-ID is among the headers from then on.
 * @param capacity id of the agreement under which the PSU acts
 */
export async function approveSession(workbench: Workbench, capacity = 'PRIVATE'): Promise<void> {
  const asked = await callCore(workbench, 'requests.send', fresh('readUser'));
  const href = asked.links.find(({ name }) => name === 'scaRedirect')?.href ?? '';
  const { persona } = await callCore(workbench, 'app.status', {});
  const returned = new Promise((resolve) =>
    workbench.onEvent((name) => name === 'sca.returned' && resolve(name)),
  );
  await fetch(href, {
    method: 'POST',
    body: new URLSearchParams({
      nationalId: persona?.nationalId ?? '',
      capacity,
      step: 'approve',
    }),
  });
  await returned;
}

/** Has an environment lead to another bank. */
export async function moveToBank(
  workbench: Workbench,
  id: string,
  bank: { baseUrl: string; ca: string },
): Promise<void> {
  const { certificate } = await callCore(workbench, 'app.status', {});
  const form = {
    name: 'Another bank',
    baseUrl: bank.baseUrl,
    certificateId: certificate.id,
    tlsCertificateId: null,
    roots: bank.ca,
    redirectUri: null,
    hosts: [],
    psuIpAddress: '203.0.113.24',
    headers: '',
  };
  await callCore(workbench, 'environments.change', { id, form });
}

/** Sends requests to another bank from now on. @returns the id of its environment */
export async function chooseBank(
  workbench: Workbench,
  bank: { baseUrl: string; ca: string },
): Promise<string> {
  const { id } = await callCore(workbench, 'environments.create', {});
  await moveToBank(workbench, id, bank);
  await callCore(workbench, 'environments.choose', { id });
  return id;
}

/** Binds an OpenAPI document to an environment. @param text of the file */
export function bindOpenApi(
  workbench: Workbench,
  id: string,
  text: string,
  parts: Readonly<Record<string, string>> = {},
): Promise<Output<'environments.bindOpenApi'>> {
  const files = Object.entries({ 'bank.json': text, ...parts }).map(([path, content]) => ({
    path,
    bytes: Buffer.from(content),
  }));
  const head = bundleHead(files.map(({ path, bytes }) => ({ path, size: bytes.length })));
  const file = {
    name: 'bank.json',
    bytes: Buffer.concat([Buffer.from(head), ...files.map(({ bytes }) => bytes)]),
  };
  return callCore(workbench, 'environments.bindOpenApi', { id, files: workbench.upload(file, 'collection') });
}

/** The bytes of a file offered for download, which can be fetched only once. @throws Error if it no longer exists */
export function downloaded(workbench: Workbench, id: string): { name: string; bytes: Buffer } {
  const file = workbench.download(id);
  if (file === null) throw new Error('File not found.');
  if ('pieces' in file) return { name: file.name, bytes: Buffer.concat([...file.pieces]) };
  return { name: file.name, bytes: 'bytes' in file ? Buffer.from(file.bytes) : readFileSync(file.path) };
}
