/** The certificate of a request (SIG-2). Cached by header value, because parsing costs more than verifying. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { encodeBase64 } from '../../shared/signing/base64.ts';
import { type Certificate, tppOf, bitsOf } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import {
  CERTIFICATE_FORM_NAMES,
  readCertificateBy,
  type SignatureProfile,
  SPECIFICATION,
} from '../../shared/signing/profile.ts';
import { MAX_EXPONENT_BITS, MIN_RSA_BITS } from '../../shared/xs2a/bank-limits.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { RawRequest } from './raw.ts';
import { MAX_TPP_ID_CHARS, MAX_TPP_NAME_CHARS } from '../../shared/limits.ts';

export interface TppCertificate {
  certificate: Certificate;
  key: KeyObject;
  /** In the reference format (SIG-4a). */
  keyId: string;
  /** The TPP that the certificate identifies (SCA-3). */
  tpp: { id: string; name: string };
  /** How the header is written unusually. */
  notes: readonly string[];
}

const MAX_CACHED = 200;

export class CertificateReader {
  private readonly cache = new Map<string, TppCertificate | Refusal>();
  private last: { value: string; read: TppCertificate | Refusal } | null = null;
  private form = SPECIFICATION.certificateForm;

  /** @param profile null for a bank that follows the specification */
  read(raw: RawRequest, profile: SignatureProfile | null = null): TppCertificate | Refusal {
    const { certificateHeader, certificateForm } = profile ?? SPECIFICATION;
    if (certificateForm !== this.form) {
      // What was read in another form says nothing about this one.
      this.cache.clear();
      [this.last, this.form] = [null, certificateForm];
    }
    const name = certificateHeader.toLowerCase();
    const value = raw.headers.get(name);
    if (value === undefined || value.trim() === '') {
      return refuse({
        check: 'certificate',
        rule: 'SIG-2',
        status: 400,
        code: 'CERTIFICATE_MISSING',
        text: `The header ${certificateHeader} is missing (step: certificate).`,
        hint: `Send the signing certificate as ${CERTIFICATE_FORM_NAMES[certificateForm]}.`,
      });
    }
    if (raw.headers.count(name) > 1) {
      return refuse({
        check: 'certificate',
        rule: 'SIG-15',
        status: 400,
        code: 'SIGNATURE_INVALID',
        text: `The header ${certificateHeader} is sent more than once (step: certificate).`,
      });
    }
    // A TPP usually sends the same certificate again, and a comparison is cheaper than a lookup.
    if (value === this.last?.value) return this.last.read;
    const known = this.cache.get(value);
    if (known) {
      this.last = { value, read: known };
      return known;
    }
    const read = readTppCertificate(value, profile ?? SPECIFICATION);
    // Drops the oldest entry, so that a client with a new certificate each time cannot exhaust the memory.
    if (this.cache.size >= MAX_CACHED) this.cache.delete(this.cache.keys().next().value ?? '');
    this.cache.set(value, read);
    return read;
  }

  /** The cached certificates, newest first. */
  known(): TppCertificate[] {
    return Array.from(this.cache.values(), (read) => ('kind' in read ? [] : [read]))
      .flat()
      .reverse();
  }
}

function readTppCertificate(
  value: string,
  { certificateHeader, certificateForm }: SignatureProfile,
): TppCertificate | Refusal {
  const wrong = (text: string) =>
    refuse({ check: 'certificate', rule: 'SIG-2', status: 400, code: 'CERTIFICATE_INVALID', text });
  let certificate: Certificate;
  let key: KeyObject;
  try {
    certificate = readCertificateBy(certificateForm, value);
  } catch (error) {
    return wrong(
      `${certificateHeader} is not a certificate (step: certificate): ${error instanceof Error ? error.message : 'it cannot be read.'}`,
    );
  }
  if (certificate.rsaBits === null) {
    return wrong(
      `The certificate's key is ${certificate.keyAlgorithm}; rsa-sha256 needs an RSA key (step: certificate).`,
    );
  }
  if (certificate.rsaBits < MIN_RSA_BITS)
    return wrong(
      `The certificate's RSA key has ${certificate.rsaBits} bits; at least ${MIN_RSA_BITS} are needed (step: certificate).`,
    );
  const exponentBits = bitsOf(certificate.exponent ?? '');
  // Verifying with a long exponent is slow, and no CA issues one.
  if (exponentBits > MAX_EXPONENT_BITS)
    return wrong(
      `The exponent of the certificate's RSA key has ${exponentBits} bits; at most ${MAX_EXPONENT_BITS} are accepted (step: certificate).`,
    );
  try {
    key = createPublicKey({ key: Buffer.from(certificate.publicKey), format: 'der', type: 'spki' });
  } catch {
    return wrong("The certificate's public key cannot be read (step: certificate).");
  }
  const { id, name } = tppOf(certificate);
  // Stored with much of the state; a snapshot with a longer one could not be restored.
  if (id.length > MAX_TPP_ID_CHARS)
    return wrong(
      `The certificate names its TPP with ${id.length} characters; at most ${MAX_TPP_ID_CHARS} are accepted (step: certificate).`,
    );
  return {
    certificate,
    key,
    keyId: keyIdOf(certificate),
    tpp: { id, name: name.slice(0, MAX_TPP_NAME_CHARS) },
    notes:
      certificateForm === 'base64' && value.trim() !== encodeBase64(certificate.der)
        ? [
            `The header ${certificateHeader} has PEM lines or line breaks. SIG-2 requires only the base64 of the DER certificate.`,
          ]
        : [],
  };
}
