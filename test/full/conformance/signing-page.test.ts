/** docs/signing.md: its script runs as it stands, fails when the page is wrong, and bank and page agree on every byte. */
import { execFile, execFileSync } from 'node:child_process';
import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyIdOf, unreversedKeyIdOf } from '../../../shared/signing/key-id.ts';
import { openApiDocument } from '../../../shared/xs2a/openapi.ts';
import { SIGNED_RESPONSE } from '../../../shared/xs2a/openapi-headers.ts';
import { SIGNED_REQUEST } from '../../../shared/xs2a/request-headers.ts';
import { useBank } from '../../support/bank.ts';
import { folderForFile } from '../../support/folders.ts';
import { makeIdentity } from '../../support/identity.ts';
import { reset } from '../../support/payments.ts';
import { programFile } from '../../support/programs.ts';
import { linuxOnly, pageOf, runScript, scriptOf } from '../../support/shell-page.ts';
import { type Call, lastExchange, type Reply, sendRaw, type Tpp } from '../../support/tpp.ts';

const ROOT = join(import.meta.dirname, '../../..');
const page = pageOf('signing.md');
const script = scriptOf(page);
const folder = folderForFile('signing');

/** The request of the page, one char per byte. */
const [head = '', body = ''] = readFileSync(join(ROOT, 'docs/signing/request.http'), 'latin1').split('\n\n');
const [line = '', ...lines] = head.split('\n');
const [method = '', target = ''] = line.split(' ');
const headers = lines.map((text): [string, string] => {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1).trim()];
});

