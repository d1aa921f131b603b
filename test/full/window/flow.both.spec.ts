/** The Flow view: what crossed a wire or changed the bank, as a diagram that leads to everything it shows. */
import { expect, test, type Workbench } from '../../window/fixtures.ts';
import {
  chooseOperation,
  goTo,
  savedFile,
  send,
  showDemonstrations,
  signedPayment,
} from '../../window/steps.ts';
import { violations } from '../../window/violations.ts';

test(
  'the diagram is used by keyboard: select, fold and open an SCA, list and timing',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await signedPayment(workbench);
    await goTo(page, 'Flow');
    const diagram = page.getByRole('tree', { name: 'Diagram' });
    await diagram.getByRole('treeitem', { name: /open scaRedirect/ }).click();
    const before = await diagram.getByRole('treeitem').count();
    await diagram.press('ArrowLeft');
    const folded = diagram.getByRole('treeitem', { name: /^SCA, .*: \d+ events/ });
    await expect(folded).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => diagram.getByRole('treeitem').count()).toBeLessThan(before);
    await diagram.press('ArrowRight');
    await expect(diagram.getByRole('treeitem')).toHaveCount(before);
    await diagram.press('Home');
    await expect(diagram.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-posinset', '1');
    await diagram.press('ArrowDown');
    await expect(diagram.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-posinset', '2');

    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    const list = page.getByRole('tree', { name: 'List' });
    await expect(list.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-posinset', '2');
    await page.getByRole('radio', { name: 'Timing' }).check({ force: true });
    await expect(page.getByRole('tree', { name: 'Timing' })).toContainText(/PSU: [\d.]+ m?s/);
    expect(await violations(page)).toEqual([]);
  },
);

test('failures are found with their rule, and everything that is shown is exported', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.getByRole('textbox', { name: 'Body' }).fill('{}');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Why did the bank refuse?' })).toBeVisible();
  await goTo(page, 'Flow');
  await page.getByRole('checkbox', { name: 'Failures' }).check();
  const diagram = page.getByRole('tree', { name: 'Diagram' });
  await expect(diagram.getByRole('treeitem')).toHaveCount(2);
  await expect(diagram.getByRole('treeitem', { name: /400 FORMAT_ERROR.*rule PAY-/ })).toBeVisible();
  for (const [format, expected] of [
    ['SVG picture', /<g id="event-\d+"/g],
    ['JSON, with every detail', /"seq":/g],
  ] as const) {
    const text = await exported(workbench, format);
    expect(text.match(expected)).toHaveLength(2);
  }
  expect(await exported(workbench, 'PNG picture')).toContain('PNG');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Send a request to see its arrow.')).toBeVisible();
});

test('a long log has an overview that leads to every event', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  for (let at = 0; at < 36; at++) await send(page, '201 Created');
  await goTo(page, 'Flow');
  const diagram = page.getByRole('tree', { name: 'Diagram' });
  const selected = diagram.getByRole('treeitem', { selected: true });
  const overview = page.locator('svg:has(> path[data-tone="plain"])');
  const { height = 0 } = (await overview.boundingBox()) ?? {};
  await overview.click({ position: { x: 6, y: 1 } });
  await expect(selected).toHaveAttribute('aria-posinset', '1');
  await expect(selected).toBeInViewport();
  // The events of the same payment are lit.
  await expect(overview.locator('path[data-tone="lit"]')).toHaveAttribute('d', /^(?:M0 \d+h12){3}$/);
  await overview.click({ position: { x: 6, y: height - 1 } });
  await expect(selected).toHaveAttribute('aria-posinset', '108');
  await expect(selected).toBeInViewport();
});

test('what is exported while a demonstration plays has its title, the name of the TPP, and labels in words', async ({
  workbench,
}) => {
  const { page } = workbench;
  await showDemonstrations(page);
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await pane.getByRole('button', { name: 'Play: Signature clinic' }).click();
  await expect(pane).toContainText('Step 1 of 8');
  const diagram = page.getByRole('tree', { name: 'Diagram' });
  await expect(diagram.getByRole('treeitem', { name: /Bank to TPP: 201 RCVD/ })).toBeVisible();
  const inWords = await exported(workbench, 'SVG picture');
  for (const text of [
    'Signature clinic',
    'Fjordpay AS',
    'NOK 1,250.00 to Ingrid Haugen',
    ' received, not approved',
  ])
    expect(inWords).toContain(`>${text}<`);
  expect(inWords).not.toMatch(/>RCVD<|…/);
  // Unless codes are wanted.
  await page.getByRole('button', { name: 'Marks' }).click();
  for (const checked of [true, false]) await page.getByLabel('Labels in words').setChecked(checked);
  await page.keyboard.press('Escape');
  expect(await exported(workbench, 'SVG picture')).toContain('>RCVD<');
});

/** Saves an export. @returns the text of the file */
async function exported(workbench: Workbench, format: string): Promise<string> {
  const { page } = workbench;
  const file = await savedFile(workbench, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: format }).click();
  });
  return file.toString();
}
