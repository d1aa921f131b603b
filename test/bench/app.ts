/**
 * `npm run bench:app`: start, send, memory, saved requests and large bodies of the workbench, against the budgets. Prints
 * figures and ratios; exits with 1 where a budget is not held. With `-- --starts`, `--sends`, `--saved`, `--body`, `--diagram`
 * or `--live` those parts alone. Started by scripts/bench-app.ts, which finds a browser, an Electron
 * and a screen.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { _electron, chromium, type Page } from '@playwright/test';
import { fresh } from '../../shared/requests/compose.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { stepsOf, writeCollection } from '../support/runs.ts';
import { startBigBank } from '../support/big-bank.ts';
import { paymentFlow, START as FLOW_START } from '../support/flow-events.ts';
import { callCore, startCore } from '../support/workbench.ts';
import { startHost, stopHost } from '../window/fixtures.ts';
import { A_SECOND, followed } from './live-diagram.ts';
import { median } from './table.ts';

const ROUNDS = 5;
const SENDS = 300;
const FIFTY_MB = 50_000_000;

let failed = false;
function line(
  what: string,
  figure: string,
  ratio: number | null,
  budget: string,
  held: boolean | null,
): void {
  if (held === false) failed = true;
  const mark = held === null ? '' : held ? 'held' : 'NOT HELD';
  console.log(
    [what.padEnd(52), figure.padEnd(26), ratio === null ? '' : ratio.toFixed(2), budget, mark].join('  '),
  );
}
const ms = (value: number) => `${value.toFixed(0)} ms`;

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; start this with "npm run bench:app".`);
  return value;
}

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Milliseconds from the start of the process until its window shows a heading. */
async function electronStart(main: string, folder: string): Promise<number> {
  const start = performance.now();
  const app = await _electron.launch({
    executablePath: environment('TPP_ELECTRON'),
    args: ['--no-sandbox', main, `--data=${folder}`],
  });
  const page = await app.firstWindow();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const took = performance.now() - start;
  await app.close();
  return took;
}

async function starts(): Promise<void> {
  const empty: number[] = [];
  const whole: number[] = [];
  const browser: number[] = [];
  await inFolder(async (folder) => {
    // The first start makes keys and a bank; every later one is what a person waits for.
    await electronStart(environment('TPP_ELECTRON_MAIN'), folder);
    for (let round = 0; round < ROUNDS; round++) {
      empty.push(await electronStart(join(import.meta.dirname, 'empty-window.cjs'), folder));
      whole.push(await electronStart(environment('TPP_ELECTRON_MAIN'), folder));
    }
  });
  await inFolder(async (folder) => {
    await stopHost(await startHost(folder));
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      const host = await startHost(folder);
      browser.push(performance.now() - start);
      await stopHost(host);
    }
  });
  const [bare, app, host] = [median(empty), median(whole), median(browser)];
  line('empty Electron window', ms(bare), 1, '', null);
  line(
    'usable window, Electron',
    `${ms(app)}, ${ms(app - bare)} more`,
    app / bare,
    '≤ 800 ms more',
    app - bare <= 800,
  );
  line('browser host ready', ms(host), host / 1000, '≤ 1000 ms', host <= 1000);
}

async function sends(): Promise<void> {
  await inFolder(async (folder) => {
    const workbench = await startCore(folder);
    const added: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < SENDS; round++) {
      const start = performance.now();
      const { duration } = await callCore(workbench, 'requests.send', fresh('createConsent'));
      const took = performance.now() - start;
      whole.push(took);
      added.push(took - (duration ?? 0));
    }
    await workbench.stop();
    const adds = median(added);
    const figure = `${adds.toFixed(1)} ms of ${median(whole).toFixed(1)} ms`;
    line(`signed send, added by the workbench (of ${SENDS})`, figure, adds / 10, '≤ 10 ms', adds <= 10);
  });
}

/** A page of the browser host over a folder that is prepared first. */
async function inWindow(
  prepare: (folder: string) => void,
  run: (page: Page, folder: string) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    prepare(folder);
    const host = await startHost(folder);
    const browser = await chromium.launch({
      executablePath: environment('TPP_CHROMIUM'),
      args: ['--no-sandbox', '--enable-precise-memory-info'],
    });
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await page.goto(host.url);
      await run(page, folder);
    } finally {
      await browser.close();
      await stopHost(host);
    }
  });
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();

