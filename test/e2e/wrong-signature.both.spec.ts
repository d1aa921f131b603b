/** Why a signature is wrong: named before sending, in the refusal, and announced by Break it. */
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, ownSignature, send } from './steps.ts';

test(
  'a Signature header of my own is checked before I send it, and its cause is named',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await ownSignature(page);
    const foresight = page.getByRole('region', { name: 'What your bank will see' });
    await expect(foresight).toContainText('Your bank will see: a signature that does not match the request.');
    await expect(foresight).toContainText('The path was signed without its query.');
    await expect(foresight).toContainText('exactly as it stands in the request line');
    // The bank says the same.
    await send(page, '400 Bad Request');
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why.getByRole('list', { name: 'Causes' })).toContainText(
      'The path was signed without its query.',
    );
    // The workbench did not sign this text; the bank read it out of the signature.
    const difference = why.getByTestId('difference');
    await expect(difference).toContainText('− was signed(request-target): get /v1/accounts');
    await expect(difference).toContainText('+ bank built(request-target): get /v1/accounts?withBalance=true');
    // Without the query the signature is the one that the workbench computes.
    await page.getByLabel('withBalance').selectOption('not sent');
    await expect(page.getByRole('heading', { name: 'What will be signed' })).toBeVisible();
    await expect(foresight).toBeHidden();
  },
);

test(
  'Break it announces the cause, and the refusal shows it with invisible characters',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByLabel('Break it').selectOption({ label: 'CRLF between the lines' });
    await expect(page.getByText('It finds CRLF between the lines.')).toBeVisible();
    // What is really signed, before and after.
    const pane = page.getByRole('region', { name: 'Signing', exact: true });
    await expect(pane.getByRole('list', { name: 'Signing string' })).toContainText('bank-offered-consents␍');
    await expect(pane).toContainText('this text is signed instead');
    await send(page, '400 Bad Request');
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    const causes = why.getByRole('list', { name: 'Causes' });
    await expect(causes.getByRole('listitem')).toHaveCount(1);
    await expect(causes).toContainText('The lines are separated by CRLF.');
    await expect(causes).toContainText('Join the lines with one newline');
    await expect(why.getByTestId('difference').locator('mark').first()).toHaveText('␍');
    await expect(pane.getByRole('heading', { name: 'What was signed' })).toBeVisible();
    await expect(pane.getByRole('list', { name: 'Signing string' })).toContainText('bank-offered-consents␍');
    await page.getByRole('button', { name: 'Fix and send again' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await expect(pane).not.toContainText('this text is signed instead');
    const choice = page.getByLabel('Break it');
    await choice.selectOption({ label: 'A newline at the end of the signing string' });
    await expect(pane.getByRole('listitem').last()).toContainText('↵');
    await choice.selectOption({ label: 'Signed with another key' });
    await expect(pane).toContainText('a key that is not that of the certificate signs');
    await send(page, '400 Bad Request');
    await expect(why).toContainText('a key that is not that of the certificate signs');
  },
);
