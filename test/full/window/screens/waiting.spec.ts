/** Every place while it waits, and when it gets no answer, in the three themes: see `screen`. */
import { expect, test } from '../../../window/fixtures.ts';
import { goTo, restoreSnapshot, showAs } from '../../../window/steps.ts';
import { screen, THEMES } from '../../../window/screen.ts';

/** What each place reads first, and what it says meanwhile. */
const WAITING = [
  ['Bank', 'bank.overview', "Reading the bank's data…"],
  ['Certificates', 'certificates.list', 'Reading the vault…'],
  ['Environments', 'environments.list', 'Reading the environments…'],
  ['History', 'history.list', 'Reading the history…'],
] as const;

const LIGHT = ['light'] as const;

test('every view while it loads and when loading fails', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  for (const [at, [place, method, doing]] of WAITING.entries()) {
    const name = place.toLowerCase();
    // All of them say it with the same part, so its colours are looked at once.
    const themes = at === 0 ? THEMES : LIGHT;
    const held: (() => Promise<void>)[] = [];
    await page.route(`**/rpc/${method}`, (route) => void held.push(() => route.abort()));
    await page.reload();
    await goTo(page, place);
    await expect(page.getByText(doing)).toBeVisible();
    await screen(page, `${name}-loading`, themes);
    await Promise.all(held.map((release) => release()));
    await page.unroute(`**/rpc/${method}`);
    await page.route(`**/rpc/${method}`, (route) =>
      route.fulfill({
        json: { ok: false, error: { kind: 'internal', message: 'The disk cannot be read.' } },
      }),
    );
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert').first()).toContainText('The disk cannot be read.');
    await screen(page, `${name}-error`, themes);
    await page.unroute(`**/rpc/${method}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  }
  await page.reload();
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Sign and send' }).waitFor();
  let release: () => Promise<void> = async () => undefined;
  await page.route('**/rpc/requests.send', (route) => {
    release = () => route.continue();
  });
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('Waiting for the bank…')).toBeVisible();
  await screen(page, 'requests-waiting');
  await goTo(page, 'Bank');
  await release();
  await page.unroute('**/rpc/requests.send');
  // It stays while it has the focus.
  await page.getByRole('button', { name: 'Show', exact: true }).focus();
  await screen(page, 'told-elsewhere');
  await page.getByRole('form', { name: 'Bank listener' }).getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Bank stopped');
  await screen(page, 'bank-stopped');
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('No response.')).toBeVisible();
  await screen(page, 'requests-failed');
  await showAs(page, 'Tests');
  await page.getByRole('button', { name: 'Add an assertion' }).click();
  await expect(page.getByText('No response came, so none of them was checked.')).toBeVisible();
  // A setting that cannot be saved is put back, and said.
  await goTo(page, 'Settings');
  await page.route('**/rpc/settings.change', (route) => route.abort());
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.getByRole('alert')).toContainText('The workbench is not responding.');
  await screen(page, 'settings-error');
  await page.unroute('**/rpc/settings.change');
  // A start that gets no answer, and one whose settings cannot be read.
  await page.route('**/rpc/settings.read', (route) =>
    route.fulfill({
      json: { ok: false, error: { kind: 'internal', message: 'The disk cannot be read.' } },
    }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cannot reach the workbench' })).toBeVisible();
  await page.unroute('**/rpc/settings.read');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
});

test('what replaces the data of the bank is there although they cannot be shown', async ({ workbench }) => {
  const { page } = workbench;
  await page.route('**/rpc/bank.overview', (route) =>
    route.fulfill({
      json: { ok: false, error: { kind: 'internal', message: 'The disk cannot be read.' } },
    }),
  );
  await page.reload();
  await goTo(page, 'Bank');
  const region = page.getByRole('region', { name: 'Reset and snapshots' });
  await region.getByRole('button', { name: /^Snapshots/ }).click();
  await region.getByLabel('Snapshot name').fill('way out');
  await region.getByRole('button', { name: 'Take a snapshot' }).click();
  await region.getByRole('list', { name: 'Snapshots' }).getByText('way out').waitFor();
  await expect(page.getByRole('alert').first()).toContainText('The disk cannot be read.');
  await restoreSnapshot(region);
  await expect(page.getByRole('alert').first()).toContainText('The disk cannot be read.');
  await region.getByRole('button', { name: 'Reset…' }).click();
  const reset = page.waitForResponse('**/rpc/bank.reset');
  await region.getByRole('button', { name: 'Reset the bank' }).click();
  expect(await (await reset).json()).toMatchObject({ ok: true });
});
