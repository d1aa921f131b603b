/** Turns a raw request into a TppRequest, or into a refusal with an explanation, in the order of checks of SVC-11. */
import type { X509Certificate } from 'node:crypto';
import { utf8OrNull } from '../../shared/signing/base64.ts';
import type { SignatureProfile } from '../../shared/signing/profile.ts';
import type { Operation, OperationId } from '../../shared/xs2a/operations.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import type { Occasion, Scenarios } from '../scenarios.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { ScaQuestion } from '../domain/sca.ts';
import type { Quirks } from '../quirks.ts';
import { memoizeLatest } from '../memoize-latest.ts';
import type { AccessStore } from '../store/access.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { RegisterStore } from '../store/register.ts';
import { CertificateReader, type TppCertificate } from './certificate.ts';
import { SignatureDiagnosis } from './signature-diagnosis.ts';
import { checkMedia, checkRequestId, checkRoute, checkSize } from './envelope.ts';
import { checkHeaders, checkRedirectUri, type ReadHeaders } from './other-headers.ts';
import { checkProduction } from './production.ts';
import { checkPsu, type Psu } from './psu.ts';
import { codingAdvice, pathOnly, queryOf, type RawRequest } from './raw.ts';
import { checkSignature, type Findings, noFindings } from './signature.ts';
import { enteredByCall } from '../domain/register.ts';

/** A request that has passed every check except those of its own resource. */
export interface TppRequest extends ReadHeaders {
  operation: Operation & { id: OperationId };
  params: Record<string, string>;
  query: URLSearchParams;
  tpp: { id: string; name: string };
  psu: Psu | null;
  /** Path without query, as sent. */
  path: string;
  body: Uint8Array;
  /** What was accepted here, but other banks may refuse. Resources add theirs. */
  notes: string[];
}

export interface GateParts {
  scenarios: Scenarios;
  access: AccessStore;
  customers: CustomerStore;
  register: RegisterStore;
  /** The trusted CAs (SIG-12). */
  trusted: () => readonly X509Certificate[];
  quirks: Quirks;
  /** How requests must be signed; null for the specification. */
  profile: () => SignatureProfile | null;
  /** Bank time in milliseconds. */
  now: () => number;
  startSca: (ask: ScaAsk) => Record<string, Link>;
}

export interface ScaAsk {
  ask: ScaQuestion;
  /** The agreement of the request's context (HDR-6); null without one. */
  agreementId: string | null;
  /** The payment or basket to approve, and the TPP's id for that SCA. */
  about?: { subject: string; authorisationId: string };
  occasion: Occasion;
  tpp: { id: string; name: string };
  sessionId: string;
  redirectUri: string;
  appVariant: boolean;
}

/** HDR-1. */
const REUSED_ID =
  'Send a new UUID with each request, also when you send the same one again. X-Request-ID is no idempotency key: it only names an exchange. If you did not get the response to the first request, read the payment or basket before you create it again. This request has changed nothing. The bank refuses repeated ids because its quirk rejectReusedRequestId is on.';

/** The result of the checks, with what the journal needs. */
export interface Passage {
  result: TppRequest | Refusal;
  tpp: string | null;
  /** Null if its certificate could not be read. */
  sender: TppCertificate | null;
  operation: OperationId | null;
  findings: Findings;
}

type Progress = Omit<Passage, 'result' | 'tpp'>;

/** The SCA that a request starts (SCA-1, SCA-9). @throws Error for a request without redirect headers, which cannot start one */
export function askOf(request: Omit<TppRequest, 'params' | 'query' | 'body' | 'notes'>): ScaAsk {
  const { redirectUri, sessionId, appVariant, tpp, operation, path, psu } = request;
  if (redirectUri === null || sessionId === null)
    throw new Error('An SCA needs TPP-Redirect-URI and TPP-Session-ID.');
  const occasion = { method: operation.method, path, tpp: tpp.id };
  // HDR-6: the context that the request chose.
  const agreementId = psu?.corporate?.agreementId ?? null;
  return { ask: operation.sca, agreementId, occasion, tpp, sessionId, redirectUri, appVariant };
}

export class Gate {
  private readonly certificates = new CertificateReader();
  private readonly diagnosis: SignatureDiagnosis;
  private readonly redirectUriFault = memoizeLatest(checkRedirectUri);
  private readonly parts: GateParts;

  constructor(parts: GateParts) {
    this.parts = parts;
    const known = () => this.certificates.known().map(({ certificate }) => certificate);
    this.diagnosis = new SignatureDiagnosis(known);
  }

