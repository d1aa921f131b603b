/**
 * The browser host that the tests of a worker share: one process, in which each test has a workbench and a bank of its own. Starting
 * those takes a tenth of what a process takes, and leaves nothing behind from the test before. Told what to do over the process's channel.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowserHost } from '../../main/browser/server.ts';
import { startHeadless } from '../../main/headless.ts';
import { logInto } from '../../main/log-file.ts';

export interface Order {
  /** Null to stop. */
  dataFolder: string | null;
  /** A port for the bank, which it keeps in this data folder. */
  bankPort?: number;
}

export interface Outcome {
  /** Where the workbench is; null after a stop. */
  url: string | null;
}

process.umask(0o077);

// Of the project, from the bundle in dist/test.
const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const FILES = {
  worker: join(ROOT, 'dist/main/worker.cjs'),
  shipped: {
    collections: join(ROOT, 'dist/collections'),
    demonstrations: join(ROOT, 'dist/demonstrations'),
  },
};

let stop = async (): Promise<void> => {};

async function carryOut({ dataFolder, bankPort }: Order): Promise<Outcome> {
  await stop();
  stop = async () => {};
  if (dataFolder === null) return { url: null };
  const log = logInto(dataFolder);
  const workbench = await startHeadless({ version, ...FILES, dataFolder, log });
  const host = await startBrowserHost(
    { workbench, rendererFolder: join(ROOT, 'dist/renderer'), log: log.write },
    0,
  );
  stop = async () => void (await Promise.all([host.stop(), workbench.stop()]));
  if (bankPort !== undefined) await workbench.dispatch('bank.start', { port: bankPort });
  return { url: host.newAddress() };
}

process.on('message', (order: Order) => void carryOut(order).then((outcome) => process.send?.(outcome)));
// The worker has ended.
process.on('disconnect', () => process.exit());
