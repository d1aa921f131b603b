/** Composes the headers of a request and signs it, for the sender and the signing pane. */
import { binaryToBytes, encodeBase64 } from '../../../shared/signing/base64.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { writeDigest } from '../../../shared/signing/digest.ts';
import { writeHttpDate } from '../../../shared/signing/http-date.ts';
import {
  certificateValue,
  keyIdBy,
  signatureValue,
  type SignatureProfile,
} from '../../../shared/signing/profile.ts';
import {
  decodeHeaderText,
  readSignatureText,
  writeSignatureText,
} from '../../../shared/signing/signature-header.ts';
import { namesToSign, signingLines } from '../../../shared/signing/signing-string.ts';
import {
  brokenParts,
  brokenText,
  listedNames,
  sentBody,
  sentHeaders,
  signedBody,
  signedHeaders,
  signedText,
  signsWithOtherKey,
} from '../../../shared/faults/apply.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { HttpRequest } from '../../../shared/requests/http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { hashOf, signRsaSha256 } from '../../../shared/node/crypto.ts';
import type { ResolvedRequest } from './resolve.ts';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';

const t = texts.core.compose;
const refusals = texts.core.exchange;

/** The source of the headers that are filled in, and the signer. */
export interface Identity {
  environment: {
    psuId: string | null;
    corporateId: string | null;
    sessionId: string;
    psuIpAddress: string;
  };
  redirectUri: string;
  /** Header defaults of the environment. They override headers that are filled in; headers of the request override both. */
  defaults: HttpRequest['headers'];
  /** How the bank wants requests to be signed. */
  profile: SignatureProfile;
  certificate: Certificate;
  /** Null if the request goes to somebody else: then nothing of the bank, the PSU and the environment is in it. */
  sign: ((data: Uint8Array) => Uint8Array) | null;
  /** Time of the bank, in milliseconds: the local bank's clock may have been moved. */
  now: number;
  newRequestId: () => string;
}

export interface ComposeContext extends Identity {
  /** Its path, if any, is prefixed to that of the request. */
  baseUrl: string;
}

interface Line {
  name: string;
  value: string;
  source: string;
  rule: RuleId | null;
}

function checkHeaders({ headers }: HttpRequest): void {
  // Only ISO-8859-1 can be signed byte for byte.
  const odd = headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\xa0-\xff]/.test(value),
  );
  if (odd) throw new HostError('bad-input', refusals.headerCannotBeSent(odd[0]));
}

/**
 * Composes and signs. Headers of the request override those that are filled in; an empty value removes a header.
 * @throws HostError for a header that HTTP cannot carry
 */
export function prepare(request: ResolvedRequest, context: ComposeContext): Prepared {
  checkHeaders(request);
  const { fault } = request;
  const { profile } = context;
  const body = signedBody(fault, request.body);
  const own = { ...request, body };
  const filled = context.sign === null ? plainHeaders(own) : filledHeaders(own, context);
  const usual = withOverrides(filled, context.defaults, t.fromEnvironment);
  const right = withOverrides(usual, request.headers, t.yours);
  const url = context.baseUrl + request.path;
  if (context.sign === null)
    return { url, headers: right.map((line) => ({ ...line, line: null })), signing: NOT_SIGNED };
  const lines = broken(right, (headers) => signedHeaders(fault, headers, context.now));
  const value = (name: string) => lines.find((line) => line.name.toLowerCase() === name)?.value;
  const names = listedNames(
    fault,
    namesToSign((name) => value(name) !== undefined, profile.headers),
  );
  // A name in the list that a fault misspells signs the header with the correct name, if there is one.
  const message = { method: request.method, target: targetOf(request, context), header: value };
  const lower = names.map((name) => name.toLowerCase());
  const linesToSign = signingLines(lower, message).filter((line) => line !== null);
  const usesOtherKey = signsWithOtherKey(fault);
  const sign = usesOtherKey ? signWithOtherKey : context.sign;
  const signedInstead = signedText(fault, linesToSign);
  const signature = encodeBase64(sign(binaryToBytes(signedInstead)));
  const keyId = keyIdBy(profile, context.certificate);
  const { algorithm } = profile;
  const parts = brokenParts(fault, { keyId, algorithm, signature }, context.certificate);
  const text = brokenText(fault, writeSignatureText({ ...parts, headers: names }));
  const header = signatureValue(profile, text);
  // Last, because it covers all other headers.
  const all = withOverrides(
    [...lines, { name: 'Signature', value: header, source: t.linesBelow, rule: 'SIG-3' }],
    request.headers.filter(([name]) => name.toLowerCase() === 'signature'),
    t.yours,
  );
  const replaced = !all.some((line) => line.name === 'Signature' && line.value === header);
  const covered = replaced ? coveredNames(all, lower) : lower;
  const added = addedOnSending(lines, Buffer.from(sentBody(fault, body)), context);
  return {
    url,
    headers: broken(all, (headers) => sentHeaders(fault, headers)).map((line) => {
      const at = covered.indexOf(line.name.toLowerCase());
      return { ...line, line: at < 0 ? null : at + 1 };
    }),
    signing: {
      lines: replaced
        ? signingLines(covered, { ...message, header: (name) => value(name) ?? added.get(name) }).filter(
            (line) => line !== null,
          )
        : linesToSign,
      signed: signedInstead === linesToSign.join('\n') ? null : signedInstead,
      otherKey: usesOtherKey,
      keyId: parts.keyId,
      text,
      header,
      replaced,
      expected: null,
    },
  };
}

