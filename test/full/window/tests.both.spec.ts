/** Assertions and variables by pointing: what a person points at in a response is expected and kept, and saved with the request. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { screen } from '../../window/screen.ts';
import { chooseOperation, goTo, send } from '../../window/steps.ts';

const request = (page: Page) => page.getByRole('region', { name: 'Request' });

/** The composer also has an empty status, for what is pasted. */
const said = (page: Page) => request(page).getByRole('status').filter({ hasText: /\S/ });

const response = (page: Page) => page.getByRole('region', { name: 'Response' });

const menu = (page: Page) => page.getByRole('menu');

const assertions = (page: Page) => page.getByRole('list', { name: 'Assertions' }).getByRole('listitem');

test(
  'the tree of a body is pointed at by keyboard, and a step repeats until something holds',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await response(page).getByRole('tab', { name: 'Body' }).click();
    await response(page).getByText('Tree', { exact: true }).click();
    const tree = response(page).getByRole('tree');
    await tree.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    await menu(page).getByRole('menuitem', { name: 'Expect this' }).press('Enter');
    await expect(said(page)).toContainText('Expected: Body $._links is an object');
    await response(page).getByRole('button', { name: 'Keep as a variable…' }).click();
    await expect(
      page.getByRole('form', { name: 'Keep as a variable' }).getByRole('textbox', { name: 'Name' }),
    ).toHaveValue('links');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await response(page)
      .getByRole('tab', { name: /Headers/ })
      .click();
    await response(page).getByRole('button', { name: 'Use Header ASPSP-SCA-Approach' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    await request(page).getByRole('button', { name: 'Show the tests' }).click();
    await expect(assertions(page).last()).toContainText('passed: Header ASPSP-SCA-Approach is REDIRECT');
    await page.getByLabel('Repeat until').check();
    await page.getByLabel('Maximum attempts').fill('0');
    await expect(request(page)).toContainText('Enter a whole number from 1 to 10000.');
    await page.getByLabel('Maximum attempts').fill('3');
    await page.getByLabel('Between attempts').selectOption("move the bank's clock forward");
    await page.getByLabel('Run for each').selectOption('value of a list in a variable');
    await page.getByLabel('Variable with the list').fill('accounts');
    await screen(page, 'tests-repeat', ['light']);
  },
);
