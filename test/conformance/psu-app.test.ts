/** HDR-4: the app variant of the SCA pages, as a browser without script sees them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { create, PEOPLE, reset, statusOf } from '../support/payments.ts';
import { advance, control, finishSca, REDIRECT_URI, scaIdOf, type Reply, type Tpp } from '../support/tpp.ts';

const test = useBank({ psuHttp: true });
beforeEach(() => reset(test.bank));

const IN_APP = { 'TPP-Redirect-Preferred': 'false' };

const askConsent = (tpp: Tpp, headers: Record<string, string> = IN_APP): Promise<Reply> =>
  tpp.send({ method: 'POST', path: '/v1/bank-offered-consents', headers });
const hrefOf = (reply: Reply) => reply.body._links?.['scaRedirect']?.href ?? '';

interface Shown {
  status: number;
  headers: Headers;
  page: string;
  /** The text of the page without its tags. */
  text: string;
}

async function shown(response: Response): Promise<Shown> {
  const page = await response.text();
  const text = page
    .slice(page.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return { status: response.status, headers: response.headers, page, text };
}

const open = async (url: string) => shown(await fetch(url, { redirect: 'manual' }));

/** What a browser sends for the form of a page: hidden, text, and checked fields, and the button that is pressed. */
async function press(url: string, { page }: Shown, button: string, changes: [string, string][] = []) {
  const attribute = (field: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(field)?.[1] ?? '';
  const step = Array.from(page.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)).find(([, , label = '']) =>
    label.replaceAll(/<[^>]*>/g, '').includes(button),
  )?.[1];
  if (step === undefined) throw new Error(`The page has no button ${button}.`);
  const fields = Array.from(page.matchAll(/<input([^>]*)>/g), ([, field = '']) => field)
    .filter((field) => /type="(?:hidden|text)"/.test(field) || /\schecked/.test(field))
    .map((field): [string, string] => [attribute(field, 'name'), attribute(field, 'value')])
    .filter(([name]) => !changes.some(([changed]) => changed === name));
  const body = new URLSearchParams([...fields, ...changes, ['step', attribute(step, 'value')]]);
  return shown(await fetch(url, { method: 'POST', body, redirect: 'manual' }));
}

describe('HDR-4: the app variant', () => {
  it('has its own first page, a sign-in, the question and a fingerprint; the redirect is the same', async () => {
    const tpp = test.tpp();
    const url = hrefOf(await askConsent(tpp));
    const first = await open(url);
    expect(first.status).toBe(200);
    expect(first.text).toContain('Open your bank&#39;s app');
    expect(first.text).toContain('Fjordpay AS asks to see your accounts');
    expect(first.text).toContain('There is no real app and no real phone');

    const signIn = await press(url, first, 'Open the app');
    expect(signIn.text).toContain('A practice app on a simulated phone. No real person, no real money.');
    expect(signIn.text).toContain('National identity number');

    const question = await press(url, signIn, 'Sign in', [['nationalId', PEOPLE.eirik]]);
    expect(question.text).toContain('You are Eirik Solbakken');
    expect(question.text).toContain('Brukskonto');

    const finger = await press(url, question, 'Approve…');
    expect(finger.text).toContain('Confirm with your fingerprint');
    expect(finger.text).toContain('No fingerprint is read.');
    expect(finger.text).toContain('Brukskonto');

    const done = await press(url, finger, 'Approve with fingerprint');
    expect(done.status).toBe(302);
    const inApp = new URL(done.headers.get('location') ?? '');
    const inBrowser = await finishSca(test.bank, scaIdOf(await askConsent(tpp, {})));
    expect(inApp.origin + inApp.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(inApp.searchParams)).toEqual(Object.fromEntries(inBrowser));
    tpp.psuId = inApp.searchParams.get('psu-id');
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
  });

  it('true, or no header, opens the pages in the browser', async () => {
    for (const headers of [{}, { 'TPP-Redirect-Preferred': 'true' }] as Record<string, string>[]) {
      const { text } = await open(hrefOf(await askConsent(test.tpp(), headers)));
      expect(text).toContain('National identity number');
      expect(text).not.toContain('the app');
    }
  });

  it('every page is free of script and has the security headers of the other pages', async () => {
    const tpp = test.tpp();
    const url = hrefOf(await askConsent(tpp));
    const usual = (await open(hrefOf(await askConsent(tpp, {})))).headers;
    const first = await open(url);
    const signIn = await press(url, first, 'Open the app');
    const question = await press(url, signIn, 'Sign in', [['nationalId', PEOPLE.eirik]]);
    const finger = await press(url, question, 'Approve…');
    for (const { page, headers } of [first, signIn, question, finger]) {
      expect(page).not.toMatch(/<script|onclick|javascript:/i);
      expect(page).toContain('<meta name="viewport" content="width=device-width" />');
      for (const name of [
        'content-security-policy',
        'cache-control',
        'referrer-policy',
        'x-content-type-options',
        'content-type',
      ])
        expect(headers.get(name), name).toBe(usual.get(name));
    }
  });

  it('a corporate context, and only the chosen accounts, are confirmed and shared', async () => {
    const tpp = test.tpp();
    const url = hrefOf(await askConsent(tpp));
    const signIn = await press(url, await open(url), 'Open the app');
    const question = await press(url, signIn, 'Sign in', [['nationalId', PEOPLE.eirik]]);
    const company = /value="(enc!![^"]+)"\s+data-name="Fjellheim/.exec(question.page)?.[1] ?? '';
    const account = new RegExp(`name="account/${company}"\\s+value="([^"]+)"`).exec(question.page)?.[1] ?? '';
    const finger = await press(url, question, 'Approve…', [
      ['capacity', company],
      [`account/${company}`, account],
    ]);
    expect(finger.text).toContain('Eirik Solbakken for Fjellheim Bygg AS.');
    const done = await press(url, finger, 'Approve with fingerprint');
    const query = new URL(done.headers.get('location') ?? '').searchParams;
    expect(query.get('context')).toBe('CORPORATE');
    tpp.psuId = query.get('psu-id');
    tpp.corporateId = query.get('psu-corporate-id');
    const accounts = (await tpp.send({ path: '/v1/accounts' })).body['accounts'] as { resourceId: string }[];
    expect(accounts.map(({ resourceId }) => resourceId)).toEqual([account]);
  });

  it('a payment is shown before the fingerprint and with it, and signed by it (SCA-7)', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    const reply = await tpp.send({ method: 'POST', path: `${path}/authorisations`, headers: IN_APP });
    const url = hrefOf(reply);
    const signIn = await press(url, await open(url), 'Open the app');
    const question = await press(url, signIn, 'Sign in', [['nationalId', PEOPLE.eirik]]);
    const finger = await press(url, question, 'Approve NOK 100.00…');
    for (const { text } of [question, finger]) {
      expect(text).toContain('Ingrid Haugen');
      expect(text).toContain('NOK 100.00');
    }
    expect((await press(url, finger, 'Approve NOK 100.00 with fingerprint')).status).toBe(302);
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });

  it('wrong input is reported in the app and does not use up the request', async () => {
    const url = hrefOf(await askConsent(test.tpp()));
    const signIn = await press(url, await open(url), 'Open the app');
    const unknown = await press(url, signIn, 'Sign in', [['nationalId', '11111111111']]);
    expect(unknown.status).toBe(400);
    expect(unknown.text).toContain('No customer of the practice bank has the number 11111111111.');
    expect(unknown.text).toContain('simulated phone');
    const question = await press(url, unknown, 'Sign in', [['nationalId', PEOPLE.eirik]]);
    const none = await shown(
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ nationalId: PEOPLE.eirik, capacity: 'PRIVATE', step: 'confirm' }),
      }),
    );
    expect(none.status).toBe(400);
    expect(none.text).toContain('Choose at least one account to share');
    expect((await press(url, question, 'Approve…')).status).toBe(200);
  });

  it('the PSU can abort on every page', async () => {
    const url = async () => hrefOf(await askConsent(test.tpp()));
    const [one, two, three, four] = await Promise.all([url(), url(), url(), url()]);
    const signIn = async (at: string) => press(at, await open(at), 'Open the app');
    const question = async (at: string) =>
      press(at, await signIn(at), 'Sign in', [['nationalId', PEOPLE.eirik]]);
    const finger = async (at: string) => press(at, await question(at), 'Approve…');
    for (const [at, page] of [
      [one, await open(one)],
      [two, await signIn(two)],
      [three, await question(three)],
      [four, await finger(four)],
    ] as const) {
      const aborted = await press(at, page, 'Abort');
      expect(new URL(aborted.headers.get('location') ?? '').searchParams.get('code')).toBe(
        'PSU_CREDENTIALS_INVALID',
      );
      expect((await open(at)).status).toBe(410);
    }
  });

  it('SCA-6: it works once and for 15 minutes, on every page', async () => {
    const used = hrefOf(await askConsent(test.tpp()));
    const finger = await press(
      used,
      await press(used, await press(used, await open(used), 'Open the app'), 'Sign in', [
        ['nationalId', PEOPLE.eirik],
      ]),
      'Approve…',
    );
    expect((await press(used, finger, 'Approve with fingerprint')).status).toBe(302);
    expect((await press(used, finger, 'Approve with fingerprint')).status).toBe(410);
    const late = hrefOf(await askConsent(test.tpp()));
    const first = await open(late);
    await advance(test.bank, 'PT15M1S');
    const expired = await press(late, first, 'Open the app');
    expect(expired.status).toBe(410);
    expect(expired.text).toContain('within 15 minutes');
  });

  it('the control listener completes it like any other SCA', async () => {
    const scaId = scaIdOf(await askConsent(test.tpp()));
    const query = await finishSca(test.bank, scaId);
    expect(query.get('context')).toBe('PRIVATE');
    const again = await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(scaId)}`, {
      decision: 'abort',
    });
    expect(again.status).toBe(409);
  });
});
