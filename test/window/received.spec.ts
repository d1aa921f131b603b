/** What other programs send to the local bank: a toast for a refusal, the list, the reason, and what to do with the request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { type BankDoor, sendRaw, Tpp } from '../support/tpp.ts';
import { expect, test, type Workbench } from './fixtures.ts';
import { goTo } from './steps.ts';

/** Another program: it has the address of the bank and its CA. */
async function programOf({ page, dataFolder }: Workbench, identity: Identity) {
  await goTo(page, 'Bank');
  const port = await page.getByLabel('Port').inputValue();
  const door = {
    apiBaseUrl: `https://localhost:${port}`,
    caPem: readFileSync(join(dataFolder, 'bank/pki/ca.pem'), 'utf8'),
  };
  // The bank's time, which it says in every response.
  const { headers: said } = await sendRaw(door as BankDoor, 'GET', '/', [], Buffer.alloc(0));
  const now = Date.parse(said.date ?? '');
  return { door, program: new Tpp({ ...door, now: () => now } as BankDoor, identity) };
}

test('a refusal of another program is two clicks from its cause; the request opens in a tab and is compared with the right one', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { door, program } = await programOf(workbench, await makeIdentity());
  await goTo(page, 'Requests');
  // Signed without the query, as many a client does.
  const headers = [
    ...program.prepare({ path: '/v1/accounts' }),
    ['User-Agent', 'a-client/1.0'] satisfies [string, string],
  ];
  const { status } = await sendRaw(
    door as BankDoor,
    'GET',
    '/v1/accounts?withBalance=true',
    headers,
    Buffer.alloc(0),
  );
  expect(status).toBe(400);

  await expect(page.getByText(/Refused another program: 400 List accounts/)).toBeVisible();
  await page.getByRole('button', { name: 'Show why' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response).toContainText('The path was signed without its query.');
  await expect(response.getByRole('list', { name: 'Checks' })).toContainText('Cryptography');

  // A signature that was valid is compared with itself, whatever was wrong later.
  const valid = program.prepare({ path: '/v1/accounts' });
  await sendRaw(door as BankDoor, 'GET', '/v1/accounts', valid, Buffer.alloc(0));
  const list = page.getByRole('region', { name: 'Requests sent and received' });
  await list.getByRole('row', { name: /401/ }).click();
  await response.getByRole('button', { name: 'The signing strings are identical' }).click();
  await expect(response.getByTestId('difference')).toContainText('same(request-target): get /v1/accounts');
  await expect(response).not.toContainText('nothing to compare');
  await list.getByRole('row', { name: /400/ }).click();

  await list.getByText('from other programs').click();
  await expect(list.getByRole('radio', { name: /^Received from other programs [1-9]/ })).toBeChecked();
  const refused = list.getByRole('row', { name: /400/ });
  await expect(refused).toContainText(/GET \/v1\/accounts\?withBalance=trueSIGNATURE_INVALID.*PSD/);
  await expect(refused.getByText('Received from another program')).toBeAttached();
  await expect(refused).toContainText('a-client/1.0');
  // Found by the name of the program, at its bank.
  await list.getByRole('searchbox').fill('a-client');
  await list.getByRole('combobox', { name: 'Bank' }).selectOption('Local bank');
  await expect(list.getByRole('row', { name: /400|401/ })).toHaveCount(1);
  await expect(refused).toBeVisible();
  await list.getByRole('searchbox').fill('');
  await list.getByText('Proxy', { exact: true }).click();
  await expect(list.getByText('Nothing in the history matches “Local bank”.')).toBeVisible();
  await list.getByText('from other programs').click();

  await page.getByRole('button', { name: 'Compare with the workbench’s' }).click();
  const both = page.getByRole('region', { name: 'Comparison' });
  await expect(both).toContainText(
    /differences matter\. Look at .*\(request-target\).*The bank refused A: .*query/,
  );
  await expect(both.getByRole('region', { name: 'Exchange B' })).toContainText('Not sent.');
  const target = both.getByRole('row').filter({ hasText: '(request-target):' });
  await expect(target.locator('mark')).toHaveText('?withBalance=true');
  await both.getByRole('button', { name: 'History' }).click();

  // The request as code, signed as the workbench does.
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  const asCode = page.getByRole('region', { name: 'Code' });
  await asCode.getByText('Python', { exact: true }).click();
  await expect(asCode.getByRole('list', { name: 'Program lines' })).toContainText(
    '/v1/accounts?withBalance=true',
  );
  await expect(asCode).toContainText('tpp.pem');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await expect(response).toBeVisible();
  await page.getByRole('button', { name: 'Open in a tab' }).click();
  await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible();
  await expect(page.getByText('/v1/accounts?withBalance=true', { exact: true })).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'Read from the history.' });
  // It is the same bank.
  await expect(note).not.toContainText('now go to the base URL');

  // With the signature of the other program, the code needs no key.
  await page.getByRole('button', { name: 'Check the signature that came with it' }).click();
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  const code = page.getByRole('region', { name: 'Code' });
  await expect(code).toContainText('Save the program as request.sh, or save a folder that runs as it is.');
  await expect(code).toContainText('this program does not sign: all its headers are fixed.');
  await expect(code).not.toContainText('tpp.pem');
  await expect(code.getByLabel('Include the certificate and its private key')).toBeHidden();
});

test('what another program does is shown as its own: its TPP, the end of its SCA, what other banks may refuse, no connection of ours', async ({
  workbench,
}) => {
  const { page } = workbench;
  const identity = await makeIdentity({
    organizationNumber: 'PSDNO-FSA-912345678',
    notAfter: Date.parse('2020-01-01'),
  });
  const { door, program } = await programOf(workbench, identity);
  await goTo(page, 'Flow');
  const { body } = await program.send({ method: 'POST', path: '/v1/bank-offered-consents' });
  const psu = await page.context().newPage();
  await psu.goto(body._links?.['scaRedirect']?.href ?? '');
  await psu.getByRole('button', { name: 'Continue' }).click();
  await psu.getByRole('button', { name: 'Approve' }).click();
  const diagram = page.getByRole('tree', { name: 'Diagram' });
  await expect(diagram).toContainText(identity.tppId);
  await expect(diagram.getByText(/^SCA, \d/)).toBeVisible();
  await psu.close();

  await goTo(page, 'History');
  const list = page.getByRole('region', { name: 'Requests sent and received' });
  await list.getByRole('button', { name: 'Ask for consent' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(
    response.getByRole('list', { name: 'Accepted here, but other banks may refuse' }),
  ).toContainText('The certificate expired on 1 Jan 2020 UTC.');
  await expect(response).not.toContainText(/bank .* ms/);
  await response.getByRole('tab', { name: 'Wire' }).click();
  await expect(response).toContainText('HTTP/1.1 201');
  await expect(response).not.toContainText('Connected');

  // The diagram finds a request by its X-Request-ID.
  await sendRaw(door as BankDoor, 'GET', '/v1/accounts', [], Buffer.alloc(0));
  await list.getByRole('button', { name: 'List accounts' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in Flow' }).click();
  await expect(list.getByText('it was sent without an X-Request-ID')).toBeVisible();
});
