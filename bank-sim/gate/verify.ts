/** Checks the signature of a request without a bank: for the command line, and before a request is sent. */
import type { Certificate } from '../../shared/signing/certificate.ts';
import { ownProfile, type SignatureProfile, SPECIFICATION } from '../../shared/signing/profile.ts';
import type { Refusal } from '../domain/refusal.ts';
import { quirksWith } from '../quirks.ts';
import { CertificateReader } from './certificate.ts';
import { SignatureDiagnosis } from './signature-diagnosis.ts';
import { HeaderBag, type RawRequest } from './raw.ts';
import { checkSignature, noFindings, reported } from './signature.ts';

export interface SignedRequest {
  method: string;
  /** Path with query, exactly as sent. */
  target: string;
  /** In order, including repeated headers; one character per byte. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

export interface Verification {
  /** The first step that failed (SIG-14), or null if the signature is valid. */
  refusal: Pick<Refusal, 'check' | 'rule' | 'status' | 'code' | 'text' | 'hint'> | null;
  findings: ReturnType<typeof reported>;
  /** Null if it could not be read. */
  certificate: Certificate | null;
}

export interface VerifyOptions {
  /** Other certificates, whose keys may have made the signature. */
  known?: readonly Certificate[];
  /** How the bank wants requests to be signed. */
  profile?: SignatureProfile;
}

/**
 * Checks certificate, syntax, keyId, date, digest and cryptography, in the order of SVC-11, with the default quirks.
 * @param now milliseconds since 1970
 */
export function verifyRequest(
  request: SignedRequest,
  now: number,
  { known = [], profile = SPECIFICATION }: VerifyOptions = {},
): Verification {
  const raw: RawRequest = {
    method: request.method,
    target: request.target,
    headers: new HeaderBag(request.headers.flat()),
    headerBytes: 0,
    body: request.body,
    bodyTooLarge: false,
    clientCertificate: null,
  };
  const findings = noFindings();
  const own = ownProfile(profile);
  const sender = new CertificateReader().read(raw, own);
  if ('kind' in sender) return { refusal: sender, findings: reported(findings), certificate: null };
  const diagnosis = new SignatureDiagnosis(() => known);
  const refusal = checkSignature(
    raw,
    sender,
    now,
    { quirks: quirksWith({}), profile: own },
    findings,
    diagnosis,
  );
  return { refusal, findings: reported(findings), certificate: sender.certificate };
}
