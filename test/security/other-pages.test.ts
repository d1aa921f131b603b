/** What pages of others could do to the PSU's pages and to the redirect receiver: nothing. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import { sessionState } from '../../shared/xs2a/session-life.ts';
import { useBank } from '../support/bank.ts';
import { coreForFile } from '../support/file-core.ts';
import { type Reply, Tpp } from '../support/tpp.ts';

interface Answer {
  status: number;
  text: string;
  policy: string;
  /** Clear-Site-Data. */
  clears: string;
}

/** A request with headers of any kind: `fetch` does not let Host be chosen. */
function ask(
  address: string,
  headers: Record<string, string>,
  form?: Record<string, string>,
): Promise<Answer> {
  const { port, pathname, search } = new URL(address);
  const method = form === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            clears: String(response.headers['clear-site-data'] ?? ''),
            policy: String(response.headers['content-security-policy'] ?? ''),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'http://localhost:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Host: 'evil.example' },
  { Host: 'evil.example', Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' },
];

describe("the PSU's pages", () => {
  const test = useBank({ psuHttp: true });
  const nationalId = () => test.bank.inspection.somebody()?.nationalId ?? '';
  const linkOf = (reply: Reply) => reply.body._links?.['scaRedirect']?.href ?? '';
  const consentOf = async () =>
    /name="consent"\s+value="([^"]+)"/.exec(
      (await ask(`${test.bank.psuBaseUrl}/bank?nationalId=${nationalId()}`, {})).text,
    )?.[1] ?? '';

  it.each(FOREIGN)(
    '%o neither approves nor aborts an SCA, nor revokes or gives a consent',
    async (headers) => {
      const tpp = test.tpp();
      await tpp.consent();
      const link = linkOf(await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' }));
      const consent = await consentOf();
      const before = test.bank.inspection.state();
      for (const [address, form] of [
        [link, { nationalId: nationalId(), step: 'approve' }],
        [link, { nationalId: nationalId(), step: 'abort' }],
        [`${test.bank.psuBaseUrl}/bank/revoke`, { nationalId: nationalId(), consent }],
        [`${test.bank.psuBaseUrl}/bank/grant`, { nationalId: nationalId(), tpp: 'PSDNO-FSA-OTHER' }],
      ] as const) {
        const { status, text } = await ask(address, headers, form);
        expect([status, text.includes('Nothing was changed.')]).toEqual([403, true]);
      }
      expect(test.bank.inspection.state()).toEqual(before);
      expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
    },
  );
  it('their own pages do, with the Origin that browsers send', async () => {
    const { origin, host } = new URL(test.bank.psuBaseUrl);
    const own: Record<string, string>[] = [
      { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      { Host: host, Origin: origin },
      { Host: host, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: origin.replace('localhost', '127.0.0.1'), Host: host.replace('localhost', '127.0.0.1') },
    ];
    for (const headers of own) {
      const link = linkOf(await test.tpp().send({ method: 'POST', path: '/v1/bank-offered-consents' }));
      const { status } = await ask(link, headers, { nationalId: nationalId(), step: 'abort' });
      expect(status).toBe(302);
    }
  });
  it('a page of another site enters nothing in the journal', async () => {
    const last = () => test.bank.journal(0).at(-1)?.seq;
    const before = last();
    const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' };
    for (const headers of [image, { Host: 'evil.example' }])
      expect((await ask(`${test.bank.psuBaseUrl}/FORGED`, headers)).status).toBe(403);
    expect((await ask(`${test.bank.psuBaseUrl}/bank/revoke`, { Origin: 'null' }, {})).status).toBe(403);
    expect(last()).toBe(before);
    expect((await ask(`${test.bank.psuBaseUrl}/nothing`, {})).status).toBe(404);
    expect(last()).toBeGreaterThan(before ?? 0);
  });
  it('a rebound name shows nobody and no account', async () => {
    for (const path of ['/bank', `/bank?nationalId=${nationalId()}`]) {
      const { status, text } = await ask(`${test.bank.psuBaseUrl}${path}`, { Host: 'evil.example' });
      expect(status).toBe(403);
      expect(text).not.toContain('Solbakken');
    }
  });
  it('HDR-2: no TPP-Redirect-URI adds anything to the policy of the page but its own origin', async () => {
    const base =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
    const added: string[] = [];
    for (const uri of [
      'https://tpp.example;script-src/',
      "https://tpp.example';script-src/",
      'https://tpp.example,default-src/',
      'https://*/',
      'https://*.example/',
      'https://tpp.example:8443/return',
      'http://127.0.0.1:9/x',
      'http://[::1]:9/x',
      'no.fjordpay.app://sca',
      'fjordpay:/return',
      'https://blåbær.example/',
      'unsafe-inline:/x',
    ]) {
      const reply = await new Tpp(test.bank, test.identity).send({
        method: 'POST',
        path: '/v1/bank-offered-consents',
        headers: { 'TPP-Redirect-URI': uri },
      });
      if (reply.status !== 201) continue;
      const { policy } = await ask(linkOf(reply), {});
      expect(policy.startsWith(base)).toBe(true);
      added.push(policy.slice(base.length));
    }
    expect(added.filter((text) => !/^(?: [a-z][\w.+-]*:(?:\/\/[\w.:[\]-]+)?)?$/.test(text))).toEqual([]);
    expect(added).toContain(' https://tpp.example:8443');
    expect(added).toContain(' no.fjordpay.app:');
  });
});

describe('the redirect receiver', () => {
  const core = coreForFile('other-pages');
  const latest = async () => {
    const { sessions, now } = await core.call('sessions.list', {});
    return sessions.map((one) => sessionState(one, now))[0];
  };

  it('a page that does not know its path, or that only loads it, cannot end an SCA in progress', async () => {
    const asked = await core.call('requests.send', fresh('readUser'));
    expect(asked.status).toBe(401);
    expect(await latest()).toBe('SCA pending');
    const { redirectUri } = (await core.call('app.status', {})).environment;
    const failure = '?status=401&code=PSU_CREDENTIALS_INVALID&message=aborted';
    const own = new URL(redirectUri);
    expect(own.pathname).toMatch(/^\/sca\/return\/[\w-]{16}$/);
    for (const [address, headers] of [
      [`${own.origin}/sca/return${failure}`, {}],
      [`${own.origin}/sca/return/${failure}`, {}],
      [`${own.origin}/sca/return/guess${failure}`, {}],
      [`${redirectUri}x${failure}`, {}],
      [`${redirectUri}${failure}`, { Host: 'evil.example' }],
      ...['image', 'iframe', 'script', 'empty'].map(
        (destination) =>
          [
            `${redirectUri}${failure}`,
            { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': destination },
          ] as const,
      ),
    ] as const)
      expect((await ask(address, headers)).status).toBe(404);
    // A service worker that asks in the browser's place is removed.
    expect((await ask(redirectUri, { 'Sec-Fetch-Dest': 'empty' })).clears).toBe('"storage"');
    expect(await latest()).toBe('SCA pending');
    // The bank's redirect, from another site as it must be, does end it.
    const redirect = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    expect((await ask(`${redirectUri}${failure}`, redirect)).status).toBe(200);
    expect(await latest()).toBe('no valid SCA');
  });
});
