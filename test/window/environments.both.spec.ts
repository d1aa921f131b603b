/** Another bank: a second simulator in production, with a certificate authority of its own. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { writeInCollections } from './collection-files.ts';
import { breakIt, chooseOperation, goTo, pageElsewhere, rawText, savedFile, send, showAs } from './steps.ts';
import { PFX_PASSWORD, useOtherBank } from './other-bank.ts';

const otherBank = useOtherBank();

test(
  'the environment of a real bank is set up; its refusals are diagnosed and a trusted certificate works',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { bank, folder } = otherBank();
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const form = page.getByRole('form', { name: 'Environment' });
    await form.getByLabel('Name', { exact: true }).fill('Nordbank');
    // Every path begins with /v1, so it is said what becomes of an address that ends with it.
    const { apiBaseUrl } = bank.ready;
    await form.getByLabel('Base URL').fill(`${apiBaseUrl}/v1/`);
    await expect(form.getByLabel('Base URL')).toHaveAccessibleDescription(
      new RegExp(`^Requests go to ${apiBaseUrl}/v1/v1/…`),
    );
    await form.getByLabel('Base URL').fill('http://nordbank.example');
    await expect(form.getByLabel('Base URL')).toHaveAccessibleDescription(/^Omit \/v1\./);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toContainText('A base URL begins with https://');
    await form.getByLabel('Base URL').fill(apiBaseUrl);
    await form.getByLabel('Trusted roots').fill(readFileSync(bank.ready.caFile, 'utf8'));
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('Nordbank');

    // With the certificate of the built-in authority.
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const causes = page.getByRole('list', { name: 'Likely causes' }).getByRole('listitem');
    await expect(causes.first()).toContainText("The certificate was issued by the workbench's own test CA");
    await expect(
      causes.filter({ hasText: 'The signature matches the request and the certificate' }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();

    // With one that the bank trusts.
    await goTo(page, 'Certificates');
    await page.getByLabel('Certificate files').setInputFiles(join(folder, 'tpp.pfx'));
    await page.getByRole('textbox', { name: 'Password' }).fill(PFX_PASSWORD);
    await page.getByRole('button', { name: 'Open and import' }).click();
    await page.getByRole('button', { name: 'Use for signing' }).click();
    await goTo(page, 'Requests');
    await send(page, '201 Created');

    // An address that this bank does not know is shown whole, with what may be wrong with it.
    await chooseOperation(page, 'Read payment');
    await page.getByLabel('payment-id').fill('enc!!of-another-bank');
    await send(page, '404 Not Found');
    await expect(page.getByText('What was called:')).toContainText(
      `GET ${apiBaseUrl}/v1/payments/domestic-norway-credit-transfers/`,
    );
    await expect(causes).toContainText([
      'The bank may not know an id in the path',
      'The id may have been created with another certificate',
      `The base URL may lack a part, or have one too manyIt is ${apiBaseUrl}.`,
      'The bank may not offer this operation',
    ]);
    // What a refusal for want of a consent needs is one filled button.
    await chooseOperation(page, 'List accounts');
    await send(page, '401 Unauthorized');
    await expect(causes.first()).toContainText('The request has no PSU-ID');
    await expect(
      page
        .getByRole('region', { name: 'How to fix it' })
        .getByRole('button', { name: "Open the bank's page" }),
    ).toBeVisible();
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('button', { name: 'Copy as code…' }).click();
    const code = page.getByRole('region', { name: 'Code' });
    await expect(code).toContainText('in the same folder as tpp.pem');
    await expect(code).toContainText('It also reads bank-ca.pem there');
    await code.getByRole('button', { name: 'Close' }).click();

    // As TLS client too, and with a header that the bank's gateway asks for.
    await goTo(page, 'Environments');
    await form.getByLabel('TLS client certificate').selectOption({ label: 'Fjordpay AS' });
    await form.getByLabel('Header defaults').fill('no header');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toContainText('Line 1: A header must be a name, a colon and a value');
    await form.getByLabel('Header defaults').fill('X-API-Key: {{apiKey}}\nPSU-IP-Address: 198.51.100.20');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
    const variable = page.getByRole('form', { name: 'New variable' });
    await variable.getByLabel('secret').check();
    await variable.getByLabel('Variable name').fill('apiKey');
    await variable.getByLabel('Value').fill('svært-hemmelig');
    await variable.getByRole('button', { name: 'Set variable' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'secret, encrypted in the vault' })).toBeVisible();
    await goTo(page, 'Requests');
    await send(page, '201 Created');
    await expect(page.getByLabel('X-API-Key', { exact: true })).toHaveValue('•••');
    await page.getByRole('tab', { name: 'Wire' }).click();
    await expect(page.getByRole('list', { name: 'Request as sent' })).toContainText(
      'PSU-IP-Address: 198.51.100.20',
    );
    await page.getByRole('tab', { name: 'Response', exact: true }).click();
    const asked = await fetch(`${bank.ready.controlBaseUrl}/control/exchanges`, {
      headers: { Authorization: `Bearer ${bank.ready.controlToken}` },
    });
    const { exchanges } = (await asked.json()) as { exchanges: { clientCertificate: string | null }[] };
    expect(exchanges.at(-1)?.clientCertificate).toContain('Fjordpay AS');

    // Its page is no part of this window: it goes to a tab, or to the system's browser.
    const opened = await pageElsewhere(workbench, () =>
      page.getByRole('button', { name: "Open the bank's page" }).click(),
    );
    expect(opened).toContain(bank.ready.psuBaseUrl);
    await expect(page.getByRole('heading', { name: 'The PSU is at the bank' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop waiting' }).click();

    // What was changed on the way is found here.
    await breakIt(page, 'X-Request-ID changed after signing');
    await expect(causes.first()).toContainText('The signature does not match what was sent');
    await page.getByRole('button', { name: 'Fix and send again' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await expect(page.getByText('Broken on purpose:')).toBeHidden();

    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete environment' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('Local bank');
  },
);

test(
  'variables are used in a request; a secret value stays hidden',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Environments');
    const form = page.getByRole('form', { name: 'New variable' });
    await form.getByLabel('Variable name').fill('ip');
    await form.getByLabel('Value').fill('198.51.100.9');
    await form.getByRole('button', { name: 'Set variable' }).click();
    await expect(page.getByRole('row').filter({ hasText: '198.51.100.9' })).toBeVisible();
    await form.getByLabel('secret').check();
    await form.getByLabel('Variable name').fill('key');
    await form.getByLabel('Value').fill('ganske-hemmelig');
    await form.getByRole('button', { name: 'Set variable' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'secret, encrypted in the vault' })).toBeVisible();
    // The next variable is not secret only because this one is.
    await expect(form.getByLabel('secret')).not.toBeChecked();
    await expect(form.getByLabel('Variable name')).toHaveValue('');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('{{ip}}');
    await page.getByRole('textbox', { name: 'Body' }).fill('{ "key": "{{key}}" }');
    await send(page, '201 Created');
    await page.getByRole('tab', { name: 'Wire' }).click();
    const wire = page.getByRole('list', { name: 'Request as sent' });
    await expect(wire).toContainText('PSU-IP-Address: 198.51.100.9');
    await expect(wire).toContainText('"key": "•••"');
    // The names of variables are suggested as they are typed.
    const written = page.getByRole('textbox', { name: 'Body' });
    await written.fill('');
    await written.pressSequentially('{ "key": "{{ke');
    await expect(page.getByRole('option', { name: '{{key}}' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(written).toHaveText('{ "key": "{{key}}"}');
    await written.fill('{{nothing}}');
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('alert')).toContainText(
      'The variable {{nothing}} has no value',
    );
  },
);

test(
  'a request to another host is signed once the environment names it, and a run says so before',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    const got: (string | undefined)[] = [];
    const server = createServer((asked, response) => {
      got.push(asked.headers['signature']?.toString());
      response.setHeader('Content-Type', 'application/json').end('{"access_token":"t-1"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    try {
      await goTo(page, 'Requests');
      await showAs(page, 'Raw');
      await rawText(page).fill(`POST http://${host}/token\nX-Mine: 1`);
      const notSigned = `is not signed and has no client certificate: the environment's hosts do not name ${host}.`;
      await expect(page.getByText(notSigned)).toBeVisible();
      await send(page, '200 OK');
      expect(got).toEqual([undefined]);
      await goTo(page, 'History');
      await expect(page.getByRole('row').filter({ hasText: `http://${host}/token` })).toHaveCount(1);

      const step = `steps:\n  - request: POST http://${host}/token\n`;
      writeInCollections(dataFolder, 'Tokens/collection.yaml', 'name: Tokens\n');
      writeInCollections(dataFolder, 'Tokens/token.flow.yaml', step);
      await goTo(page, 'Runs');
      await page.getByRole('combobox', { name: 'What to run' }).selectOption('Tokens');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const results = page.getByRole('region', { name: 'Results' });
      await expect(results).toContainText('1 of 1 steps');
      await expect(results).toContainText(`Requests to ${host} are not signed`);

      await goTo(page, 'Environments');
      const form = page.getByRole('form', { name: 'Environment' });
      const hosts = form.getByLabel('Other hosts of the bank');
      await hosts.fill('https://auth.bank.example');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('“https://auth.bank.example” is no host.');
      await hosts.fill(`AUTH.bank.example:443\n\n${host}\n`);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
      await expect(hosts).toHaveValue(`auth.bank.example\n${host}`);

      await goTo(page, 'Requests');
      await send(page, '200 OK');
      expect(got.at(-1)).toMatch(/keyId=|^=\?utf-8\?B\?/);
    } finally {
      server.close();
    }
  },
);

test(
  'an environment of an import is shown with its address and certificate, and sent to only once both are confirmed',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { ready } = otherBank().bank;
    const click = () => page.getByRole('button', { name: 'Export everything' }).click();
    const work = JSON.parse((await savedFile(workbench, click)).toString()) as {
      environments: object[];
      certificates: { id: string; kind: string; name: string }[];
    };
    const own = work.certificates.find(({ kind }) => kind === 'signing');
    work.environments.push({
      kind: 'bank',
      name: 'Nordbank',
      baseUrl: ready.apiBaseUrl,
      certificateId: own?.id,
      tlsCertificateId: null,
      missingCertificate: null,
      missingTlsCertificate: null,
      roots: readFileSync(ready.caFile, 'utf8'),
      redirectUri: null,
      psuIpAddress: '192.0.2.1',
      headers: '',
      variables: [],
    });
    await goTo(page, 'Settings');
    const buffer = Buffer.from(JSON.stringify(work));
    await page
      .getByLabel('File of “Export everything”')
      .setInputFiles({ name: 'theirs.json', mimeType: '', buffer });
    const question = page.getByRole('region', { name: 'Add theirs.json?' });
    await expect(question.getByRole('list', { name: 'New environments' })).toHaveText(
      `“Nordbank” sends to ${ready.apiBaseUrl}/. It signs with your certificate “${own?.name}”.`,
    );
    await question.getByRole('button', { name: 'Add', exact: true }).click();
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: /^Nordbank/ }).click();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    const bar = page.getByRole('region', { name: 'Send to this environment?' });
    for (const shown of ['Nordbank', `${ready.apiBaseUrl}/`, String(own?.name)])
      await expect(bar).toContainText(shown);
    await expect(page.getByRole('contentinfo')).toContainText('Not confirmed yet');

    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    const sends = page.getByRole('button', { name: 'Sign and send' });
    await sends.click();
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('alert')).toContainText(
      '“Nordbank” came with an import, so nothing is sent there before you have confirmed it.',
    );
    await bar.getByRole('button', { name: 'Confirm' }).click();
    await expect(bar).toBeHidden();
    await sends.click();
    // The bank does not trust the test CA of the workbench, but it was asked.
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  },
);
