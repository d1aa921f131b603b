/** The request signature, rule by rule, over HTTPS. Each refusal's explanation is read (SIG-14). */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../shared/node/x509.ts';
import { KEY_ID_SPELLINGS, keyIdOf, unreversedKeyIdOf } from '../../shared/signing/key-id.ts';
import { spellingsOf } from '../../shared/signing/key-id-spellings.ts';
import { encodeMimeWord } from '../../shared/signing/signature-header.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { NOON, useBank, withBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { somePath } from '../support/links.ts';
import { type Call, lastExchange, REDIRECT_URI, sendRaw, Tpp } from '../support/tpp.ts';

const CUSTOMERS = { path: '/v1/sandbox/customers' };
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const BODY = '{"hello":"world"}';

const test = useBank();

function replaced(name: string, value: (old: string) => string) {
  return (headers: [string, string][]) =>
    headers.map(([key, old]): [string, string] =>
      key.toLowerCase() === name ? [key, value(old)] : [key, old],
    );
}
const without = (name: string) => (headers: [string, string][]) =>
  headers.filter(([key]) => key.toLowerCase() !== name);
const added =
  (name: string, value: string) =>
  (headers: [string, string][]): [string, string][] => [...headers, [name, value]];

/** A refusal of a request by the certificate of this file. */
const expectRefused = (call: Call, code: string, rule: string) => test.tpp().refused(call, 400, code, rule);
const statusOf = async (call: Call) => (await test.tpp().send(call)).status;

describe('SIG-1: every request is signed', () => {
  it('a signed request is accepted', async () => {
    expect(await statusOf(CUSTOMERS)).toBe(200);
  });
  it.each([CUSTOMERS, CONSENT, { path: '/v1/accounts' }])('$path needs a Signature', async (call) => {
    const { text } = await expectRefused(
      { ...call, after: without('signature') },
      'SIGNATURE_MISSING',
      'SIG-1',
    );
    expect(text).toContain('step: presence');
  });
  it('no operation is excepted, and each needs the certificate too', async () => {
    for (const operation of OPERATIONS) {
      const call = { method: operation.method, path: somePath(operation) };
      await expectRefused({ ...call, after: without('signature') }, 'SIGNATURE_MISSING', 'SIG-1');
      const bare = { ...call, headers: { 'TPP-Signature-Certificate': null } };
      await expectRefused(bare, 'CERTIFICATE_MISSING', 'SIG-2');
    }
  });
  it.each(['', '\u00a0'])('an empty one is none: %j', async (nothing) => {
    const call = { ...CUSTOMERS, after: replaced('signature', () => nothing) };
    await expectRefused(call, 'SIGNATURE_MISSING', 'SIG-1');
  });
});

