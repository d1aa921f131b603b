/** Section 1 of the contract over HTTPS: environments, media types, TLS, routing, sizes, response headers, ids, order. */
import { connect as netConnect } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { CHECKS } from '../../shared/xs2a/explanation.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { errorSchema } from '../../shared/xs2a/refusals.ts';
import { memoryBank, NOON, useBank, withBank } from '../support/bank.ts';
import { testCa } from '../support/identity.ts';
import { somePath } from '../support/links.ts';
import { bodyOf, create, pathOfProduct, post, selfOf, sign, statusOf } from '../support/payments.ts';
import {
  type Call,
  control,
  finishSca,
  lastExchange,
  type Reply,
  scaIdOf,
  sendRaw,
  Tpp,
} from '../support/tpp.ts';

const test = useBank();
const CUSTOMERS = { path: '/v1/sandbox/customers' };
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const PAYMENT = bodyOf('SCT');

/** A TLS handshake with limits. @returns the protocol, or the error's code */
function handshake(options: ConnectionOptions): Promise<string> {
  const { port } = new URL(test.bank.apiBaseUrl);
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      servername: 'localhost',
      port: Number(port),
      ca: test.bank.caPem,
      ...options,
    });
    socket.on('secureConnect', () => {
      resolve(socket.getProtocol() ?? '');
      socket.destroy();
    });
    socket.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message));
  });
}

/** What comes back for bytes sent over TLS as they are. */
function exchangeBytes(bytes: string): Promise<string> {
  const { port } = new URL(test.bank.apiBaseUrl);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(
      { host: '127.0.0.1', servername: 'localhost', port: Number(port), ca: test.bank.caPem },
      // Like a client that reads when it has sent everything.
      () =>
        socket.write(bytes, () => socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))),
    );
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

/** What a TPP sees of three SCAs (aborted consent, consent, payment), without what differs from one to the next. */
async function scaFlow(bank: Bank): Promise<unknown[]> {
  const tpp = new Tpp(bank, test.identity);
  const seen: unknown[] = [];
  const plain = (text: string) =>
    text
      .replaceAll(/enc!![A-Za-z0-9_-]+(=|%3D)/g, '<id>')
      .replaceAll(bank.psuBaseUrl, '<psu>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>');
  const note = (reply: Reply) => {
    const { status, headers, text } = reply;
    seen.push([status, headers['aspsp-sca-approach'], plain(headers.location ?? ''), plain(text)]);
    return reply;
  };
  const finish = async (reply: Reply, decision: object) => {
    const page = await fetch(reply.body._links?.['scaRedirect']?.href ?? '');
    seen.push([page.status, plain(await page.text())]);
    const query = await finishSca(bank, scaIdOf(reply), { ...decision });
    seen.push(plain(query.toString()));
    return query;
  };
  await finish(note(await tpp.send({ path: '/v1/accounts' })), { decision: 'abort' });
  const granted = await finish(note(await tpp.send(CONSENT)), {});
  tpp.psuId = granted.get('psu-id');
  note(await tpp.send({ path: '/v1/accounts' }));
  const created = note(await post(tpp, pathOfProduct('SCT'), PAYMENT));
  const path = selfOf(created);
  await finish(note(await tpp.send({ method: 'POST', path: `${path}/authorisations` })), {});
  note(await tpp.send({ path: `${path}/status` }));
  return seen;
}

