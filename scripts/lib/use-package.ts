/** Starts an installed program as another user on a screen of its own, goes from the first start to accounts in its window, opens a file as a file manager does, and ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';

const NOBODY = 65_534;
const [command = '', home = '', file = ''] = process.argv.slice(2);
const screen = await startScreen();
try {
  await useProgram(screen.name);
} finally {
  screen.child.kill();
}

async function useProgram(display: string): Promise<void> {
  const port = await freePort();
  const begun = performance.now();
  // As a desktop runs the command of a menu entry.
  const start = (argument: string) =>
    spawn('sh', ['-c', `exec ${command} "$0"`, argument], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: home,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, DISPLAY: display },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const program = start(`--remote-debugging-port=${port}`);
  const ended = once(program, 'exit');
  const browser = await connected(port);
  const page = await pageWith(browser, (one) =>
    one.getByRole('button', { name: 'Send your first signed request' }).isVisible(),
  );
  console.log(`Started: ${Math.round(performance.now() - begun)} ms to its window, at the first start.`);
  await page.getByRole('button', { name: 'Send your first signed request' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await page.getByRole('button', { name: "Open the bank's page" }).click();
  const bank = await pageWith(browser, (one) => one.getByText('This is a practice bank.').isVisible());
  await bank.getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Get the accounts of Eirik Solbakken' }).click();
  await expect(page.getByRole('row', { name: /Brukskonto/ })).toContainText('NOK');
  console.log('Used: a first request, an SCA and accounts, without a network.');
  // In place of %U.
  const [handedOver] = (await once(start(pathToFileURL(file).href), 'exit')) as [number | null];
  if (handedOver !== 0) throw new Error(`The start with a file ended with ${handedOver}.`);
  const tree = page.getByRole('tree', { name: 'Collections' });
  await expect(tree.getByRole('treeitem', { name: 'Mine', exact: true })).toBeVisible();
  console.log('Opened: a file, by the program that was running.');
  program.kill('SIGTERM');
  const [status] = (await ended) as [number | null];
  if (status !== 0) throw new Error(`The program ended with ${status}.`);
}

async function connected(port: number): Promise<Browser> {
  let browser: Browser | undefined;
  await expect(async () => {
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  }).toPass({ timeout: 60_000 });
  if (browser === undefined) throw new Error('There is no browser.');
  return browser;
}

async function pageWith(browser: Browser, isIt: (page: Page) => Promise<boolean>): Promise<Page> {
  let found: Page | undefined;
  await expect(async () => {
    for (const page of browser.contexts().flatMap((context) => context.pages()))
      if (await isIt(page)) found = page;
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  if (found === undefined) throw new Error('There is no such page.');
  return found;
}

/** Any user may draw on it: nobody else is in this network. */
async function startScreen(): Promise<{ name: string; child: ChildProcess }> {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1440x900x24', '-noreset', '-ac', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [number] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { name: `:${number}`, child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
