/** The Flow view: what crossed a wire or changed the bank, as a diagram that leads to everything it shows. */
import { expect, test, type Workbench } from '../../window/fixtures.ts';
import { chooseOperation, goTo, savedFile, signedPayment } from '../../window/steps.ts';
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

/** Saves an export. @returns the text of the file */
async function exported(workbench: Workbench, format: string): Promise<string> {
  const { page } = workbench;
  const file = await savedFile(workbench, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: format }).click();
  });
  return file.toString();
}
