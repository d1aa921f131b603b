/** Faults of correctly signed requests: the other headers, and the body. */
import { paymentExample } from '../xs2a/payment-examples.ts';
import { type FaultGroups, refused } from './fault.ts';

export const REQUEST_FAULTS: FaultGroups = {
  'Other headers': [
    ...refused('HDR-1', 400, 'FORMAT_ERROR', [
      ['no-request-id', 'No X-Request-ID', { drop: 'X-Request-ID' }, 'Every request must have one.'],
      [
        'long-request-id',
        'X-Request-ID of 65 characters',
        { set: 'X-Request-ID', to: 'x'.repeat(65) },
        'At most 64 characters are allowed.',
      ],
    ]),
    ...refused('HDR-2', 400, 'FORMAT_ERROR', [
      [
        'no-redirect',
        'No TPP-Redirect-URI',
        { drop: 'TPP-Redirect-URI' },
        'A TPP cannot know in advance when an SCA is needed.',
        { needs: 'redirect' },
      ],
      [
        'script-redirect',
        'A redirect to javascript:',
        { set: 'TPP-Redirect-URI', to: 'javascript:alert(1)' },
        "Such a link runs code in the PSU's browser.",
        { needs: 'redirect' },
      ],
    ]),
    ...refused('HDR-3', 400, 'FORMAT_ERROR', [
      [
        'no-session',
        'No TPP-Session-ID',
        { drop: 'TPP-Session-ID' },
        'It identifies the session that is valid for one hour after an SCA.',
        { needs: 'redirect' },
      ],
    ]),
    ...refused('HDR-4', 400, 'FORMAT_ERROR', [
      [
        'odd-preference',
        'TPP-Redirect-Preferred: maybe',
        { set: 'TPP-Redirect-Preferred', to: 'maybe' },
        'Only true and false are allowed.',
      ],
    ]),
    ...refused('HDR-5', 400, 'FORMAT_ERROR', [
      [
        'psu-id-no-uuid',
        'PSU-ID that is not a UUID',
        { set: 'PSU-ID', to: '13839319910' },
        'The national ID is never sent.',
        { needs: 'psu' },
      ],
    ]),
    ...refused('HDR-5', 401, 'PSU_CREDENTIALS_INVALID', [
      [
        'psu-id-unknown',
        'PSU-ID that the bank did not issue',
        { set: 'PSU-ID', to: '00000000-0000-4000-8000-000000000000' },
        'Each TPP gets its own PSU-ID.',
        { needs: 'psu' },
      ],
    ]),
    ...refused('HDR-7', 400, 'FORMAT_ERROR', [
      [
        'odd-ip',
        'PSU-IP-Address that is not an address',
        { set: 'PSU-IP-Address', to: '999.1.1.1' },
        'It must be an IPv4 or IPv6 address.',
      ],
      ['odd-port', 'PSU-IP-Port 70000', { set: 'PSU-IP-Port', to: '70000' }, 'A port is 1 to 65535.'],
    ]),
    ...refused('HDR-8', 400, 'FORMAT_ERROR', [
      [
        'odd-place',
        'PSU-Geo-Location beyond the pole',
        { set: 'PSU-Geo-Location', to: 'GEO:91.0,10.0' },
        'Latitudes go up to 90.',
      ],
      [
        'odd-device',
        'PSU-Device-ID that is not a UUID',
        { set: 'PSU-Device-ID', to: 'my-phone' },
        'It must be a UUID of the device.',
      ],
    ]),
    ...refused('HDR-9', 400, 'PARAMETER_NOT_SUPPORTED', [
      [
        'unknown-fix',
        'An unknown x-accept-fix',
        { set: 'x-accept-fix', to: 'fewer-bugs' },
        'Only four values exist.',
      ],
    ]),
    ...refused('SVC-3', 406, 'FORMAT_ERROR', [
      [
        'wants-html',
        'Accept: text/html',
        { set: 'Accept', to: 'text/html' },
        'The bank responds only with JSON.',
      ],
    ]),
  ],
  Body: [
    ...refused('SIG-11', 400, 'SIGNATURE_INVALID', [
      ['no-digest', 'No Digest', { drop: 'Digest' }, 'The body would be unsigned.', { needs: 'body' }],
    ]),
    ...refused('SIG-6', 400, 'SIGNATURE_INVALID', [
      [
        'digest-unlisted',
        'Digest not listed',
        { unlist: 'digest' },
        'The body would still be unsigned.',
        { needs: 'body' },
      ],
    ]),
    ...refused('SIG-11', 400, 'SIGNATURE_INVALID', [
      [
        'body-changed',
        'A space added to the body after signing',
        { bodyThen: ' ' },
        'Even equivalent JSON is a different body.',
        { needs: 'body' },
      ],
      [
        'other-digest',
        'The digest of another body',
        { set: 'Digest', to: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
        'This is the digest of an empty body.',
        { needs: 'body' },
      ],
      [
        'odd-digest',
        'A digest that is not base64',
        { set: 'Digest', to: 'SHA-256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
        'Many tools print hexadecimal.',
        { needs: 'body' },
      ],
    ]),
    ...refused('SVC-3', 415, 'FORMAT_ERROR', [
      [
        'plain-text',
        'Content-Type: text/plain',
        { set: 'Content-Type', to: 'text/plain' },
        'Only JSON is accepted.',
        { needs: 'body' },
      ],
    ]),
    ...refused('SVC-3', 400, 'FORMAT_ERROR', [
      [
        'no-json',
        'A body that is not JSON',
        { body: '{"amount":' },
        'Signed correctly, but truncated.',
        { operation: 'createPayment' },
      ],
    ]),
    ...refused('PAY-11', 400, 'FORMAT_ERROR', [
      [
        'emoji',
        'An emoji in a text',
        { body: paymentExample('single', 'NDCT').replace('Takk', 'Takk 🎉') },
        'The payment systems process only Latin-1 letters.',
        { operation: 'createPayment' },
      ],
      [
        'byte-order-mark',
        'A byte order mark before a text',
        { body: paymentExample('single', 'NDCT').replace('Takk', '\ufeffTakk') },
        'It is invisible, and the bank trims nothing away.',
        { operation: 'createPayment' },
      ],
    ]),
    ...refused('BSK-2', 400, 'FORMAT_ERROR', [
      [
        'eleven-payments',
        'Eleven payments in a basket',
        { body: JSON.stringify({ paymentIds: Array.from({ length: 11 }, (_, at) => `enc!!AAA${at}`) }) },
        'A basket holds at most ten.',
        { operation: 'createBasket' },
      ],
    ]),
  ],
};
