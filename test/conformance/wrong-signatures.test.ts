/**
 * SIG-14: the bank names the cause of a wrong signature. The mistakes are made with openssl in a shell, the npm package
 * http-signature, and as .NET programs make them; never with our own signer. test/full/conformance has those of Java.
 */
import httpSignature from 'http-signature';
import { describe, expect, it } from 'vitest';
import { NOON } from '../support/bank.ts';
import { OutsideSigner } from '../support/outside-signer.ts';
import {
  BODY,
  Draft,
  get,
  hexOf,
  namesAsSent,
  post,
  useWrongSignatures,
  withHeader,
} from '../support/wrong-signatures.ts';

const { test, signers, examined, causesOf, signatureOf } = useWrongSignatures();
const upper = (line: string) => line.replace(/^[^:]+/, (name) => name.toUpperCase());

interface ShellCase {
  title: string;
  ids: string[];
  draft?: () => Draft;
  /** What the client takes for the signing string. */
  text?: (draft: Draft) => string;
  /** How it signs the file `text`. */
  command?: string;
  /** How it writes the signature. */
  write?: (bytes: Buffer) => string;
}

const SHELL: ShellCase[] = [
  { title: 'echo adds a newline', ids: ['newline-at-end'], command: 'echo "$(cat text)" | sign' },
  {
    title: 'echo without -e keeps the backslashes',
    ids: ['escaped-newline', 'newline-at-end'],
    text: (d) => d.lines().join('\\n'),
    command: 'echo "$(cat text)" | sign',
  },
  { title: 'unix2dos', ids: ['crlf'], command: "sed -z 's/\\n/\\r\\n/g' text | sign" },
  {
    title: 'CRLF after every line',
    ids: ['crlf', 'crlf-at-end'],
    command: 'sed \'s/$/\\r/\' <(echo "$(cat text)") | sign',
  },
  { title: 'tr deletes the newlines', ids: ['joined-by-nothing'], command: "tr -d '\\n' < text | sign" },
  {
    title: 'an unquoted variable joins with spaces',
    ids: ['other-joiner'],
    command: 'printf %s "$(echo $(cat text))" | sign',
  },
  {
    title: 'paste joins with commas',
    ids: ['other-joiner', 'newline-at-end'],
    command: 'paste -sd, text | sign',
  },
  {
    title: 'no space after the colon',
    ids: ['no-space'],
    text: (d) => d.with((line) => line.replace(': ', ':')),
  },
  { title: 'name=value', ids: ['other-separator'], text: (d) => d.with((line) => line.replace(': ', '=')) },
  { title: 'names in upper case', ids: ['names-in-upper-case'], text: (d) => d.with(upper) },
  {
    title: 'names in upper case, and a newline',
    ids: ['names-in-upper-case', 'newline-at-end'],
    text: (d) => d.with(upper),
    command: 'echo "$(cat text)" | sign',
  },
  {
    title: 'names as in the request',
    ids: ['names-as-sent'],
    text: namesAsSent,
  },
  {
    title: 'only the values',
    ids: ['no-names'],
    text: (d) => d.names.map((name) => d.value(name)).join('\n'),
  },
  { title: 'tac', ids: ['reversed'], text: (d) => d.lines().reverse().join('\n') },
  {
    title: 'sort',
    ids: ['sorted', 'newline-at-end'],
    draft: post,
    command: 'LC_ALL=C sort <(echo "$(cat text)") | sign',
  },
  {
    title: 'the order of the headers',
    ids: ['order-as-sent'],
    text: (d) => [0, 3, 2, 1].map((at) => d.lines()[at]).join('\n'),
  },
  {
    title: 'some other order',
    ids: ['other-order'],
    draft: post,
    text: (d) => [2, 0, 4, 1, 3].map((at) => d.lines()[at]).join('\n'),
  },
  {
    title: 'the Digest left out',
    ids: ['header-left-out'],
    draft: post,
    text: (d) => d.lines().slice(0, -1).join('\n'),
  },
  {
    title: 'a header that is not listed',
    ids: ['header-added'],
    text: (d) => `${d.text()}\ntpp-session-id: session-1`,
  },
  {
    title: 'Host in the middle',
    ids: ['header-added'],
    text: (d) =>
      d
        .lines()
        .toSpliced(1, 0, `host: localhost:${new URL(test.bank.apiBaseUrl).port}`)
        .join('\n'),
  },
  {
    title: 'Host without its port',
    ids: ['value-differs'],
    draft: () => withHeader(get(), 'Host', new URL(test.bank.apiBaseUrl).host),
    text: (d) => d.text().replace(/(?<=host: .*):\d+/, ''),
  },
  {
    title: 'an absent header as an empty line',
    ids: ['absent-header-signed'],
    text: (d) => `${d.text()}\npsu-id: `,
  },
  {
    title: 'an empty header without its space',
    ids: ['empty-header'],
    draft: () => withHeader(get(), 'PSU-ID', ''),
    text: (d) => d.text().replace('psu-id: ', 'psu-id:'),
  },
  { title: 'only the Date', ids: ['one-line-only'], text: (d) => `date: ${d.date}` },
  {
    title: 'the method in upper case',
    ids: ['method-case'],
    text: (d) => d.text().replace(': get ', ': GET '),
  },
  { title: 'no method', ids: ['no-method'], text: (d) => d.text().replace(': get ', ': ') },
  {
    title: 'the path without its query',
    ids: ['no-query'],
    text: (d) => d.text().replace('?withBalance=true', ''),
  },
  {
    title: 'the whole URL',
    ids: ['host-in-front'],
    text: (d) => d.text().replace('get /', `get ${test.bank.apiBaseUrl}/`),
  },
  {
    title: 'the host before the path',
    ids: ['host-in-front'],
    text: (d) => d.text().replace('get /', 'get localhost/'),
  },
  { title: 'the path without its version', ids: ['other-path'], text: (d) => d.text().replace('/v1/', '/') },
  {
    title: 'a slash at the end',
    ids: ['other-path'],
    text: (d) => d.text().replace('accounts?', 'accounts/?'),
  },
  {
    title: 'the path decoded',
    ids: ['path-decoded'],
    draft: () => get().at('GET', '/v1/accounts/enc%21%21ab%3D/balances'),
    text: (d) => d.text().replace('enc%21%21ab%3D', 'enc!!ab='),
  },
  {
    title: 'the path encoded',
    ids: ['path-encoded'],
    draft: () => get().at('GET', '/v1/accounts/enc!!ab=/balances'),
    text: (d) => d.text().replace('enc!!ab=', 'enc%21%21ab%3D'),
  },
  {
    title: 'the path encoded twice',
    ids: ['path-encoded-twice'],
    draft: () => get().at('GET', '/v1/accounts/enc!!ab%3D/balances'),
    text: (d) => d.text().replace('ab%3D', 'ab%253D'),
  },
  {
    title: 'the query decoded',
    ids: ['query-differs'],
    draft: () => get().at('GET', '/v1/accounts?withBalance=tr%75e'),
    text: (d) => d.text().replace('tr%75e', 'true'),
  },
  {
    title: 'the parameters in another order',
    ids: ['query-differs'],
    draft: () => get().at('GET', '/v1/accounts/enc!!ab/transactions?dateTo=2026-11-20&dateFrom=2026-11-01'),
    text: (d) =>
      d.text().replace('dateTo=2026-11-20&dateFrom=2026-11-01', 'dateFrom=2026-11-01&dateTo=2026-11-20'),
  },
  {
    title: 'a value with a space after it',
    ids: ['value-not-trimmed'],
    text: (d) => d.text().replace(d.requestId, `${d.requestId} `),
  },
  {
    title: 'the redirect URI percent-encoded',
    ids: ['value-encoded'],
    text: (d) =>
      d
        .text()
        .replace('https://tpp.example/return?a=1', encodeURIComponent('https://tpp.example/return?a=1')),
  },
  {
    title: 'the X-Request-ID in upper case',
    ids: ['value-case'],
    text: (d) => d.text().replace(d.requestId, d.requestId.toUpperCase()),
  },
  {
    title: 'a Date that was computed twice',
    ids: ['date-differs'],
    text: (d) => d.text().replace(d.date, new Date(NOON - 2000).toUTCString()),
  },
  {
    title: 'a Date that was computed twice, and names in upper case',
    ids: ['date-differs', 'names-in-upper-case'],
    text: (d) => d.with(upper).replace(d.date, new Date(NOON - 1000).toUTCString()),
  },
  {
    title: 'a variable that was not set',
    ids: ['value-missing'],
    text: (d) => d.text().replace(d.requestId, ''),
  },
  { title: 'an empty text', ids: ['nothing-signed'], text: () => '' },
  { title: 'the body', ids: ['body-signed'], draft: post, text: (d) => d.body },
  {
    title: 'the body by curl -d, without its newline',
    ids: ['body-signed'],
    draft: post,
    text: () => JSON.stringify(JSON.parse(BODY)),
  },
  { title: 'the Digest', ids: ['digest-signed'], draft: post, text: (d) => d.value('digest') },
  {
    title: 'the Digest in hexadecimal',
    ids: ['digest-format'],
    draft: post,
    text: (d) => d.text().replace(d.value('digest').slice(8), hexOf(BODY)),
  },
  {
    title: 'the hash of the hash',
    ids: ['hashed-twice'],
    command: 'openssl dgst -sha256 -binary text | sign',
  },
  {
    title: 'sha256sum',
    ids: ['hash-in-hex'],
    command: "sha256sum text | cut -d' ' -f1 | tr -d '\\n' | sign",
  },
  {
    title: 'the base64 of the hash',
    ids: ['hash-in-base64'],
    command: 'openssl dgst -sha256 -binary text | openssl base64 -A | sign',
  },
  { title: 'SHA-1', ids: ['other-hash'], command: 'openssl dgst -sha1 -sign key.pem text' },
  { title: 'SHA-384', ids: ['other-hash'], command: 'openssl dgst -sha384 -sign key.pem text' },
  {
    title: 'SHA-512, and a newline',
    ids: ['other-hash', 'newline-at-end'],
    command: 'echo "$(cat text)" | openssl dgst -sha512 -sign key.pem',
  },
  {
    title: 'PSS with the longest salt',
    ids: ['pss'],
    command:
      'openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:max -sign key.pem text',
  },
  {
    title: 'PSS with a salt of 20 bytes, and CRLF',
    ids: ['pss', 'crlf'],
    command:
      "sed -z 's/\\n/\\r\\n/g' text | openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:20 -sign key.pem",
  },
  {
    title: 'pkeyutl without -pkeyopt digest',
    ids: ['no-digest-info'],
    command: 'openssl dgst -sha256 -binary text > hash && openssl pkeyutl -sign -inkey key.pem -in hash',
  },
  {
    title: 'rsautl over the text',
    ids: ['not-hashed'],
    draft: () => get().at('GET', '/v1/user'),
    command: 'openssl rsautl -sign -inkey key.pem -in text',
  },
  {
    title: 'pkeyutl over the hash in hexadecimal',
    ids: ['hash-as-text'],
    command:
      "openssl dgst -sha256 -r text | cut -d' ' -f1 | tr -d '\\n' > hash && openssl pkeyutl -sign -inkey key.pem -in hash",
  },
  {
    title: 'rsautl without padding',
    ids: ['not-padded', 'no-digest-info'],
    command:
      '(head -c 224 /dev/zero; openssl dgst -sha256 -binary text) > hash && openssl rsautl -sign -raw -inkey key.pem -in hash',
  },
  {
    title: 'UTF-16 by iconv',
    ids: ['utf-16'],
    command: 'iconv -f UTF-8 -t UTF-16BE text > wide && sign wide',
  },
  {
    title: 'base64 for a URL',
    ids: ['base64url'],
    write: (bytes) => bytes.toString('base64url'),
  },
  {
    title: 'the bytes of a number that has a sign',
    ids: ['sign-byte'],
    write: (bytes) => Buffer.concat([Uint8Array.of(0), bytes]).toString('base64'),
  },
  {
    title: 'base64 in lines',
    ids: ['base64-broken-lines'],
    write: (bytes) => (bytes.toString('base64').match(/.{1,64}/g) ?? []).join(' '),
  },
  { title: 'dgst -hex', ids: ['hex'], write: (bytes) => bytes.toString('hex') },
  {
    title: 'base64 of xxd -p',
    ids: ['base64-of-hex'],
    write: (bytes) => Buffer.from(bytes.toString('hex')).toString('base64'),
  },
  {
    title: 'base64 twice',
    ids: ['base64-twice'],
    write: (bytes) => Buffer.from(bytes.toString('base64')).toString('base64'),
  },
  {
    title: 'base64 as Python prints bytes',
    ids: ['base64-bytes-printed'],
    write: (bytes) => `b'${bytes.toString('base64')}'`,
  },
  {
    title: 'base64 as part of a URL',
    ids: ['base64-percent'],
    write: (bytes) => encodeURIComponent(bytes.toString('base64')),
  },
];