const NOT_SIGNED: Prepared['signing'] = {
  lines: [],
  signed: null,
  otherKey: false,
  keyId: '',
  text: '',
  header: '',
  replaced: true,
  expected: null,
};

/** What a Signature header of the user covers, in its order, and then what it has to cover besides. */
function coveredNames(headers: readonly Line[], names: readonly string[]): string[] {
  const own = headers.find(({ name }) => name.toLowerCase() === 'signature')?.value ?? '';
  const text = decodeHeaderText(own);
  const reading = text.ok ? readSignatureText(text.text) : text;
  const covered = reading.ok ? reading.parts.headers.map((name) => name.toLowerCase()) : [];
  return [...new Set([...covered, ...names])];
}

/** Headers that are added on sending, and that some clients sign, by their lower-case names. */
export function addedOnSending(
  headers: readonly { name: string }[],
  body: Uint8Array,
  { baseUrl }: Pick<ComposeContext, 'baseUrl'>,
): ReadonlyMap<string, string> {
  const added: [name: string, value: string][] = [['host', new URL(baseUrl).host]];
  if (body.length > 0) added.push(['content-length', String(body.length)]);
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  return new Map(added.filter(([name]) => !given.has(name)));
}

/** Path with query as sent on the wire. */
export function targetOf(
  { path }: Pick<HttpRequest, 'path'>,
  { baseUrl }: Pick<ComposeContext, 'baseUrl'>,
): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '') + path;
}

/** Applies a fault to the headers, and marks those that it changed. */
function broken(
  lines: readonly Line[],
  change: (headers: readonly (readonly [string, string])[]) => readonly (readonly [string, string])[],
): Line[] {
  return change(lines.map(({ name, value }) => [name, value])).map(([name, value]) => {
    const known = lines.find((line) => line.name === name);
    return known?.value === value ? known : { name, value, source: t.fromFault, rule: known?.rule ?? null };
  });
}

/** Of a request that is not signed. */
function plainHeaders({ body }: Pick<HttpRequest, 'body'>): Line[] {
  const accept = { name: 'Accept', value: 'application/json', source: t.always, rule: 'SVC-3' } as const;
  const type = { ...accept, name: 'Content-Type', source: t.fromBody };
  return body === '' ? [accept] : [accept, type];
}

function filledHeaders(request: ResolvedRequest, context: ComposeContext): Line[] {
  const { environment, certificate, profile } = context;
  const { operation } = request;
  const body = new TextEncoder().encode(request.body);
  const lines: Line[] = [];
  const add = (name: string, value: string, source: string, rule: RuleId | null) =>
    lines.push({ name, value, source, rule });
  add('Accept', 'application/json', t.always, 'SVC-3');
  add('Date', writeHttpDate(context.now), t.live, 'SIG-10');
  const { digestAlgorithm } = profile;
  if (body.length > 0) add('Content-Type', 'application/json', t.fromBody, 'SVC-3');
  if (body.length > 0 || profile.digestWithoutBody)
    add('Digest', writeDigest(digestAlgorithm, hashOf(digestAlgorithm, body)), t.fromBody, 'SIG-11');
  add('X-Request-ID', context.newRequestId(), t.eachSend, 'HDR-1');
  if ((operation?.psu ?? 'optional') !== 'none') {
    if (environment.psuId !== null) add('PSU-ID', environment.psuId, t.lastSca, 'HDR-5');
    if (environment.corporateId !== null)
      add('PSU-Corporate-ID', environment.corporateId, t.lastSca, 'HDR-6');
  }
  if (operation?.redirectHeaders ?? true) {
    add('TPP-Redirect-URI', context.redirectUri, t.fromEnvironment, 'HDR-2');
    add('TPP-Session-ID', environment.sessionId, t.fromEnvironment, 'HDR-3');
    add('PSU-IP-Address', environment.psuIpAddress, t.fromEnvironment, 'HDR-7');
  }
  if (operation?.acceptFix !== undefined) add('x-accept-fix', operation.acceptFix, t.fromOperation, 'HDR-9');
  const sent = certificateValue(profile.certificateForm, certificate.der);
  add(profile.certificateHeader, sent, t.fromCertificate, 'SIG-2');
  // Otherwise it is added on sending.
  if (profile.headers.includes('host')) add('Host', new URL(context.baseUrl).host, t.fromEnvironment, null);
  return lines;
}

function withOverrides(lines: Line[], overrides: HttpRequest['headers'], source: string): Line[] {
  const result = [...lines];
  for (const [name, value] of overrides) {
    const at = result.findIndex((line) => line.name.toLowerCase() === name.toLowerCase());
    const known = result[at];
    if (known === undefined) {
      if (value !== '' && name.toLowerCase() !== 'signature')
        result.push({ name, value, source, rule: null });
    } else if (value === '') result.splice(at, 1);
    else result[at] = { ...known, value, source };
  }
  return result;
}

let otherKey: KeyObject | undefined;

/** Signs with a key that belongs to no certificate, generated at the first call. */
function signWithOtherKey(data: Uint8Array): Uint8Array {
  otherKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return signRsaSha256(otherKey, data);
}
