/** Faults of the signature: the Signature header and its string, the signed headers, keyId and certificate, and the Date. */
import { type FaultGroups, refused } from './fault.ts';

export const SIGNATURE_FAULTS: FaultGroups = {
  Signature: [
    ...refused('SIG-1', 400, 'SIGNATURE_MISSING', [
      [
        'no-signature',
        'No Signature header',
        { late: 'Signature', to: null },
        'Every request must be signed.',
      ],
      [
        'empty-signature-header',
        'Signature header without a value',
        { late: 'Signature', to: '' },
        'An empty header counts as missing.',
      ],
    ]),
    ...refused('SIG-3', 400, 'SIGNATURE_INVALID', [
      [
        'signature-twice',
        'Signature header sent twice',
        { repeat: 'Signature' },
        'It would be unclear which one counts.',
      ],
      [
        'unknown-part',
        'An unknown part in the header',
        { text: 'unknown-part' },
        'Only keyId, algorithm, headers and signature are allowed.',
      ],
      [
        'repeated-part',
        'The algorithm given twice',
        { text: 'repeated-part' },
        'Each part may occur only once.',
      ],
      ['no-algorithm', 'No algorithm', { text: 'no-algorithm' }, 'All four parts are required.'],
      ['unquoted', 'Values without quotes', { text: 'unquoted' }, 'Each part must be key="value".'],
    ]),
    ...refused('SIG-5', 400, 'SIGNATURE_INVALID', [
      [
        'algorithm-hs2019',
        'algorithm hs2019',
        { algorithm: 'hs2019' },
        'Newer drafts use hs2019. This interface uses rsa-sha256.',
      ],
      ['algorithm-none', 'algorithm none', { algorithm: 'none' }, 'The signature covers nothing.'],
      [
        'algorithm-sha512',
        'algorithm rsa-sha512',
        { algorithm: 'rsa-sha512' },
        'Stronger, but not the algorithm that the interface specifies.',
      ],
    ]),
    ...refused('SIG-9', 400, 'SIGNATURE_INVALID', [
      [
        'raw-utf8',
        'Raw UTF-8, not an encoded word',
        { unwrapped: true },
        'The issuer has letters outside ASCII, so the whole header must be one RFC 2047 word.',
        { needs: 'encoded-word' },
      ],
    ]),
    ...refused('SIG-8', 400, 'SIGNATURE_INVALID', [
      [
        'not-base64',
        'base64url instead of base64',
        { signature: 'base64url' },
        'JSON Web Tokens use base64url. HTTP signatures use base64.',
        { causes: ['base64url'] },
      ],
      [
        'empty-signature',
        'An empty signature',
        { signature: 'empty' },
        'The part is present but empty.',
        { causes: ['no-signature'] },
      ],
      [
        'half-signature',
        'Half of the signature',
        { signature: 'half' },
        'Typical of a database column that is too short.',
        { causes: ['wrong-length'] },
      ],
      [
        'other-key',
        'Signed with another key',
        { signs: 'other-key' },
        'The key does not match the certificate.',
        { causes: ['unknown-key'] },
      ],
      [
        'reversed',
        'Lines signed in another order than listed',
        { signs: 'reversed' },
        'The order of the list is the order of the lines.',
        { causes: ['reversed'] },
      ],
      [
        'newline',
        'A newline at the end of the signing string',
        { signs: 'newline' },
        'Newlines separate the lines. No newline follows the last line.',
        { causes: ['newline-at-end'] },
      ],
      [
        'crlf',
        'CRLF between the lines',
        { signs: 'crlf' },
        'Typical of programs that run on Windows.',
        { causes: ['crlf'] },
      ],
      [
        'commas',
        'The lines joined by commas',
        { signs: 'commas' },
        'Typical of a list that is converted to text.',
        { causes: ['other-joiner'] },
      ],
      [
        'no-space',
        'No space after the colons',
        { signs: 'no-space' },
        'Each line is a name, a colon, a space and a value.',
        { causes: ['no-space'] },
      ],
      [
        'names-upper-case',
        'Names in upper case in the signing string',
        { signs: 'upper-case' },
        'Names are signed in lower case, however the request spells them.',
        { causes: ['names-in-upper-case'] },
      ],
      [
        'sorted',
        'Lines sorted by name',
        { signs: 'sorted' },
        'The order of the list is the order of the lines.',
        { causes: ['sorted'] },
      ],
      [
        'method-upper-case',
        'The method in upper case',
        { signs: 'method' },
        '(request-target) has the method in lower case.',
        { causes: ['method-case'] },
      ],
      [
        'no-query',
        'The query not signed',
        { signs: 'no-query' },
        '(request-target) has the path with the query, as they are sent.',
        { causes: ['no-query'], needs: 'query' },
      ],
      [
        'line-left-out',
        'The line of X-Request-ID not signed',
        { signs: 'no-request-id' },
        'Every listed header has a line in the signing string.',
        { causes: ['header-left-out'] },
      ],
      [
        'date-computed-twice',
        'A Date computed twice',
        { signs: 'second-before' },
        'The signing string and the header must contain the same value.',
        { causes: ['date-differs'] },
      ],
    ]),
  ],
  'Signed headers': [
    ...refused('SIG-6', 400, 'SIGNATURE_INVALID', [
      [
        'date-unlisted',
        'Date not listed',
        { unlist: 'date' },
        'A header that must be signed must be listed if it is sent.',
      ],
      [
        'request-id-unlisted',
        'X-Request-ID not listed',
        { unlist: 'x-request-id' },
        'Anyone between TPP and bank could change it.',
      ],
      [
        'redirect-unlisted',
        'TPP-Redirect-URI not listed',
        { unlist: 'tpp-redirect-uri' },
        'Anyone between TPP and bank could redirect the PSU elsewhere.',
        { needs: 'redirect' },
      ],
      [
        'psu-id-unlisted',
        'PSU-ID not listed',
        { unlist: 'psu-id' },
        'It says on whose behalf the request is made.',
        { needs: 'psu' },
      ],
      [
        'absent-listed',
        'A header listed that is not sent',
        { list: 'x-not-there' },
        'The bank cannot verify a header that it did not receive.',
      ],
      ['upper-case', 'A name in upper case', { upperCase: 'date' }, 'Names must be in lower case.'],
      [
        'listed-twice',
        'A name listed twice',
        { twice: 'date' },
        'Each header is one line of the signing string.',
      ],
      [
        'two-blanks',
        'Two spaces between names',
        { doubleBlank: true },
        'Exactly one space must separate the names.',
      ],
    ]),
    ...refused('SIG-8', 400, 'SIGNATURE_INVALID', [
      [
        'request-id-changed',
        'X-Request-ID changed after signing',
        { late: 'X-Request-ID', to: 'changed-after-signing' },
        'A proxy that sets its own ID does this.',
        { causes: ['other-text'] },
      ],
      [
        'redirect-changed',
        'TPP-Redirect-URI changed after signing',
        { late: 'TPP-Redirect-URI', to: 'https://elsewhere.example/' },
        'This is what the signature prevents.',
        { causes: ['value-changed'], needs: 'redirect' },
      ],
    ]),
    ...refused('SIG-15', 400, 'SIGNATURE_INVALID', [
      [
        'request-id-twice',
        'X-Request-ID sent twice',
        { repeat: 'X-Request-ID' },
        'A signed header must not be sent twice.',
      ],
      ['date-twice', 'Date sent twice', { repeat: 'Date' }, 'A signed header must not be sent twice.'],
    ]),
  ],
  'keyId and certificate': [
    ...refused('SIG-4', 400, 'CERTIFICATE_INVALID', [
      [
        'decimal-serial',
        'Serial in decimal',
        { keyId: 'decimal' },
        'Many tools print serial numbers in decimal.',
      ],
      [
        'lower-case-serial',
        'Serial in lower case',
        { keyId: 'lower-case' },
        'openssl and most languages print hexadecimal digits so; the specification wants upper case.',
      ],
      [
        'unreversed-issuer',
        'Issuer in certificate order',
        { keyId: 'unreversed' },
        'RFC 2253 starts with the last part.',
      ],
      [
        'other-serial',
        'The serial of another certificate',
        { keyId: 'other-serial' },
        'Typical after a renewal, when the old keyId is still in use.',
      ],
      [
        'no-issuer',
        'keyId without CA',
        { keyId: 'no-issuer' },
        'SN=…,CA=… names a certificate. A serial number alone does not.',
      ],
    ]),
    ...refused('SIG-2', 400, 'CERTIFICATE_MISSING', [
      [
        'no-certificate',
        'No TPP-Signature-Certificate',
        { drop: 'TPP-Signature-Certificate' },
        'The bank verifies with the certificate in the request.',
      ],
    ]),
    ...refused('SIG-2', 400, 'CERTIFICATE_INVALID', [
      [
        'no-certificate-inside',
        'Something that is not a certificate',
        { set: 'TPP-Signature-Certificate', to: 'bm90IGEgY2VydGlmaWNhdGU=' },
        'Base64 of text, not of DER.',
      ],
    ]),
    ...refused('SIG-15', 400, 'SIGNATURE_INVALID', [
      [
        'certificate-twice',
        'Certificate sent twice',
        { repeat: 'TPP-Signature-Certificate' },
        'It would be unclear which one counts.',
      ],
    ]),
  ],
  Date: [
    ...refused('SIG-10', 400, 'TIMESTAMP_INVALID', [
      ['too-old', '61 seconds old', { dateBy: -61 }, 'A difference of up to 60 seconds is allowed.'],
      // Less time is left when the request arrives: at 61, a bank that reads it a second later is right to accept it.
      [
        'too-new',
        '90 seconds ahead',
        { dateBy: 90 },
        'A difference of up to 60 seconds is allowed, in either direction.',
      ],
      ['no-date', 'No Date', { drop: 'Date' }, 'Some HTTP clients do not send one by default.'],
      [
        'unreadable-date',
        'A date in another format',
        { set: 'Date', to: '2026-11-20T09:42:07Z' },
        'Headers carry RFC 7231 dates, JSON carries ISO 8601.',
      ],
      [
        'no-such-day',
        '31 February',
        { set: 'Date', to: 'Wed, 31 Feb 2026 09:42:07 GMT' },
        'The date does not exist.',
      ],
    ]),
  ],
};
