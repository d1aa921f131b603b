/** A start that fails leaves nothing behind, wherever it fails: no port, no open folder, no process. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Stops } from '../../main/core/stops.ts';
import { Certificates } from '../../main/core/certificates/certificates.ts';
import { VaultAccess, IdleLock } from '../../main/core/certificates/vault-access.ts';
import { Collections } from '../../main/core/collections/collections.ts';
import { Environments } from '../../main/core/environments/environments.ts';
import { META, Meta } from '../../main/core/store/meta.ts';
import { folderForFile } from '../support/folders.ts';
import { startHostProcess } from '../support/host-process.ts';
import { callCore, startCore } from '../support/workbench.ts';

const all = folderForFile('refused-start');
const fresh = () => mkdtempSync(join(all, 'data-'));
afterEach(() => vi.restoreAllMocks());

/** Watches every server that is opened from now on. @returns those that are still open */
function serversFromNow(): () => Server[] {
  const opened = vi.spyOn(Server.prototype, 'listen');
  return () => opened.mock.contexts.filter((one): one is Server => one instanceof Server && one.listening);
}

const fail = () => {
  throw new Error('planted');
};
const failing = () => Promise.reject(new Error('planted'));

/** Fails when one entry is read or written. */
function entryFails(method: 'read' | 'write', name: keyof typeof META): void {
  const original = Meta.prototype[method] as (...args: unknown[]) => unknown;
  vi.spyOn(Meta.prototype, method).mockImplementation(function planted(this: Meta, ...args: unknown[]) {
    return args[0] === META[name] ? fail() : original.apply(this, args);
  });
}

/** Every stage of a start at which something may already be running, in their order. */
const STAGES: readonly [stage: string, plant: () => unknown][] = [
  ['the vault', () => vi.spyOn(VaultAccess, 'open').mockImplementation(failing)],
  ['the port of the bank', () => entryFails('read', 'bankPort')],
  ['the quirks of the bank', () => entryFails('read', 'bankQuirks')],
  [
    'the identity, while the bank starts',
    () => vi.spyOn(Certificates.prototype, 'ensureIdentity').mockImplementation(failing),
  ],
  ['the environment', () => vi.spyOn(Environments.prototype, 'ensureLocal').mockImplementation(fail)],
  ['the CAs', () => vi.spyOn(Certificates.prototype, 'authorities').mockImplementation(fail)],
  ['the address of the receiver', () => entryFails('read', 'receiverPort')],
  ['the port of the receiver', () => entryFails('write', 'receiverPort')],
  [
    'the watch of the saved requests',
    () => vi.spyOn(Collections.prototype, 'onChange').mockImplementation(fail),
  ],
];

describe('a start that fails at', () => {
  it.each(STAGES)('%s has closed every port, and the folder can be used again', async (_, plant) => {
    const folder = fresh();
    const open = serversFromNow();
    plant();
    await expect(startCore(folder)).rejects.toThrow('planted');
    expect(open()).toEqual([]);
    vi.restoreAllMocks();
    const workbench = await startCore(folder);
    expect(await callCore(workbench, 'saved.list', {})).toEqual({ entries: [], folders: [] });
    await workbench.stop();
  });
  it('one thing that does not stop either stops everything else, and says why it failed', async () => {
    vi.spyOn(Collections.prototype, 'onChange').mockImplementation(fail);
    const open = serversFromNow();
    const log: string[] = [];
    vi.spyOn(IdleLock.prototype, 'stop').mockImplementation(() => {
      throw new Error('stuck');
    });
    await expect(startCore(fresh(), { log: (line) => log.push(line) })).rejects.toThrow('planted');
    expect(open()).toEqual([]);
    expect(log).toContainEqual(expect.stringContaining('stuck'));
  });
});

it('what was started is stopped once, the last first', async () => {
  const stopped: string[] = [];
  const stops = new Stops();
  stops.add(() => stopped.push('first'));
  stops.add(() => Promise.reject(new Error('stuck')));
  stops.add(() => stopped.push('last'));
  await expect(stops.run()).rejects.toThrow('stuck');
  await stops.run();
  expect(stopped).toEqual(['last', 'first']);
});

describe('the browser host', () => {
  const outside = join(all, 'outside');
  const made = join(all, 'made');
  // With its keys, which take longest to make.
  beforeAll(async () => {
    await (await startCore(made)).stop();
  });
  const copy = () => {
    const folder = fresh();
    cpSync(made, folder, { recursive: true });
    return folder;
  };
  const REFUSED: readonly [what: string, plant: (folder: string) => unknown, names: string][] = [
    [
      'a file as collections',
      (folder) => {
        rmSync(join(folder, 'collections'), { recursive: true });
        writeFileSync(join(folder, 'collections'), 'x');
      },
      'collections',
    ],
    [
      'a folder as the way in',
      (folder) => mkdirSync(join(folder, 'open-workbench.html')),
      'open-workbench.html',
    ],
  ];
  it.each(REFUSED)('refuses %s with one sentence, and ends with status 2', async (_, plant, names) => {
    const folder = copy();
    plant(folder);
    const end = await startHostProcess(folder, { longest: 100_000 });
    if (!('printed' in end)) throw new Error('It has started.');
    expect(end.status).toBe(2);
    const sentences = end.printed.trim().split('\n');
    expect(sentences).toEqual([expect.stringMatching(`${names}.* cannot be used: .*--data`)]);
  });
  const HARMLESS: readonly [what: string, plant: (folder: string) => unknown][] = [
    ['a pipe as the log', (folder) => pipe(folder, 'logs/workbench.log')],
    ['a pipe as the way in', (folder) => pipe(folder, 'open-workbench.html')],
    ['a folder as the new way in', (folder) => mkdirSync(join(folder, 'open-workbench.html.new'))],
    ['a pipe as the new way in', (folder) => pipe(folder, 'open-workbench.html.new')],
    ['a link as the new way in', (folder) => symlinkSync(outside, join(folder, 'open-workbench.html.new'))],
  ];
  it.each(HARMLESS)('starts with %s', async (_, plant) => {
    const folder = copy();
    plant(folder);
    const host = await startHostProcess(folder, { longest: 100_000 });
    if ('printed' in host) throw new Error(host.printed);
    expect((await host.call('saved.list', {})).entries).toEqual([]);
    host.child.kill('SIGTERM');
    expect(await host.ended).toBe(0);
  });
});

function pipe(folder: string, name: string): void {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  execFileSync('mkfifo', [join(folder, name)]);
}
