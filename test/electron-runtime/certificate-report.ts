/**
 * What the product reads and makes of certificates, as plain data: run under Node and inside Electron, whose crypto
 * library is another, the reports must be equal.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { makeCertificate } from '../../shared/node/x509.ts';
import { signRsaSha256, verifyRsaSha256 } from '../../shared/node/crypto.ts';
import { encodeBase64 } from '../../shared/signing/base64.ts';
import { readCertificateHeader, tppOf } from '../../shared/signing/certificate.ts';
import { keyIdOf, matchKeyId } from '../../shared/signing/key-id.ts';
import { printRfc2253 } from '../../shared/signing/distinguished-names.ts';
import { writeSignatureHeader } from '../../shared/signing/signature-header.ts';

export interface Fixture {
  title: string;
  pem: string;
  /** Null where the key is not RSA. */
  key: string | null;
  /** The keyId in openssl's spelling. */
  opensslKeyId: string;
}

export function certificateReport(fixtures: readonly Fixture[]): object[] {
  return fixtures.map(({ title, pem, key, opensslKeyId }) => {
    const certificate = readCertificateHeader(pem);
    const { der, publicKey, issuer, subject: _, ...facts } = certificate;
    const keyId = keyIdOf(certificate);
    const signature = key === null ? null : signRsaSha256(createPrivateKey(key), Buffer.from(title));
    const verifies = (bytes: Uint8Array) =>
      verifyRsaSha256(
        createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' }),
        Buffer.from(title),
        bytes,
      );
    return {
      title,
      ...facts,
      bytes: der.length,
      keyId,
      issuer: printRfc2253(issuer),
      tpp: tppOf(certificate).id,
      openssl: matchKeyId(opensslKeyId, certificate, 'lenient'),
      // PKCS#1 v1.5 is deterministic: both runtimes must make the same bytes.
      signature: signature && encodeBase64(signature),
      verified: signature && verifies(signature),
      header: writeSignatureHeader({ keyId, algorithm: 'rsa-sha256', headers: ['date'], signature: 'AAAA' }),
      remade: key === null ? null : remade(key, issuer.length),
    };
  });
}

/** A certificate made in this runtime, read again. */
function remade(key: string, parts: number): string {
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' }).toString();
  const name = [
    ['2.5.4.10', `Prøve, ${parts}`],
    ['2.5.4.97', 'NTRNO-123456785'],
  ] as const;
  const pem = makeCertificate({
    subject: name,
    issuer: name,
    publicKey,
    signWith: key,
    serial: 'FF00',
    notBefore: new Date(0),
    notAfter: new Date(4e12),
    use: {
      kind: 'psd2',
      statement: { type: 'seal', roles: ['PSP_AI'], authorityName: 'Finanstilsynet', authorityId: 'NO-FSA' },
    },
  });
  return `${keyIdOf(readCertificateHeader(pem))} ${readCertificateHeader(pem).roles.join()}`;
}
