/** Why a signature is wrong: named before sending, in the refusal, and announced by Break it. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { breakIt, chooseOperation, goTo, ownSignature, paste, rawText, send, showAs } from './steps.ts';

async function listWithOwnSignature(page: Page): Promise<void> {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'List accounts');
  await ownSignature(page);
}

test(
  'a Signature header of my own is checked before I send it, and its cause is named',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await listWithOwnSignature(page);
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
  'of a signature of my own over a text that the bank does not find, nothing is called the same',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await listWithOwnSignature(page);
    const shown = page.getByRole('list', { name: 'Signing string' }).getByTestId('line');
    const signed = (await shown.allTextContents()).join('\n').replace('?withBalance=true', '');
    await page.getByLabel('X-Request-ID', { exact: true }).fill('another-id');
    await send(page, '400 Bad Request');
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why).toContainText('The key is right, but another text was signed.');
    await expect(why.getByRole('heading', { name: 'Signing string that the bank expects' })).toBeVisible();
    await expect(why).toContainText('there is nothing to compare');
    await expect(why.getByTestId('difference')).toContainText('x-request-id: another-id');
    await expect(why.getByTestId('difference')).not.toContainText('same');
    await expect(why).not.toContainText('identical');

    // The text that was signed, pasted, is recognised by the hash in the signature.
    const paste = why.getByRole('textbox', { name: 'The text that your client signed' });
    const compare = why.getByRole('button', { name: 'Show where it differs' });
    await paste.fill(`${signed} `);
    await compare.click();
    await expect(why).toContainText('but the paste has blanks around it');
    const first = why.getByTestId('first-difference');
    await expect(first).toContainText('− was signed (request-target): get /v1/accounts↵');
    await expect(first).toContainText('+ bank built (request-target): get /v1/accounts?withBalance');
    await paste.fill(`${signed}, and more`);
    await compare.click();
    await expect(why).toContainText('This is not the text that was signed');
  },
);

test(
  'Break it announces the cause, and the refusal shows it with invisible characters',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await breakIt(page, 'CRLF between the lines');
    await expect(page.getByText('It finds CRLF between the lines.')).toBeVisible();
    // What is really signed.
    const pane = page.getByRole('region', { name: 'Signing', exact: true });
    await expect(pane).toContainText('this text is signed instead');
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
    await breakIt(page, 'A newline at the end of the signing string');
    await expect(pane.getByRole('listitem').last()).toContainText('↵');
    await breakIt(page, 'Signed with another key');
    await expect(pane).toContainText('a key that is not that of the certificate signs');
    await expect(why).toContainText('a key that is not that of the certificate signs');
  },
);

test(
  'a signature that was pasted is judged with what was pasted, or written anew',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await page.getByLabel('withBalance').selectOption('not sent');
    const pane = page.getByRole('region', { name: 'Signing', exact: true });
    const signed = pane.getByRole('list', { name: 'Signing string' });
    await expect(signed).toContainText('get /v1/accounts');
    // The signature is that of the path without its query only when the signing string is.
    await expect(signed).not.toContainText('withBalance');
    const names = ['Date', 'X-Request-ID', 'TPP-Redirect-URI', 'TPP-Signature-Certificate', 'Signature'];
    const fields = names.map((name) => page.getByLabel(name, { exact: true }));
    // Signed for a path without its query.
    const values = await Promise.all(fields.map((field) => field.inputValue()));
    const lines = names.map((name, at) => `${name}: ${values[at]}`);
    const address = 'https://bank.example/v1/accounts?withBalance=true';
    await page.getByRole('button', { name: 'New tab' }).focus();
    await paste(workbench, ['curl', ...lines.map((line) => `-H '${line}'`), address].join(' '));

    const said = page.getByRole('status').filter({ hasText: 'Read from a curl command.' });
    await expect(said).toContainText('Signature: written by the workbench when it sends the request');
    await said.getByRole('button', { name: 'Check the signature that came with it' }).click();
    await expect(said).toContainText('with exactly what was pasted');
    await expect(said).not.toContainText('written by the workbench');
    const foresight = pane.getByRole('region', { name: 'What your bank will see' });
    await expect(foresight).toContainText('The path was signed without its query.');
    // The certificate that is sent, whatever that of the environment is.
    await page.getByLabel('Signature', { exact: true }).fill('keyId="CN=Mine",algorithm="rsa-sha256"');
    await expect(said).toBeHidden();
    await expect(pane).toContainText('The keyId of your Signature header cannot be read.');
    await page
      .getByLabel('Signature', { exact: true })
      .fill('keyId="CN=Mine",algorithm="rsa-sha256",headers="date",signature="AA=="');
    await expect(pane).toContainText('keyId CN=Mine');

    // The raw view keeps the signature of whatever is pasted into it.
    await showAs(page, 'Raw');
    await rawText(page).click();
    await page.keyboard.press('Control+a');
    await paste(workbench, ['GET /v1/accounts?withBalance=true HTTP/1.1', ...lines].join('\n'));
    await expect(page.getByRole('status').filter({ hasText: 'Read from HTTP text.' })).toContainText(
      'with exactly what was pasted',
    );
    await expect(foresight).toContainText('The path was signed without its query.');
    await page.getByRole('button', { name: 'Sign it with my certificate instead' }).click();
    await expect(page.getByRole('heading', { name: 'What will be signed' })).toBeVisible();
    await expect(foresight).toBeHidden();
  },
);
