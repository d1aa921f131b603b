/** Chains of certificates that take long to check for their size. */
import { createPublicKey, randomBytes } from 'node:crypto';
import { OID } from '../../shared/node/x509/certificates.ts';
import { nameDer, oid, tlv } from './der-writer.ts';

/** A certificate with many names that a CA with many constraints has issued. The signatures mean nothing: OpenSSL goes on. */
export function costlyChain(publicKey: string, count: number, constraintCount: number): Uint8Array[] {
  const name = (text: string) => nameDer([[{ oid: OID.commonName, tag: 12, text }]]);
  const extension = (id: string, value: Uint8Array) => tlv(0x30, oid(id), tlv(0x04, value));
  const algorithm = tlv(0x30, oid('1.2.840.113549.1.1.11'), tlv(0x05));
  const time = (text: string) => tlv(0x17, Buffer.from(text));
  const certificate = (subject: string, value: Uint8Array) => {
    const body = tlv(
      0x30,
      tlv(0xa0, tlv(0x02, Uint8Array.of(2))),
      tlv(0x02, randomBytes(8).fill(1, 0, 1)),
      algorithm,
      name('CA'),
      tlv(0x30, time('260101000000Z'), time('400101000000Z')),
      name(subject),
      createPublicKey(publicKey).export({ type: 'spki', format: 'der' }),
      tlv(0xa3, tlv(0x30, value)),
    );
    return tlv(0x30, body, algorithm, tlv(0x03, Uint8Array.of(0), randomBytes(256).fill(1, 0, 1)));
  };
  const dns = (text: string) => tlv(0x82, Buffer.from(text));
  const names = tlv(0x30, ...Array.from({ length: count }, () => dns('a')));
  const constraint = tlv(0x30, dns('z'));
  const constraints = tlv(0x30, tlv(0xa1, ...Array.from({ length: constraintCount }, () => constraint)));
  return [
    certificate('leaf', extension('2.5.29.17', names)),
    certificate(
      'CA',
      Buffer.concat([
        extension('2.5.29.19', tlv(0x30, tlv(0x01, Uint8Array.of(0xff)))),
        extension('2.5.29.30', constraints),
      ]),
    ),
  ];
}
