/** What one pastes becomes a request: from a terminal, a browser or a text, into the palette, the tab bar and the raw view. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { body, goTo, paste, rawText, send, showAs, textOf } from './steps.ts';

const CURL = `curl -X POST https://bank.example/v1/payments/sepa-credit-transfers \\
  -H 'PSU-ID: abc' \\
  -H 'Signature: keyId="1"' \\
  -d '{"reference": 1}'`;
const VERBOSE = `* Connected to bank.example
> GET /v1/accounts?withBalance=false HTTP/1.1
> Host: bank.example
> accept: */*
>
< HTTP/1.1 401 Unauthorized`;

const title = (page: Page) =>
  page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 });
const line = (page: Page) =>
  page.getByRole('region', { name: 'Request' }).getByTitle('edit as text, under Raw');

test(
  'a curl command is pasted into the palette, and what curl -v printed into the tab bar',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    // From another view, with its line breaks.
    await goTo(page, 'History');
    await page.keyboard.press('Control+k');
    await paste(workbench, CURL);
    await expect(page.getByRole('option').first()).toContainText(
      'Open POST /v1/payments/sepa-credit-transfers',
    );
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Create payment');
    // As it was pasted, byte for byte.
    await expect.poll(() => textOf(body(page))).toBe('{"reference": 1}');
    await expect(page.getByLabel('psu-id', { exact: true })).toHaveValue('abc');
    const said = page.getByRole('status').filter({ hasText: 'Read from a curl command.' });
    await expect(said).toContainText('Signature: written by the workbench when it sends the request');
    await expect(said).toContainText('Requests to https://bank.example now go to the base URL');
    await said.getByRole('button', { name: 'Close' }).click();
    await expect(said).toBeHidden();

    const bar = page.getByRole('navigation', { name: 'Open requests' });
    const tabs = await bar.getByRole('listitem').count();
    await bar.getByRole('button', { name: 'New tab' }).focus();
    await paste(workbench, VERBOSE);
    await expect(title(page)).toHaveText('List accounts');
    await expect(bar.getByRole('listitem')).toHaveCount(tabs + 1);
    await expect(page.getByLabel('withBalance')).toHaveValue('false');
    // In a field, it stays text.
    const field = page.getByRole('searchbox', { name: 'Filter operations and collections' });
    await field.focus();
    await paste(workbench, 'https://bank.example/v1/accounts');
    await expect(field).toHaveValue('https://bank.example/v1/accounts');
    await expect(bar.getByRole('listitem')).toHaveCount(tabs + 1);
  },
);

test(
  'a pasted header whose variable has no value can be given one or removed, and nothing is sent before',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await page
      .getByRole('navigation', { name: 'Open requests' })
      .getByRole('button', { name: 'New tab' })
      .focus();
    await paste(workbench, `curl -H 'Authorization: Bearer abc' https://bank.example/v1/accounts`);
    const request = page.getByRole('region', { name: 'Request' });
    await expect(request.getByRole('alert')).toContainText('The variable {{Authorization}} has no value');
    const sign = request.getByRole('button', { name: 'Sign and send' });
    await expect(sign).toBeDisabled();
    await expect(sign).toHaveAttribute('title', /\{\{Authorization\}\} has no value/);
    await request.getByRole('button', { name: '1 more' }).click();
    await expect(page.getByLabel('withBalance')).toBeEditable();

    const headers = request.getByRole('table', { name: 'Headers' });
    const field = headers.getByLabel('authorization', { exact: true });
    await expect(field).toHaveValue('Bearer {{Authorization}}');
    await field.fill('Bearer mine');
    await expect(sign).toBeEnabled();
    await expect(request.getByRole('alert')).toHaveCount(0);
    await expect(headers.getByLabel('X-Request-ID')).toBeVisible();

    // Removed while it has no value, once more. All that have none are named in one sentence.
    await field.fill('{{nobody}} {{nothing}}');
    await expect(sign).toBeDisabled();
    await expect(request.getByRole('alert')).toContainText(
      'The variables {{nobody}} and {{nothing}} have no value in this environment.',
    );
    await headers.getByRole('button', { name: 'Remove authorization' }).click();
    await expect(field).toHaveCount(0);
    await expect(sign).toBeEnabled();
    await send(page, '401 Unauthorized');
  },
);

test(
  'an address, a HAR entry and HTTP as text are pasted into the raw view and taken back with undo',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await showAs(page, 'Raw');
    const raw = rawText(page);
    await raw.click();
    await page.keyboard.press('Control+a');
    await paste(workbench, 'https://bank.example:8443/v1/accounts/abc/balances');
    await expect(raw).toHaveText('GET /v1/accounts/abc/balances');
    await expect(title(page)).toHaveText('Read balances');
    await page.keyboard.press('Control+z');
    await expect(raw).toHaveText('GET /v1/accounts?withBalance=true');

    await page.keyboard.press('Control+a');
    await paste(
      workbench,
      JSON.stringify({
        request: {
          method: 'DELETE',
          url: 'https://bank.example/v1/consents/abc',
          headers: [{ name: 'X-Mine', value: '1' }],
        },
      }),
    );
    await expect.poll(() => textOf(raw)).toBe('DELETE /v1/consents/abc\nx-mine: 1');
    await expect(title(page)).toHaveText('/v1/consents/abc');
    await page.keyboard.press('Control+a');
    await paste(workbench, 'GET /v1/sandbox/customers HTTP/1.1\nSignature: mine');
    await expect(title(page)).toHaveText('List customers');
    await expect(raw).toContainText('Signature: mine');
    // An address inside the text is part of it.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nTPP-Redirect-URI: ');
    await paste(workbench, 'https://tpp.example/back');
    await expect(raw).toContainText('TPP-Redirect-URI: https://tpp.example/back');
    await expect(line(page)).toHaveText('/v1/sandbox/customers');
  },
);