describe('SVC-1, SVC-2: environments', () => {
  it('the SCA that a TPP sees in production is the same as in the sandbox, step by step', async () => {
    const trust = [await testCa()];
    const banks = await Promise.all(
      (['sandbox', 'production'] as const).map((environment) =>
        memoryBank({ quirks: { environment }, trust, psuHttp: true }),
      ),
    );
    try {
      const [sandbox, production] = await Promise.all(banks.map(scaFlow));
      expect(sandbox?.length).toBe(12);
      expect(production).toEqual(sandbox);
    } finally {
      await Promise.all(banks.map((bank) => bank.stop()));
    }
  });
  it('SIG-12: in production the certificate is validated, in the sandbox it is not', async () => {
    const bank = await memoryBank({ quirks: { environment: 'production' } });
    try {
      const stranger = new Tpp(bank, test.identity);
      const call = { path: '/v1/user' };
      const { explanation } = await stranger.refused(call, 401, 'CERTIFICATE_INVALID', 'SIG-12');
      expect(explanation.notChecked).toEqual([]);
    } finally {
      await bank.stop();
    }
    const { explanation } = await test
      .tpp()
      .refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
    expect(explanation.notChecked).toEqual(['production']);
  });
  it('production has nothing under /v1/sandbox/', async () => {
    const bank = await memoryBank({ quirks: { environment: 'production' } });
    try {
      const tpp = new Tpp(bank, test.identity);
      for (const path of ['/v1/sandbox/customers', '/v1/sandbox/initialize', '/v1/sandbox/other'])
        await tpp.refused({ path }, 404, 'RESOURCE_UNKNOWN', 'SVC-2');
      expect((await control(bank, 'GET', '/control/state')).body).toMatchObject({
        environment: 'production',
        counts: { customers: 4 },
      });
    } finally {
      await bank.stop();
    }
  });
  it('sandbox is the default', async () => {
    expect((await control(test.bank, 'GET', '/control/state')).body['environment']).toBe('sandbox');
  });
});

describe('SVC-3: media types', () => {
  it.each(['text/plain', 'application/xml', 'application/json;charset=iso-8859-1', 'multipart/form-data'])(
    'a body of type %s returns 415',
    async (type) => {
      await test
        .tpp()
        .refused({ ...CONSENT, body: '{}', headers: { 'Content-Type': type } }, 415, 'FORMAT_ERROR', 'SVC-3');
    },
  );
  it.each(['application/xml', 'text/html, image/*', 'application/json;q=0', '*/*;q=0, text/html'])(
    'Accept %s returns 406',
    async (Accept) => {
      await test.tpp().refused({ ...CUSTOMERS, headers: { Accept } }, 406, 'FORMAT_ERROR', 'SVC-3');
    },
  );
  it.each([
    '*/*',
    'application/*;q=0.1',
    'text/html, application/json;q=0.5',
    'Application/JSON; charset=utf-8',
  ])('Accept %s is accepted', async (Accept) => {
    expect((await test.tpp().send({ ...CUSTOMERS, headers: { Accept } })).status).toBe(200);
  });
  it('a body that is not UTF-8 returns 400, also where the body is ignored', async () => {
    for (const bytes of [[0x7b, 0xff, 0x7d], [0xff]]) {
      const call = { ...CONSENT, path: '/v1/consents', body: Buffer.from(bytes) };
      await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'SVC-3');
    }
  });
});

describe('SVC-5: TLS', () => {
  it('TLS 1.2 and 1.3 are accepted', async () => {
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
    expect(await handshake({ minVersion: 'TLSv1.3' })).toBe('TLSv1.3');
  });
  it('the bank refuses TLS 1.1', async () => {
    const code = await handshake({
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });
  it('plain HTTP is refused', async () => {
    const { port } = new URL(test.bank.apiBaseUrl);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = netConnect({ host: '127.0.0.1', port: Number(port) }, () =>
        socket.write('GET /v1/accounts HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      );
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
    expect(answer).not.toContain('200');
    expect(answer).not.toContain('tppMessages');
  });
  it('a client certificate is recorded but not required', async () => {
    const { request } = await import('node:https');
    const { port } = new URL(test.bank.apiBaseUrl);
    await new Promise<void>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port,
          path: '/v1/x',
          ca: test.bank.caPem,
          cert: test.identity.pem,
          key: test.identity.keyPem,
          agent: false,
        },
        (response) => {
          response.resume();
          response.on('end', resolve);
        },
      );
      asked.on('error', reject);
      asked.end();
    });
    expect((await lastExchange(test.bank)).clientCertificate).toContain('Fjordpay AS');
    await test.tpp().send(CUSTOMERS);
    expect((await lastExchange(test.bank)).clientCertificate).toBeNull();
  });
});

