/** What people expect of a desktop program: shortcuts that are listed, help, context menus, panes that keep their share. */
import { requestStep } from '../../shared/collections/request-step.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { writeFlow } from './collection-files.ts';
import { expect, test } from './fixtures.ts';
import { bankKind, chooseOperation, clipboard, goTo, send } from './steps.ts';
import { violations } from './violations.ts';

test(
  'a question mark lists the shortcuts, which lead to views and to the documentation, except in a field',
  { tag: '@page' },
  async ({ workbench: { page } }) => {
    await goTo(page, 'History');
    await page.keyboard.press('Control+2');
    await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeAttached();
    const filter = page.getByRole('searchbox', { name: 'Filter operations and collections' });
    await filter.press('Shift+?');
    const help = page.getByRole('dialog', { name: 'Help' });
    await expect(filter).toHaveValue('?');
    await expect(help).toHaveCount(0);
    await page.getByRole('button', { name: 'New tab' }).focus();
    await page.keyboard.press('Shift+?');
    const shortcuts = help.getByRole('region', { name: 'Keyboard shortcuts' });
    await expect(shortcuts.getByRole('row', { name: 'Sign and send Ctrl Enter' })).toBeVisible();
    await expect(shortcuts.getByRole('row', { name: 'Bank Ctrl 5' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press('Control+5');
    await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeAttached();

    await page.getByRole('banner').getByRole('button', { name: 'Help' }).click();
    await expect(help.getByRole('heading', { name: 'For TPP developers' })).toBeVisible();
    // A link to a heading of another document, from one that is longer than texts of others may be.
    await help.getByRole('button', { name: 'The simulator from a terminal' }).click();
    const signing = help.getByRole('region', { name: 'Signing requests and checking responses' });
    await help.getByRole('button', { name: 'reference form' }).click();
    await expect(signing.getByRole('heading', { name: 'keyId' })).toBeInViewport();
    expect(await violations(page)).toEqual([]);
  },
);

test(
  'the right button and the key for it offer what can be done with a tab, a step, a value and a row',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    if (workbench.kind === 'browser')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    writeFlow(dataFolder, 'Shop', requestStep('Balances', fresh('readBalances')));
    await goTo(page, 'Requests');
    const menu = (name: string) => page.getByRole('menu', { name });
    const item = (name: string) => page.getByRole('menuitem', { name });

    await page.getByRole('treeitem', { name: /Balances/ }).click({ button: 'right' });
    await expect(menu('Balances').getByRole('menuitem')).toContainText([
      'Open',
      'Run',
      'Rename',
      'Duplicate',
      'Copy',
    ]);
    expect(await violations(page)).toEqual([]);
    await item('Rename').click();
    await page.getByRole('form', { name: 'Rename' }).press('Escape');
    await page.getByRole('treeitem', { name: /Balances/ }).press('Shift+F10');
    await item('Open').press('Enter');

    await chooseOperation(page, 'Ask for consent');
    const tabs = page.getByRole('navigation', { name: 'Open requests' }).getByRole('listitem');
    await tabs.filter({ hasText: 'Ask for consent' }).click({ button: 'right' });
    await item('Duplicate tab').click();
    await expect(tabs.filter({ hasText: 'Ask for consent' })).toHaveCount(2);
    await tabs.filter({ hasText: 'Ask for consent' }).last().getByRole('button').first().focus();
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('ArrowDown');
    await expect(item('Close other tabs')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tabs).toHaveCount(1);

    await send(page, '201 Created');
    await page
      .getByRole('list', { name: 'Response body' })
      .getByText('"href"')
      .first()
      .click({ button: 'right' });
    await item('Copy').click();
    expect(await clipboard(workbench)).toMatch(/^http\S+$/);
    // A field keeps the menu of the host.
    await page
      .getByRole('searchbox', { name: 'Filter operations and collections' })
      .click({ button: 'right' });
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await goTo(page, 'History');
    await page.getByRole('row', { name: /Ask for consent/ }).click({ button: 'right' });
    await expect(item('Compare with…')).toBeVisible();
    await item('Copy').click();
    await expect
      .poll(() => clipboard(workbench))
      .toMatch(/^POST\t\/v1\/bank-offered-consents\t201\t.+ CES?T\t[\da-f-]{36}$/);
    await page.getByRole('row', { name: /Ask for consent/ }).click({ button: 'right' });
    await item('Show in Flow').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Flow' })).toBeAttached();
    await goTo(page, 'Bank');
    await bankKind(page, 'Accounts');
    await page
      .getByRole('row', { name: /Brukskonto/ })
      .first()
      .click({ button: 'right' });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
    await page.getByRole('row', { selected: true }).click({ button: 'right' });
    await item('Copy').click();
    await expect.poll(() => clipboard(workbench)).toMatch(/\tBrukskonto\t.*\tNOK [^\t]+\tallowed\tenc!!/);
  },
);

test(
  'panes keep their share of the window at each zoom, and come back as they were',
  { tag: '@page' },
  async ({ workbench: { page, electron } }) => {
    const size = page.viewportSize();
    const zoomTo = async (factor: number) => {
      const width = await page.evaluate(() => window.innerWidth);
      if (electron === null)
        await page.setViewportSize({
          width: Math.round((size?.width ?? 0) / factor),
          height: Math.round((size?.height ?? 0) / factor),
        });
      else
        await electron.evaluate(({ BrowserWindow }, zoom) => {
          BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(zoom);
        }, factor);
      await expect.poll(() => page.evaluate(() => window.innerWidth)).not.toBe(width);
    };
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    const border = page.getByRole('separator', { name: 'Response width' });
    const width = async () => Number(await border.getAttribute('aria-valuenow'));
    const share = async () => (await width()) / (await page.evaluate(() => window.innerWidth));
    await border.press('ArrowLeft');
    await border.press('ArrowLeft');
    const [set, of] = [await width(), await share()];
    for (const factor of [1.2, 0.8]) {
      await zoomTo(factor);
      await expect.poll(share).toBeCloseTo(of, 2);
    }
    await zoomTo(1);
    await expect.poll(width).toBe(set);
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
      'Ask for consent',
    );
  },
);
