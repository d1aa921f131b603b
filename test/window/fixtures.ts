/**
 * A workbench for each test, with a data folder, bank and page of its own. In the browser, the tests of a worker share the host's process
 * (shared-host.ts) and the browser; Electron is a process for each test. The same tests drive both.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  _electron,
  type Browser,
  type BrowserContext,
  chromium,
  type ElectronApplication,
  type Page,
  test as base,
} from '@playwright/test';
import { beginAt, TUESDAY, windowEnvironment } from '../support/given-date.ts';
import { keepWhatWasSeen } from './seen.ts';
import type { Order, Outcome } from './shared-host.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Whether this machine has no screen of its own (playwright.config.ts). */
const NEEDS_SCREEN = process.env['TPP_OWN_SCREENS'] === '1';
const CHROMIUM = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export interface Workbench {
  kind: 'browser' | 'electron';
  page: Page;
  /** Does something that opens the PSU's page, and gives that page. */
  psuPage: (open: () => Promise<void>) => Promise<Page>;
  dataFolder: string;
  /** The Electron application, for tests of its main process. */
  electron: ElectronApplication | null;
  /** Address of the browser host. */
  url: string | null;
}

export interface HostProcess {
  child: ChildProcess;
  url: string;
}

/**
 * Each worker's bank has a port of its own: while a test has stopped its bank, the bank of another test may not take the port. Below the
 * ports that systems give to clients.
 */
const FIRST_BANK_PORT = 21_443;

beginAt(TUESDAY);
/** Milliseconds from the time of a page to the given one. */
const { offset: OFFSET } = windowEnvironment();

/** Starts the browser host as a person would, without opening a browser. @param through a program that starts `$TPP_EXECUTABLE` @param port 0 for any free port */
export async function startHost(dataFolder: string, through?: string, port = 0): Promise<HostProcess> {
  const child = spawn(
    through ?? process.execPath,
    [join(ROOT, 'dist/main/browser.mjs'), '--json', '--data', dataFolder, '--port', String(port)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TPP_EXECUTABLE: process.execPath },
    },
  );
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) =>
      reject(new Error(`The browser host ended with ${code} before it was ready.`)),
    );
  });
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

export async function stopHost({ child }: HostProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set; start these tests with "npm run test:window".`);
  return value;
}

function launchChromium(): Promise<Browser> {
  const { env } = windowEnvironment();
  return chromium.launch({ executablePath: environment('TPP_CHROMIUM'), args: CHROMIUM, env });
}

/**
 * Holds back Electron's `ready` until the test runner is attached. The runner passes it only to an Electron that it finds by
 * itself. Without it, the runner may attach while the first page loads and then wait for an event that has passed.
 */
const READY_LATER = join(ROOT, 'node_modules/playwright-core/lib/server/electron/loader.js');

/** @param through a program that starts `$TPP_EXECUTABLE` @param files that it is to open */
export function launchElectron(
  dataFolder: string,
  { through, files = [] }: { through?: string | undefined; files?: readonly string[] } = {},
): Promise<ElectronApplication> {
  const executable = environment('TPP_ELECTRON');
  return _electron.launch({
    executablePath: through ?? executable,
    args: ['--no-sandbox', environment('TPP_ELECTRON_MAIN'), `--data=${dataFolder}`, ...files],
    env: {
      ...windowEnvironment().env,
      TPP_REQUIRE_FIRST: READY_LATER,
      TPP_EXECUTABLE: executable,
    },
    // For what hangs.
    timeout: 120_000,
  });
}

/** A virtual screen. Each worker has its own, because a screen has one focus. @returns its name, and what ends it */
async function startScreen(): Promise<{ name: string; end: () => void }> {
  const child = spawn(
    'Xvfb',
    // Without -noreset it resets whenever its last window closes, and refuses a window that opens at that moment.
    ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-noreset', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'], env: windowEnvironment().env },
  );
  const number = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The virtual screen ended with ${code}.`)));
  });
  return { name: `:${number}`, end: () => child.kill() };
}

/** The browser host of a worker. */
class SharedHost {
  private readonly child = fork(join(ROOT, 'dist/test/shared-host.mjs'));

  /** Ends what the test before had. @returns the address of the workbench */
  async start(dataFolder: string, more: Pick<Order, 'bankPort'> = {}): Promise<string> {
    const { url } = await this.order({ dataFolder, ...more });
    if (url === null) throw new Error('The host did not start.');
    return url;
  }

  async stop(): Promise<void> {
    await this.order({ dataFolder: null });
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }

