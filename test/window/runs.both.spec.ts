/** Runs of collections: from the folder to the first failure, its request, and once more. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { giveConsent, goTo, send } from './steps.ts';
import { savedSteps, STEPS, status, writeCollection, writeFlow } from './collection-files.ts';

const results = (page: Page) => page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem');

test(
  'a folder is run, the wrong assertion is named, its request is opened, and the failed step runs again',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    writeCollection(dataFolder);
    const form = page.getByRole('form', { name: 'New run' });
    await goTo(page, 'Runs');
    await expect(form).toContainText('A run starts without a PSU. Its SCA steps set one.');
    await goTo(page, 'Start');
    await giveConsent(workbench);
    await goTo(page, 'Runs');
    await expect(form).toContainText('it does not act as Eirik Solbakken');
    await page.getByRole('combobox', { name: 'What to run' }).selectOption('Accounts');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(results(page)).toHaveCount(4);
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('4 of 4 steps, 1 failed');
    await expect(page.getByRole('region', { name: 'Runs of collections' })).toContainText(
      '4 of 4 steps, 1 failed',
    );
    await expect(results(page).nth(1)).toContainText('Approve as Eirik Solbakken');
    await expect(results(page).nth(2)).toContainText('failed');
    // The reason of a failure has a line of its own, of the whole width.
    const reason = results(page).nth(2).getByText('Expected body');
    expect(await reason.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);

    // A run that ends red shows its first failure.
    const result = page.getByRole('region', { name: 'Read the accounts' });
    await expect(result).toBeVisible();
    await page.getByRole('group', { name: 'Show' }).getByText('Failed 1').click();
    await expect(results(page)).toHaveCount(1);
    await results(page).first().click();
    const assertions = result.getByRole('list', { name: 'Assertions' }).getByRole('listitem');
    await expect(assertions).toHaveText([
      'passed: Status is a success',
      'failed: Expected body $.accounts[0].name to be Sparekonto, got Brukskonto',
      'warning: Expected body $.accounts[0].currency to be EUR, got NOK',
    ]);
    await expect(result.getByRole('heading', { name: '200 OK' })).toBeVisible();
    await result.getByRole('button', { name: 'Open in a tab' }).click();
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
      'Read the accounts',
    );

    // The failed step needs the consent, so that is asked for again; what comes after is not run.
    await goTo(page, 'Runs');
    await page.getByRole('button', { name: 'Run the failed steps again' }).click();
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('3 of 3 steps, 1 failed');
    await expect(results(page).nth(2)).toContainText('Sparekonto, got Brukskonto');

    // Side by side with the run before it.
    const compare = page.getByRole('combobox', { name: 'Compare with' });
    await expect(compare).toContainText('Accounts of Eirik, 4 of 4 steps, 1 failed, ');
    await compare.selectOption({ index: 1 });
    const changes = page.getByRole('region', { name: 'What differs' });
    // It is a day later; the ids and links of another consent are no difference.
    await expect(changes).toContainText('5 differences');
    await expect(changes).toContainText('is no longer run');
    await expect(changes).toContainText('$.accounts[0].balances[0].referenceDate was');
    await changes.getByRole('button', { name: 'Show the results' }).click();

    // The assertions of now, on the response of then; the step's runs are listed beside it.
    const changed = STEPS.map((step) =>
      step.name === 'Read the accounts' ? { ...step, expect: [status(200)] } : step,
    );
    writeFlow(dataFolder, 'Accounts/Reading', ...changed);
    await page.getByRole('button', { name: 'Judge again' }).click();
    await expect(page.getByText('Judged again: 2 results.')).toBeVisible();
    await expect(results(page).nth(2)).toContainText('with a warning');
    await results(page).nth(2).click();
    const earlier = result.getByRole('table').filter({ hasText: 'Accounts of Eirik' }).getByRole('row');
    await expect(earlier).toHaveCount(4);
    await earlier.last().getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('4 of 4 steps');
    await result.getByRole('button', { name: 'Run from here' }).click();
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('2 of 2 steps');
    await expect(
      page.getByRole('heading', { name: 'Accounts of Eirik from Read the accounts' }),
    ).toBeVisible();
  },
);

test(
  'a result is opened as it was sent, pointed at, sent again and continued from, as the PSU of its run',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    writeCollection(dataFolder);
    await goTo(page, 'Runs');
    await page.getByRole('combobox', { name: 'What to run' }).selectOption('Accounts');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(results(page)).toHaveCount(4);
    await results(page).nth(2).click();
    const result = page.getByRole('region', { name: 'Read the accounts' });
    await result.getByRole('button', { name: 'Open in a tab' }).click();

    const request = page.getByRole('region', { name: 'Request' });
    const response = page.getByRole('region', { name: 'Response' });
    const ofRun = request.getByText(
      /^Sent with the variables, session and PSU of the run “Accounts of Eirik” of/,
    );
    await expect(ofRun).toBeVisible();
    await expect(response.getByRole('heading', { name: '200 OK' })).toBeVisible();
    await response.getByRole('button', { name: 'Use Status' }).click();
    await page.getByRole('menuitem', { name: 'Expect this' }).click();
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => savedSteps(dataFolder, 'Accounts/Reading')[2]?.expect?.map(({ that }) => that.of))
      .toEqual(['body', 'status']);

    // The window has no PSU, so the bank would ask for one.
    await send(page, '200 OK');
    await response.getByRole('button', { name: 'balances of Brukskonto' }).click();
    await expect(request.getByRole('heading', { level: 2 })).toHaveText('Read balances');
    await expect(response.getByRole('heading', { name: '200 OK' })).toBeVisible();
    await expect(ofRun).toBeVisible();
    // A restart keeps what the tab is of.
    await page.reload();
    await goTo(page, 'Requests');
    await expect(ofRun).toBeVisible();
    await request.getByRole('button', { name: 'Use those of the window' }).click();
    await expect(ofRun).toBeHidden();
    await send(page, '401 Unauthorized');

    await goTo(page, 'Runs');
    await page
      .getByRole('region', { name: 'Runs of collections' })
      .getByRole('button', { name: 'Accounts of Eirik' })
      .click();
    await results(page).nth(2).click();
    await result.getByRole('button', { name: 'Run from here' }).click();
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('2 of 2 steps, 1 failed');
    await expect(results(page).first()).toContainText('Sparekonto, got Brukskonto');
  },
);

test(
  'a collection that comes with the program is opened from the first screen, runs green, and is the person’s own',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await page
      .getByRole('region', { name: 'Or open a collection and run it' })
      .getByRole('button', { name: 'First steps' })
      .click();
    await expect(page.getByRole('combobox', { name: 'What to run' })).toHaveValue('First steps');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('Passed 18');
    await expect(page.getByRole('region', { name: 'Results' })).not.toContainText('Failed');

    // Opened again, it is as the person has left it.
    const about = join(dataFolder, 'collections', 'First steps', 'collection.yaml');
    writeFileSync(about, 'about: Mine.\n');
    await goTo(page, 'Start');
    await page
      .getByRole('region', { name: 'Last runs' })
      .getByRole('row', { name: /First steps.*18 of 18/ })
      .getByRole('button')
      .click();
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('Passed 18');
    await goTo(page, 'Start');
    await page
      .getByRole('region', { name: 'Or open a collection and run it' })
      .getByRole('button', { name: 'First steps' })
      .click();
    await expect(page.getByRole('combobox', { name: 'What to run' })).toHaveValue('First steps');
    expect(readFileSync(about, 'utf8')).toBe('about: Mine.\n');
  },
);
