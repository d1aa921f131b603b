/** kill -9 while one types and while one sends: at the next start everything that was seen is there. */
import type { Page } from '@playwright/test';
import { expect, launchElectron, startHost, test } from '../../window/fixtures.ts';
import { bankKind, chooseOperation, goTo, send, showDemonstrations } from '../../window/steps.ts';

interface Running {
  page: Page;
  /** Ends the whole application as a power cut does. */
  kill: () => Promise<void>;
}

test('kill -9 while typing and while sending loses no draft, no history, no environment', async ({
  dataFolder,
  browserPage,
}, info) => {
  test.slow();
  const inElectron = info.project.name.startsWith('electron');
  const start = async (): Promise<Running> => {
    if (inElectron) {
      const app = await launchElectron(dataFolder);
      const child = app.process();
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const kill = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      return { page: await app.firstWindow(), kill };
    }
    const host = await startHost(dataFolder);
    const page = await browserPage();
    await page.goto(host.url);
    const ended = new Promise<void>((resolve) => host.child.once('exit', () => resolve()));
    const kill = async () => {
      host.child.kill('SIGKILL');
      await ended;
      await page.close();
    };
    return { page, kill };
  };

  const first = await start();
  await goTo(first.page, 'Environments');
  await first.page.getByRole('button', { name: 'New environment' }).click();
  const form = first.page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Nordbank');
  await form.getByLabel('Base URL').fill('https://nordbank.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
  await goTo(first.page, 'Requests');
  await chooseOperation(first.page, 'Ask for consent');
  await send(first.page, '201 Created');
  await chooseOperation(first.page, 'Create payment');
  const body = first.page.getByRole('textbox', { name: 'Body' });
  await body.fill('');
  // As quick as a person types; the last letter is on the screen, and the machine goes dark.
  await body.pressSequentially('half a sentence', { delay: 40 });
  await expect(body).toHaveText('half a sentence');
  await first.kill();

  const second = await start();
  await goTo(second.page, 'Requests');
  // A letter that was not yet on the disk may be lost, never the draft.
  await expect(second.page.getByRole('textbox', { name: 'Body' })).toHaveText(/^half a sente?n?c?e?$/);
  await goTo(second.page, 'Environments');
  await expect(second.page.getByRole('region', { name: 'Environments' })).toContainText('Nordbank');
  await goTo(second.page, 'Bank');
  await bankKind(second.page, 'Scenarios');
  const scenario = second.page.getByRole('form', { name: 'New scenario' });
  await scenario.getByLabel('Behaviour').selectOption({ label: 'Respond after 5 seconds' });
  await scenario.getByRole('button', { name: 'Add scenario' }).click();
  await goTo(second.page, 'Requests');
  await chooseOperation(second.page, 'Ask for consent');
  await second.page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.7');
  await second.page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(second.page.getByText('Waiting for the bank…')).toBeVisible();
  await second.kill();

  const third = await start();
  await goTo(third.page, 'Requests');
  await expect(third.page.getByLabel('PSU-IP-Address', { exact: true })).toHaveValue('198.51.100.7');
  await goTo(third.page, 'History');
  await expect(third.page.getByRole('button', { name: 'Ask for consent' })).toHaveCount(1);
  await goTo(third.page, 'Environments');
  await expect(third.page.getByRole('region', { name: 'Environments' })).toContainText('Nordbank');
  // The events of a demonstration are not those of the bank that comes back.
  await showDemonstrations(third.page);
  const pane = third.page.getByRole('region', { name: 'Demonstrations' });
  await pane.getByRole('button', { name: 'Play: Consent' }).click();
  await expect(pane).toContainText('Step 1 of 7');
  await third.page.keyboard.press('ArrowRight');
  await expect(pane).toContainText('Step 2 of 7');
  await third.kill();

  const fourth = await start();
  await expect(fourth.page.getByText('Your bank is as it was before.')).toBeVisible();
  await goTo(fourth.page, 'Flow');
  const diagram = fourth.page.getByRole('tree', { name: 'Diagram' });
  await expect(diagram).toContainText('bank-offered-consents');
  await expect(diagram).not.toContainText('Step 1: Three actors');
  await fourth.kill();
});
