/** Checks the bank's signature of a response with node:crypto alone (SIG-13). */
import { createHash, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** @param headers by lower-case name */
export function isSignedByBank({ headers, text }: { headers: IncomingHttpHeaders; text: string }): boolean {
  const value = (name: string) => String(headers[name]);
  const parts = Object.fromEntries(
    Array.from(value('signature').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), (m) => [m[1], m[2]]),
  );
  const signed = String(parts['headers'])
    .split(' ')
    .map((name) => `${name}: ${value(name)}`)
    .join('\n');
  const pem = `-----BEGIN CERTIFICATE-----\n${value('tpp-signature-certificate')}\n-----END CERTIFICATE-----`;
  const digest = `SHA-256=${createHash('sha256').update(text).digest('base64')}`;
  return (
    value('digest') === digest &&
    verify(
      'RSA-SHA256',
      Buffer.from(signed, 'latin1'),
      pem,
      Buffer.from(String(parts['signature']), 'base64'),
    )
  );
}