describe('SIG-14: the cause of a signature made with openssl is named', () => {
  it.each(SHELL)('$title', async ({ ids, draft = get, text, command = 'sign text', write }) => {
    const request = draft();
    const bytes = signers.own.shell(text ? text(request) : request.text(), command);
    expect((await causesOf(request, write ? write(bytes) : bytes.toString('base64'))).ids).toEqual(ids);
  });
});

describe('SIG-14: the cause of a signature made as .NET programs do is named', () => {
  const CASES: [
    title: string,
    ids: string[],
    text: (draft: Draft) => string | Buffer,
    write?: (bytes: Buffer) => Buffer,
  ][] = [
    [
      'StringBuilder.AppendLine',
      ['crlf', 'crlf-at-end'],
      (draft) =>
        draft
          .lines()
          .map((line) => `${line}\r\n`)
          .join(''),
    ],
    ['Environment.NewLine', ['crlf'], (draft) => draft.lines().join('\r\n')],
    ['Encoding.Unicode', ['utf-16'], (draft) => Buffer.from(draft.text(), 'utf16le')],
    [
      'StreamWriter with a byte order mark',
      ['byte-order-mark'],
      (draft) => Buffer.from(`\ufeff${draft.text()}`),
    ],
    ['Uri.AbsolutePath', ['no-query'], (draft) => draft.text().replace(/\?withBalance=true/, '')],
    [
      'Uri.AbsoluteUri',
      ['host-in-front'],
      (draft) => draft.text().replace('get /', `get ${test.bank.apiBaseUrl}/`),
    ],
    ['HttpMethod.ToString', ['method-case'], (draft) => draft.text().replace(': get ', ': GET ')],
    [
      'DateTime in ISO 8601',
      ['date-format'],
      (draft) => draft.text().replace(draft.date, '2026-11-20T09:42:07Z'),
    ],
    [
      'DateTime.Now instead of UtcNow',
      ['date-differs'],
      (draft) => draft.text().replace(draft.date, new Date(NOON + 3_600_000).toUTCString()),
    ],
    [
      'Guid.ToString().ToUpper()',
      ['value-case'],
      (draft) => draft.text().replace(draft.requestId, draft.requestId.toUpperCase()),
    ],
    ['CryptoAPI, lowest byte first', ['bytes-reversed'], (draft) => draft.text(), (bytes) => bytes.reverse()],
    [
      'a null string',
      ['value-missing'],
      (draft) => draft.text().replace('https://tpp.example/return?a=1', ''),
    ],
  ];
  it.each(CASES)('%s: %s', async (_, ids, text, write = (bytes) => bytes) => {
    const draft = get();
    const signed = text(draft);
    const bytes = signers.own.shell(
      typeof signed === 'string' ? signed : signed.toString('latin1'),
      'sign text',
    );
    expect((await causesOf(draft, write(bytes).toString('base64'))).ids).toEqual(ids);
  });
});

