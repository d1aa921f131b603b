/** Another bank that follows NextGenPSD2 in its own way: links with an address only, and refusals in words. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send } from '../../window/steps.ts';

test('the SCA of a bank whose links have no verbs is followed, and the reason that it gives in words comes first', async ({
  workbench,
}) => {
  const { page, psuPage } = workbench;
  const stub = createServer(({ url }, response) => {
    if (url?.includes('/payments/') === true) {
      response.writeHead(400, { 'Content-Type': 'application/problem+json' });
      return void response.end('{"title":"Bad Request","detail":"endToEndId is missing."}');
    }
    if (url === '/sca') return void response.setHeader('Content-Type', 'text/html').end('<h1>Nordbank</h1>');
    const href = `http://${response.req.headers.host}/sca`;
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ consentId: '1', _links: { scaRedirect: { href } } }));
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  const { port } = stub.address() as AddressInfo;
  try {
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const form = page.getByRole('form', { name: 'Environment' });
    await form.getByLabel('Base URL').fill(`http://127.0.0.1:${port}`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    await goTo(page, 'Requests');
    // What is wrong with the certificate is not called the cause of something else.
    await chooseOperation(page, 'Create payment');
    await send(page, '400 Bad Request');
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response).toContainText('endToEndId is missing.');
    await expect(response).toContainText('The bank gives a reason of its own: start there.');
    await expect(response).not.toContainText('The workbench has found a cause.');
    // An identification that no response contains is not asked for as if one did.
    await chooseOperation(page, 'Read contact e-mail');
    await expect(page.getByLabel('tpp-id')).toHaveAttribute(
      'placeholder',
      'organizationIdentifier of the certificate',
    );

    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    const opened = await psuPage(() => page.getByRole('button', { name: "Open the bank's page" }).click());
    await expect(opened.getByRole('heading', { name: 'Nordbank' })).toBeVisible();
    await page.bringToFront();
    await goTo(page, 'Start');
    await expect(page.getByRole('main')).toContainText('It is at an address of this machine.');
  } finally {
    stub.close();
  }
});
