/** Checks the signature of a request without a bank: for the command line, and before a request is sent. */
import { type Certificate, tppOf } from '../../shared/signing/certificate.ts';
import type { Explanation } from '../../shared/xs2a/explanation.ts';
import { routeOf } from '../../shared/xs2a/operations.ts';
import { ownProfile, type SignatureProfile, SPECIFICATION } from '../../shared/signing/profile.ts';
import type { Refusal } from '../domain/refusal.ts';
import { quirksWith } from '../quirks.ts';
import { CertificateReader } from './certificate.ts';
import { SignatureDiagnosis } from './signature-diagnosis.ts';
import { checkRequestId } from './envelope.ts';
import { checkHeaders, checkRedirectUri } from './other-headers.ts';
import { HeaderBag, type RawRequest } from './raw.ts';
import { checkSignature, explain, type Findings, noFindings, reported } from './signature.ts';

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
  /** The refusal as a bank explains it. */
  explanation: Explanation | null;
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
  options: VerifyOptions = {},
): Verification {
  const raw = rawOf(request);
  const diagnosis = new SignatureDiagnosis(() => options.known ?? []);
  return verified(raw, now, { reader: new CertificateReader(), diagnosis }, options);
}

/** Verifies the requests of other programs, one after the other: a signature may be that of an earlier request (SIG-14). */
export class Verifier {
  private readonly reader = new CertificateReader();
  private readonly diagnosis = new SignatureDiagnosis(() =>
    this.reader.known().map(({ certificate }) => certificate),
  );

  /**
   * Checks X-Request-ID, then as {@link verifyRequest}, then the other headers of an operation of the catalogue (HDR-1 to HDR-9), which
   * a bank with a profile of its own may not need.
   * @param path without the path of the base URL, by which the operation is found
   */
  verify(
    request: SignedRequest,
    now: number,
    { path, profile }: { path: string; profile: SignatureProfile },
  ): Verification {
    const raw = rawOf(request);
    const { reader, diagnosis } = this;
    const early = checkRequestId(raw);
    const signature = verified(raw, now, { reader, diagnosis }, { profile });
    if (early !== null) return refusedBy(early, noFindings(), signature.certificate);
    if (signature.certificate !== null) diagnosis.record(tppOf(signature.certificate).id, raw);
    const route = routeOf(request.method, path.split('?', 1)[0] ?? '');
    if (signature.refusal !== null || route.kind !== 'found' || ownProfile(profile) !== null)
      return signature;
    const headers = checkHeaders(raw.headers, route.route.operation, now, checkRedirectUri);
    return 'kind' in headers ? refusedBy(headers, noFindings(), signature.certificate) : signature;
  }
}

function verified(
  raw: RawRequest,
  now: number,
  { reader, diagnosis }: { reader: CertificateReader; diagnosis: SignatureDiagnosis },
  { profile = SPECIFICATION }: VerifyOptions,
): Verification {
  const findings = noFindings();
  const own = ownProfile(profile);
  const sender = reader.read(raw, own);
  if ('kind' in sender) return refusedBy(sender, findings, null);
  const strict = { quirks: quirksWith({}), profile: own };
  const refusal = checkSignature(raw, sender, now, strict, findings, diagnosis);
  if (refusal !== null) return refusedBy(refusal, findings, sender.certificate);
  return { refusal, explanation: null, findings: reported(findings), certificate: sender.certificate };
}

function refusedBy(refusal: Refusal, findings: Findings, certificate: Certificate | null): Verification {
  return { refusal, explanation: explain(refusal, findings), findings: reported(findings), certificate };
}

function rawOf({ method, target, headers, body }: SignedRequest): RawRequest {
  return {
    method,
    target,
    headers: new HeaderBag(headers.flat()),
    headerBytes: 0,
    body,
    bodyTooLarge: false,
    clientCertificate: null,
  };
}