describe('docs/signing.md', () => {
  it('SIG-3, SIG-4a, SIG-7, SIG-8, SIG-9, SIG-11, SIG-13: its script computes every value that the page prints', async () => {
    const result = await runScript(script);
    expect(result.code, result.output).toBe(0);
    expect(result.output.match(/^Verified OK$/gm)).toHaveLength(2);
  });
  it.concurrent.each([
    ['the signature', /(same 'The signature' .*?')./, '$1_'],
    [
      'which headers a response must sign',
      'in date digest x-request-id',
      'in date digest x-request-id psu-id',
    ],
  ])('its script fails when this is wrong: %s', async (_, right, wrong) => {
    const spoilt = script.replace(right, wrong);
    expect(spoilt).not.toBe(script);
    expect((await runScript(`${spoilt}\ntrue`)).code).not.toBe(0);
  });
  it('SIG-4a: its recipe for the serial drops the zeros that openssl prints in front', async () => {
    const make = `openssl req -x509 -new -key "$EXAMPLE/tpp-key.pem" -set_serial 0x0a0b -subj /CN=Zero -out "$WORK/zero.pem"`;
    const compared = `same 'The serial' "$(serial_of "$WORK/zero.pem")" A0B`;
    const result = await runScript(`${script}\n${make}\n${compared}`);
    expect(result.code, result.output).toBe(0);
    const without = script.replace(" | sed 's/^0*//'", '');
    expect(without).not.toBe(script);
    expect((await runScript(`${without}\n${make}\n${compared}`)).code).not.toBe(0);
  });
  it('SIG-13: its check refuses a response whose signature is right but does not cover X-Request-ID', async () => {
    const identity = await makeIdentity();
    const file = (name: string) => join(folder, name);
    const text = '{"accounts":[]}';
    const digest = `SHA-256=${createHash('sha256').update(text).digest('base64')}`;
    const check = async (names: readonly string[]) => {
      const values: Record<string, string> = {
        date: 'Fri, 15 Jan 2027 09:42:07 GMT',
        digest,
        'x-request-id': 'id-1',
      };
      const signed = names.map((name) => `${name}: ${values[name]}`).join('\n');
      const signature = sign('RSA-SHA256', Buffer.from(signed), identity.key).toString('base64');
      const received = [
        ...Object.entries(values).map(([name, value]) => `${name}: ${value}`),
        `Signature: keyId="x",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
        `TPP-Signature-Certificate: ${identity.header}`,
      ];
      writeFileSync(file('answer'), `HTTP/1.1 200 OK\r\n${received.join('\r\n')}\r\n\r\n`);
      writeFileSync(file('answer.json'), text);
      return runScript(`${script}\ncheck_response '${file('answer')}' '${file('answer.json')}'`);
    };
    const whole = await check(['x-request-id', 'date', 'digest']);
    expect(whole.code, whole.output).toBe(0);
    const part = await check(['date', 'digest']);
    expect(part.code).not.toBe(0);
    expect(part.output).toContain('x-request-id is not signed');
  });
  it('HDR-1, HDR-2, HDR-3, HDR-7, HDR-9, SVC-3: it lists every header that an operation requires', () => {
    const document = openApiDocument('0');
    const required = new Set(
      Array.from(JSON.stringify(document).matchAll(/"name":"([\w-]+)","in":"header","required":true/g)).map(
        ([, name = '']) => name,
      ),
    );
    expect([...required]).toEqual(expect.arrayContaining(['x-accept-fix', 'PSU-IP-Address', 'Digest']));
    const listed = page
      .slice(page.indexOf('## The headers'), page.indexOf('METHOD=post'))
      .split('\n')
      .map((row) => row.split('|')[1] ?? '')
      .join();
    for (const name of [...required, 'Content-Type']) expect(listed).toContain(name);
  });
  it('SIG-10: its command verifies the request of the page, whose Date is long past', async () => {
    const [, options = ''] = /`npx tpp-workbench (verify --at header \S+)`/.exec(page) ?? [];
    const run = (args: readonly string[]) =>
      new Promise<string>((resolve) => {
        execFile(process.execPath, [programFile('cli'), ...args], { cwd: ROOT }, (_, output) =>
          resolve(output),
        );
      });
    const args = options.split(' ');
    expect(await run(args)).toContain('The signature is valid.');
    expect(await run(args.filter((arg) => arg !== '--at' && arg !== 'header'))).toContain(
      'TIMESTAMP_INVALID',
    );
  });
  it('its script needs nothing that macOS lacks', () => {
    expect(linuxOnly(script)).toEqual([]);
  });
  it('the text of the response is the one that the page prints', () => {
    const response = readFileSync(join(ROOT, 'docs/signing/response.http'), 'utf8');
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(response)?.[1] ?? '';
    const text = ['date', 'digest', 'x-request-id'].map((name) => `${name}: ${value(name)}`).join('\n');
    expect(page).toContain(`\`\`\`text\n${text}\n\`\`\``);
  });
  it('the OpenAPI document takes its headers from the same request and response', () => {
    const valueIn = (file: string, name: string) =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(readFileSync(join(ROOT, 'docs/signing', file), 'utf8'))?.[1];
    for (const [name, value] of Object.entries(SIGNED_REQUEST))
      expect(valueIn('request.http', name)).toBe(value);
    for (const [name, value] of Object.entries(SIGNED_RESPONSE))
      expect(valueIn('response.http', name)).toBe(value);
  });
});

describe('the bank and docs/signing.md agree', () => {
  const at = '2027-01-15T09:42:07Z';
  const clock = Date.parse(at);
  const test = useBank({ clock, quirks: { strictMime: true } });
  // The same payment twice on one day is refused (PAY-16).
  beforeEach(() => reset(test.bank, at));
  const send = (sent: [string, string][]): Promise<Reply> =>
    sendRaw(
      test.bank,
      method,
      target,
      sent.filter(([name]) => name !== 'Host' && name !== 'Content-Length'),
      Buffer.from(body, 'latin1'),
    );

  it('SIG-1, SIG-2, SIG-6, SIG-7, SIG-8: the bank accepts the request of the page, and finds nothing unusual in it', async () => {
    const reply = await send(headers);
    expect(reply.status, reply.text).toBe(201);
    expect((await lastExchange(test.bank)).notes).toEqual([]);
  });
  it('SIG-9: and with the Signature header as one encoded word', async () => {
    const file = join(folder, 'wrapped');
    expect((await runScript(`${script}\nprintf %s "$WRAPPED" > '${file}'`)).code).toBe(0);
    const wrapped = readFileSync(file, 'latin1');
    expect(wrapped).toMatch(/^=\?utf-8\?B\?/);
    const sent = headers.map(([name, value]): [string, string] => [
      name,
      name === 'Signature' ? wrapped : value,
    ]);
    const reply = await send(sent);
    expect(reply.status, reply.text).toBe(201);
  });
  it('SIG-13: the check of the page accepts a response of a running bank, and refuses a changed one', async () => {
    const reply = await send(headers);
    const file = (name: string) => join(folder, name);
    const received = reply.rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${reply.rawHeaders[at + 1]}`] : [],
    );
    writeFileSync(file('headers'), `${received.join('\r\n')}\r\n\r\n`);
    writeFileSync(file('right'), reply.text);
    writeFileSync(file('changed'), `${reply.text} `);
    const check = (name: string) =>
      runScript(`${script}\ncheck_response '${file('headers')}' '${file(name)}'`);
    const right = await check('right');
    expect(right.code, right.output).toBe(0);
    expect((await check('changed')).code).not.toBe(0);
  });
});

describe('SIG-14: the table of mistakes says what the bank says', () => {
  const test = useBank();
  const ACCOUNTS = { path: '/v1/accounts?withBalance=true' };
  const POST = { method: 'POST', path: '/v1/bank-offered-consents', body: '{"a": 1}' };
  const rsa = (text: string, key: KeyObject) => sign('RSA-SHA256', Buffer.from(text), key);

  /** A call whose signature is made by another program: over another text, or in another way. */
  function resigned(
    { identity }: Tpp,
    call: Call,
    change: (text: string) => string,
    by: (text: string, key: KeyObject) => Buffer = rsa,
  ): Call {
    const after = (sent: [string, string][]) => {
      const value = (name: string) => sent.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
      const names = /headers="([^"]*)"/.exec(value('signature'))?.[1]?.split(' ') ?? [];
      const lineOf = (name: string) =>
        name === '(request-target)' ? `${(call.method ?? 'GET').toLowerCase()} ${call.path}` : value(name);
      const text = change(names.map((name) => `${name}: ${lineOf(name)}`).join('\n'));
      const signature = by(text, identity.key).toString('base64');
      return sent.map(([name, old]): [string, string] => [
        name,
        name === 'Signature' ? old.replace(/signature="[^"]*"/, `signature="${signature}"`) : old,
      ]);
    };
    return { ...call, after };
  }

  const same = (text: string) => text;
  const MISTAKES: Readonly<Record<string, (tpp: Tpp) => Call>> = {
    'the body is formatted or re-encoded after its Digest was computed': () => ({
      ...POST,
      sentBody: '{"a":1, "b":2}',
    }),
    'a line feed at the end of the signing string': (tpp) => resigned(tpp, POST, (text) => `${text}\n`),
    'CRLF between the lines': (tpp) => resigned(tpp, POST, (text) => text.replaceAll('\n', '\r\n')),
    'the path is signed without its query': (tpp) =>
      resigned(tpp, ACCOUNTS, (text) => text.replace('?withBalance=true', '')),
    'the path is signed decoded': (tpp) =>
      resigned(tpp, { path: '/v1/accounts/enc%21%21ab%3D/balances' }, (text) =>
        text.replace('enc%21%21ab%3D', 'enc!!ab='),
      ),
    'a header of the list above is sent, but not signed': () => ({
      ...ACCOUNTS,
      headers: { 'PSU-ID': '3e7c9a52-8d14-5b6f-a0e3-94c7d1f28b65' },
      sign: (names) => names.filter((name) => name !== 'psu-id'),
    }),
    'SHA-512 in the signature': (tpp) =>
      resigned(tpp, ACCOUNTS, same, (text, key) => sign('RSA-SHA512', Buffer.from(text), key)),
    'RSA-PSS': (tpp) =>
      resigned(tpp, ACCOUNTS, same, (text, key) =>
        sign('RSA-SHA256', Buffer.from(text), { key, padding: constants.RSA_PKCS1_PSS_PADDING }),
      ),
    'the key of another certificate': (tpp) =>
      resigned(tpp, ACCOUNTS, same, (text) =>
        rsa(text, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      ),
    'another algorithm in the Signature header': () => ({ ...ACCOUNTS, parts: { algorithm: 'hs2019' } }),
    'an ECDSA key': () => {
      const make =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -outform DER -subj /CN=EC';
      const header = execFileSync('openssl', make.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });
      return { ...ACCOUNTS, headers: { 'TPP-Signature-Certificate': header.toString('base64') } };
    },
    'the serial is in decimal': ({ identity: { certificate } }) => {
      const decimal = BigInt(`0x${certificate.serial}`).toString();
      return { ...ACCOUNTS, parts: { keyId: keyIdOf(certificate).replace(certificate.serial, decimal) } };
    },
    'the issuer is not reversed': ({ identity }) => ({
      ...ACCOUNTS,
      parts: { keyId: unreversedKeyIdOf(identity.certificate) },
    }),
    'the Date of an earlier request is sent again': ({ bank }) => ({
      ...ACCOUNTS,
      headers: { Date: new Date(bank.now() - 90_000).toUTCString() },
    }),
  };
  const rows = page
    .slice(page.indexOf('## What goes wrong'))
    .split('\n')
    .flatMap((row) => {
      const [, mistake = '', code = '', says = ''] = row.split('|').map((cell) => cell.trim());
      return code.startsWith('400 ') ? [{ mistake, code, says }] : [];
    });

  it('every row is tried', () => {
    expect(rows.map(({ mistake }) => mistake)).toEqual(Object.keys(MISTAKES));
  });
  it.each(rows)('$mistake: $code', async ({ mistake, code, says }) => {
    const tpp = test.tpp();
    const make = MISTAKES[mistake];
    if (make === undefined) throw new Error(`The table has an unknown mistake: ${mistake}`);
    const { status, body: answered, text } = await tpp.send(make(tpp));
    const [message] = answered.tppMessages ?? [];
    expect(`${status} \`${message?.code}\``, text).toBe(code);
    const parts = says.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    expect(message?.text).toMatch(new RegExp(parts.join('.+')));
  });
  it('another text that no cause explains is reported as the page quotes it', async () => {
    const tpp = test.tpp();
    const reply = await tpp.send(resigned(tpp, ACCOUNTS, () => 'something else'));
    expect(reply.body.tppMessages?.[0]?.text).toContain('the key is right, but another text was signed');
    expect(page.replaceAll('\n', ' ')).toContain('"the key is right, but another text was signed"');
  });
});
