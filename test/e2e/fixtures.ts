/** One workbench for each test: its own host, bank and data folder. The same tests drive the browser host and Electron. */
import { type ChildProcess, spawn } from 'node:child_process';
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

/** Starts the browser host as a person would, without opening a browser. */
export async function startHost(dataFolder: string): Promise<HostProcess> {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'main/browser/main.ts'), '--json', '--data', dataFolder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
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

export function launchElectron(dataFolder: string): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: environment('TPP_ELECTRON'),
    args: ['--no-sandbox', environment('TPP_ELECTRON_MAIN'), `--data=${dataFolder}`],
  });
}

export const test = base.extend<{
  workbench: Workbench;
  dataFolder: string;
  browserPage: () => Promise<Page>;
}>({
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  /** A page without a workbench, for tests that start their own host. */
  browserPage: async ({}, use) => {
    const browser = await launchChromium();
    await use(async () => (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage());
    await browser.close();
  },
  workbench: async ({ dataFolder }, use, info) => {
    if (info.project.name.startsWith('electron')) {
      const app = await launchElectron(dataFolder);
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
    const host = await startHost(dataFolder);
    const browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
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
    await browser.close();
    await stopHost(host);
  },
});

async function nextPage(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [page] = await Promise.all([context.waitForEvent('page'), open()]);
  return page;
}

export { expect } from '@playwright/test';
