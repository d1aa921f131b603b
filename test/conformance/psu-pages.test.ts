/** The PSU's SCA pages as a browser without script sees them (SCA-1, SCA-2, SCA-6). */
import { describe, expect, it } from 'vitest';
import { makeCertificate, makeKeyPair } from '../../shared/node/x509.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approveAt } from '../support/psu-browser.ts';
import { readBrands } from '../../shared/node/brand.ts';
import { useBank, withBank } from '../support/bank.ts';
import { identityOf, makeIdentity } from '../support/identity.ts';
import { advance, control, finishSca, REDIRECT_URI, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank({ psuHttp: true });

async function scaPage(tpp: Tpp): Promise<string> {
  const reply = await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
  return reply.body._links?.['scaRedirect']?.href ?? '';
}

const get = (url: string) => fetch(url, { redirect: 'manual' });
const post = (url: string, form: [string, string][]) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const nationalId = () => test.bank.inspection.somebody()?.nationalId ?? '';

/** Values of the checked boxes and the hidden fields of a page: what a browser would send. */
function formOf(page: string): [string, string][] {
  const fields = Array.from(page.matchAll(/<input([^>]*)>/g), (match) => match[1] ?? '');
  const attribute = (field: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(field)?.[1] ?? '';
  return fields
    .filter(
      (field) =>
        attribute(field, 'type') === 'hidden' ||
        attribute(field, 'type') === 'text' ||
        /\schecked/.test(field),
    )
    .map((field) => [attribute(field, 'name'), attribute(field, 'value')]);
}

describe('the two SCA pages', () => {
  it('the PSU identifies, chooses accounts and returns to the TPP', async () => {
    const url = await scaPage(test.tpp());
    const first = await get(url);
    const firstPage = await first.text();
    expect(first.status).toBe(200);
    expect(firstPage).toContain('Øvebanken');
    expect(firstPage).toContain('<b>This is a practice bank.</b> No real person, no real money.');
    expect(firstPage).not.toMatch(/<script/i);
    // Browsers apply form-action to the redirect after a form: without the TPP's origin, Abort would go nowhere.
    expect(first.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${new URL(REDIRECT_URI).origin}`,
    );
    expect(formOf(firstPage)).toEqual([
      ['customer', nationalId()],
      ['nationalId', ''],
    ]);

    const second = await post(url, [...formOf(firstPage), ['step', 'identify']]);
    const secondPage = await second.text();
    expect(second.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${new URL(REDIRECT_URI).origin}`,
    );
    expect(secondPage).toContain('You are Eirik Solbakken');
    expect(secondPage).toContain('Fjellheim Bygg AS');

    const third = await post(url, [...formOf(secondPage), ['step', 'approve']]);
    expect(third.status).toBe(302);
    const target = new URL(third.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(REDIRECT_URI);
    expect(target.searchParams.get('context')).toBe('PRIVATE');
  });
  it('a corporate capacity shares only its own accounts', async () => {
    const tpp = test.tpp();
    const url = await scaPage(tpp);
    const page = await (
      await post(url, [
        ['nationalId', nationalId()],
        ['step', 'identify'],
      ])
    ).text();
    const corporate =
      Array.from(page.matchAll(/name="capacity"\s+value="(enc!![^"]+)"/g), (match) => match[1] ?? '')[0] ??
      '';
    const form = formOf(page).filter(([name]) => name !== 'capacity');
    const done = await post(url, [...form, ['capacity', corporate], ['step', 'approve']]);
    const query = new URL(done.headers.get('location') ?? '').searchParams;
    expect(query.get('context')).toBe('CORPORATE');
    tpp.psuId = query.get('psu-id');
    tpp.corporateId = query.get('psu-corporate-id');
    const accounts = (await tpp.send({ path: '/v1/accounts' })).body['accounts'] as { ownerName: string }[];
    expect(accounts.map((account) => account.ownerName)).toEqual(['Fjellheim Bygg AS', 'Fjellheim Bygg AS']);
  });
  it('an unknown number is reported beside the field; spaces are ignored', async () => {
    const url = await scaPage(test.tpp());
    const wrong = await post(url, [
      ['nationalId', '11111111111'],
      ['step', 'identify'],
    ]);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('No customer of the practice bank has the number 11111111111.');
    const spaced = nationalId().replace(/^(.{6})/, '$1 ');
    expect(
      (
        await post(url, [
          ['nationalId', spaced],
          ['step', 'identify'],
        ])
      ).status,
    ).toBe(200);
  });
  it('choosing no account is reported and does not use up the request', async () => {
    const url = await scaPage(test.tpp());
    const none = await post(url, [
      ['nationalId', nationalId()],
      ['capacity', 'PRIVATE'],
      ['step', 'approve'],
    ]);
    expect(none.status).toBe(400);
    expect(await none.text()).toContain('Choose at least one account');
    expect((await get(url)).status).toBe(200);
  });
  it('the PSU can abort at the first step', async () => {
    const url = await scaPage(test.tpp());
    const aborted = await post(url, [['step', 'abort']]);
    expect(new URL(aborted.headers.get('location') ?? '').searchParams.get('code')).toBe(
      'PSU_CREDENTIALS_INVALID',
    );
  });
});

describe('SCA-6: a request that cannot continue shows an error page without a redirect', () => {
  it('an unknown, used or expired request shows what is wrong', async () => {
    const unknown = await get(`${test.bank.psuBaseUrl}/sca/enc!!none`);
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('Unknown request');
    const url = await scaPage(test.tpp());
    await post(url, [['step', 'abort']]);
    const used = await get(url);
    expect(used.status).toBe(410);
    expect(await used.text()).toContain('A request can be answered only once.');
    expect((await post(url, [['step', 'abort']])).status).toBe(410);
    const late = await scaPage(test.tpp());
    await advance(test.bank, 'PT15M1S');
    expect(await (await get(late)).text()).toContain('within 15 minutes');
  });
  it.each(['/', '/sca', '/sca/%zz', '/sca/a/b', '/elsewhere'])('%s is not a page', async (path) => {
    expect((await get(`${test.bank.psuBaseUrl}${path}`)).status).toBe(404);
  });
});

describe('who the PSU is', () => {
  /** A customer beyond the fifty of the page. */
  async function farCustomer(): Promise<string> {
    const made = await sandboxCustomers(51);
    return made.at(-1) ?? '';
  }
  async function sandboxCustomers(count: number): Promise<string[]> {
    const numbers: string[] = [];
    for (let at = 0; at < count; at++) {
      const body = JSON.stringify({ customerType: 'PRIVATE', customerName: `Kunde ${at}` });
      const made = await test.tpp().send({ method: 'POST', path: '/v1/sandbox/customers', body });
      numbers.push(String(made.body['customerNumber']));
    }
    return numbers;
  }

  it('a customer is chosen, or typed: the number of one beyond the page counts instead of the choice', async () => {
    const far = await farCustomer();
    const url = await scaPage(test.tpp());
    const first = await (await get(url)).text();
    expect(first).not.toContain(far);
    const chosen = formOf(first)[0]?.[1] ?? '';
    const asked = async (typed: string) =>
      await (
        await post(url, [
          ['customer', chosen],
          ['nationalId', typed],
          ['step', 'identify'],
        ])
      ).text();
    expect(await asked('')).toContain('You are Eirik Solbakken');
    expect(await asked(far.replace(/^(.{6})/, '$1 '))).toContain('You are Kunde 50');
    // Neither the choice nor an earlier entry hides what was wrong.
    const wrong = await asked('11111111111');
    expect(wrong).toContain('No customer of the practice bank has the number 11111111111.');
    expect(formOf(wrong)).toEqual(formOf(first));
    // In place of a browser: by name from the page, and by a number that is not on it.
    const persona = { decision: 'approve', context: null, agreement: null, accounts: null } as const;
    const journey = {
      origins: [new URL(url).origin],
      redirectUri: REDIRECT_URI,
      ca: '',
      signal: new AbortController().signal,
    };
    const back = async (psu: string) =>
      (await approveAt(await scaPage(test.tpp()), { ...persona, psu }, journey)).redirect.searchParams.get(
        'psu-id',
      );
    const [byName, byNumber] = [await back('Eirik Solbakken'), await back(nationalId())];
    expect(byName).toBe(byNumber);
    expect(byName).toMatch(/^[\da-f-]{36}$/);
    await expect(back(far)).rejects.toThrow('Choose at least one account to share');
    await expect(back('Kunde 50')).rejects.toThrow('Eirik Solbakken, Ingrid Haugen');
  });
  it('the quirk secondFactor asks for the code of the device; a wrong one uses nothing up', async () => {
    expect(test.bank.operator.setQuirk('secondFactor', true).done).toBe(true);
    try {
      const url = await scaPage(test.tpp());
      const page = await (
        await post(url, [
          ['nationalId', nationalId()],
          ['step', 'identify'],
        ])
      ).text();
      const code = /<output for="code">([\d ]+)<\/output>/.exec(page)?.[1] ?? '';
      const form = formOf(page).filter(([name]) => name !== 'code');
      const answered = (typed: string) => post(url, [...form, ['code', typed], ['step', 'approve']]);
      for (const typed of ['', '000 000', `${code}1`]) {
        const refused = await answered(typed);
        expect([refused.status, await refused.text()]).toEqual([
          400,
          expect.stringContaining('not the code'),
        ]);
      }
      // The code of another SCA.
      const other = await (
        await post(await scaPage(test.tpp()), [
          ['nationalId', nationalId()],
          ['step', 'identify'],
        ])
      ).text();
      expect(other).not.toContain(code);
      expect((await answered(code)).status).toBe(302);
      const { redirect } = await approveAt(
        await scaPage(test.tpp()),
        {
          psu: nationalId(),
          decision: 'approve',
          context: 'CORPORATE',
          agreement: 'Nordlys',
          accounts: null,
        },
        {
          origins: [new URL(url).origin],
          redirectUri: REDIRECT_URI,
          ca: '',
          signal: new AbortController().signal,
        },
      );
      expect(redirect.searchParams.get('context')).toBe('CORPORATE');
    } finally {
      test.bank.operator.setQuirk('secondFactor', false);
    }
  });
});

describe("the pages speak the browser's language", () => {
  it.each([
    ['nb-NO,nb;q=0.9,no;q=0.8,en;q=0.5', 'nb'],
    ['nn', 'nb'],
    ['en-GB,en;q=0.9,nb;q=0.8', 'en'],
    ['de', 'en'],
    ['sv, nb;q=0.2, en;q=0.1', 'nb'],
  ])('%s: %s', async (accepted, lang) => {
    const headers = { 'Accept-Language': accepted };
    const url = await scaPage(test.tpp());
    const read = async (address: string, form?: [string, string][]) => {
      const page = await fetch(
        address,
        form === undefined ? { headers } : { headers, method: 'POST', body: new URLSearchParams(form) },
      );
      return page.text();
    };
    const pages = [
      [await read(url), 'Fortsett', 'Continue'],
      [
        await read(url, [['nationalId', '1']]),
        'Ingen kunde i øvingsbanken har nummeret 1.',
        'No customer of the practice bank has the number 1.',
      ],
      [
        await read(url, [['nationalId', nationalId()]]),
        'Hvem du handler for, og hva du deler',
        'On whose behalf, and what you share',
      ],
      [
        await read(url, [
          ['nationalId', nationalId()],
          ['step', 'approve'],
        ]),
        'Velg minst én konto å dele',
        'Choose at least one account to share',
      ],
      [
        await read(`${test.bank.psuBaseUrl}/bank?nationalId=${nationalId()}`),
        'NOK\u00A042\u00A0184,50'.replace('\u00A0', ' '),
        'NOK 42,184.50',
      ],
      [await read(`${test.bank.psuBaseUrl}/sca/none`), 'Ukjent forespørsel', 'Unknown request'],
    ] as const;
    for (const [page, norwegian, english] of pages) {
      expect(page).toContain(`<html lang="${lang}">`);
      expect(page).toContain(lang === 'nb' ? norwegian : english);
      expect(page).not.toContain(lang === 'nb' ? english : norwegian);
    }
    // The journal, which Flow draws, stays in English.
    const words = test.bank.journal(0).flatMap(({ fact }) => (fact.kind === 'response' ? [fact.word] : []));
    expect(words.slice(-6)).toEqual([
      'Identify yourself',
      'Identify yourself',
      'Share accounts',
      'Share accounts',
      'Your bank',
      'Unknown request',
    ]);
  });
});

it('a bank has the name and the colour of its brand, with legible ink', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  try {
    const wrong: string[] = [];
    const brands = (text: string) => {
      writeFileSync(join(folder, 'brand.yaml'), text);
      return readBrands(folder, (sentence) => wrong.push(sentence));
    };
    for (const [colour, ink] of [
      ['#ffd54f', '#000'],
      ['#00363a', '#fff'],
    ]) {
      const { bank: brand, tpp } = brands(`bank: { name: 'Kunde & <b>bank</b>', colour: '${colour}' }`);
      expect(tpp.name).toBe('Fjordpay');
      await withBank({ psuHttp: true, brand }, async (bank) => {
        const page = await (await get(`${bank.psuBaseUrl}/bank`)).text();
        expect(page).toContain('Kunde &amp; &lt;b&gt;bank&lt;/b&gt;, a practice bank</title>');
        expect(page).toContain(`--head: ${colour}; --on-head: ${ink};`);
      });
    }
    expect(wrong).toEqual([]);
    for (const text of [
      'bank: { colour: red }',
      "bank: { colour: '#fff; } * { display: none' }",
      'shop: {}',
      ': : :',
    ])
      expect(brands(text).bank.name).toBe('Øvebanken');
    expect(wrong).toHaveLength(4);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("a TPP's name cannot inject markup into the bank's page", async () => {
  const pair = await makeKeyPair();
  const name = [['2.5.4.10', '<img src=x onerror=alert(1)>"&']] as const;
  const pem = makeCertificate({
    subject: name,
    issuer: name,
    publicKey: pair.publicKey,
    signWith: pair.privateKey,
    notBefore: new Date(0),
    notAfter: new Date(4e12),
    use: { kind: 'seal' },
  });
  const page = await (
    await get(await scaPage(new Tpp(test.bank, identityOf(pem, pair.privateKey, ''))))
  ).text();
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp; asks to see your accounts');
  expect(page).not.toContain('<img');
});

describe("SCA-11: the PSU's own pages at the bank", () => {
  const bankUrl = () => `${test.bank.psuBaseUrl}/bank`;
  const signedIn = async () => (await get(`${bankUrl()}?nationalId=${nationalId()}`)).text();

  it("the bank asks for the PSU's national ID and recognises its customers", async () => {
    expect(await (await get(bankUrl())).text()).toContain('Practice customers: choose who you are');
    const wrong = await get(`${bankUrl()}?nationalId=1`);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('No customer of the practice bank has the number 1.');
    const page = await signedIn();
    expect(page).toContain('Eirik Solbakken');
    expect(page).toContain('NOK 42,184.50');
    expect(page).not.toMatch(/<script/i);
  });
  it('SCA-10: the PSU revokes a consent; the TPP is not notified, but refused', async () => {
    const tpp = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-REVOKED' }));
    await tpp.consent();
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
    const page = await signedIn();
    const id = /name="consent"\s+value="([^"]+)"/.exec(page)?.[1] ?? '';
    const done = await post(`${bankUrl()}/revoke`, [
      ['nationalId', nationalId()],
      ['consent', id],
    ]);
    expect(await done.text()).toContain('Revoked. The TPP is not notified');
    await tpp.refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'SCA-10');
    expect(
      (
        await post(`${bankUrl()}/revoke`, [
          ['nationalId', nationalId()],
          ['consent', id],
        ])
      ).status,
    ).toBe(400);
  });
  it("a customer cannot revoke another customer's consent", async () => {
    const tpp = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-KEPT' }));
    await tpp.consent();
    const id = /name="consent"\s+value="([^"]+)"/.exec(await signedIn())?.[1] ?? '';
    expect(
      (
        await post(`${bankUrl()}/revoke`, [
          ['nationalId', '24898719916'],
          ['consent', id],
        ])
      ).status,
    ).toBe(400);
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
  });
  it('the PSU grants consent directly for chosen accounts', async () => {
    const tpp = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-GRANTED' }));
    await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
    const page = await signedIn();
    expect(page).toContain('value="PSDNO-FSA-GRANTED"');
    const account = /name="shared"\s+value="([^"]+)"/.exec(page)?.[1] ?? '';
    const done = await post(`${bankUrl()}/grant`, [
      ['nationalId', nationalId()],
      ['tpp', 'PSDNO-FSA-GRANTED'],
      ['shared', account],
    ]);
    expect(await done.text()).toContain('Shared. The TPP is not notified.');
    // The TPP learns its psu-id by an SCA that asks for no accounts.
    const reply = await tpp.send({ path: '/v1/user' });
    tpp.psuId = (await finishSca(test.bank, scaIdOf(reply))).get('psu-id');
    const accounts = (await tpp.send({ path: '/v1/accounts' })).body['accounts'] as { resourceId: string }[];
    expect(accounts.map((one) => one.resourceId)).toEqual([account]);
    const none = await post(`${bankUrl()}/grant`, [
      ['nationalId', nationalId()],
      ['tpp', 'PSDNO-FSA-GRANTED'],
    ]);
    expect(none.status).toBe(400);
    expect(await none.text()).toContain('Choose at least one account');
  });
  it('the control listener grants consent and checks its input', async () => {
    const grant = (body: object) => control(test.bank, 'POST', '/control/consents', body);
    expect(await grant({ nationalId: nationalId(), tpp: 'PSDNO-FSA-C' })).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^enc!!/) },
    });
    expect((await grant({ nationalId: '1', tpp: 'x' })).status).toBe(400);
    expect((await grant({ nationalId: nationalId(), tpp: 'x', accounts: ['enc!!none'] })).status).toBe(400);
    expect((await grant({ nationalId: nationalId() })).status).toBe(400);
  });
  it('a form on another site cannot submit a decision', async () => {
    const answer = await fetch(`${bankUrl()}/revoke`, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
  });
  it('a service worker at the address of the bank neither reads a page nor sends a form, and is removed', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' };
    for (const more of [{}, { method: 'POST', body: new URLSearchParams() }]) {
      const answer = await fetch(bankUrl(), { ...more, headers });
      expect([answer.status, answer.headers.get('Clear-Site-Data')]).toEqual([403, '"storage"']);
      expect(await answer.text()).toContain('Not opened by you');
    }
    const own = { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' };
    expect((await fetch(bankUrl(), { headers: own })).headers.get('Clear-Site-Data')).toBe('"storage"');
  });
});