  pass(raw: RawRequest): Passage {
    const progress: Progress = { sender: null, operation: null, findings: noFindings() };
    const result = this.check(raw, progress);
    // The TPP is recorded even if a check before that of its certificate refused the request.
    return { result, tpp: progress.sender?.tpp.id ?? this.claimedTpp(raw), ...progress };
  }

  /** The TPP that the certificate header names, whether or not the signature proves it; null if it cannot be read. */
  private claimedTpp(raw: RawRequest): string | null {
    const sender = this.certificates.read(raw, this.parts.profile());
    return 'kind' in sender ? null : sender.tpp.id;
  }

  private check(raw: RawRequest, progress: Progress): TppRequest | Refusal {
    const { parts } = this;
    const route = checkRoute(raw, parts.quirks.environment);
    if ('kind' in route) return route;
    const { operation } = route;
    progress.operation = operation.id;
    const early = checkMedia(raw) ?? checkSize(raw) ?? checkRequestId(raw);
    if (early) return early;
    const profile = parts.profile();
    const sender = this.certificates.read(raw, profile);
    if ('kind' in sender) return sender;
    const { tpp } = sender;
    progress.sender = sender;
    const now = parts.now();
    const strict = { quirks: parts.quirks, profile };
    const unsigned = checkSignature(raw, sender, now, strict, progress.findings, this.diagnosis);
    // SIG-14: a later request may contain a value of this one.
    this.diagnosis.record(tpp.id, raw);
    if (unsigned) return unsigned;
    // SIG-12.
    if (parts.quirks.environment === 'production') {
      const untrusted = checkProduction(sender, operation, now, {
        trusted: parts.trusted(),
        isBlocked: (id) => parts.access.isBlocked(id),
        registrationOf: (id) => parts.register.get(id),
        openRegister: parts.quirks.openRegister,
      });
      if (untrusted) return untrusted;
    } else progress.findings.notChecked.push('production');
    const headers = checkHeaders(raw.headers, operation, now, this.redirectUriFault);
    if ('kind' in headers) return headers;
    // HDR-1.
    const requestId = raw.headers.first('x-request-id') ?? '';
    if (parts.quirks.rejectReusedRequestId && !parts.access.noteRequestId(tpp.id, requestId, now)) {
      return refuse({
        check: 'headers',
        rule: 'HDR-1',
        status: 400,
        code: 'FORMAT_ERROR',
        text: 'This X-Request-ID was already used within the last 24 hours.',
        hint: REUSED_ID,
      });
    }
    const path = pathOnly(raw);
    const scaLinks = (of: Psu | null) => parts.startSca(askOf({ ...headers, tpp, operation, path, psu: of }));
    const psu = checkPsu(raw.headers, operation, tpp.id, {
      access: parts.access,
      customers: parts.customers,
      sessionId: headers.sessionId,
      scaLinks: () => scaLinks(null),
    });
    // HDR-5, HDR-6.
    if (psu !== null && 'kind' in psu) return psu;
    // SCA-8.
    if (psu !== null && parts.scenarios.take('forceSca', { method: raw.method, path, tpp: tpp.id })) {
      return refuse({
        check: 'psu',
        rule: 'SCA-8',
        status: 401,
        code: 'PSU_CREDENTIALS_INVALID',
        text: 'The bank requires a new SCA. Follow scaRedirect.',
        links: scaLinks(psu),
      });
    }
    // SVC-3: also for a body that no resource reads.
    if (raw.body.length > 0 && utf8OrNull(raw.body) === null)
      return refuse({
        check: 'body',
        rule: 'SVC-3',
        status: 400,
        code: 'FORMAT_ERROR',
        text: 'The body is not valid UTF-8.',
        hint: codingAdvice(raw),
      });
    const query = queryOf(raw);
    const { notes } = progress.findings;
    return { ...headers, operation, params: route.params, query, tpp, psu, path, body: raw.body, notes };
  }
}

/** Registers a TPP with a call that was not refused (SIG-12, quirk `openRegister`). @returns whether the register has changed */
export function noteCall(
  { tpp, certificate }: Pick<TppCertificate, 'tpp' | 'certificate'>,
  register: RegisterStore,
): boolean {
  const after = enteredByCall(register.get(tpp.id), { ...tpp, roles: certificate.roles });
  if (after === null) return false;
  register.put(after);
  return true;
}
