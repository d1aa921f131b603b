/** The Flow view: what crossed a wire or changed the bank, as a diagram that leads to everything it shows. */
import { expect, test } from './fixtures.ts';
import { goTo, signedPayment } from './steps.ts';
import { violations } from './violations.ts';

test(
  'a payment with its SCA is drawn, and leads to its exchange, its payment and back',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await signedPayment(workbench);
    await goTo(page, 'Flow');
    const diagram = page.getByRole('tree', { name: 'Diagram' });
    const created = diagram.getByRole('treeitem', {
      name: /TPP to bank: POST \/v1\/payments\/[a-z-]+, signed/,
    });
    await expect(created).toBeVisible();
    await expect(diagram.getByRole('treeitem', { name: /Bank to TPP: 201 RCVD/ })).toBeVisible();
    await expect(
      diagram.getByRole('treeitem', { name: /TPP to PSU's browser: open scaRedirect/ }),
    ).toBeVisible();
    await expect(diagram.getByRole('treeitem', { name: /: approves NOK 1,250\.00/ })).toBeVisible();
    await expect(diagram.getByRole('treeitem', { name: /Bank: Payment RCVD to PDNG/ })).toBeVisible();
    await expect(diagram.getByRole('treeitem', { name: /PSU's browser to TPP: callback/ })).toBeVisible();
    await expect(diagram).toContainText(/SCA, [\d.]+ m?s/);
    expect(await violations(page)).toEqual([]);

    await diagram.getByRole('treeitem', { name: /Bank to TPP: 201 RCVD/ }).click();
    const bar = page.getByRole('region', { name: 'Selected event' });
    await bar.getByRole('button', { name: /^Caused by POST/ }).click();
    await expect(created).toHaveAttribute('aria-selected', 'true');
    await expect(bar).toContainText('signed, verified');
    await bar.getByRole('button', { name: 'Next event of this payment' }).click();
    await expect(diagram.getByRole('treeitem', { name: /Bank: Payment RCVD/ }).first()).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await bar.getByRole('button', { name: 'Previous event of this payment' }).click();
    await bar.getByRole('button', { name: 'Open exchange' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await page.getByRole('button', { name: 'Show in Flow' }).click();
    await expect(page.getByRole('button', { name: /^Only X-Request-ID/ })).toBeVisible();
    await expect(created).toBeVisible();
    await expect(diagram.getByRole('treeitem', { name: /callback/ })).toBeHidden();

    await goTo(page, 'Bank');
    await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
    await page.getByRole('button', { name: 'Show in Flow' }).click();
    await expect(page.getByRole('button', { name: /^Only Payment/ })).toBeVisible();
    await expect(diagram.getByRole('treeitem', { name: /callback/ })).toBeVisible();
  },
);
