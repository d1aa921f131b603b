/** Signs responses like requests (SIG-13), on libuv's threads and so on every core. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signRsaSha256OnThread } from '../../shared/node/crypto.ts';
import { binaryToBytes, encodeBase64 } from '../../shared/signing/base64.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { writeSignatureHeader } from '../../shared/signing/signature-header.ts';
import { SIGNED_RESPONSE_HEADERS, signingString } from '../../shared/signing/signing-string.ts';
import type { BankPki } from '../pki.ts';
import { ownValue } from '../../shared/own-value.ts';

/** The signed headers; `requestId` is null for a request without one. */
export interface SignedValues {
  date: string;
  digest: string;
  requestId: string | null;
}

export class ResponseSigner {
  private readonly key: KeyObject;
  private readonly keyId: string;
  private readonly certificate: string;

  constructor({ signing }: Pick<BankPki, 'signing'>) {
    this.key = createPrivateKey(signing.key);
    const certificate = readCertificateHeader(signing.cert);
    this.keyId = keyIdOf(certificate);
    this.certificate = encodeBase64(certificate.der);
  }

  /** Alternating names and values. */
  async headersFor({ date, digest, requestId }: SignedValues): Promise<string[]> {
    const values: Record<string, string> = { date, digest, 'x-request-id': requestId ?? '' };
    const names = SIGNED_RESPONSE_HEADERS.filter((name) => ownValue(values, name) !== '');
    const text = signingString(names, { method: '', target: '', header: (name) => ownValue(values, name) });
    const signature = encodeBase64(await signRsaSha256OnThread(this.key, binaryToBytes(text)));
    return [
      'Digest',
      digest,
      'Signature',
      writeSignatureHeader({ keyId: this.keyId, algorithm: 'rsa-sha256', headers: [...names], signature }),
      'TPP-Signature-Certificate',
      this.certificate,
    ];
  }
}
