/** Secrets are masked before anything is shortened, and as long as a run lasts, whatever else gets their names. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRuns } from '../support/bank-runs.ts';
import { TUESDAY } from '../support/given-date.ts';
import { kept, request, status } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';
import { signRsaSha256 } from '../../shared/node/crypto.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { writeHttpDate } from '../../shared/signing/http-date.ts';
import { writeSignatureHeader } from '../../shared/signing/signature-header.ts';
import { startTlsServer, type TlsServer } from '../support/tls-server.ts';

const { own, ran } = useRuns();
/** 200 hexadecimal digits of which no piece of 16 is there twice. */
const SECRET = Array.from({ length: 50 }, (_, at) => (at * 1009 + 4096).toString(16).padStart(4, '0')).join(
  '',
);
/** As soon as so much of it can be read, too much can. */
const PIECE = SECRET.slice(0, 16);
const TOKEN = { name: 'token', value: SECRET, secret: true, from: null };

let echo: TlsServer;
beforeAll(async () => {
  // Says what it was asked with, in a body and in a header that is too long to be shown as a whole.
  echo = await startTlsServer('Echoing bank', ({ headers, url }, response) => {
    if (url === '/page') {
      response.end(`<main>${'x'.repeat(925)} ${SECRET} ${'y'.repeat(5000)}</main>`);
      return;
    }
    if (url?.startsWith('/v1/accounts/')) {
      response.writeHead(401).end();
      return;
    }
    const said = String(headers['x-own'] ?? headers['x-never'] ?? 'nothing');
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'X-Request-ID': `${'A'.repeat(1950)}${said}` })
      .end(JSON.stringify({ said, other: SECRET }));
  });
});
afterAll(() => echo.stop());

const atEcho = () => ({
  variables: [TOKEN],
  destination: {
    baseUrl: echo.baseUrl,
    ca: echo.ca,
    tlsCertificateId: null,
    explain: null,
    bank: { environment: 'Other bank', isLocal: false },
    schemas: null,
  },
});

it('a long secret is masked before a sentence, a value or a verdict is shortened', async () => {
  const run = await ran(
    stepsOf({
      name: 'Long',
      request: request('listAccounts', { headers: { 'x-own': '{{token}}', 'x-plain': '{{plain}}' } }),
      expect: [
        { that: { of: 'header', name: 'X-Request-ID' }, must: { is: 'equal', to: '{{token}}' } },
        { that: { of: 'body', path: '$.said' }, must: { is: 'one-of', values: ['{{plain}}', '{{token}}x'] } },
        { that: { of: 'status' }, must: { is: 'at-least', value: '{{token}}' } },
      ],
      keep: [{ as: 'copy', from: { of: 'header', name: 'X-Request-ID' } }],
    }),
    { target: atEcho(), given: { plain: `${'p'.repeat(950)}${SECRET}` } },
  );
  expect(run.results[0]?.outcome).toBe('failed');
  const all = JSON.stringify([run.results, run.exchanges]);
  expect(all).not.toContain(PIECE);
  expect(all).toContain('AAAA•••');
});

it.each([
  ['hexadecimal digits', SECRET, PIECE],
  // In the signed text, each of these letters is two bytes.
  ['Norwegian letters', 'smørbrød-på-høyfjellet-æøå-', 'yfjellet|rbr'],
])(
  'a secret of %s is masked before the cause of a wrong signature is shortened',
  async (_, secret, piece) => {
    const path = `/v1/accounts/${encodeURIComponent(secret)}`;
    const headers = { Date: writeHttpDate(TUESDAY), 'X-Request-ID': randomUUID() };
    // As other software signs a path: decoded, with the host in front of it.
    const decoded = Buffer.from(decodeURIComponent(path)).toString('latin1');
    const target = secret === SECRET ? `${echo.baseUrl}${path}` : decoded;
    const text = `(request-target): get ${target}\ndate: ${headers.Date}\nx-request-id: ${headers['X-Request-ID']}`;
    const { certificate, key } = own.identity;
    const signature = writeSignatureHeader({
      keyId: keyIdOf(certificate),
      algorithm: 'rsa-sha256',
      headers: ['(request-target)', 'date', 'x-request-id'],
      signature: Buffer.from(signRsaSha256(key, Buffer.from(text, 'latin1'))).toString('base64'),
    });
    const run = await ran(
      stepsOf({
        name: 'Refused',
        request: request('readAccount', {
          params: { 'account-id': '{{token}}' },
          headers: { ...headers, Signature: signature },
        }),
      }),
      { target: { ...atEcho(), variables: [{ ...TOKEN, value: secret }] } },
    );
    const { diagnosis } = run.exchanges[0] ?? {};
    const said = diagnosis?.find(({ rule }) => rule === 'SIG-8')?.text ?? '';
    expect(said).toContain('•••');
    expect(JSON.stringify(run.exchanges)).not.toMatch(new RegExp(piece));
  },
);

it('what a page says to the PSU is shortened after its secrets are masked', async () => {
  const sca = { link: `${echo.baseUrl}/page`, psu: 'Nobody', decision: 'approve' } as const;
  const target = { ...atEcho(), pages: [new URL(echo.baseUrl).origin] };
  const run = await ran(stepsOf({ name: 'Approve', sca }), { target });
  const reason = run.results[0]?.reason ?? '';
  expect(reason).toContain('xxx •••');
  expect(reason.length).toBeLessThan(1100);
});

it('a secret stays masked when a capture, a row or a given value takes its name, and all of them are secret', async () => {
  const send = (name: string, header: string, more: object = {}) => ({
    name,
    request: request('listAccounts', { headers: { 'x-own': header } }),
    expect: [status(200)],
    ...more,
  });
  const run = await ran(
    stepsOf(
      send('Echo', '{{token}}', { keep: [kept('copy', '$.said')] }),
      send('Another', 'ordinary-value-of-a-bank', { keep: [kept('token', '$.said')] }),
      send('Copy', '{{copy}}'),
      send('Newest', '{{token}}'),
    ),
    { target: atEcho(), given: { token: SECRET.split('').reverse().join('') } },
  );
  const all = JSON.stringify([run.results, run.exchanges[0], run.exchanges[2], run.exchanges[3]]);
  expect(all).not.toContain(PIECE);
  expect(all).not.toContain(SECRET.split('').reverse().join('').slice(0, 16));
  expect(all).not.toContain('ordinary-value-of-a-bank');
  expect(run.results[1]?.kept).toEqual([{ name: 'token', value: '•••' }]);
});

it('a secret of one row, or of a capture that was replaced, is masked until the run ends', async () => {
  const [first, second] = ['first-row-secret-1', 'second-row-secret-2'];
  const run = await ran(
    {
      'collection.yaml': { name: 'Rows', secret: ['mine'] },
      ...stepsOf({
        name: 'Row',
        request: request('listAccounts', { headers: { 'x-never': first, 'x-mine': '{{mine}}' } }),
      }),
    },
    { target: { ...atEcho(), variables: [] }, rows: [{ mine: first }, { mine: second }] },
  );
  expect(JSON.stringify(run.exchanges[1]?.response)).not.toContain(first);
});
