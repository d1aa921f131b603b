/** Which forms are tried after a refusal, in which order and with which reasons. */
import { expect, it } from 'vitest';
import { readDer } from '../../../shared/signing/der.ts';
import { ORGANIZATION_IDENTIFIER, readName } from '../../../shared/signing/distinguished-names.ts';
import { type SignatureProfile, SPECIFICATION } from '../../../shared/signing/profile.ts';
import { variantsOf } from '../../../shared/signing/profile-variants.ts';
import { nameDer } from '../../support/der-writer.ts';

const issuer = readName(
  readDer(
    nameDer([
      [{ oid: '2.5.4.6', tag: 12, text: 'NO' }],
      [{ oid: ORGANIZATION_IDENTIFIER, tag: 12, text: 'PSDNO-FSA-1' }],
      [{ oid: '2.5.4.3', tag: 12, text: 'Prøve-CA' }],
    ]),
  ),
);

const tries = (change: Partial<SignatureProfile>, signatureText = 'keyId', words = '') =>
  variantsOf(
    { ...SPECIFICATION, ...change, name: 'Fejkbanken' },
    {
      certificate: { serial: 'A1B2', issuer, der: new Uint8Array([0x30, 0]) },
      headers: ['date', 'digest', 'x-request-id', 'psu-ip-address'],
      signatureText,
      words,
    },
    'Fejkbanken',
  );

it.each<[setting: keyof SignatureProfile, values: readonly unknown[]]>([
  ['serial', ['upper-hex', 'lower-hex', 'decimal']],
  ['issuer', ['rfc2253', 'openssl', 'as-issued', 'percent-encoded']],
  ['attributeTypes', ['oid', 'name']],
  ['certificateForm', ['base64', 'pem-line', 'pem-percent-encoded', 'pem-base64']],
  ['digestAlgorithm', ['SHA-256', 'SHA-512']],
  ['algorithm', ['rsa-sha256', 'hs2019']],
  ['digestWithoutBody', [false, true]],
  ['nonAscii', ['encoded-word', 'utf-8']],
])('%s: every other value is tried, and never the one in use', (setting, values) => {
  for (const value of values) {
    const tried = tries({ [setting]: value }, 'ø').map(({ profile }) => profile[setting]);
    const others = [...new Set(tried)].filter((one) => one !== value);
    expect(new Set(others)).toEqual(new Set(values.filter((one) => one !== value)));
    // Each changes one setting.
    expect(tried.filter((one) => one !== value)).toHaveLength(others.length);
  }
});

it('a reversed form has a reason of its own', () => {
  const headers = [...SPECIFICATION.headers.slice(1), 'psu-ip-address'];
  const reversed = tries({ digestWithoutBody: true, attributeTypes: 'name', algorithm: 'hs2019', headers });
  const usual = new Map(tries({}).map(({ id, why }) => [id, why]));
  for (const id of ['digest-without-body', 'names', 'hs2019', 'psu-ip-address', 'request-target'])
    expect(reversed.find((one) => one.id === id)?.why).not.toBe(usual.get(id));
});

it.each(['', 'CERTIFICATE_INVALID', 'KEY_ID unknown'])(
  'a Signature header outside ASCII: its other form is among the first two: %s',
  (words) => {
    const order = tries({}, 'keyId="CN=Prøve-CA"', words).map(({ id }) => id);
    expect(order.indexOf('non-ascii')).toBeLessThan(2);
    expect(order).toContain('non-ascii');
  },
);
