/** A trainer's hour, by docs/demonstrations.md alone. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { answer, approve, call, create, goTo, savedFile, showDemonstrations } from '../../window/steps.ts';

test(
  'a trainer plays two, answers a question by hand, returns, makes a tenth of a recording, and prints its hand-out',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Show an SCA flow' }).click();
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    const list = () => pane.getByRole('button', { name: 'All demonstrations' }).click();
    const until = async (step: string) => {
      for (;;) {
        await pane.locator('button[aria-busy="false"]').waitFor();
        const heading = pane.getByRole('heading', { level: 3 }).first();
        const shown = await heading.innerText();
        if (shown.includes(step)) return;
        await page.keyboard.press('ArrowRight');
        await expect(heading).not.toHaveText(shown);
      }
    };
    // While it plays by itself, nothing beside the interval is squeezed, and the interval is known the next time.
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.evaluate(
      () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
    );
    const plays = async (shown: Locator, interval: string) => {
      await shown.getByRole('button', { name: 'Play automatically' }).click();
      const seconds = shown.getByRole('combobox', { name: 'Seconds per step' });
      await expect(seconds).toHaveValue(interval);
      await seconds.selectOption('60');
      await expect(async () => {
        const { width } = (await seconds.boundingBox()) ?? { width: 0 };
        expect(width).toBeGreaterThan(50);
        expect(width).toBeLessThan(100);
      }).toPass();
      await expect(shown.getByRole('button', { name: 'Next', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(shown.getByRole('list', { name: 'Steps' })).toBeInViewport({ ratio: 1 });
      // On one line, or two.
      const does = shown.getByText(/^Next shows|^Next [a-z]/);
      await expect.poll(async () => (await does.boundingBox())?.height).toBeLessThan(70);
      await shown.getByRole('button', { name: 'Pause' }).click();
    };
    await plays(pane, '20');
    await pane.getByRole('button', { name: 'Present', exact: true }).click();
    const room = page.getByRole('dialog');
    await plays(room, '60');
    // A remote control sends other keys than the arrows, and any key stops what plays by itself.
    const heading = room.locator('header').first();
    await page.keyboard.press('PageDown');
    await expect(heading).toContainText('Step 2');
    await page.keyboard.press('PageUp');
    await expect(heading).toContainText('Step 1');
    const starts = room.getByRole('button', { name: 'Play automatically' });
    await starts.click();
    await expect(starts).toBeHidden();
    await page.keyboard.press('x');
    await expect(starts).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    // Nor does it go on while another view is shown.
    await pane.getByRole('button', { name: 'Play automatically' }).click();
    await expect(pane.getByRole('button', { name: 'Pause' })).toBeVisible();
    await goTo(page, 'Requests');
    await goTo(page, 'Flow');
    await expect(pane.getByRole('button', { name: 'Play automatically' })).toBeVisible();

    await until('Step 7 of 7');
    await expect(pane).toContainText('This was the last step.');

    // A second press in the same place does not restart the class.
    const all = await pane.getByRole('button', { name: 'All demonstrations' }).boundingBox();
    const [x, y] = [(all?.x ?? 0) + (all?.width ?? 0) / 2, (all?.y ?? 0) + (all?.height ?? 0) / 2];
    await page.mouse.click(x, y);
    await expect(pane.getByRole('button', { name: 'Restart the class' })).toBeVisible();
    await page.mouse.click(x, y);
    await expect(pane).toContainText('Step 7 of 7');

    // In the second one, somebody asks what happens two days later.
    await list();
    await pane.getByRole('button', { name: 'Play: Single payment' }).click();
    await expect(pane.getByRole('heading', { level: 2, name: 'Single payment' })).toBeVisible();
    await until('Step 3');
    // On a low screen, each step is read from its title, also after one that was scrolled.
    await page.setViewportSize({ width: 1280, height: 560 });
    const title = pane.getByRole('heading', { level: 3 }).first();
    await pane.getByRole('list', { name: 'What happened' }).scrollIntoViewIfNeeded();
    await expect(title).not.toBeInViewport();
    await until('Step 4');
    await expect(title).toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('ArrowLeft');
    await expect(pane).not.toContainText('Step 4');
    const before = await pane.getByRole('heading', { level: 3 }).first().innerText();
    const aside = page.getByText('Your own bank is set aside.');
    await expect(aside).toBeHidden();
    await goTo(page, 'Requests');
    await expect(aside).toContainText('the demonstration “Single payment”');
    await goTo(page, 'Bank');
    await expect(aside).toBeVisible();
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByRole('button', { name: 'Go to the demonstration' }).click();
    await expect(pane).toContainText('You have changed something by hand since this step.');
    await pane.getByRole('button', { name: 'Return to the demonstration' }).click();
    await expect(pane).not.toContainText('You have changed something by hand');
    await expect(pane.getByRole('heading', { level: 3 }).first()).toHaveText(before);
    await until('Step 4');
    // A day later, the page has expired. By habit, the next key is pressed.
    await goTo(page, 'Bank');
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByRole('button', { name: 'Go to the demonstration' }).click();
    await expect(pane).toContainText('You have changed something by hand since this step.');
    await page.keyboard.press('ArrowRight');
    await expect(pane.getByRole('alert')).toContainText('You had changed something by hand before it.');
    await expect(pane).toContainText('Next undoes your change and plays “Eirik approves the payment” again.');
    await pane.getByRole('button', { name: 'Return to the demonstration' }).click();
    await expect(pane).not.toContainText('changed something by hand');
    await expect(pane).toContainText('Step 4 of 7');
    await pane.getByRole('button', { name: 'Leave' }).click();

    // The tenth: what was done by hand.
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await create(page, 'sepa-credit-transfers');
    await call(page, 'startAuthorisation', 'POST');
    await approve(workbench, 'Approve');
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(answer(page)).toContainText('"PDNG"');
    await goTo(page, 'Bank');
    await page.getByRole('button', { name: 'Run batch now' }).click();
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(answer(page)).toContainText('"ACSC"');
    await page.getByRole('group', { name: 'Recording' }).getByRole('button', { name: 'Stop' }).click();
    const recorded = page.getByRole('form', { name: 'Recording' });
    await recorded.getByRole('textbox', { name: 'Name of the flow' }).fill('A tenth');
    await recorded.getByRole('button', { name: 'Save as a flow' }).click();
    await expect(page.getByText('Saved as “A tenth”')).toBeVisible();

    await showDemonstrations(page);
    await page.setViewportSize({ width: 1280, height: 560 });
    await pane.getByRole('button', { name: 'Create from a collection or flow…' }).click();
    await expect(pane.getByRole('combobox', { name: 'Collection or flow' })).toBeFocused();
    await expect(pane.getByRole('button', { name: 'Create the file' })).toBeInViewport({ ratio: 0.9 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await pane.getByRole('combobox', { name: 'Collection or flow' }).selectOption({ label: 'A tenth' });
    const made = await savedFile(workbench, () =>
      pane.getByRole('button', { name: 'Create the file' }).click(),
    );
    const add = async (text: string) => {
      const chosen = page.waitForEvent('filechooser');
      await pane.getByText('Add a file…').click();
      const file = { name: 'tenth.demonstration.yaml', mimeType: '', buffer: Buffer.from(text) };
      await (await chosen).setFiles(file);
    };
    // With its schema beside it, an editor completes the names.
    const schema = await savedFile(workbench, () =>
      pane.getByRole('button', { name: 'Save the schema for editors' }).click(),
    );
    expect(JSON.parse(schema.toString('utf8'))).toHaveProperty(
      'title',
      'A guided demonstration of TPP Workbench',
    );
    const written = made
      .toString('utf8')
      .replace('Create payment. Write the text for the audience here.', 'Eirik pays **in euro**.');
    await add(written.replace('request: POST /v1/payments/', 'request: POST /v1/payment/'));
    const line = written.split('\n').findIndex((one) => one.includes('request: POST /v1/payments/')) + 1;
    await expect(pane.getByRole('alert')).toContainText(`Line ${line} The bank has no operation`);
    await add(written.replace('minutes: ', 'minutes '));
    await expect(pane.getByRole('alert')).toContainText('Write a key, a colon, a blank and a value');
    await add(written);
    await pane.getByRole('button', { name: 'Play: A tenth' }).click();
    await expect(pane.getByRole('heading', { level: 2, name: 'A tenth' })).toBeVisible();
    await until('Step 4 of 4');
    await expect(pane).toContainText('This was the last step.');

    await page.evaluate(() => (window.print = () => document.body.classList.add('printed')));
    await pane.getByRole('button', { name: 'Hand-out…' }).click();
    await pane.getByRole('button', { name: 'For the audience' }).click();
    await expect(page.locator('body')).toHaveClass(/printed/);
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('article', { name: 'Hand-out…' });
    await expect(paper).toContainText('1. Create payment');
    await expect(paper).toContainText('Eirik pays in euro.');
    await expect(paper.getByRole('img', { name: 'Diagram of step 1' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeHidden();
  },
);
