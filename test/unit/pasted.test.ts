/** What people paste becomes requests, whatever it was copied from. */
import { describe, expect, test } from 'vitest';
import { readPasted } from '../../shared/interchange/pasted.ts';

const PAYMENT = `{
  "instructedAmount": { "currency": "NOK", "amount": "10.00" }
}`;
const summary = (text: string) => {
  const read = readPasted(text);
  return (
    read && {
      kind: read.kind,
      requests: read.steps.map(({ request }) => [
        request?.operation,
        request?.line ?? null,
        request?.headers,
        request?.json ?? request?.text ?? null,
      ]),
    }
  );
};
// Byte for byte.
const written = PAYMENT.split('\n');

describe('what is pasted', () => {
  test.each([
    [
      'curl over several lines',
      `curl -X POST https://bank.example/v1/payments/sepa-credit-transfers \\
  -H 'PSU-ID: abc' \\
  -d '${PAYMENT}'`,
      'curl',
      'createPayment',
      written,
    ],
    [
      'curl with what it printed',
      `$ curl -v -d '${PAYMENT}' https://bank.example/v1/payments/sepa-credit-transfers
*   Trying 127.0.0.1:443...
> POST /v1/payments/sepa-credit-transfers HTTP/1.1
> Host: bank.example
>
< HTTP/1.1 400 Bad Request`,
      'curl',
      'createPayment',
      written,
    ],
    [
      'only what curl -v printed',
      `* Connected to bank.example
> GET /v1/accounts?withBalance=true HTTP/2
> Host: bank.example
> PSU-ID: abc
> Signature: keyId="1"
> accept: */*
>
< HTTP/2 200
< content-type: application/json`,
      'verbose',
      'listAccounts',
      null,
    ],
    ['an address', 'https://bank.example:8443/v1/accounts?withBalance=true', 'address', 'listAccounts', null],
    [
      'HTTP with Windows line breaks',
      `POST /v1/payments/sepa-credit-transfers HTTP/1.1\r\nHost: bank.example\r\nPSU-ID: abc\r\n\r\n${PAYMENT}`,
      'http',
      'createPayment',
      written,
    ],
    [
      'an entry of a HAR file',
      JSON.stringify({
        request: {
          method: 'POST',
          url: 'https://bank.example/v1/payments/sepa-credit-transfers',
          headers: [{ name: 'PSU-ID', value: 'abc' }],
          postData: { mimeType: 'application/json', text: PAYMENT },
        },
        response: { status: 201 },
      }),
      'har',
      'createPayment',
      written,
    ],
  ])('%s', (_name, text, kind, operation, body) => {
    expect(summary(text)).toEqual({
      kind,
      requests: [[operation, null, expect.anything(), body]],
    });
  });

  test('says what is written anew, and where the request goes', () => {
    expect(
      readPasted('GET https://bank.example/v1/accounts HTTP/1.1\nSignature: keyId="1"\nHost: bank.example')
        ?.notes,
    ).toEqual([
      'Signature: written by the workbench when it sends the request.',
      'Host: part of the connection, so left out.',
      'Requests to https://bank.example now go to the base URL of the environment.',
    ]);
  });

  test('a host in a header is one with https', () => {
    expect(readPasted('GET /v1/accounts HTTP/1.1\nHost: bank.example:8443')?.notes).toContain(
      'Requests to https://bank.example:8443 now go to the base URL of the environment.',
    );
  });

  test('can stay the message that was signed: with its own headers, and without those that the workbench adds', () => {
    const read = readPasted(
      `curl https://x.example/v1/accounts -H 'Date: Mon' -H 'PSU-ID: abc' -H 'Signature: keyId="1"'`,
    )?.asSigned;
    expect(read?.steps[0]?.request?.headers).toEqual({
      date: 'Mon',
      'psu-id': 'abc',
      signature: 'keyId="1"',
      'x-request-id': '',
      'tpp-signature-certificate': '',
      'psu-corporate-id': '',
      'tpp-redirect-uri': '',
      'tpp-session-id': '',
      'psu-ip-address': '',
    });
    expect(read?.notes.join(' ')).not.toContain('written by the workbench');
    expect(readPasted("curl https://x.example/v1/accounts -H 'Date: Mon'")?.asSigned).toBeNull();
  });

  test('a token becomes a variable', () => {
    const read = readPasted(
      "curl -H 'Authorization: Bearer eyJhbGciOiJub25lIn0.e30.' https://x.example/v1/a",
    );
    expect(JSON.stringify(read)).not.toContain('eyJ');
    expect(read?.steps[0]?.request?.headers['authorization']).toMatch(/^Bearer \{\{.+\}\}$/);
  });

  test('opens ten requests at most', () => {
    const read = readPasted('curl https://x.example/v1/accounts\n'.repeat(12));
    expect(read?.steps).toHaveLength(10);
    expect(read?.notes).toContain(
      'Only the first 10 of 12 requests were opened. To keep all of them, use Import….',
    );
  });

  test.each([
    'accounts',
    'GET',
    'GET accounts',
    PAYMENT,
    '[]',
    '{"request": {"method": "GET"}}',
    'curling',
    'https://bank.example and more',
    'GET /v1/accounts\nno header',
    '> quoted mail',
    `curl ${'x'.repeat(1024 * 1024)}`,
  ])('%# is no request', (text) => {
    expect(readPasted(text)).toBeNull();
  });
});
