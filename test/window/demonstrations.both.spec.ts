/** A trainer shows a demonstration to a room. */
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';
import { violations } from './violations.ts';

test(
  'the first screen leads to a demonstration, which plays to its end by keys, back, and on a projector',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Show an SCA flow' }).click();
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    await expect(pane).toContainText('Step 1 of 7');
    await page.keyboard.press('ArrowRight');
    await expect(pane).toContainText('Step 2 of 7');
    await expect(pane.getByRole('list', { name: 'What happened' })).toContainText('401');
    await page.keyboard.press('ArrowRight');
    await expect(pane).toContainText('The PSU’s browser will open');
    await page.keyboard.press('ArrowLeft');
    await expect(pane).toContainText('Step 2 of 7');
    for (const step of [3, 4, 5, 6]) {
      await page.keyboard.press('ArrowRight');
      await expect(pane).toContainText(`Step ${step} of 7`);
    }
    await expect(pane).toContainText('Revoke the consent as Eirik Solbakken, in the online bank');
    await page.keyboard.press('ArrowRight');
    await expect(pane).toContainText('Consent revoked. Only a new SCA helps.');
    await page.keyboard.press('ArrowRight');
    await expect(pane).toContainText('Step 7 of 7');
    await expect(pane).toContainText('This was the last step.');
    expect(await violations(page)).toEqual([]);

    // On the smallest projector, the longest step is there as a whole.
    await pane.getByRole('button', { name: 'All demonstrations' }).click();
    await pane.getByRole('button', { name: 'Play: Corporate basket with a second signer' }).click();
    await expect(pane).toContainText('Step 1 of 7');
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.evaluate(
      () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
    );
    await pane.getByRole('button', { name: 'Present', exact: true }).click();
    const room = page.getByRole('dialog', { name: 'Corporate basket with a second signer' });
    await expect(room).toContainText('Step 1 of 7');
    const words = room.locator('section').first();
    const cut = () =>
      words.evaluate(
        (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1,
      );
    await expect.poll(cut).toBe(false);
    const size = await words
      .locator('p')
      .first()
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    expect(size).toBeGreaterThanOrEqual(24);
    // It has no room for the diagram, unless it is asked for.
    const diagram = room.getByRole('tree', { name: 'Diagram' });
    await expect(diagram).toBeHidden();
    await page.keyboard.press('d');
    await expect(diagram).toBeVisible();
    await expect(room.getByRole('button', { name: 'Diagram' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('d');
    await expect(diagram).toBeHidden();

    // While the PSU is at the bank, each press is one thing on the bank's own page, and each can be taken back.
    const browser = room.getByRole('figure', { name: 'Eirik Solbakken’s browser' });
    const frame = browser.frameLocator('iframe');
    await page.keyboard.press('ArrowRight');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Fjordpay AS asks who you are');
    await page.keyboard.press('ArrowRight');
    await expect(browser).toContainText('Eirik Solbakken presses');
    await page.keyboard.press('ArrowRight');
    await expect(frame.getByRole('button', { name: 'Approve' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(frame.getByRole('radio', { name: /^Fjellheim Bygg AS/ })).toBeChecked();
    await page.keyboard.press('ArrowLeft');
    await expect(room.getByRole('button', { name: 'Slow motion: 3' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(room).toContainText('Next shows where the bank sends the PSU.');
    await page.keyboard.press('ArrowRight');
    await expect(browser).toContainText('the TPP’s page');
    await expect(room).toContainText('Eirik acts for Fjellheim Bygg AS.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect(room).toContainText('Step 3 of 7');

    // The request of a step can be broken in front of the room: what differs, and what the bank says.
    await page.keyboard.press('b');
    await expect(room.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('newline');
    await page.keyboard.press('Enter');
    const broken = room.getByRole('article', { name: 'The request as it was, and broken' });
    await expect(broken).toContainText('400 SIGNATURE_INVALID');
    await expect(broken.locator('mark').last()).toHaveText('↵');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await expect(broken).toBeHidden();
    await expect(room).toContainText('Step 3 of 7');

    await page.keyboard.press('d');
    // In words; codes are there for whoever asks.
    await expect(diagram.getByText('Put both into a basket')).toBeVisible();
    await expect(diagram.getByText('Fjordpay AS', { exact: true })).toBeVisible();
    await page.keyboard.press('c');
    await expect(diagram.getByText('RCVD', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('c');
    await expect(diagram.getByText('RCVD', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(room).toBeHidden();

    await pane.getByRole('button', { name: 'Leave' }).click();
    await goTo(page, 'Bank');
    await expect(page.getByRole('contentinfo')).toContainText('real time');
  },
);
