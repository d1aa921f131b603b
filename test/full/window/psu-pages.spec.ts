/** The pages of the bank and of the TPP that a PSU sees: legible and usable on every screen, in every theme, in both languages. */
import type { Page } from '@playwright/test';
import { makeTpp, startBank } from '../../../main/npm/bank.ts';
import { returnPage } from '../../../main/core/sca/return-page.ts';
import { expect, test } from '../../window/fixtures.ts';
import { screen, THEMES } from '../../window/screen.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];
const EIRIK = '13839319910';
const [OWN, SAVINGS, COMPANY] = ['86011100009', '86011101374', '86011300008'];

/** On each screen. @param name of its pictures @param acts the buttons in sight without scrolling */
async function everywhere(page: Page, name: string, acts: readonly string[] = []): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    // Sizes decide about layout, themes about colours.
    await screen(page, `${name}-${width}`, width === 390 || width === 1280 ? THEMES : ['light']);
    for (const act of acts)
      await expect(page.getByRole('button', { name: act }), `${name} ${width}`).toBeInViewport({ ratio: 1 });
  }
}

test('every page of the PSU fits every screen and theme, and is used with the keyboard', async ({
  browserPage,
}) => {
  test.slow();
  const [bank, tpp, page] = await Promise.all([
    startBank({
      psuHttp: true,
      clock: '2026-11-27T10:00:00+01:00',
      quirks: { secondFactor: true, sandboxBasketProducts: 'all' },
    }),
    makeTpp({ organization: 'Fjordpay AS' }),
    browserPage(),
  ]);
  try {
    const call = async (path: string, content?: object, more: Record<string, string> = {}) => {
      const body = content === undefined ? {} : { body: JSON.stringify(content) };
      const request = { method: 'POST', url: bank.apiBaseUrl + path, ...body };
      const headers = {
        'TPP-Session-ID': 'one',
        'TPP-Redirect-URI': 'http://127.0.0.1:9/back',
        'x-accept-fix': 'amount-as-string',
        ...more,
      };
      const signed = tpp.sign({ ...request, headers, at: await bank.clock.now() });
      const answer = await page.request.post(request.url, {
        headers: signed,
        ...(content && { data: body.body }),
        ignoreHTTPSErrors: true,
      });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return (await answer.json()) as {
        paymentId: string;
        _links: Record<'self' | 'scaRedirect', { href: string }>;
      };
    };
    const consent = (await call('/v1/bank-offered-consents'))._links.scaRedirect.href;
    const back = new URL(await bank.finishSca(consent, { nationalId: EIRIK })).searchParams;
    const psu = { 'PSU-ID': back.get('psu-id') ?? '' };
    const payment = (debtor: string, creditor: string, amount: string) =>
      call(
        '/v1/payments/norwegian-domestic-credit-transfers',
        {
          instructedAmount: { amount, currency: 'NOK' },
          debtorAccount: { bban: debtor },
          creditorAccount: { bban: creditor },
          creditorName: 'Ingrid Haugen',
          remittanceInformationUnstructured: 'Takk for lånet',
        },
        psu,
      );
    const authorise = async ({ _links }: Awaited<ReturnType<typeof call>>, more = {}) =>
      (await call(`${_links.self.href}/authorisations`, undefined, { ...psu, ...more }))._links.scaRedirect
        .href;
    const press = async (name: string) => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };

    await page.goto((await call('/v1/bank-offered-consents', undefined, psu))._links.scaRedirect.href);
    await everywhere(page, 'identify', ['Continue', 'Abort']);
    await page.getByLabel('National identity number').fill('1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await everywhere(page, 'wrong', ['Continue', 'Abort']);
    // From one customer to another by arrow, as in every group.
    await page.getByRole('radio', { name: /Eirik/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Ingrid/ })).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await press('Continue');
    await expect(page.getByRole('group', { name: 'Accounts of Myself' })).toBeVisible();
    await everywhere(page, 'consent', ['Approve', 'Abort']);

    await page.goto(await authorise(await payment(OWN, SAVINGS, '1250.00')));
    await press('Continue');
    await everywhere(page, 'payment', ['Approve NOK 1,250.00', 'Abort']);
    await page.getByLabel('Code from your device').fill((await page.getByRole('status').textContent()) ?? '');
    const returned = page.waitForRequest('http://127.0.0.1:9/back?*');
    await press('Approve NOK 1,250.00');
    expect((await returned).url()).toContain('context=PRIVATE');

    const paymentIds = [];
    for (const amount of ['10.00', '20.00', '4200.00'])
      paymentIds.push((await payment(OWN, SAVINGS, amount)).paymentId);
    await page.goto(await authorise(await call('/v1/signing-baskets', { paymentIds }, psu)));
    await press('Continue');
    await everywhere(page, 'basket', ['Approve all 3 payments', 'Abort']);

    await page.goto(
      await authorise(await payment(OWN, SAVINGS, '75.00'), { 'TPP-Redirect-Preferred': 'false' }),
    );
    await everywhere(page, 'app-open', ['Open the app', 'Abort']);
    await press('Open the app');
    await everywhere(page, 'app-identify', ['Sign in', 'Abort']);
    await press('Sign in');
    await everywhere(page, 'app-payment', ['Approve', 'Abort']);
    await press('Approve');
    await everywhere(page, 'app-fingerprint', ['with fingerprint', 'Abort']);

    await page.goto(consent);
    await everywhere(page, 'used');
    await page.goto(`${bank.psuBaseUrl}/bank`);
    await everywhere(page, 'own-bank-identify', ['Continue']);
    await press('Continue');
    await page.getByText('Give a TPP access').click();
    await everywhere(page, 'own-bank');
    await press('Revoke Fjordpay AS');
    await expect(page.getByRole('status')).toContainText('Revoked.');

    await page.route('**', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'accept-language': 'nb' } }),
    );
    await page.goto(await authorise(await payment(COMPANY, OWN, '90000.00')));
    await everywhere(page, 'nb-identify', ['Fortsett', 'Avbryt']);
    await press('Fortsett');
    await everywhere(page, 'nb-payment', ['Godkjenn', 'Avbryt']);
  } finally {
    await bank.stop();
  }
});

test("the TPP's page says plainly what happened", async ({ browserPage }) => {
  const page = await browserPage();
  const brand = { name: 'Fjordpay', colour: '#f2b544' };
  const parameter = (name: string, value: string) => ({ name, value, text: 'What it means.' });
  await page.setContent(
    returnPage(brand, {
      outcome: 'success',
      parameters: [
        parameter('psu-id', '73bfcd16-b48a-506a-aa70-bebbbe315b77'),
        parameter('context', 'PRIVATE'),
      ],
    }),
  );
  await expect(page.getByRole('heading', { name: 'Your bank says yes' })).toBeVisible();
  await everywhere(page, 'tpp-return');
  const message = '<img src=x onerror=alert(1)>';
  await page.setContent(
    returnPage(brand, {
      outcome: 'failure',
      parameters: [parameter('code', 'PSU_CREDENTIALS_INVALID'), parameter('message', message)],
    }),
  );
  await expect(page.getByRole('heading', { name: 'Your bank says no' })).toBeVisible();
  await expect(page.getByText(`${message} PSU_CREDENTIALS_INVALID`)).toBeVisible();
  await expect(page.locator('img, script')).toHaveCount(0);
  await everywhere(page, 'tpp-return-failed');
});