describe('SIG-14: the cause of a signature by http-signature is named', () => {
  /** The signature part that the package writes for a draft. @param given what the program passes to it */
  function signed(
    draft: Draft,
    given: { method?: string; path?: string; algorithm?: string; headers?: Record<string, string> },
  ) {
    const headers = new Map(draft.headers.map(([name, value]) => [name.toLowerCase(), value]));
    for (const [name, value] of Object.entries(given.headers ?? {})) headers.set(name, value);
    const request = {
      method: given.method ?? draft.method,
      path: given.path ?? draft.target,
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    };
    httpSignature.signRequest(request, {
      key: signers.own.identity.keyPem,
      keyId: 'x',
      algorithm: given.algorithm ?? 'rsa-sha256',
      headers: draft.names,
      authorizationHeaderName: 'Signature',
    });
    return /signature="([^"]+)"/.exec(headers.get('signature') ?? '')?.[1] ?? '';
  }
  it.each([
    ['a path without its query', ['no-query'], { path: '/v1/accounts' }],
    ['the options of another method', ['other-method'], { method: 'POST' }],
    ['rsa-sha1', ['other-hash'], { algorithm: 'rsa-sha1' }],
    ['rsa-sha512', ['other-hash'], { algorithm: 'rsa-sha512' }],
    ['a proxy that strips a prefix', ['other-path'], { path: '/accounts?withBalance=true' }],
    [
      'a Date that is set again',
      ['date-differs'],
      { headers: { date: new Date(NOON - 3000).toUTCString() } },
    ],
    [
      'another redirect URI',
      ['value-differs'],
      { headers: { 'tpp-redirect-uri': 'https://tpp.example/return' } },
    ],
  ])('%s: %s', async (_, ids, given) => {
    const draft = get();
    expect((await causesOf(draft, signed(draft, given))).ids).toEqual(ids);
  });
});

