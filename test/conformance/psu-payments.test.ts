/** What the PSU sees of payments: the SCA pages, and their own bank (SCA-7, PAY-5, BSK-8, SCA-11). */
import { beforeEach, describe, expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import {
  bulkOf,
  create,
  FJELLHEIM,
  idIn,
  NORDLYS,
  PEOPLE,
  post,
  reset,
  selfOf,
  sign,
  statusOf,
} from '../support/payments.ts';
import { control, type Tpp } from '../support/tpp.ts';

// PATC is read here.
const test = useBank({ psuHttp: true, quirks: { domesticUnreadableBeforeApproval: false } });
beforeEach(() => reset(test.bank));

async function start(tpp: Tpp, path: string, kind = 'authorisations') {
  const reply = await tpp.send({ method: 'POST', path: `${path}/${kind}` });
  return reply.body._links?.['scaRedirect']?.href ?? '';
}

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** The text of the second page, without its tags. */
async function questionOf(url: string, nationalId: string): Promise<{ text: string; page: string }> {
  const page = await (await submit(url, { nationalId, step: 'identify' })).text();
  const body = page.slice(page.indexOf('<main'));
  return { page, text: body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
}

describe('the payment page', () => {
  it('shows amount, creditor, accounts, text and fee, and approves exactly that', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT', { remittanceInformationUnstructured: 'Rechnung <b>7</b>' });
    const url = await start(tpp, path);
    expect(await (await fetch(url)).text()).toContain('Fjordpay AS asks you to approve a payment');
    const { text, page } = await questionOf(url, PEOPLE.eirik);
    expect(text).toContain('to Holzbau Lindner GmbH To account DE89 3704 0044 0532 0130 00');
    expect(text).toContain('From Brukskonto 8601 11 00009');
    expect(text).toContain('EUR 100.00');
    expect(text).toContain('Fee NOK 15.00');
    expect(page).toContain('Rechnung &lt;b&gt;7&lt;/b&gt;');
    expect(page).not.toMatch(/<script/i);
    const done = await submit(url, { nationalId: PEOPLE.eirik, capacity: 'PRIVATE', step: 'approve' });
    expect(done.status).toBe(302);
    expect(new URL(done.headers.get('location') ?? '').searchParams.get('context')).toBe('PRIVATE');
    expect(await statusOf(tpp, path)).toBe('PDNG');
    expect((await fetch(url)).status).toBe(410);
  });
  it('the account answers on whose behalf the PSU acts', async () => {
    const tpp = test.tpp();
    const url = await start(tpp, await create(tpp, 'NDCT', { debtorAccount: { bban: NORDLYS } }));
    const { page, text } = await questionOf(url, PEOPLE.eirik);
    expect(page).not.toContain('type="radio"');
    expect(text).toContain('You act for Nordlys Elektro AS.');
  });
  it('a bulk payment is shown item by item, a periodic payment with its execution days', async () => {
    const tpp = test.tpp();
    const bulk = await create(tpp, 'NDCT', bulkOf(['11.00', '22.00', '33.00']), 'bulk-payments');
    const { text } = await questionOf(await start(tpp, bulk), PEOPLE.eirik);
    for (const amount of ['NOK 11.00', 'NOK 22.00', 'NOK 33.00', 'In total NOK 66.00'])
      expect(text).toContain(amount);
    expect(text).toContain('asks you to approve 3 payments');
    expect(text).toContain('you approve exactly these payments');
    const order = { startDate: '2026-12-01', endDate: '2027-12-01', frequency: 'Monthly' };
    const periodic = await create(tpp, 'NDCT', order, 'periodic-payments');
    const shown = await questionOf(await start(tpp, periodic), PEOPLE.eirik);
    expect(shown.text).toContain('Monthly from 1 December 2026 to 1 December 2027');
  });
  it('a basket page shows every payment; a cancellation page shows what is cancelled', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const paths = [
      await create(tpp, 'NCBCT', { creditorName: 'First Ltd' }),
      await create(tpp, 'NCBCT', { creditorName: 'Second Ltd' }),
    ];
    const made = await post(
      tpp,
      '/v1/signing-baskets',
      { paymentIds: paths.map(idIn) },
      { 'x-accept-fix': 'amount-as-string' },
    );
    const { text } = await questionOf(await start(tpp, selfOf(made)), PEOPLE.eirik);
    expect(text).toContain('asks you to approve several payments together');
    expect(text).toContain('First Ltd');
    expect(text).toContain('Second Ltd');
    expect(text).toContain('Approve all 2 payments');
    const later = await create(tpp, 'NDCT', { requestedExecutionDate: '2026-12-24' });
    await sign(tpp, later);
    const url = await start(tpp, later, 'cancellation-authorisations');
    const asked = await questionOf(url, PEOPLE.eirik);
    expect(asked.text).toContain('asks you to cancel a payment');
    expect(asked.text).toContain('on 24 December 2026');
    await submit(url, { nationalId: PEOPLE.eirik, capacity: 'PRIVATE', step: 'approve' });
    expect(await statusOf(tpp, later)).toBe('CANC');
  });
  it('SCA-7: a basket page shows only payments that are still waiting, not deleted or approved ones', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const kept = await create(tpp, 'NCBCT', { creditorName: 'Kept Ltd' });
    const gone = await create(tpp, 'NCBCT', { creditorName: 'Gone Ltd' });
    const ids = { paymentIds: [kept, gone].map(idIn) };
    const made = await post(tpp, '/v1/signing-baskets', ids, { 'x-accept-fix': 'amount-as-string' });
    expect((await tpp.send({ method: 'DELETE', path: gone })).status).toBe(204);
    const { text } = await questionOf(await start(tpp, selfOf(made)), PEOPLE.eirik);
    expect(text).toContain('Kept Ltd');
    expect(text).not.toContain('Gone Ltd');
  });
  it('a second signer approves on the page', async () => {
    const tpp = test.tpp();
    const body = {
      debtorAccount: { bban: FJELLHEIM },
      instructedAmount: { amount: '90000.00', currency: 'NOK' },
    };
    const path = await create(tpp, 'NDCT', body);
    for (const [nationalId, status] of [
      [PEOPLE.eirik, 'PATC'],
      [PEOPLE.fjellheim, 'PDNG'],
    ] as const) {
      const url = await start(tpp, path);
      const { page, text } = await questionOf(url, nationalId);
      // The only person who acts for the company has signed before its number does.
      expect(text).toContain(
        status === 'PATC' ? 'You are Eirik Solbakken,' : 'You are another signatory of Fjellheim Bygg AS,',
      );
      const capacity = /name="capacity"\s+value="(enc!![^"]*)"/.exec(page)?.[1] ?? '';
      await submit(url, { nationalId, capacity, step: 'approve' });
      expect(await statusOf(tpp, path)).toBe(status);
    }
  });
  it('PAY-6a: a second signer is suggested, and the first learns that someone else must sign', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT', {
      debtorAccount: { bban: FJELLHEIM },
      instructedAmount: { amount: '90000.00', currency: 'NOK' },
    });
    const suggestedAt = async (url: string) =>
      /name="customer"\s+value="([^"]*)"[^>]*checked/.exec(await (await fetch(url)).text())?.[1];
    const first = await start(tpp, path);
    expect(await suggestedAt(first)).toBe(PEOPLE.eirik);
    expect((await questionOf(first, PEOPLE.eirik)).text).not.toContain('already signed');
    await sign(tpp, path, { nationalId: PEOPLE.eirik, context: 'CORPORATE' });
    const second = await start(tpp, path);
    expect(await suggestedAt(second)).toBe(PEOPLE.fjellheim);
    expect((await questionOf(second, PEOPLE.fjellheim)).text).not.toContain('already signed');
    expect((await questionOf(second, PEOPLE.eirik)).text).toContain(
      'You have already signed. Someone else must approve this payment.',
    );
  });
  it('an abort leaves the payment unchanged', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const done = await submit(await start(tpp, path), { step: 'abort' });
    expect(new URL(done.headers.get('location') ?? '').searchParams.get('code')).toBe(
      'PSU_CREDENTIALS_INVALID',
    );
    expect(await statusOf(tpp, path)).toBe('RCVD');
  });
});

it("SCA-11: the PSU's own pages show the status of each payment", async () => {
  const tpp = test.tpp();
  const page = async () =>
    (await (await fetch(`${test.bank.psuBaseUrl}/bank?nationalId=${PEOPLE.eirik}`)).text())
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  expect(await page()).toContain('None yet. Payments that a TPP creates from these accounts appear here.');
  const path = await create(tpp, 'NDCT');
  expect(await page()).toContain(
    'Ingrid Haugen from Brukskonto 8601 11 00009: waiting for approval NOK 100.00',
  );
  await sign(tpp, path);
  expect(await page()).toContain('approved, in the next batch');
  await control(test.bank, 'POST', '/control/batch');
  expect(await page()).toContain('paid');
});
