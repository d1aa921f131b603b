/** Exports of the event log as somebody without the workbench opens them: on a disk, without a network, with other programs. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import fc from 'fast-check';
import type { Mermaid } from 'mermaid';
import { ensureDebianPackages } from '../../../scripts/lib/debian.ts';
import { exportFlow, type ExportHow, PLAIN_EXPORT } from '../../../shared/flow/exports/export.ts';
import { anyEvents, paymentFlow, START } from '../../support/flow-events.ts';
import { mermaidStatements, partsOf } from '../../support/mermaid-parts.ts';

/** Side of the squares, in pixels, in which two pictures are compared. Letters may stand a pixel apart. */
const SQUARE = 16;
/** Difference of brightness, of 255, at which two squares are different. */
const DIFFERENT = 30;

const events = [1, 2, 3].flatMap((at) =>
  paymentFlow(`enc!!${at}`, `sca-${at}`, 1 + (at - 1) * 19, START + at * 100_000),
);
const folder = mkdtempSync(join(tmpdir(), 'tpp-flow-exports-'));
const IN_WORDS: ExportHow = {
  labels: 'human',
  title: 'Single payment',
  tpp: { id: 'PSDNO-FSA-912345678', name: 'Fjordpay AS' },
};
let browser: Browser;

test.beforeAll(async () => {
  const executablePath = process.env['TPP_CHROMIUM'];
  browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
});
test.afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the HTML opens from disk without a network, shows every event, and asks for nothing', async () => {
  const file = join(folder, 'flow.html');
  writeFileSync(file, exportFlow('html', events));
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(pathToFileURL(file).href);
  await expect(page.locator('[id^="event-"]')).toHaveCount(events.length);
  expect(await page.locator('svg').count()).toBeGreaterThan(0);
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(said).toEqual([]);
  await context.close();
});

for (const how of [PLAIN_EXPORT, IN_WORDS])
  test(
    `the SVG with ${how.labels} labels is drawn alike by Chromium and rsvg-convert`,
    { tag: '@linux' },
    async () => {
      ensureDebianPackages(['librsvg2-bin']);
      const file = join(folder, `${how.labels}.svg`);
      writeFileSync(file, exportFlow('svg', events, how));
      const page = await browser.newPage();
      await page.goto(pathToFileURL(file).href);
      const [, width, height] = (
        /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(readFileSync(file, 'utf8')) ?? []
      ).map(Number);
      if (width === undefined || height === undefined) throw new Error('The SVG has no size.');
      await page.setViewportSize({ width, height });
      const byChromium = await page.screenshot();
      const byRsvg = execFileSync(
        'rsvg-convert',
        ['--width', String(width), '--background-color', 'white', file],
        {
          maxBuffer: 2 ** 26,
        },
      );
      await page.goto('about:blank');
      const { drawn, different } = await compared(page, byChromium, byRsvg, { width, height });
      expect(drawn).toBeGreaterThan(500);
      expect(different / drawn).toBeLessThan(0.02);
      await page.close();
    },
  );

test('every part of the Mermaid export is drawn by Mermaid at its defaults, with every event', async () => {
  const hostile = fc.sample(anyEvents, { seed: 12, numRuns: 20 });
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js') });
  const draw = (parts: string[]) =>
    page.evaluate(async (given) => {
      const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
      const texts: string[] = [];
      for (const [at, part] of given.entries()) {
        const { svg } = await mermaid.render(`part${at}`, part);
        const picture = new DOMParser().parseFromString(svg, 'text/html');
        const eventsIn = picture.querySelectorAll('text.messageText, text.noteText');
        texts.push(...[...eventsIn].map((text) => text.textContent));
      }
      return texts;
    }, parts);
  for (const shown of [events, ...hostile]) {
    const markdown = exportFlow('mermaid', shown);
    const drawn = await draw(partsOf(markdown));
    expect(drawn).toHaveLength(mermaidStatements(markdown).length);
    expect(drawn).toHaveLength(shown.length);
    // In words, it has a text for each line.
    const inWords = exportFlow('mermaid', shown, IN_WORDS);
    const lines = mermaidStatements(inWords).flatMap((statement) => statement.split('<br/>'));
    expect(await draw(partsOf(inWords))).toHaveLength(lines.length);
  }
  expect(asked).toEqual([]);
  await page.close();
});

/** Compares the mean brightness of the squares in which something is drawn, in one of the pictures or in both. */
function compared(
  page: Page,
  a: Buffer,
  b: Buffer,
  size: { width: number; height: number },
): Promise<{ drawn: number; different: number }> {
  return page.evaluate(
    async ({ sources, width, height, square, most }) => {
      const [one, other] = await Promise.all(
        sources.map(async (source) => {
          const image = await createImageBitmap(await (await fetch(source)).blob());
          const context = new OffscreenCanvas(width, height).getContext('2d');
          if (context === null) throw new Error('There is no canvas.');
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, width, height);
          const across = Math.floor(width / square);
          const sums = new Float64Array(across * Math.floor(height / square));
          for (let at = 0; at < width * height; at++) {
            const dark = 255 - ((data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)) / 3;
            const [x, y] = [Math.floor((at % width) / square), Math.floor(at / width / square)];
            const place = y * across + x;
            if (x < across && place < sums.length) sums[place] = (sums[place] ?? 0) + dark / square ** 2;
          }
          return sums;
        }),
      );
      if (one === undefined || other === undefined) throw new Error('Two pictures are needed.');
      const pairs = Array.from(one, (sum, at) => [sum, other[at] ?? 0] as const);
      return {
        drawn: pairs.filter(([a, b]) => Math.max(a, b) > 5).length,
        different: pairs.filter(([a, b]) => Math.abs(a - b) > most).length,
      };
    },
    {
      ...size,
      square: SQUARE,
      most: DIFFERENT,
      sources: [a, b].map((png) => `data:image/png;base64,${png.toString('base64')}`),
    },
  );
}