describe('SIG-14: what the bank has seen before', () => {
  it('a value of an earlier request is named', async () => {
    const first = new Draft(31);
    expect((await examined(first, signatureOf(first))).reply.status).toBe(401);
    const second = new Draft();
    expect(
      (await causesOf(second, signatureOf(second, second.text().replace(second.date, first.date)))).ids,
    ).toEqual(['older-value']);
    const third = new Draft();
    const reused = third.text().replace(third.requestId, first.requestId);
    const found = await causesOf(third, signatureOf(third, reused));
    expect(found.ids).toEqual(['older-value']);
    expect(found.causes[0]?.what).toContain(first.requestId);
  });
  it('the signature of an earlier request is named', async () => {
    const first = new Draft(20).withBody();
    const signature = signatureOf(first);
    expect((await examined(first, signature)).reply.status).toBe(201);
    const found = await causesOf(post(), signature);
    expect(found.ids).toEqual(['earlier-request']);
    expect(found.causes[0]?.what).toContain(first.requestId);
    expect(found.signedText).toBe(first.text());
  });
  it('the key of another known certificate is named with its owner', async () => {
    const seen = get();
    await examined(seen, signatureOf(seen, seen.text(), signers.other), signers.other);
    const draft = get();
    const found = await causesOf(draft, signatureOf(draft, draft.text(), signers.other));
    expect(found.ids).toEqual(['other-certificate']);
    expect(found.causes[0]?.what).toContain('SN=162E, Nordpay');
  });
});