  private order(order: Order): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`The browser host ended with ${code}.`));
      this.child.once('exit', ended);
      this.child.once('message', (outcome: Outcome) => {
        this.child.off('exit', ended);
        resolve(outcome);
      });
      this.child.send(order);
    });
  }
}

/** Each test has a context of its own. */
const CONTEXT = { viewport: { width: 1440, height: 900 } };

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext(CONTEXT);
  await context.addInitScript(moveDate, OFFSET);
  return context;
}

/** Gives a page the calendar of its host. Time goes on as usual. @param offset milliseconds from the machine's time */
function moveDate(offset: number): void {
  const MachineDate = Date;
  const { now } = MachineDate;
  MachineDate.now = () => now() + offset;
  window.Date = new Proxy(MachineDate, {
    construct: (target, args: [], made) =>
      Reflect.construct(target, args.length === 0 ? [target.now()] : args, made) as Date,
  });
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tpp-window-'));
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export const test = base.extend<
  {
    workbench: Workbench;
    dataFolder: string;
    browserPage: () => Promise<Page>;
    firstStart: boolean;
    throughProgram: string | undefined;
  },
  { openBrowser: () => Promise<Browser>; sharedHost: SharedHost; startedOnce: string; ownScreen: void }
>({
  sharedHost: [
    async ({}, use) => {
      const host = new SharedHost();
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],
  /** A data folder whose keys, certificates and bank exist already, because making them costs a second of each start. */
  startedOnce: [
    async ({ sharedHost }, use, { parallelIndex }) => {
      const folder = temporaryFolder();
      await sharedHost.start(folder, { bankPort: FIRST_BANK_PORT + parallelIndex });
      await sharedHost.stop();
      await use(folder);
      removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  /** One browser for all tests of a worker, started by the first that needs it. */
  openBrowser: [
    async ({}, use) => {
      const opened: Promise<Browser>[] = [];
      await use(() => (opened[0] ??= launchChromium()));
      for (const browser of opened) await (await browser).close();
    },
    { scope: 'worker' },
  ],
  /** Where people have a screen, its windows are seen, and one worker is enough (playwright.config.ts). */
  ownScreen: [
    async ({}, use, info) => {
      const isNeeded = info.project.name.startsWith('electron') && NEEDS_SCREEN;
      const screen = isNeeded ? await startScreen() : null;
      if (screen !== null) process.env['DISPLAY'] = screen.name;
      await use();
      screen?.end();
    },
    { scope: 'worker', auto: true },
  ],
  /** Whether the test begins with an empty data folder. */
  firstStart: [false, { option: true }],
  /** A program that starts the host, for example to record what it does. */
  throughProgram: [undefined, { option: true }],
  dataFolder: async ({ startedOnce, firstStart }, use, info) => {
    const folder = temporaryFolder();
    // With the rights of every file, which tests of secrets look at.
    if (!firstStart) execFileSync('cp', ['-a', `${startedOnce}/.`, folder]);
    await use(folder);
    if (info.status !== info.expectedStatus) keepWhatWasSeen(folder, info);
    removeFolder(folder);
  },
  /** Pages without a workbench, each in a context of its own, for tests that start their own host. */
  browserPage: async ({ openBrowser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await newContext(await openBrowser());
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  workbench: async ({ dataFolder, openBrowser, sharedHost, throughProgram }, use, info) => {
    if (info.project.name.startsWith('electron')) {
      const app = await launchElectron(dataFolder, { through: throughProgram });
      const page = await app.firstWindow();
      await app.context().addInitScript(moveDate, OFFSET);
      await page.evaluate(moveDate, OFFSET);
      await use({
        kind: 'electron',
        page,
        dataFolder,
        electron: app,
        url: null,
        psuPage: (open) => nextPage(app.context(), open),
      });
      await app.close();
      return;
    }
    const own = throughProgram === undefined ? null : await startHost(dataFolder, throughProgram);
    const url = own === null ? await sharedHost.start(dataFolder) : own.url;
    const context = await newContext(await openBrowser());
    const page = await context.newPage();
    await page.goto(url);
    await use({
      kind: 'browser',
      page,
      dataFolder,
      electron: null,
      url,
      psuPage: (open) => nextPage(context, open),
    });
    await context.close();
    await (own === null ? sharedHost.stop() : stopHost(own));
  },
});

async function nextPage(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [page] = await Promise.all([context.waitForEvent('page'), open()]);
  return page;
}

export { expect } from './expect.ts';