describe('SVC-6: routing and sizes', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/accounts/',
    '/v1/accounts//balances',
    '/v2/accounts',
    '/v1/accounts/%zz',
    '/v1/../v1/accounts',
    '//v1/accounts',
  ])('the unknown path %s returns 404', async (path) => {
    await test.tpp().refused({ path }, 404, 'RESOURCE_UNKNOWN', 'SVC-6');
  });
  it('a known path with another method returns 405 with Allow', async () => {
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'POST']) {
      const { reply } = await test
        .tpp()
        .refused({ method, path: '/v1/accounts' }, 405, 'SERVICE_INVALID', 'SVC-6');
      expect(reply.headers.allow).toBe('GET');
    }
  });
  it('1 MiB is accepted and one byte more returns 413', async () => {
    const body = (size: number) => `"${'a'.repeat(size - 2)}"`;
    expect((await test.tpp().send({ ...CONSENT, body: body(1024 * 1024) })).status).toBe(201);
    await test.tpp().refused({ ...CONSENT, body: body(1024 * 1024 + 1) }, 413, 'FORMAT_ERROR', 'SVC-6');
  });
  it('a body is read whether its length is stated or it comes in chunks, and up to 1 MiB', async () => {
    const tpp = test.tpp();
    const inChunks = (body: string) => {
      const headers = [
        ...tpp.prepare({ ...CONSENT, body }),
        ['Host', 'localhost'],
        // The bank itself closes the connection of a body that is too large.
        ...(body.length > 1024 * 1024 ? [] : [['Connection', 'close']]),
        ['Transfer-Encoding', 'chunked'],
      ];
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      return exchangeBytes(`POST ${CONSENT.path} HTTP/1.1\r\n${head}\r\n${chunk}`);
    };
    for (const body of ['1', '{}']) {
      expect((await tpp.send({ ...CONSENT, body })).status).toBe(201);
      expect(await inChunks(body)).toMatch(/^HTTP\/1\.1 201 /);
    }
    expect(await inChunks(`"${'a'.repeat(1024 * 1024 - 2)}"`)).toMatch(/^HTTP\/1\.1 201 /);
    const tooLarge = await inChunks(`"${'a'.repeat(1024 * 1024 - 1)}"`);
    expect(tooLarge).toMatch(/^HTTP\/1\.1 413 /);
    expect(tooLarge).toContain('\r\nConnection: close\r\n');
    expect((await tpp.send(CUSTOMERS)).status).toBe(200);
  });
  it.each(['Content-Length: 6291456', 'Transfer-Encoding: chunked'])(
    'a client that sends 6 MiB before it reads anything gets the 413 (%s)',
    async (length) => {
      const headers = test.tpp().prepare({ ...CONSENT, body: '{}' });
      const head = [...headers, ['Host', 'localhost']]
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      const chunk = 'a'.repeat(64 * 1024);
      const piece = length.startsWith('T') ? `10000\r\n${chunk}\r\n` : chunk;
      const end = length.startsWith('T') ? '0\r\n\r\n' : '';
      const answer = await exchangeBytes(
        `POST ${CONSENT.path} HTTP/1.1\r\n${head}${length}\r\n\r\n${piece.repeat(96)}${end}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('\r\nConnection: close\r\n');
      expect(answer).toContain('"FORMAT_ERROR"');
    },
  );
  it('headers over 16 KiB, also far over it, return 431', async () => {
    await test
      .tpp()
      .refused(
        { ...CUSTOMERS, headers: { 'X-Padding': 'a'.repeat(16 * 1024) } },
        431,
        'FORMAT_ERROR',
        'SVC-6',
      );
    const answer = await exchangeBytes(
      `GET /v1/accounts HTTP/1.1\r\nHost: localhost\r\nX-Padding: ${'a'.repeat(100_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"FORMAT_ERROR"');
  });
});

describe('SVC-7: response headers', () => {
  it('successes and refusals have X-Request-ID, Date, Content-Type and Cache-Control', async () => {
    for (const call of [CUSTOMERS, { path: '/v1/nowhere' }, { ...CUSTOMERS, sign: () => ['date'] }]) {
      const reply = await test.tpp().send({ ...call, headers: { 'X-Request-ID': 'request-1' } });
      expect(reply.headers).toMatchObject({
        'x-request-id': 'request-1',
        date: new Date(test.bank.now()).toUTCString(),
        'content-type': 'application/json;charset=utf-8',
        'content-length': String(Buffer.byteLength(reply.text)),
        'cache-control': 'no-store',
      });
    }
  });
  it('a list that requests share is sent whole, and a response without a body says nothing about one', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const { headers, text, body } = await tpp.send({ path: '/v1/accounts' });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(body['accounts']).toHaveLength(2);
    const path = selfOf(await post(tpp, pathOfProduct('SCT'), PAYMENT));
    const deleted = await tpp.send({ method: 'DELETE', path });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const name of ['content-type', 'content-length', 'digest', 'signature'])
      expect(deleted.headers).not.toHaveProperty(name);
  });
  it('without an X-Request-ID, the response has none either', async () => {
    const { status, headers } = await test.tpp().send({ ...CUSTOMERS, headers: { 'X-Request-ID': null } });
    expect(status).toBe(400);
    expect(headers).not.toHaveProperty('x-request-id');
  });
  it('Date has whole seconds, which are over', async () => {
    await withBank({ clock: NOON + 999 }, async (bank) => {
      const { headers } = await new Tpp(bank, test.identity).send(CUSTOMERS);
      expect(headers.date).toBe(new Date(NOON).toUTCString());
    });
  });
  it("what cannot be read as HTTP is refused with the bank's Date, too", async () => {
    const date = `Date: ${new Date(test.bank.now()).toUTCString()}\r\n`;
    for (const request of [
      'nonsense\r\n\r\n',
      `GET /v1/user HTTP/1.1\r\nHost: localhost\r\nX-Padding: ${'a'.repeat(100_000)}\r\n\r\n`,
    ])
      expect(await exchangeBytes(request)).toContain(date);
    const category = '{"tppMessages":[{"category":"ERROR","code":"FORMAT_ERROR","text":';
    expect(await exchangeBytes('nonsense\r\n\r\n')).toContain(
      `${category}"The request cannot be read as HTTP."`,
    );
    const long = `GET /v1/user HTTP/1.1\r\nHost: localhost\r\nX-Padding: ${'a'.repeat(100_000)}\r\n\r\n`;
    expect(await exchangeBytes(long)).toContain(`${category}"The headers are larger than 16384 bytes."`);
  });
  it('a 201 has Location; a response that starts an SCA has ASPSP-SCA-Approach', async () => {
    const asked = await test.tpp().send(CONSENT);
    expect(asked.headers['location']).toBe(asked.body._links?.['scaRedirect']?.href);
    expect(asked.headers['aspsp-sca-approach']).toBe('REDIRECT');
    const reset = await test.tpp().send({ method: 'POST', path: '/v1/sandbox/initialize' });
    expect(reset.headers['location']).toBe('/v1/sandbox/customers');
    expect(reset.headers['aspsp-sca-approach']).toBeUndefined();
    const refused = await test.tpp().send({ path: '/v1/accounts' });
    expect(refused.headers['aspsp-sca-approach']).toBe('REDIRECT');
  });
});

