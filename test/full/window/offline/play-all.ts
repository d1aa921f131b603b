/**
 * Run in a network of its own that has nothing but this machine: plays every demonstration through the window, twice, and prints
 * what each has come to. `play-all.ts browser|electron FOLDER`.
 */
import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { FLOW_FORMATS } from '../../../../shared/contract/flow.ts';
import { MOST_FLOW_EVENTS } from '../../../../shared/contract/flow.ts';
import { type FlowEvent, shownEvents } from '../../../../shared/flow/event.ts';
import { exportFlow } from '../../../../shared/flow/exports/export.ts';
import { comparable } from '../../../support/demonstrations.ts';
import { launchElectron, startHost, stopHost } from '../../../window/fixtures.ts';

/** What `demonstrations.both.spec.ts` reads. */
export interface PlayedAll {
  /** The error of a connection to another machine. */
  outside: string;
  /** By name: the steps that were shown, and the hash of diagram and exports, for each of two times. */
  played: Record<string, { steps: string; hash: string }[]>;
}

const [, , host, folder = ''] = process.argv;
const PRESSES = 60;

const { page, end } = host === 'electron' ? await inElectron() : await inBrowser();
await page.getByRole('button', { name: 'Show an SCA flow' }).click();
const pane = page.getByRole('region', { name: 'Demonstrations' });
await pane.getByRole('button', { name: 'All demonstrations' }).click();
const buttons = pane.getByRole('button', { name: /^Play: / });
// The list is read when the pane is shown.
await buttons.first().waitFor();
const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
const played: PlayedAll['played'] = {};
for (let time = 0; time < 2; time++) for (const name of names) (played[name] ??= []).push(await play(name));
await end();
console.log(JSON.stringify({ outside: await outside(), played } satisfies PlayedAll));

async function play(name: string): Promise<{ steps: string; hash: string }> {
  await pane.getByRole('button', { name, exact: true }).click();
  const next = pane.getByRole('button', { name: 'Next', exact: true });
  const heading = pane.getByRole('heading', { level: 3 }).first();
  // Until then, the one before it is shown.
  await pane.getByRole('heading', { level: 2, name: name.replace('Play: ', ''), exact: true }).waitFor();
  await heading.filter({ hasText: 'Step 1 of' }).waitFor();
  const steps = new Set<string>();
  for (let presses = 0, before = ''; ; presses++) {
    // It says the step and its part, which each press changes.
    await heading.filter({ hasNotText: before === '' ? 'Step 0' : before }).waitFor();
    before = await heading.innerText();
    steps.add((/Step \d+ of \d+/.exec(before) ?? ['none'])[0]);
    await pane.locator('button[aria-busy="false"]').waitFor();
    if (await next.isDisabled()) break;
    if (presses === PRESSES) throw new Error(`${name} does not end: ${await pane.innerText()}`);
    await page.keyboard.press('ArrowRight');
  }
  const diagram = comparable(await shown(page));
  const events = diagram.map((line) => JSON.parse(line) as FlowEvent);
  const exports = FLOW_FORMATS.map((format) => exportFlow(format, events));
  await pane.getByRole('button', { name: 'All demonstrations' }).click();
  return { steps: [...steps].join(', '), hash: hashOf([...diagram, ...exports].join('\n')) };
}

/** The events that the diagram shows, asked for as the window asks. */
async function shown(from: Page): Promise<FlowEvent[]> {
  const read = (after: number) =>
    from.evaluate(
      async (input) => {
        const electron = (window as unknown as { tppHost?: { invoke: (m: string, i: object) => unknown } })
          .tppHost;
        const envelope = electron
          ? await electron.invoke('flow.read', input)
          : await (await fetch('rpc/flow.read', { method: 'POST', body: JSON.stringify(input) })).json();
        return (envelope as { value: { events: FlowEvent[]; since: number } }).value;
      },
      { after, limit: MOST_FLOW_EVENTS },
    );
  const { since } = await read(Number.MAX_SAFE_INTEGER);
  return shownEvents((await read(since)).events);
}

async function inElectron() {
  const app = await launchElectron(folder);
  return { page: await app.firstWindow(), end: () => app.close() };
}

async function inBrowser() {
  const process_ = await startHost(folder);
  const browser = await chromium.launch({
    executablePath: process.env['TPP_CHROMIUM'] ?? '',
    args: ['--no-sandbox'],
  });
  const opened = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await opened.goto(process_.url);
  const end = async () => {
    await browser.close();
    await stopHost(process_);
  };
  return { page: opened, end };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An address of RFC 5737, where nobody is. */
function outside(): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(9, '192.0.2.1', () => resolve('connected'));
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  });
}
