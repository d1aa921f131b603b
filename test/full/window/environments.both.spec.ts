/** Another bank: a second simulator in production, with a certificate authority of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startTlsServer } from '../../support/tls-server.ts';
import { expect, test } from '../../window/fixtures.ts';
import {
  bankKind,
  chooseOperation,
  giveConsent,
  goTo,
  rawText,
  send,
  sendTo,
  showAs,
} from '../../window/steps.ts';
import { PFX_PASSWORD, useOtherBank } from '../../window/other-bank.ts';

const otherBank = useOtherBank();

test(
  'a refused save is shown at its field, sends nothing elsewhere, and nothing is made before it is saved',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { folder } = otherBank();
    await goTo(page, 'Environments');
    const list = page.getByRole('region', { name: 'Environments' });
    const count = list.getByRole('heading', { name: 'Environments' }).locator('+ *');
    await expect(count).toHaveText('1');
    await page.getByRole('button', { name: 'New environment' }).first().click();
    await expect(list).toContainText('Not saved yet');
    await expect(count).toHaveText('1');
    const form = page.getByRole('form', { name: 'Environment' });
    const use = page.getByRole('button', { name: 'Send requests here' });
    const status = page.getByRole('contentinfo', { name: 'Status' });
    const address = form.getByLabel('Base URL');
    // The example is shown, and not filled in.
    await expect(address).toHaveValue('');
    await expect(address).toHaveAttribute('placeholder', 'https://api.bank.example');
    await address.fill('nordbank');
    await use.click();
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(address).toHaveAccessibleDescription(/^A base URL begins with/);
    await expect(form.getByRole('alert')).toHaveText(
      'Not saved, so requests still go where they went before. Correct what is marked: Base URL.',
    );
    await expect(status).toContainText('Local bank');
    await address.fill('https://nordbank.example');
    await form.getByLabel('Trusted roots').fill('a root');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Trusted roots')).toBeFocused();
    await expect(form.getByLabel('Trusted roots')).toHaveAccessibleDescription(/not in PEM format/);
    await expect(count).toHaveText('1');
    await form.getByLabel('Trusted roots').fill('');
    await form.getByLabel('Root certificate files').setInputFiles(join(folder, 'ca.pem'));
    await expect(form.getByLabel('Trusted roots')).toHaveValue(/^-----BEGIN CERTIFICATE/);
    const place = await use.boundingBox();
    await use.click();
    await expect(status).toContainText("Bank's sandbox");
    // Nothing that deletes comes under the pointer.
    await expect(page.getByRole('button', { name: 'Delete…' })).toBeVisible();
    await expect(use).toBeDisabled();
    await expect.poll(() => use.boundingBox()).toEqual(place);
    await expect(count).toHaveText('2');
    // What is typed is saved before it is used.
    await list.getByRole('button', { name: 'Local bank' }).click();
    await expect(use).toHaveAccessibleName('Send requests here');
    await use.click();
    await expect(status).toContainText('Local bank');
    await expect(use).toBeDisabled();
    await expect(form.getByText('Saved.', { exact: true })).toBeHidden();
    const own = await address.inputValue();
    await list.getByRole('button', { name: "Bank's sandbox" }).click();
    // The address of the local bank is no other bank's.
    await address.fill(own.replace('localhost', '127.0.0.1'));
    await expect(form).toContainText('This is the bank of this workbench: use the environment “Local bank”.');
    await expect(form.getByLabel('Trusted roots')).toBeHidden();
    await form.getByRole('button', { name: 'Send requests to Local bank' }).click();
    await expect(address).toHaveValue(own);
    await list.getByRole('button', { name: "Bank's sandbox" }).click();
    await expect(address).toHaveValue('https://nordbank.example');
    await form.getByLabel('Name', { exact: true }).fill('Nordbank');
    await expect(use).toHaveAccessibleName('Save and send requests here');
    await use.click();
    await expect(status).toContainText('Nordbank');
    // The status line has nothing of the local bank now.
    await expect(status).toContainText('nordbank.example');
    await expect(status).toContainText('this machine');
    await expect(status).not.toContainText('Bank running');
    await goTo(page, 'Bank');
    await page.getByRole('button', { name: '+1 day' }).click();
    await expect(page.getByText('The clock moved forward: +1 day.')).toBeVisible();
    await expect(status).not.toContainText('+24 h');
    await expect(page.getByText('This is the local bank. Your requests go to “Nordbank”')).toBeVisible();
    await goTo(page, 'Certificates');
    const aside = page.getByRole('complementary', { name: 'Certificate use' });
    await expect(aside).toContainText('Valid now');
    await expect(aside).not.toContainText("by the bank's clock");
    await goTo(page, 'Start');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Your requests go to “Nordbank”.' }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'What is ready' })).not.toContainText('customers');
  },
);

test(
  'the local bank in production is told to trust a CA of my own, from the page of the certificate',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { folder } = otherBank();
    await goTo(page, 'Bank');
    await bankKind(page, 'Quirks');
    await page.getByRole('region', { name: 'List' }).getByLabel('environment').selectOption('production');
    await goTo(page, 'Certificates');
    await page.getByLabel('Certificate files').setInputFiles(join(folder, 'tpp.pfx'));
    await page.getByRole('textbox', { name: 'Password' }).fill(PFX_PASSWORD);
    await page.getByRole('button', { name: 'Open and import' }).click();
    await page.getByRole('button', { name: 'Use for signing' }).click();
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '401 Unauthorized');
    await goTo(page, 'Certificates');
    const aside = page.getByRole('complementary', { name: 'Certificate use' });
    await expect(aside).toContainText('The local bank does not know its CA: refused in production.');
    // Its own certificate is not its CA.
    await aside.getByLabel('File of the CA').setInputFiles(join(folder, 'tpp.pem'));
    await expect(page.getByRole('alert')).toContainText('None of these certificates is a CA that issued');
    await aside.getByLabel('File of the CA').setInputFiles(join(folder, 'ca.pem'));
    await expect(aside).toContainText('The local bank trusts its CA, because you have told it to.');
    await goTo(page, 'Requests');
    // SIG-12: the TPP is not in the register yet.
    await send(page, '401 Unauthorized');
    await expect(page.getByText("is not in the bank's register of TPPs").first()).toBeVisible();
    await page.getByRole('button', { name: 'Register this TPP and send again' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await goTo(page, 'Certificates');
    await aside.getByRole('button', { name: 'Stop trusting its CA' }).click();
    await expect(aside).toContainText('The local bank does not know its CA');
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  },
);

test(
  'a stub on this machine is reached by plain HTTP, also with PATCH, and what was sent has Host and Content-Length',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const received: string[] = [];
    const stub = createServer((request, response) => {
      const { method, headers } = request;
      received.push(`${method} ${headers.host} ${headers['content-length'] ?? ''}`);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const { port } = stub.address() as AddressInfo;
    try {
      await goTo(page, 'Environments');
      await page.getByRole('button', { name: 'New environment' }).click();
      const form = page.getByRole('form', { name: 'Environment' });
      await form.getByLabel('Name', { exact: true }).fill('Stub');
      await form.getByLabel('Base URL').fill('http://stub.example');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('or with http:// for a stub on this machine');
      await form.getByLabel('Base URL').fill(`http://127.0.0.1:${port}`);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
      await form.getByRole('button', { name: 'Test the connection' }).click();
      const connection = form.getByRole('region', { name: 'Connection' });
      await expect(connection.getByRole('status')).toHaveText(
        `http://127.0.0.1:${port} answers over plain HTTP. There is no certificate to check.`,
      );
      await expect(connection.getByRole('alert')).toHaveCount(0);
      expect(received.splice(0)).toEqual([`HEAD 127.0.0.1:${port} `]);
      await page.getByRole('button', { name: 'Send requests here' }).click();
      await goTo(page, 'Requests');
      await showAs(page, 'Raw');
      await rawText(page).fill('PATCH /v1/things/1\n\n{"ø":1}');
      await send(page, '200 OK');
      expect(received).toEqual([`PATCH 127.0.0.1:${port} 8`]);
      const response = page.getByRole('region', { name: 'Response', exact: true });
      await expect(response).toContainText(/bank \d[\d.]* of \d[\d.]* ms/);
      await page.getByRole('tab', { name: 'Wire' }).click();
      await expect(response.getByLabel('Connection')).toHaveText(/Connected \d[\d.]* ms, First byte/);
      const sent = page.getByRole('list', { name: 'Request as sent' }).getByTestId('line');
      await expect(sent.first()).toHaveText('PATCH /v1/things/1 HTTP/1.1');
      await expect(sent.filter({ hasText: /^Host: / })).toHaveText(`Host: 127.0.0.1:${port}`);
      await expect(sent.filter({ hasText: /^Content-Length: / })).toHaveText('Content-Length: 8');

      // The diagram says which bank it went to, also after another one is in use, and not that the stub verified it.
      await page.getByRole('tab', { name: 'Response' }).click();
      await response.getByRole('button', { name: 'Show in Flow' }).click();
      const bar = page.getByRole('region', { name: 'Selected event' });
      await page.getByRole('treeitem', { name: /PATCH/ }).click();
      await expect(bar).toContainText(/to Stub, signed, \d/);
      await page.keyboard.press('Control+k');
      await page
        .getByRole('combobox', { name: 'Search or run a command' })
        .fill('Send requests to Local bank');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('contentinfo')).toContainText('Local bank');
      await expect(page.getByTitle('Stub', { exact: true })).toBeVisible();

      // A response stays that of the bank that gave it, whatever is in use now.
      await goTo(page, 'Requests');
      const ofOther = response.getByText(
        '“Stub” answered this, and its links lead there. Requests now go to “Local bank”.',
      );
      await expect(ofOther).toBeVisible();
      // With several environments, the choice is in the menu of the button that sends.
      await sendTo(page, 'Stub');
      await expect(ofOther).toBeHidden();
      await expect(page.getByRole('contentinfo')).toContainText('Stub');
      await sendTo(page, 'Local bank');
      await expect(ofOther).toBeVisible();
      // The status line leads to the environment that it names, whichever was looked at last.
      await goTo(page, 'Environments');
      await page.getByRole('region', { name: 'Environments' }).getByRole('button', { name: 'Stub' }).click();
      await page.getByRole('contentinfo').getByTitle('Environments').click();
      await expect(page.getByRole('heading', { level: 2, name: 'Local bank' })).toBeVisible();
      // A name is found before what only mentions it.
      await page.getByRole('region', { name: 'Environments' }).getByRole('button', { name: 'Stub' }).click();
      await page.getByRole('button', { name: 'Send requests here' }).click();
      await expect(page.getByRole('contentinfo')).toContainText('Stub');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('local bank');
      const found = page.getByRole('option');
      await expect(found.first()).toContainText('Send requests to Local bank');
      await expect(found.nth(1)).toContainText('Show environment Local bank');
    } finally {
      stub.close();
    }
  },
);

test(
  'the connection to a bank is tested: its chain is shown, the fault is named, and its root is trusted with one click',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const serve = (name: string, faults: { dnsNames?: string[] } = {}) =>
      startTlsServer(name, (_request, response) => response.end('{}'), { sendsRoot: true, ...faults });
    const [served, other] = await Promise.all([
      serve('Fjellbank root'),
      serve('Other root', { dnsNames: ['other.example'] }),
    ]);
    try {
      await goTo(page, 'Environments');
      await page.getByRole('button', { name: 'New environment' }).click();
      const form = page.getByRole('form', { name: 'Environment' });
      const connection = form.getByRole('region', { name: 'Connection' });
      const test = connection.getByRole('button', { name: 'Test the connection' });
      await form.getByLabel('Base URL').fill('http://nordbank.example');
      await test.click();
      await expect(connection).toContainText('A base URL begins with https://');
      await form.getByLabel('Base URL').fill(served.baseUrl);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
      // A request that fails for it leads back here.
      await page.getByRole('button', { name: 'Send requests here' }).click();
      await goTo(page, 'Requests');
      await chooseOperation(page, 'Ask for consent');
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await expect(page.getByRole('alert')).toContainText('“Test the connection” there says which one');
      await goTo(page, 'Environments');
      await page.getByRole('button', { name: 'Local bank' }).click();
      await goTo(page, 'Requests');
      await page.getByRole('button', { name: 'Show the environment' }).click();
      await test.click();
      await expect(connection.getByRole('alert')).toContainText('a CA that is not trusted here');
      const chain = connection.getByRole('list', { name: "The server's certificates" });
      await expect(chain.getByRole('listitem')).toHaveCount(2);
      await expect(chain.getByRole('listitem').first()).toContainText('For localhost, 127.0.0.1');
      await expect(chain.getByRole('listitem').last()).toContainText('CN=Fjellbank root');
      await connection.getByRole('button', { name: 'Trust this root' }).click();
      await expect(connection).toContainText('The connection works: TLSv1.3');
      await expect(form.getByLabel('Trusted roots')).toHaveValue(/BEGIN CERTIFICATE/);
      // At another server, more than the root is wrong: all of it is said, and no root is offered that would not help.
      await form.getByLabel('Base URL').fill(other.baseUrl);
      await test.click();
      await expect(connection.getByRole('alert')).toContainText('for other.example, not for localhost');
      await expect(connection.getByRole('alert')).toContainText('a CA that is not trusted here');
      await expect(connection.getByRole('button', { name: 'Trust this root' })).toHaveCount(0);
      await form.getByLabel('Base URL').fill(served.baseUrl);
      // It is saved: a request gets there.
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
      await goTo(page, 'Requests');
      await send(page, '200 OK');
    } finally {
      await Promise.all([served.stop(), other.stop()]);
    }
  },
);

test(
  'the result of an SCA stays in its environment until you forget it',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Environments');
    const psu = page.getByRole('region', { name: 'PSU', exact: true });
    await expect(psu).toContainText('None yet. A successful SCA returns psu-id');
    await goTo(page, 'Start');
    await giveConsent(workbench);
    await goTo(page, 'Environments');
    await expect(psu).toContainText(/PSU-ID[\da-f-]{36}/);
    await expect(psu).toContainText('PRIVATE');
    await psu.getByRole('button', { name: 'Forget PSU' }).click();
    await expect(psu).toContainText('None yet.');
    await expect(page.getByRole('contentinfo')).toContainText('No PSU yet');
    await expect(page.getByRole('contentinfo')).toContainText('No SCA session');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Read user');
    await send(page, '401 Unauthorized');
    await page.getByRole('tab', { name: 'Wire' }).click();
    const wire = page.getByRole('list', { name: 'Request as sent' });
    await expect(wire).toContainText('X-Request-ID');
    await expect(wire).not.toContainText('PSU-ID');
  },
);