describe('SVC-8, SVC-9: links and ids', () => {
  it.each([
    ['/v1/payments/domestic-norway-credit-transfers/', /^Write what is missing .*, such as an id\.$/],
    [
      '/v1/payments/domestic-norway-credit-transfers//status',
      /^Write what is missing .*, such as an id, or /,
    ],
    ['/v1/accounts/', /such as an id, or remove the slash at the end\.$/],
    ['/v1/user/', /^Remove the slash at the end\.$/],
    ['/v1/consents/', /^Remove the slash at the end\.$/],
    ['//v1/user', /^Remove one of two slashes in a row\.$/],
    ['/accounts', /^Put \/v1, which is missing, in front of the path\.$/],
    ['/v1/v1/accounts', /^Remove one of the two \/v1\.$/],
    ['/v1/accounts/enc!!ab%', /percent-encoded in paths/],
    ['/v1/acounts', /^Did you mean \/v1\/accounts\?$/],
    ['/v1/acounts/a%20b/balances', /^Did you mean \/v1\/accounts\/a%20b\/balances\?$/],
    ['/v1/nothing', /^Compare the path with .* OpenAPI document/],
    ['https://localhost:8443/v1/user', /^Send only the path .* proxy/],
  ])('the explanation of %s says what may be wrong with it', async (path, said) => {
    const { explanation } = await test.tpp().refused({ path }, 404, 'RESOURCE_UNKNOWN', 'SVC-6');
    expect(explanation.hint).toMatch(said);
  });
  it('an id that is percent-encoded twice is unknown, and the explanation says so', async () => {
    const path = await create(test.tpp(), 'SCT');
    for (const [at, hint] of [
      [path.replace(/[^/]+$/, 'enc%21%21other%3D'), null],
      [path.replaceAll('%', '%25'), 'The id in the path is percent-encoded twice. Encode it once (SVC-9).'],
    ] as const) {
      const { explanation } = await test.tpp().refused({ path: at }, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
      expect(explanation.hint).toBe(hint);
    }
  });
  it('API links are relative and the SCA link absolute; raw and percent-encoded ids both resolve', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const accounts = (await tpp.send({ path: '/v1/accounts' })).body['accounts'] as {
      resourceId: string;
      _links: Record<string, { href: string; verbs: string[] }>;
    }[];
    const first = accounts[0];
    expect(first?.resourceId).toMatch(/^enc!![A-Za-z0-9_-]+=*$/);
    expect(first?.resourceId.length).toBeLessThanOrEqual(64);
    expect(first?._links['self']).toEqual({
      href: `/v1/accounts/${encodeURIComponent(first?.resourceId ?? '')}`,
      verbs: ['GET'],
    });
    const encoded = await tpp.send({ path: `/v1/accounts/${encodeURIComponent(first?.resourceId ?? '')}` });
    const everyChar = await tpp.send({
      path: `/v1/accounts/${Array.from(Buffer.from(first?.resourceId ?? ''), (b) => `%${b.toString(16)}`).join('')}`,
    });
    const raw = await tpp.send({ path: `/v1/accounts/${first?.resourceId}` });
    expect([encoded.status, everyChar.status, raw.status]).toEqual([200, 200, 200]);
    const asked = await tpp.send(CONSENT);
    expect(asked.body._links?.['scaRedirect']?.href).toMatch(
      new RegExp(`^${test.bank.psuBaseUrl}/sca/enc!!`),
    );
    expect(scaIdOf(asked)).toMatch(/=$/);
  });
});

