/** docs/signing.md: its script runs as it stands, fails when the page is wrong, and bank and page agree on every byte. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SIGNED_REQUEST, SIGNED_RESPONSE } from '../../shared/xs2a/openapi-signed.ts';
import { useBank } from '../support/bank.ts';
import { reset } from '../support/payments.ts';
import { linuxOnly, pageOf, runScript, scriptOf } from '../support/shell-page.ts';
import { lastExchange, type Reply, sendRaw } from '../support/tpp.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = pageOf('signing.md');
const script = scriptOf(page);
const folder = mkdtempSync(join(tmpdir(), 'tpp-signing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    ['the body', 'Takk for', 'Takk før'],
    ['the Digest', /(same Digest .*SHA-256=).(.*)/, '$1_$2'],
    [
      'a line of the signing string',
      "same 'The signing string' \"$TEXT\" '(request",
      "same 'The signing string' \"$TEXT\" '(Request",
    ],
    ['the order of the names', 'date digest x-request-id tpp', 'digest date x-request-id tpp'],
    ['the signature', /(same 'The signature' .*?')./, '$1_'],
    ['the keyId', /2\.5\.4\.97=#0c13(?=[0-9a-f]+,O)/, '2.5.4.97=#0c12'],
    ['the encoded word', '=?utf-8?B?U0', '=?utf-8?B?V0'],
    ['the hash inside the signature', /(same 'The hash inside .*\)" .)./, '$1_'],
    ['how a response is read', 'sub(/^[^:]*: */, "")', 'sub(/^[^:]*:/, "")'],
    ['what a response signs', 'text="$text${text:+\n}$name: ', 'text="$text${text:+\n}$name:'],
  ])('its script fails when this is wrong: %s', async (_, right, wrong) => {
    const spoilt = script.replace(right, wrong);
    expect(spoilt).not.toBe(script);
    expect((await runScript(`${spoilt}\ntrue`)).code).not.toBe(0);
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
  const clock = Date.parse('2027-01-15T09:42:07Z');
  const test = useBank({ clock, quirks: { strictMime: true } });
  // The same payment twice on one day is refused (PAY-16).
  beforeEach(() => reset(test.bank));
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
