/** The HTML report of a run, opened from the disk like by whoever downloads it from a pipeline. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { htmlReporter } from '../../main/cli/run/reporters/html.ts';
import { counted, NO_COUNTS, OUTCOMES, type StepResult } from '../../shared/collections/result.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { violations } from './violations.ts';

const HOSTILE = '</script><img src=x onerror="document.title=1"> {{title}} $& \u2028';
const folder = mkdtempSync(join(tmpdir(), 'tpp-report-'));
let browser: Browser;

test.beforeAll(async () => {
  const executablePath = process.env['TPP_CHROMIUM'];
  browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
});
test.afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

function resultOf(at: number): StepResult {
  const outcome = OUTCOMES[at % OUTCOMES.length] ?? 'passed';
  const isBad = outcome === 'failed' || outcome === 'warning';
  return {
    path: `folder/step-${at}`,
    name: at === 1 ? HOSTILE : `Step number ${at}`,
    place: { file: 'folder.flow.yaml', line: 1 },
    kind: 'request',
    tags: [`PAY-${at % 20}`],
    iteration: 1,
    row: null,
    turn: null,
    outcome,
    reason: outcome === 'passed' ? null : `Expected status 201, got 400 at ${at}`,
    error: false,
    assertions: [{ holds: !isBad, text: `Status is 201 at ${at}`, warns: outcome === 'warning' }],
    kept: [],
    used: [{ name: 'account', origin: 'capture', from: 'folder/step-0', value: 'enc!!1' }],
    rounds: 1,
    line: 'POST /v1/payments/domestic-norway-credit-transfers',
    status: 201,
    exchange: `id-${at}`,
    startedAt: 0,
    duration: 12,
  };
}

const exchangeOf = (at: number) =>
  ({
    method: 'POST',
    prepared: {
      url: 'https://bank.example/v1/payments',
      headers: [{ name: 'X-Request-ID', value: `request-${at}`, source: 'live', rule: null, line: null }],
      signing: {
        lines: ['date: today', `x-request-id: request-${at}`],
        keyId: '',
        text: '',
        header: '',
        replaced: false,
        expected: null,
      },
    },
    requestBody: `{"a":"${at}"}`,
    response: {
      status: 201,
      reason: 'Created',
      headers: [['Date', 'now']],
      bodyBytes: 9,
      body: HOSTILE,
      tls: null,
      timing: {},
    },
    failure: null,
    verdicts: [{ holds: 'yes', text: 'It is signed', rule: 'SIG-13', part: 'signature' }],
    explanation: { rule: 'PAY-2', text: `Explained at ${at}`, hint: null, notes: [], wrongSignature: null },
  }) as unknown as Exchange;

/** @returns the page's file */
function report(count: number): string {
  const file = join(folder, `a report ${count}.html`);
  const reporter = htmlReporter((text) => writeFileSync(file, text), file);
  const info = {
    name: HOSTILE,
    folder: '',
    bank: 'https://bank.example',
    version: '1',
    startedAt: 0,
  };
  reporter.begin(info);
  let counts = NO_COUNTS;
  for (let at = 0; at < count; at++) {
    const result = resultOf(at);
    counts = counted(counts, result.outcome);
    reporter.result(result, exchangeOf(at));
  }
  reporter.end({ ...info, counts, planned: count, duration: 1 });
  return file;
}

async function opened(
  file: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; loaded: string[] }> {
  const page = await browser.newPage({ colorScheme });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  page.on('pageerror', (error) => loaded.push(error.message));
  await page.goto(pathToFileURL(file).href);
  return { page, loaded };
}

test('filters by outcome, searches, and loads what was sent when somebody asks for it', async () => {
  const { page, loaded } = await opened(report(250));
  const rows = page.locator('li');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE.replace(' \u2028', ''));
  // What failed is what somebody opens a report for.
  await expect(page.getByRole('status')).toHaveText('50 results');
  await expect(page.getByRole('button', { name: 'Failed 50' })).toHaveAttribute('aria-pressed', 'true');
  await expect(rows.first()).toContainText('Expected status 201, got 400 at 1');
  expect(loaded.filter((url) => url.endsWith('.js'))).toEqual([]);
  await rows.nth(40).locator('summary').click();
  const details = rows.nth(40).locator('.details');
  for (const text of [
    '✗ Failed: Status is 201 at 201',
    'account = enc!!1   (capture: folder/step-0)',
    'PAY-2: Explained at 201',
    'POST https://bank.example/v1/payments',
    'X-Request-ID: request-201',
    'x-request-id: request-201',
    '201 Created',
    'onerror="document.title=1"',
    'yes: It is signed (SIG-13)',
  ])
    await expect(details).toContainText(text);
  await rows.first().locator('summary').press('Enter');
  await expect(rows.first().locator('.details')).toContainText('Explained at 1');
  await page.getByRole('button', { name: 'All 250' }).click();
  await expect(page.getByRole('status')).toHaveText('200 of 250 results');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('status')).toHaveText('250 results');
  await page.getByRole('searchbox').fill('number 249');
  await expect(page.getByRole('status')).toHaveText('1 result');
  expect(await page.title()).not.toBe('1');
  expect(
    loaded.every((url) => url.startsWith(pathToFileURL(folder).href)),
    loaded.join(),
  ).toBe(true);
  await page.close();
});

for (const scheme of ['light', 'dark'] as const)
  test(`axe finds nothing in ${scheme}`, async () => {
    const context = await browser.newContext({ colorScheme: scheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(pathToFileURL(report(60)).href);
    await page.locator('summary').first().click();
    await expect(page.locator('.details').first()).toContainText('Explained');
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

// How quickly it opens is measured by "npm run bench:runner".
test('of 10,000 results is smaller than 5 MB and draws no more than a person can see', async () => {
  const file = report(10_000);
  expect(statSync(file).size).toBeLessThan(5 * 1024 * 1024);
  const { page } = await opened(file);
  await page.getByRole('button', { name: 'All 10000' }).click();
  await expect(page.getByRole('status')).toHaveText('200 of 10000 results');
  expect(await page.locator('summary').count()).toBeLessThanOrEqual(200);
  await page.close();
});