describe('SVC-10: robustness', () => {
  it('an internal error is a 500 without a word, is logged, and ends nothing', async () => {
    const logged: string[] = [];
    let isBroken = false;
    const realNow = () => {
      if (isBroken) throw new Error('The clock is broken.');
      return NOON;
    };
    await withBank({ realNow, log: (line) => logged.push(line) }, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      isBroken = true;
      const { status, text } = await tpp.send(CUSTOMERS);
      isBroken = false;
      expect([status, text]).toEqual([500, '']);
      expect(
        logged.filter((line) => /^Internal error: Error: The clock is broken\.\n +at /.test(line)),
      ).toHaveLength(1);
      expect((await tpp.send(CUSTOMERS)).status).toBe(200);
    });
  });
  it('who has the state of the bank in view is told after a request that has changed something, and only then', async () => {
    const tpp = test.tpp();
    await tpp.send(CUSTOMERS);
    let changes = 0;
    const end = test.bank.onChange(() => changes++);
    await tpp.send(CUSTOMERS);
    await tpp.send({ ...CONSENT, headers: { 'TPP-Session-ID': null } });
    expect(changes).toBe(0);
    await tpp.send(CONSENT);
    expect(changes).toBeGreaterThan(0);
    end();
  });
  it('a client that goes away in the middle of its body is no internal error', async () => {
    const logged: string[] = [];
    await withBank({ log: (line) => logged.push(line) }, async (bank) => {
      const socket = connect({
        host: '127.0.0.1',
        servername: 'localhost',
        port: Number(new URL(bank.apiBaseUrl).port),
        ca: bank.caPem,
      });
      const head = `POST ${CONSENT.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`;
      await new Promise<void>((resolve) => socket.write(head, () => resolve()));
      await new Promise<void>((resolve) => socket.on('close', () => resolve()).destroy());
      expect((await new Tpp(bank, test.identity).send(CUSTOMERS)).status).toBe(200);
    });
    expect(logged.filter((line) => line.includes('Internal error'))).toEqual([]);
  });
  it('what has come due by the clock is done before a request is answered', async () => {
    let machine = NOON;
    await withBank({ realNow: () => machine }, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const path = await create(tpp, 'NDCT');
      await sign(tpp, path);
      await bank.operator.moveClock({ toRealTime: true });
      expect(await statusOf(tpp, path)).toBe('PDNG');
      machine += 7 * 24 * 60 * 60 * 1000;
      expect(await statusOf(tpp, path)).toBe('ACSC');
    });
  });
  it('bytes that are not HTTP get a clean 400', async () => {
    const answer = await exchangeBytes('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"FORMAT_ERROR"');
  });
  it('every operation responds to an empty request with a specified error, never a 5xx', async () => {
    for (const operation of OPERATIONS) {
      const reply = await sendRaw(test.bank, operation.method, somePath(operation), [], Buffer.alloc(0));
      expect(reply.status).toBe(400);
      expect(errorSchema.parse(reply.body).tppMessages[0]?.code).toBe('FORMAT_ERROR');
    }
  });
  it('a refused request changes nothing', async () => {
    const before = await control(test.bank, 'GET', '/control/state');
    await test.tpp().send({ method: 'POST', path: '/v1/sandbox/initialize', parts: { signature: 'AAAA' } });
    expect(await control(test.bank, 'GET', '/control/state')).toEqual(before);
  });
});

