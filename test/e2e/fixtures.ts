/** One workbench for each test: its own host, bank and data folder. The same tests drive the browser host and Electron. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
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

/** Starts the browser host as a person would, without opening a browser. @param through a program that starts `$TPP_EXECUTABLE` @param port 0 for any free port */
export async function startHost(dataFolder: string, through?: string, port = 0): Promise<HostProcess> {
  const child = spawn(
    through ?? process.execPath,
    [join(ROOT, 'dist/main/browser.mjs'), '--json', '--data', dataFolder, '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TPP_EXECUTABLE: process.execPath } },
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
  if (value === undefined) throw new Error(`${name} is not set; start these tests with "npm run test:e2e".`);
  return value;
}

function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: environment('TPP_CHROMIUM'), args: CHROMIUM });
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
    env: { ...definedEnvironment(), TPP_REQUIRE_FIRST: READY_LATER, TPP_EXECUTABLE: executable },
    timeout: 30_000,
  });
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A virtual screen. Each worker has its own, because a screen has one focus. @returns its name, and what ends it */
async function startScreen(): Promise<{ name: string; end: () => void }> {
  const child = spawn(
    'Xvfb',
    // Without -noreset it resets whenever its last window closes, and refuses a window that opens at that moment.
    ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-noreset', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The virtual screen ended with ${code}.`)));
  });
  return { name: `:${number}`, end: () => child.kill() };
}

/** Each test has a context of its own. */
const CONTEXT = { viewport: { width: 1440, height: 900 } };

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tpp-e2e-'));
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
  { openBrowser: () => Promise<Browser>; startedOnce: string; ownScreen: void }
>({
  /** A data folder whose keys, certificates and bank exist already, because making them costs a second of each start. */
  startedOnce: [
    async ({}, use) => {
      const folder = temporaryFolder();
      await stopHost(await startHost(folder));
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
  dataFolder: async ({ startedOnce, firstStart }, use) => {
    const folder = temporaryFolder();
    // With the rights of every file, which tests of secrets look at.
    if (!firstStart) execFileSync('cp', ['-a', `${startedOnce}/.`, folder]);
    await use(folder);
    removeFolder(folder);
  },
  /** Pages without a workbench, each in a context of its own, for tests that start their own host. */
  browserPage: async ({ openBrowser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await (await openBrowser()).newContext(CONTEXT);
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  workbench: async ({ dataFolder, openBrowser, throughProgram }, use, info) => {
    if (info.project.name.startsWith('electron')) {
      const app = await launchElectron(dataFolder, { through: throughProgram });
      const page = await app.firstWindow();
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
    const host = await startHost(dataFolder, throughProgram);
    const context = await (await openBrowser()).newContext(CONTEXT);
    const page = await context.newPage();
    await page.goto(host.url);
    await use({
      kind: 'browser',
      page,
      dataFolder,
      electron: null,
      url: host.url,
      psuPage: (open) => nextPage(context, open),
    });
    await context.close();
    await stopHost(host);
  },
});

async function nextPage(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [page] = await Promise.all([context.waitForEvent('page'), open()]);
  return page;
}

export { expect } from './expect.ts';