describe('SIG-2: the certificate header', () => {
  it('a missing header is refused', async () => {
    await expectRefused(
      { ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': null } },
      'CERTIFICATE_MISSING',
      'SIG-2',
    );
  });
  it.each(['not base64 !', 'aGVsbG8gd29ybGQ=', ''])('"%s" is not a certificate', async (value) => {
    const code = value === '' ? 'CERTIFICATE_MISSING' : 'CERTIFICATE_INVALID';
    await expectRefused({ ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': value } }, code, 'SIG-2');
  });
  it('PEM armour and escaped line breaks are tolerated with a note', async () => {
    const armoured = test.identity.pem.trim().replaceAll(/\r?\n/g, String.raw`\n`);
    expect(await statusOf({ ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': armoured } })).toBe(200);
    expect((await lastExchange(test.bank)).notes).toEqual([expect.stringContaining('has PEM lines')]);
  });
});

describe('SIG-3: the four parts', () => {
  const signature = (change: (old: string) => string) => ({
    ...CUSTOMERS,
    after: replaced('signature', change),
  });
  it.each([
    ['an unknown part', (old: string) => `${old},created="1"`],
    ['a repeated part', (old: string) => `${old},algorithm="rsa-sha256"`],
    ['a missing part', (old: string) => old.replace(/,signature=.*$/, '')],
    ['no quotes', (old: string) => old.replace('"rsa-sha256"', 'rsa-sha256')],
    ['a scheme before it', (old: string) => `Signature ${old}`],
    ['a comma at the end', (old: string) => `${old},`],
    ['a word at the end', (old: string) => `${old} x`],
    ['a quote in the signature', (old: string) => old.replace(/"$/, '"x"')],
    ['a signature that does not end', (old: string) => old.replace(/"$/, String.raw`\"`)],
    ['a signature that is cut off', (old: string) => old.slice(0, -1)],
    ['a quote before the signature', (old: string) => old.replace(',signature="', '",signature="')],
    ['another signature inside', (old: string) => old.replace('keyId="', 'keyId="x,signature="')],
    ['nothing but a word', () => 'hello'],
  ])('%s is refused', async (_, change) => {
    const { text, explanation } = await expectRefused(signature(change), 'SIGNATURE_INVALID', 'SIG-3');
    expect(text).toContain('step: syntax');
    expect(explanation.expectedKeyId).toBe(keyIdOf(test.identity.certificate));
  });
  it('a wrong header does not change how the next one is read', async () => {
    await expectRefused(
      signature((old) => old.replace(/keyId="[^"]*",/, '')),
      'SIGNATURE_INVALID',
      'SIG-3',
    );
    expect(await statusOf(CUSTOMERS)).toBe(200);
    await expectRefused({ ...CUSTOMERS, parts: { signature: 'AAAA' } }, 'SIGNATURE_INVALID', 'SIG-8');
    expect(await statusOf(CUSTOMERS)).toBe(200);
  });
  it('the parts may be in any order', async () => {
    const reordered = (old: string) => (old.match(/\w+="[^"]*"/g) ?? []).reverse().join(',');
    expect(await statusOf(signature(reordered))).toBe(200);
  });
  it('a second Signature header is refused', async () => {
    const { text } = await expectRefused(
      {
        ...CUSTOMERS,
        after: (headers) => [...headers, ...headers.filter(([name]) => name === 'Signature')],
      },
      'SIGNATURE_INVALID',
      'SIG-3',
    );
    expect(text).toContain('the header Signature is sent more than once');
  });
});

describe('SIG-4, SIG-4a: keyId', () => {
  const keyId = (value: string) => ({ ...CUSTOMERS, parts: { keyId: value } });
  const own = () => keyIdOf(test.identity.certificate);
  it('the reference format is accepted without a note', async () => {
    await test.tpp().send(keyId(own()));
    expect((await lastExchange(test.bank)).notes).toEqual([]);
  });
  it('another value is refused with the text of the contract', async () => {
    for (const value of [
      `SN=1234,CA=${own().split('CA=')[1]}`,
      own().replace('Test CA', 'Other CA'),
      'hello',
      'SN=,CA=',
    ]) {
      const { text } = await expectRefused(keyId(value), 'CERTIFICATE_INVALID', 'SIG-4');
      expect(text).toMatch(/^The KeyID is not matching/);
    }
  });
  /** Not the specified spelling, although it means the same. */
  const lenient = () =>
    [
      [
        own().replace(/^SN=[^,]*/, (sn) => `SN=${sn.slice(3).toLowerCase()}`),
        'Write the serial in upper-case',
      ],
      [own().replace('SN=', 'SN=00'), 'without leading zeros'],
      [own().replace(',CA=', ', CA='), 'Write no blank after the comma before CA=.'],
      [own().replace(/,(?=[A-Z0-9.]+=(?!.*CA=))/, ', '), 'Write no blank'],
    ] as const;
  /** As RFC 2253 allows. */
  const equivalent = () => [
    own().replace('CN=Test CA', '2.5.4.3=Test CA'),
    own().replace('CN=Test CA', 'CN=#0c0754657374204341'),
    own().replace('Test CA', String.raw`Te\73t CA`),
  ];
  it('what only a lenient bank takes is refused with how it must be written; what RFC 2253 allows leaves a note', async () => {
    for (const [written, advice] of lenient()) {
      const { text } = await expectRefused(keyId(written), 'CERTIFICATE_INVALID', 'SIG-4');
      expect(text, written).toContain('its spelling is not the specified one.');
      expect(text, written).toContain(advice);
    }
    for (const written of equivalent()) {
      expect(await statusOf(keyId(written)), written).toBe(200);
      expect((await lastExchange(test.bank)).notes.join()).toContain('differently from the reference form');
    }
  });
  it('with keyIdSpelling=lenient they are accepted with a note', async () => {
    await withBank({ quirks: { keyIdSpelling: 'lenient' } }, async (bank) => {
      for (const [written, advice] of lenient()) {
        expect((await new Tpp(bank, test.identity).send(keyId(written))).status, written).toBe(200);
        expect((await lastExchange(bank)).notes.join(), written).toContain(advice);
      }
    });
  });
  it('with keyIdSpelling=reference, only the reference form is accepted', async () => {
    await withBank({ quirks: { keyIdSpelling: 'reference' } }, async (strict) => {
      const tpp = new Tpp(strict, test.identity);
      expect((await tpp.send(keyId(own()))).status).toBe(200);
      for (const written of [...lenient().map(([one]) => one), ...equivalent()]) {
        const { text, explanation } = await tpp.refused(keyId(written), 400, 'CERTIFICATE_INVALID', 'SIG-4');
        expect(text, written).toMatch(/^The KeyID is not matching .* accepts only the reference form\./);
        expect(explanation.expectedKeyId).toBe(own());
      }
    });
  });
  it('the bank decides on every format as the table of the certificate inspector says, whatever the quirk', async () => {
    const formats = spellingsOf(test.identity.certificate);
    expect(formats.length).toBeGreaterThan(5);
    for (const keyIdSpelling of KEY_ID_SPELLINGS)
      await withBank({ quirks: { keyIdSpelling } }, async (bank) => {
        for (const { title, keyId: written, banks } of formats) {
          const { status } = await new Tpp(bank, test.identity).send(keyId(written));
          const { notes } = await lastExchange(bank);
          const decided = status !== 200 ? 'refused' : notes.length > 0 ? 'note' : 'passes';
          expect(decided, title).toBe(banks[keyIdSpelling].verdict);
        }
      });
  });
  it('the refusal hints at a decimal serial number or an unreversed issuer', async () => {
    const decimal = BigInt(`0x${test.identity.certificate.serial}`).toString();
    const first = await expectRefused(
      keyId(own().replace(/^SN=[^,]*/, `SN=${decimal}`)),
      'CERTIFICATE_INVALID',
      'SIG-4',
    );
    expect(first.explanation.hint).toContain('decimal');
    expect(first.text).toContain('its spelling is not the specified one.');
    const second = await expectRefused(
      keyId(unreversedKeyIdOf(test.identity.certificate)),
      'CERTIFICATE_INVALID',
      'SIG-4',
    );
    expect(second.explanation.hint).toContain('not reversed');
  });
});

it('SIG-5: only rsa-sha256 is accepted', async () => {
  for (const algorithm of ['hs2019', 'none', 'rsa-sha512', 'RSA-SHA256', '']) {
    const { text } = await expectRefused(
      { ...CUSTOMERS, parts: { algorithm } },
      'SIGNATURE_INVALID',
      'SIG-5',
    );
    expect(text).toContain(algorithm);
  }
  expect(await statusOf({ ...CUSTOMERS, parts: { algorithm: 'rsa-sha256' } })).toBe(200);
});

describe('SIG-6: the headers part', () => {
  it.each(['date', 'x-request-id', 'tpp-redirect-uri', 'digest'])(
    'a sent header that is not listed is refused: %s',
    async (name) => {
      const { text } = await expectRefused(
        { ...CONSENT, body: BODY, sign: (names) => names.filter((n) => n !== name) },
        'SIGNATURE_INVALID',
        'SIG-6',
      );
      expect(text).toContain(name);
    },
  );
  it.each([
    ['psu-id', 'PSU-ID', '3f0c1f9e-0000-4000-8000-000000000000'],
    ['psu-corporate-id', 'PSU-Corporate-ID', '3f0c1f9e-0000-4000-8000-000000000000'],
  ])('a sent header that is not listed is refused: %s', async (name, header, value) => {
    const { text } = await expectRefused(
      { ...CONSENT, headers: { [header]: value }, sign: (names) => names.filter((n) => n !== name) },
      'SIGNATURE_INVALID',
      'SIG-6',
    );
    expect(text).toContain(name);
  });
  it('a listed header that is absent is refused', async () => {
    const { text } = await expectRefused(
      { ...CUSTOMERS, sign: (names) => [...names, 'psu-id'] },
      'SIGNATURE_INVALID',
      'SIG-6',
    );
    expect(text).toContain('psu-id');
  });
  it('upper case, duplicates and double spaces are refused', async () => {
    for (const sign of [
      (names: string[]) => names.map((n) => (n === 'date' ? 'Date' : n)),
      (names: string[]) => [...names, 'date'],
      (names: string[]) => [...names, ''],
    ]) {
      await expectRefused({ ...CUSTOMERS, sign }, 'SIGNATURE_INVALID', 'SIG-6');
    }
  });
  it.each([
    [',', (list: string) => list.replaceAll(' ', ',')],
    [',', (list: string) => list.replaceAll(' ', ', ')],
    ['[', (list: string) => `['${list.replaceAll(' ', "', '")}']`],
  ])('names that are not separated by spaces alone are refused: "%s"', async (character, write) => {
    const after = replaced('signature', (old) => old.replace(/(?<=headers=")[^"]*/, (list) => write(list)));
    const { text } = await expectRefused({ ...CUSTOMERS, after }, 'SIGNATURE_INVALID', 'SIG-6');
    expect(text).toContain(`the headers part has the character "${character}"; write names alone`);
  });
  it('other headers may be listed if sent, and (request-target) may be left out', async () => {
    expect(await statusOf({ ...CUSTOMERS, sign: (names) => [...names, 'tpp-session-id'] })).toBe(200);
    expect(await statusOf({ ...CUSTOMERS, sign: (names) => names.slice(1) })).toBe(200);
  });
});

describe('SIG-7, SIG-8, SIG-14: signing string and signature', () => {
  it('the lines follow the order of the list, whatever it is', async () => {
    expect(await statusOf({ ...CUSTOMERS, sign: (names) => [...names].reverse() })).toBe(200);
  });
  it('a header that changed after signing is refused, and the bank shows the string that it built', async () => {
    const call = { ...CONSENT, after: replaced('tpp-redirect-uri', () => 'https://other.example/') };
    const { explanation, text } = await expectRefused(call, 'SIGNATURE_INVALID', 'SIG-8');
    expect(text).toContain('step: cryptography');
    expect(explanation.signingLines).toContain('tpp-redirect-uri: https://other.example/');
    expect(explanation.wrongSignature?.verdict).toBe('named');
    expect(explanation.hint).not.toBe('');
    expect(explanation.signingLines?.[0]).toBe('(request-target): post /v1/bank-offered-consents');
  });
  it('the path with its query is signed exactly as sent, including percent-encoding', async () => {
    const headers = test.tpp().prepare({ path: '/v1/accounts?withBalance=true' });
    const reply = await sendRaw(
      test.bank,
      'GET',
      '/v1/accounts?withBalance=tru%65',
      headers,
      Buffer.alloc(0),
    );
    expect(reply.body.tppMessages?.[0]?.code).toBe('SIGNATURE_INVALID');
    const { explanation } = await lastExchange(test.bank);
    expect(explanation.signingLines?.[0]).toBe('(request-target): get /v1/accounts?withBalance=tru%65');
  });
  it('a value that ends with the byte A0 keeps it: only blanks are trimmed', async () => {
    const agent = Buffer.from('Nettleser à').toString('latin1');
    const call = {
      ...CUSTOMERS,
      headers: { 'PSU-User-Agent': agent },
      sign: (names: string[]) => [...names, 'psu-user-agent'],
    };
    const tpp = test.tpp();
    const headers = tpp.prepare(CUSTOMERS).filter(([name]) => name !== 'Signature');
    const value = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
    const names = ['date', 'x-request-id', 'tpp-redirect-uri', 'psu-user-agent'];
    // Not by the bank's own code, so that both cannot trim too much.
    const text = names
      .map((name) => `${name}: ${name === 'psu-user-agent' ? agent : value(name)}`)
      .join('\n');
    const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), test.identity.key).toString('base64');
    const parts = `keyId="${keyIdOf(test.identity.certificate)}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`;
    const sent: [string, string][] = [...headers, ['PSU-User-Agent', agent], ['Signature', parts]];
    const reply = await sendRaw(test.bank, 'GET', CUSTOMERS.path, sent, Buffer.alloc(0));
    expect(reply.status, reply.text).toBe(200);
    expect((await tpp.send(call)).status).toBe(200);
  });
  it('values are trimmed', async () => {
    expect(await statusOf({ ...CUSTOMERS, after: replaced('x-request-id', (old) => `  ${old} `) })).toBe(200);
  });
  it('a signature by another key, not in base64 or in damaged base64 is refused', async () => {
    const other = await makeIdentity({ serial: '77' });
    await new Tpp(test.bank, {
      ...other,
      header: test.identity.header,
      certificate: test.identity.certificate,
      key: await freshKey(),
    }).refused(CUSTOMERS, 400, 'SIGNATURE_INVALID', 'SIG-8');
    for (const signature of ['!!!', 'AAAA', 'AA A='])
      await expectRefused({ ...CUSTOMERS, parts: { signature } }, 'SIGNATURE_INVALID', 'SIG-8');
    // Node would read the right bytes from it.
    const unpadded = { ...CUSTOMERS, after: replaced('signature', (old) => old.replace(/=+"$/, '"')) };
    await expectRefused(unpadded, 'SIGNATURE_INVALID', 'SIG-8');
  });
});

describe('SIG-9: RFC 2047', () => {
  const wrapped = (write: (text: string) => string) => ({
    ...CUSTOMERS,
    after: replaced('signature', write),
  });
  it('ASCII is accepted plain and encoded, in both charsets and encodings and in any case', async () => {
    const q = (text: string) =>
      Array.from(Buffer.from(text), (byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(
        '',
      );
    const forms = [
      encodeMimeWord,
      (text: string) => `=?UTF-8?b?${Buffer.from(text).toString('base64')}?=`,
      (text: string) => `=?iso-8859-1?B?${Buffer.from(text, 'latin1').toString('base64')}?=`,
      (text: string) => `=?utf-8?Q?${q(text)}?=`,
      (text: string) => `=?Iso-8859-1?q?${q(text).toLowerCase()}?=`,
    ];
    for (const form of forms) expect(await statusOf(wrapped(form))).toBe(200);
  });
  it('a broken word, an unknown charset, damaged base64 and invalid UTF-8 are refused', async () => {
    const broken = [
      (text: string) => encodeMimeWord(text).slice(0, -2),
      (text: string) => encodeMimeWord(text).replace('utf-8', 'koi8-r'),
      (text: string) => encodeMimeWord(text).replace('?B?', '?X?'),
      (text: string) => encodeMimeWord(text).replace('?B?', '?B?*'),
      (text: string) => encodeMimeWord(text).replace('?B?', '?B? '),
      (text: string) => encodeMimeWord(text).replace(/=*\?=$/, '?='),
      // The last letter has bits left over that no encoder sets.
      () => `=?utf-8?B?${Buffer.from('ab').toString('base64').replace('I=', 'J=')}?=`,
      () => `=?utf-8?B?${Buffer.from([0x6b, 0xff, 0xfe]).toString('base64')}?=`,
      (text: string) => `${text}\xff`,
    ];
    for (const form of broken) await expectRefused(wrapped(form), 'SIGNATURE_INVALID', 'SIG-9');
  });
  describe('an issuer with ø', () => {
    const issuer = [
      ['2.5.4.10', 'Prøvemiljø'],
      ['2.5.4.3', 'Test, CA'],
    ] as const;
    /** What stands in the encoded word. */
    const text = (word: string) => Buffer.from(word.slice(10, -2), 'base64').toString('utf8');
    /** The same as bytes of a charset, not encoded. */
    const raw = (charset: 'utf8' | 'latin1') =>
      wrapped((word) => Buffer.from(text(word), charset).toString('latin1'));

    it('is sent as one word, in UTF-8 or ISO-8859-1', async () => {
      const tpp = new Tpp(test.bank, await makeIdentity({ issuer }));
      const headers = tpp.prepare(CUSTOMERS);
      expect(headers.at(-1)?.[1]).toMatch(/^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/);
      expect((await sendRaw(test.bank, 'GET', CUSTOMERS.path, headers, Buffer.alloc(0))).status).toBe(200);
      const latin = (word: string) =>
        `=?ISO-8859-1?B?${Buffer.from(text(word), 'latin1').toString('base64')}?=`;
      expect((await tpp.send(wrapped(latin))).status).toBe(200);
      expect((await lastExchange(test.bank)).notes).toEqual([]);
    });
    it('raw UTF-8 is refused; without strictMime it is accepted with a note, and other bytes are still refused', async () => {
      const identity = await makeIdentity({ issuer });
      const strict = new Tpp(test.bank, identity);
      const { text: refusal } = await strict.refused(raw('utf8'), 400, 'SIGNATURE_INVALID', 'SIG-9');
      expect(refusal).toContain('must be sent as one RFC 2047 encoded word');
      await strict.refused(raw('latin1'), 400, 'SIGNATURE_INVALID', 'SIG-9');
      await withBank({ quirks: { strictMime: false } }, async (bank) => {
        const lenient = new Tpp(bank, identity);
        expect((await lenient.send(raw('utf8'))).status).toBe(200);
        expect((await lastExchange(bank)).notes.join()).toContain('raw UTF-8');
        await lenient.refused(raw('latin1'), 400, 'SIGNATURE_INVALID', 'SIG-9');
        expect((await lenient.send(CUSTOMERS)).status).toBe(200);
      });
    });
  });
});

describe('SIG-10: Date', () => {
  const dated = (ms: number) => ({ ...CUSTOMERS, headers: { Date: new Date(ms).toUTCString() } });
  it.each([60, -60, 0])('%i seconds off is accepted', async (seconds) => {
    expect(await statusOf(dated(NOON + seconds * 1000))).toBe(200);
  });
  it.each([61, -61, 86_400])('%i seconds off is refused, with the difference', async (seconds) => {
    const { explanation, text } = await expectRefused(
      dated(NOON + seconds * 1000),
      'TIMESTAMP_INVALID',
      'SIG-10',
    );
    expect(explanation.clockDifference).toBe(seconds);
    const side = seconds < 0 ? 'behind' : 'ahead of';
    expect(text).toContain(`${Math.abs(seconds)} seconds ${side} the bank's clock`);
    expect(explanation.hint).toContain('Correct the clock');
  });
  it("the milliseconds of the bank's clock do not count", async () => {
    await withBank({ clock: NOON + 999 }, async (bank) => {
      const reply = await new Tpp(bank, test.identity).send(dated(NOON - 60_000));
      expect(reply.status, reply.text).toBe(200);
    });
  });
  it('a missing or unreadable Date is refused', async () => {
    for (const value of [
      null,
      'yesterday',
      '2026-11-20T09:42:07Z',
      'Wed, 31 Feb 2026 09:42:07 GMT',
      'Fri, 20 Nov 2026 24:42:07 GMT',
    ]) {
      const call = { ...CUSTOMERS, headers: { Date: value } };
      const { text } = await expectRefused(call, 'TIMESTAMP_INVALID', 'SIG-10');
      expect(text).toContain(
        value === null ? 'The header Date is missing' : 'The header Date cannot be read',
      );
    }
  });
  it('SVC-4: the obsolete formats, a numeric zone and a wrong weekday are accepted with a note', async () => {
    const texts = [
      'Friday, 20-Nov-26 09:42:07 GMT',
      'Fri Nov 20 09:42:07 2026',
      'Fri, 20 Nov 2026 11:42:07 +0200',
      'Fri, 20 Nov 2026 09:42:07 -0000',
      'Mon, 20 Nov 2026 09:42:07 GMT',
    ];
    for (const Date of texts) {
      expect(await statusOf({ ...CUSTOMERS, headers: { Date } }), Date).toBe(200);
      expect((await lastExchange(test.bank)).notes).toHaveLength(1);
    }
  });
});

describe('SIG-11: Digest', () => {
  const digestOf = (body: string) => `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  it('SHA-256 and SHA-512 are accepted', async () => {
    const sha512 = `SHA-512=${createHash('sha512').update(BODY).digest('base64')}`;
    expect(await statusOf({ ...CONSENT, body: BODY })).toBe(201);
    expect(await statusOf({ ...CONSENT, body: BODY, headers: { Digest: sha512 } })).toBe(201);
  });
  it('a body that changed after signing is refused with the digest of what arrived', async () => {
    const { explanation } = await expectRefused(
      { ...CONSENT, body: BODY, sentBody: '{"hello":"World"}' },
      'SIGNATURE_INVALID',
      'SIG-11',
    );
    expect(explanation.digest).toBe(digestOf('{"hello":"World"}'));
    expect(explanation.hint).toBe('Compute the digest over exactly the bytes that you send.');
  });
  it('a body of one byte has a digest like any other, and no body needs none', async () => {
    const short = { ...CONSENT, body: '1' };
    await expectRefused({ ...short, headers: { Digest: null } }, 'SIGNATURE_INVALID', 'SIG-11');
    const changed = { ...short, sentBody: '2' };
    const { explanation } = await expectRefused(changed, 'SIGNATURE_INVALID', 'SIG-11');
    expect(explanation.digest).toBe(digestOf('2'));
    expect(await statusOf(CONSENT)).toBe(201);
    const empty = { ...CONSENT, headers: { Digest: digestOf('') } };
    expect(await statusOf(empty)).toBe(201);
  });
  it('the cause of a wrong digest is named', async () => {
    const hex = createHash('sha256').update(BODY).digest('hex');
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    for (const [Digest, what] of [
      [`SHA-256=${hex}`, /is not base64 of the correct length: .*hexadecimal/],
      [base64, /does not have the form SHA-256=<base64>: .*without the name of a supported algorithm/],
      [`SHA-256=b'${base64}'`, /in b'', as Python prints bytes/],
      [digestOf(`${BODY}\n`), /does not match the 17 body bytes received: .*newline at its end/],
    ] as const) {
      const call = { ...CONSENT, body: BODY, headers: { Digest } };
      const { text, explanation } = await expectRefused(call, 'SIGNATURE_INVALID', 'SIG-11');
      expect(text).toMatch(what);
      expect(explanation.hint).not.toBeNull();
      expect(explanation.hint).not.toContain('Compute the digest over exactly');
    }
  });
  it('a body with a content coding is refused, whatever its digest is of', async () => {
    const coded = { 'Content-Encoding': 'gzip' };
    const zipped = gzipSync(BODY);
    const advice = /^The body has Content-Encoding gzip, but the bank takes no content coding\./;
    const plain = { ...CONSENT, body: BODY, sentBody: zipped, headers: coded };
    expect((await expectRefused(plain, 'SIGNATURE_INVALID', 'SIG-11')).explanation.hint).toMatch(advice);
    const whole = { ...CONSENT, body: zipped, headers: coded };
    expect((await expectRefused(whole, 'FORMAT_ERROR', 'SVC-3')).explanation.hint).toMatch(advice);
    expect(await statusOf({ ...CONSENT, body: BODY, headers: { 'Content-Encoding': 'identity' } })).toBe(201);
  });
  it('a body without Digest is refused, and so is an unknown or damaged Digest', async () => {
    for (const Digest of [null, 'MD5=XrY7u+Ae7tCTyyK7j1rNww==', 'SHA-256=abc', 'hello']) {
      const { text } = await expectRefused(
        { ...CONSENT, body: BODY, headers: { Digest } },
        'SIGNATURE_INVALID',
        'SIG-11',
      );
      expect(text).toContain('step: digest');
    }
  });
});

it('SIG-14: the text of every refused signature names the step that failed', async () => {
  const tpp = test.tpp();
  const cases: [step: string, rule: string, code: string, call: Parameters<Tpp['send']>[0]][] = [
    [
      'certificate',
      'SIG-2',
      'CERTIFICATE_MISSING',
      { ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': null } },
    ],
    [
      'certificate',
      'SIG-2',
      'CERTIFICATE_INVALID',
      { ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': 'AAAA' } },
    ],
    ['presence', 'SIG-1', 'SIGNATURE_MISSING', { ...CUSTOMERS, after: without('signature') }],
    ['syntax', 'SIG-3', 'SIGNATURE_INVALID', { ...CUSTOMERS, after: replaced('signature', () => 'x') }],
    ['key-id', 'SIG-4', 'CERTIFICATE_INVALID', { ...CUSTOMERS, parts: { keyId: 'SN=1,CA=CN=x' } }],
    ['date', 'SIG-10', 'TIMESTAMP_INVALID', { ...CUSTOMERS, headers: { Date: 'today' } }],
    ['digest', 'SIG-11', 'SIGNATURE_INVALID', { ...CONSENT, body: BODY, headers: { Digest: null } }],
    ['cryptography', 'SIG-8', 'SIGNATURE_INVALID', { ...CUSTOMERS, parts: { signature: 'AAAA' } }],
  ];
  for (const [step, rule, code, call] of cases) {
    const { text, explanation } = await tpp.refused(call, 400, code, rule);
    expect(text).toContain(`(step: ${step})`);
    expect(explanation.check).toBe(step);
    const withAdvice = ['CERTIFICATE_MISSING', 'cryptography'];
    expect(explanation.hint !== null, text).toBe([code, step].some((one) => withAdvice.includes(one)));
  }
});

describe('SIG-15: headers are neither joined nor split', () => {
  it.each(['Date', 'X-Request-ID', 'TPP-Redirect-URI', 'TPP-Signature-Certificate'])(
    'a duplicate %s is refused',
    async (name) => {
      const call = {
        ...CUSTOMERS,
        after: (headers: [string, string][]) =>
          added(name, headers.find(([key]) => key === name)?.[1] ?? REDIRECT_URI)(headers),
      };
      await expectRefused(call, 'SIGNATURE_INVALID', 'SIG-15');
    },
  );
  it('a duplicate is found before anything else in the Signature header', async () => {
    const call = { ...CUSTOMERS, parts: { algorithm: 'none' }, after: added('Date', 'again') };
    await expectRefused(call, 'SIGNATURE_INVALID', 'SIG-15');
  });
  it('a duplicate of a header that only this request signs is refused', async () => {
    const { text } = await expectRefused(
      {
        ...CUSTOMERS,
        headers: { 'PSU-Accept': 'text/html' },
        sign: (names) => [...names, 'psu-accept'],
        after: added('PSU-Accept', 'text/html'),
      },
      'SIGNATURE_INVALID',
      'SIG-15',
    );
    expect(text).toContain('psu-accept is sent more than once');
  });
  it('an issuer with commas, quotes and an equals sign is read whole', async () => {
    const identity = await makeIdentity({
      issuer: [
        ['2.5.4.10', String.raw`A, "B" = C\D`],
        ['2.5.4.97', 'NTRNO-123456785'],
        ['2.5.4.3', ' CA#1; <x>+y '],
      ],
      serial: 'fedcba9876543210',
    });
    const reply = await new Tpp(test.bank, identity).send(CUSTOMERS);
    expect(reply.status, reply.text).toBe(200);
    expect((await lastExchange(test.bank)).notes).toEqual([]);
  });
});

async function freshKey(): Promise<KeyObject> {
  return createPrivateKey((await makeKeyPair()).privateKey);
}

describe('a signature in the form of another interface is named', () => {
  const said = async (call: Call, code: string, rule: string) => {
    const { text } = await expectRefused({ ...CUSTOMERS, ...call }, code, rule);
    const { explanation } = await lastExchange(test.bank);
    return `${text} ${explanation?.hint ?? ''}`;
  };
  const header = (value: (old: string) => string) => ({ after: replaced('signature', value) });

  it.each([
    ['with a scheme before it', (old: string) => `Signature ${old}`, 'begins with the word Signature'],
    ['without quotes', (old: string) => old.replaceAll('"', ''), 'the value of keyId is not in quotes'],
    ['in single quotes', (old: string) => old.replaceAll('"', "'"), 'the value of keyId is in single quotes'],
    ['with created', (old: string) => `${old},created=1402170695`, 'the part created is of a later draft'],
    [
      'with created in quotes',
      (old: string) => `${old},created="1402170695"`,
      'the part created is of a later draft',
    ],
    ['of RFC 9421', () => 'sig1=:K2qGT5srn2OGbOIDzQ6kYT+ruaycnDAAUpKv+ePFfD0RAxn/1BUe:', 'RFC 9421'],
    ['with the list of RFC 9421', () => 'sig1=("date");created=1618884473', 'RFC 9421'],
    ['as JSON', (old: string) => JSON.stringify({ Signature: old }), 'it is JSON'],
    [
      'with names in quotes',
      (old: string) => old.replaceAll(/(\w+)="/g, '"$1"="'),
      'the names of its parts are',
    ],
    ['in quotes as a whole', (old: string) => `"${old}"`, 'the whole value is in quotes'],
    ['with colons', (old: string) => old.replaceAll(/(\w+)="/g, '$1: "'), 'a colon follows the name keyId'],
    ['with a comma at its end', (old: string) => `${old},`, 'a comma stands at its end'],
    [
      'with a name in another case',
      (old: string) => old.replace('keyId', 'keyid'),
      'keyid is unknown; write keyId',
    ],
    [
      'with a part in quotes twice',
      (old: string) => old.replace(/headers="[^"]*"/, '$&"').replace('headers="', '$&"'),
      'the value of headers is in quotes twice; write headers="…"',
    ],
    [
      'in typographic quotes',
      (old: string) => encodeMimeWord(old.replaceAll('"', '”')),
      'keyId is in typographic quotes',
    ],
  ])('SIG-3: %s', async (_, value, sentence) => {
    expect(await said({ ...CUSTOMERS, ...header(value) }, 'SIGNATURE_INVALID', 'SIG-3')).toContain(sentence);
  });

  it.each([
    ['Authorization', (old: string) => `Signature ${old}`, 'Send it as the header Signature'],
    ['Signature-Input', () => 'sig1=("date");created=1618884473', 'belongs to RFC 9421'],
  ])('SIG-1: in the header %s', async (name, value, sentence) => {
    const after = (headers: [string, string][]) =>
      headers.map(([key, old]): [string, string] => (key === 'Signature' ? [name, value(old)] : [key, old]));
    expect(await said({ ...CUSTOMERS, after }, 'SIGNATURE_MISSING', 'SIG-1')).toContain(sentence);
  });

  it('SIG-4: with a percent-encoded issuer', async () => {
    const keyId = keyIdOf(test.tpp().identity.certificate);
    const [serial = '', issuer = ''] = keyId.split(',CA=');
    const encoded = `${serial},CA=${encodeURIComponent(issuer).replaceAll('%3D', '=').replaceAll('%2C', ',')}`;
    const call = { ...CUSTOMERS, parts: { keyId: encoded } };
    expect(await said(call, 'CERTIFICATE_INVALID', 'SIG-4')).toContain('The issuer is percent-encoded');
  });

  it.each([
    ['percent-encoded PEM', (pem: string) => encodeURIComponent(pem), 'percent-encoded PEM'],
    ['percent-encoded', (_: string, der: string) => encodeURIComponent(der), 'is percent-encoded. A header'],
    ['base64 of PEM', (pem: string) => Buffer.from(pem).toString('base64'), 'base64 of a PEM text'],
    ['bytes printed by Python', (_: string, der: string) => `b'${der}'`, 'as Python prints bytes'],
    ['base64 twice', (_: string, der: string) => Buffer.from(der).toString('base64'), 'base64 twice'],
  ])('SIG-2: a certificate as %s', async (_, form, sentence) => {
    const { pem, header: der } = test.tpp().identity;
    const call = { ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': form(pem, der) } };
    expect(await said(call, 'CERTIFICATE_INVALID', 'SIG-2')).toContain(sentence);
  });

  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'x' };
  it.each<[form: string, key: () => string | Buffer, kind: 'private' | 'public']>([
    ['PKCS#8', () => test.identity.key.export({ type: 'pkcs8', format: 'der' }), 'private'],
    [
      'encrypted PKCS#8',
      () => test.identity.key.export({ type: 'pkcs8', format: 'der', ...cipher }),
      'private',
    ],
    ['PKCS#1', () => test.identity.key.export({ type: 'pkcs1', format: 'der' }), 'private'],
    ['SEC 1', () => keys.privateKey.export({ type: 'sec1', format: 'der' }), 'private'],
    ['PEM', () => test.identity.keyPem, 'private'],
    ['SPKI', () => keys.publicKey.export({ type: 'spki', format: 'der' }), 'public'],
    [
      'a PKCS#1 public key',
      () => createPublicKey(test.identity.key).export({ type: 'pkcs1', format: 'der' }),
      'public',
    ],
    ['public PEM', () => keys.publicKey.export({ type: 'spki', format: 'pem' }), 'public'],
  ])('SIG-2: a key in place of the certificate: %s', async (_, key, kind) => {
    const value = key();
    const texts =
      typeof value === 'string'
        ? [value.trim().replaceAll(/\r?\n/g, String.raw`\n`), encodeURIComponent(value)]
        : [];
    for (const form of [Buffer.from(value).toString('base64'), ...texts]) {
      const call = { ...CUSTOMERS, headers: { 'TPP-Signature-Certificate': form } };
      expect(await said(call, 'CERTIFICATE_INVALID', 'SIG-2')).toContain(`The value is a ${kind} key`);
    }
  });
});