describe('SVC-11: the order of checks', () => {
  // Each entry breaks one step; the request below breaks it and every later one.
  it('checks follow the order of the contract and the first failure decides', async () => {
    const faults: [check: string, call: Omit<Call, 'path'>, code: string, status: number][] = [
      ['path', CONSENT, 'RESOURCE_UNKNOWN', 404],
      ['media', { headers: { Accept: 'text/html' } }, 'FORMAT_ERROR', 406],
      ['size', { headers: { 'X-Padding': 'a'.repeat(17_000) } }, 'FORMAT_ERROR', 431],
      ['request-id', { headers: { 'X-Request-ID': '' } }, 'FORMAT_ERROR', 400],
      ['certificate', { headers: { 'TPP-Signature-Certificate': 'x' } }, 'CERTIFICATE_INVALID', 400],
      ['syntax', { parts: { algorithm: 'none' } }, 'SIGNATURE_INVALID', 400],
      ['key-id', { parts: { keyId: 'SN=1,CA=CN=x' } }, 'CERTIFICATE_INVALID', 400],
      ['date', { headers: { Date: 'x' } }, 'TIMESTAMP_INVALID', 400],
      ['digest', { headers: { Digest: 'x' } }, 'SIGNATURE_INVALID', 400],
      ['cryptography', { parts: { signature: 'AAAA' } }, 'SIGNATURE_INVALID', 400],
      ['headers', { headers: { 'x-accept-fix': 'x' } }, 'PARAMETER_NOT_SUPPORTED', 400],
      ['psu', { headers: { 'PSU-ID': 'x' } }, 'FORMAT_ERROR', 400],
      ['body', { body: Buffer.from([0xff]) }, 'FORMAT_ERROR', 400],
    ];
    const order = CHECKS.map((check): string => check.id);
    expect(faults.map(([check]) => order.indexOf(check))).toEqual(
      faults.map(([check]) => order.indexOf(check)).sort((a, b) => a - b),
    );
    for (const [at, [check, , code, status]] of faults.entries()) {
      const call = faults.slice(at).reduce<Call>(
        (sum, [, next]) => ({
          ...next,
          ...sum,
          headers: { ...next.headers, ...sum.headers },
          parts: { ...next.parts, ...sum.parts },
        }),
        { ...CONSENT },
      );
      const reply = await test.tpp().send(check === 'path' ? { ...call, path: '/v1/nowhere' } : call);
      expect(
        { status: reply.status, code: reply.body.tppMessages?.[0]?.code },
        `${check}: ${reply.text}`,
      ).toEqual({ status, code });
      const seen = await lastExchange(test.bank);
      expect(seen.explanation.check).toBe(check);
      // The bank's log names the operation and the TPP as soon as they can be read, whatever decides.
      expect(seen.operation).toBe(check === 'path' ? null : 'createConsent');
      expect(seen.tpp).toBe(
        at <= faults.findIndex(([one]) => one === 'certificate') ? null : test.identity.tppId,
      );
    }
  });
  it('SIG-8: an empty body with a bad signature is a signature error', async () => {
    await test.tpp().refused({ ...CONSENT, parts: { signature: 'AAAA' } }, 400, 'SIGNATURE_INVALID', 'SIG-8');
  });
});