/** Until what has been changed is painted. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

async function savedRequests(count: number, budget: number): Promise<void> {
  const save = (folder: string) => {
    const names = Array.from({ length: count }, (_, at) => `Request ${String(at).padStart(4, '0')}`);
    const steps = names.map((name) => requestStep(name, fresh('createPayment')));
    writeCollection(join(folder, 'collections', 'Many'), stepsOf(...steps));
  };
  await inWindow(save, async (page) => {
    // Not by role: the test runner would ask every row for its name, and so lay out each row that is out of sight.
    const start = performance.now();
    await page.reload();
    await place(page, 'Requests');

    await page.waitForFunction(
      (last) =>
        [...document.querySelectorAll('[role="treeitem"]')].some((row) => row.textContent?.includes(last)),
      `Request ${String(count - 1).padStart(4, '0')}`,
    );
    await painted(page);
    const took = performance.now() - start;
    line(
      `open ${count.toLocaleString('en-GB')} saved requests`,
      ms(took),
      took / budget,
      `≤ ${budget} ms`,
      took <= budget,
    );
  });
}

async function largeBody(): Promise<void> {
  const bank = await startBigBank();
  await inWindow(
    () => undefined,
    async (page) => {
      await place(page, 'Environments');
      await page.getByRole('button', { name: 'New environment' }).click();
      const form = page.getByRole('form', { name: 'Environment' });
      await form.getByLabel('Base URL').fill(bank.baseUrl);
      await form.getByLabel('Trusted roots').fill(bank.ca);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Saved.').waitFor();
      await page.getByRole('button', { name: 'Send requests here' }).click();
      await place(page, 'Requests');
      await page.getByRole('button', { name: 'GET List transactions' }).first().click();
      await page.getByLabel('account-id').fill(String(FIFTY_MB));
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await page.getByRole('heading', { name: '200 OK' }).waitFor({ timeout: 60_000 });
      const start = performance.now();
      await page.getByRole('tab', { name: 'Body' }).click();
      const text = page.getByRole('region', { name: 'Body as text' });
      await text.getByText('"transactions": {').waitFor();
      const first = performance.now() - start;
      line('50 MB answer: first view', ms(first), first / 1000, '≤ 1000 ms', first <= 1000);
      const frames = await scrolled(page, '[aria-label="Body as text"]', 120);
      line(
        '50 MB answer: frames a second while scrolling',
        frames.toFixed(0),
        frames / 60,
        '60',
        frames >= 57,
      );
      const { heap } = await page.evaluate(() => ({
        heap: (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
      }));
      line(
        'memory of the page with it',
        `${(heap / 1e6).toFixed(0)} MB`,
        heap / 300e6,
        '≤ 300 MB',
        heap <= 300e6,
      );
    },
  );
  await bank.stop();
}

/** The diagram of 106 payments with their SCAs, read as from the log. */
async function diagram(): Promise<void> {
  const events = Array.from({ length: 106 }, (_, at) =>
    paymentFlow(`enc!!${at}`, `sca-${at}`, 1 + at * 19, FLOW_START + at * 100_000),
  ).flat();
  const last = events.length;
  await inWindow(
    () => undefined,
    async (page) => {
      await page.route('**/rpc/flow.read', async (route) => {
        const { after, limit } = route.request().postDataJSON() as { after: number; limit: number };
        const value = { events: events.slice(after, after + limit), first: 1, last, since: 0 };
        await route.fulfill({ json: { ok: true, value } });
      });
      await place(page, 'History');
      const start = performance.now();
      await place(page, 'Flow');
      await page.getByRole('treeitem', { name: 'Consent revoked' }).last().waitFor();
      const took = performance.now() - start;
      const what = `diagram of ${last.toLocaleString('en-GB')} events`;
      line(`${what}: drawn`, ms(took), took / 500, '≤ 500 ms', took <= 500);
      const frames = await scrolled(page, '[role="tree"]', -120);
      line(`${what}: frames a second while scrolling`, frames.toFixed(0), frames / 60, '60', frames >= 57);
    },
  );
}

/** The diagram while another program sends requests to the bank. */
async function live(): Promise<void> {
  await inWindow(
    () => undefined,
    async (page, folder) => {
      await place(page, 'Flow');
      const { sent, perSecond, lost, late, frames } = await followed(page, folder);
      const what = `diagram at ${A_SECOND} requests a second`;
      const isHeld = lost.inLog === 0 && lost.inWindow === 0;
      const figure = `${lost.inLog} in the log, ${lost.inWindow} in the window`;
      line(`${what}: events lost, of ${2 * sent}`, figure, null, '0', isHeld);
      const pace = perSecond / A_SECOND;
      line(`${what}: reached`, `${perSecond.toFixed(0)} /s`, pace, `${A_SECOND} /s`, pace > 0.97);
      line(`${what}: last event shown after`, ms(late), null, '', null);
      line(`${what}: frames a second`, frames.toFixed(0), frames / 60, '', null);
    },
  );
}

/** Frames a second while the rows of a list run by. @param by pixels a frame */
async function scrolled(page: Page, list: string, by: number): Promise<number> {
  return page.evaluate(
    async ({ list, by }) => {
      const box = document.querySelector(list);
      if (box === null) throw new Error(`There is no ${list}.`);
      let frames = 0;
      const start = performance.now();
      while (performance.now() - start < 3000) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames++;
        box.scrollBy(0, by);
      }
      return (frames * 1000) / (performance.now() - start);
    },
    { list, by },
  );
}

const parts: Record<string, () => Promise<void>> = {
  '--starts': starts,
  '--sends': sends,
  '--saved': async () => {
    await savedRequests(1000, 1000);
    await savedRequests(3000, 3000);
  },
  '--body': largeBody,
  '--diagram': diagram,
  '--live': live,
};
const chosen = process.argv.slice(2);
for (const [name, bench] of Object.entries(parts))
  if (chosen.length === 0 || chosen.includes(name)) await bench();
process.exitCode = failed ? 1 : 0;
