/** What a room sees on a projector. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { lasting } from '../../window/lasting.ts';

const SHIPPED = join(import.meta.dirname, '../../../main/demonstrations');

/** Projectors as they still hang in class rooms. */
const PROJECTORS = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
];
/** They differ in colours and borders, so three or four demonstrations in each of them are enough. */
const THEMES = ['light', 'dark', 'contrast'];
/** Pixels of the text of a step, at least. */
const READABLE = 24;
const PRESSES = 90;
const FILES = readdirSync(SHIPPED).map((file) => {
  const text = readFileSync(join(SHIPPED, file), 'utf8');
  const answers = [...text.matchAll(/^ +answer: "?(.*?)"?$/gm)].map(([, answer]) => answer ?? '');
  return { name: /^name: (.*)$/m.exec(text)?.[1] ?? file, answers };
});

for (const [at, { name, answers }] of FILES.entries())
  test(
    `every step stands on a projector as a whole, in large type, without scrolling: ${name}`,
    { tag: '@page' },
    async ({ workbench }) => {
      const { page } = workbench;
      await page.evaluate(
        () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
      );
      await page.getByRole('button', { name: 'Show an SCA flow' }).click();
      const pane = page.getByRole('region', { name: 'Demonstrations' });
      await pane.getByRole('button', { name: 'All demonstrations' }).click();
      await page.evaluate(
        (theme) => (document.documentElement.dataset['theme'] = theme),
        THEMES[at % 3] ?? '',
      );
      await pane.getByRole('button', { name: `Play: ${name}`, exact: true }).click();
      await pane.getByRole('heading', { level: 2, name, exact: true }).waitFor();
      await pane.getByRole('button', { name: 'Present', exact: true }).click();
      const room = page.getByRole('dialog', { name });
      const wrong: string[] = [];
      let isOpen = false;
      for (const press of Array.from({ length: PRESSES }, (_, one) => one)) {
        await room.locator('button[aria-busy="false"]').waitFor();
        for (const size of PROJECTORS) {
          await page.setViewportSize(size);
          // The smallest projector has no room for the diagram.
          await expect(room.getByRole('tree')).toHaveCount(size.width < 1200 ? 0 : 1);
          const where = `press ${press}, ${size.width} × ${size.height}`;
          wrong.push(
            ...(await lasting(() => faultsOf(room, size.width < 1600 ? 20 : 26))).map(
              (fault) => `${where}: ${fault}`,
            ),
          );
        }
        if (await room.getByRole('button', { name: /^Next/ }).isDisabled()) break;
        const shown = await positionOf(room);
        if (shown.includes('Question')) isOpen = true;
        await page.keyboard.press('ArrowRight');
        await expect.poll(() => positionOf(room)).not.toBe(shown);
        // A question is answered before its step ends, beside what shows the answer.
        const after = await positionOf(room);
        if (answers.some((answer) => after.includes(answer))) isOpen = false;
        if (isOpen && stepIn(after) !== stepIn(shown)) wrong.push(`press ${press}: no answer`);
      }
      expect(wrong).toEqual([]);
    },
  );

/** The step, its part, and what has happened at the bank: all texts but the clock of the machine. */
const positionOf = (room: Locator) => room.innerText();

const stepIn = (text: string) => /Step \d+/.exec(text)?.[0];

/** What does not fit, or is too small. @param label pixels of the labels of the diagram, at least */
function faultsOf(room: Locator, label: number): Promise<string[]> {
  return room.evaluate(
    (dialog, [readable, readableLabel]) => {
      const faults: string[] = [];
      const diagram = dialog.querySelector('[role="tree"]');
      // The diagram grows with the demonstration: of it, a part is seen, in its whole width.
      if (diagram !== null) {
        if (diagram.scrollWidth > diagram.clientWidth) faults.push('the diagram is cut off at the side');
        // What the step points at, or else the end.
        const pointed =
          diagram.querySelector('[aria-selected="true"]') ??
          diagram.querySelector('[role="treeitem"]:last-child');
        const [row, room] = [pointed?.getBoundingClientRect(), diagram.getBoundingClientRect()];
        if (row !== undefined && (row.top < room.top || row.bottom > room.bottom + 1))
          faults.push('the row that matters is not seen');
        const labels = diagram.querySelectorAll<SVGTextElement>('svg text');
        if (pointed !== null && labels.length <= 3) faults.push('nothing but the lanes is labelled');
        for (const text of labels) {
          const size = Number(text.getAttribute('font-size')) * (text.getScreenCTM()?.a ?? 0);
          if (size < readableLabel - 0.01) faults.push(`“${text.textContent}” is ${size} px high`);
          // Of a row, or of a lane.
          const inside = text.parentElement?.querySelector('rect') ?? diagram;
          const [own, outer] = [text.getBoundingClientRect(), inside.getBoundingClientRect()];
          const isWhole = own.left >= outer.left && own.right <= outer.right;
          if (!isWhole || text.textContent.includes('…')) faults.push(`“${text.textContent}” is cut`);
        }
      }
      const boxes = [
        dialog,
        ...dialog.querySelectorAll('header, section, section *:not(figcaption *)'),
      ].filter((box) => box.closest('[role="tree"]') === null);
      for (const box of boxes) {
        const clipped = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
        const hides = getComputedStyle(box).overflow !== 'visible' || box.tagName === 'SECTION';
        if (clipped && hides) faults.push(`${box.tagName} ${box.className} does not fit`);
        const { right, bottom } = box.getBoundingClientRect();
        if (right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`${box.tagName} is outside`);
      }
      for (const text of dialog.querySelectorAll(
        'section:first-of-type h3, section:first-of-type > div p, section:first-of-type > div li',
      ))
        if (Number.parseFloat(getComputedStyle(text).fontSize) < readable)
          faults.push('the text is too small');
      return faults;
    },
    [READABLE, label] as const,
  );
}