describe('SIG-14: honest answers', () => {
  it('another text altogether: the hash in the signature is shown', async () => {
    const text = 'Something that nobody would guess';
    const draft = get();
    const { found, reply } = await examined(draft, signatureOf(draft, text));
    const hex = hexOf(text);
    expect(found).toMatchObject({
      verdict: 'other-text',
      digest: { algorithm: 'SHA-256', hex },
      signedText: null,
    });
    expect(reply.body.tppMessages?.[0]?.text).toContain(hex);
  });
  it('a key that nobody knows', async () => {
    const stranger = new OutsideSigner('Stranger', '99');
    const draft = get();
    const { found } = await examined(draft, signatureOf(draft, draft.text(), stranger));
    stranger.dispose();
    expect(found).toMatchObject({ verdict: 'other-key', causes: [{ id: 'unknown-key' }], digest: null });
  });
  it('a signature that is cut off, empty or not base64', async () => {
    const draft = get();
    const whole = signatureOf(draft);
    for (const [part, id] of [
      [whole.slice(0, 172), 'wrong-length'],
      ['', 'no-signature'],
      ['*'.repeat(344), 'not-base64'],
    ] as const) {
      const { found } = await examined(draft, part);
      expect(found).toMatchObject({ verdict: 'no-signature', causes: [{ id }] });
    }
  });
  it('a correct signature is accepted without a search', async () => {
    const draft = get();
    const { reply, found } = await examined(draft, signatureOf(draft));
    expect([reply.status, found]).toEqual([401, null]);
  });
});

it('SIG-11: the cause of a wrong Digest is named', async () => {
  const hex = hexOf(BODY);
  const draft = new Draft().at('POST', '/v1/bank-offered-consents');
  draft.body = BODY;
  draft.headers.push(['Content-Type', 'application/json']);
  withHeader(draft, 'Digest', `SHA-256=${Buffer.from(hex).toString('base64')}`);
  const { reply, explanation } = await examined(draft, signatureOf(draft));
  const message = reply.body.tppMessages?.[0];
  expect([message?.code, explanation.rule]).toEqual(['SIGNATURE_INVALID', 'SIG-11']);
  expect(message?.text).toContain(
    'the hash of the body is right, but it is written as the base64 of hexadecimal text',
  );
  expect(explanation.hint).toContain('standard base64');
});
