/** Turns a request into its exact headers and signature. The live signing pane and the sender use the same code. */
import { binaryToBytes, encodeBase64 } from '../../../shared/signing/base64.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { writeDigest } from '../../../shared/signing/digest.ts';
import { writeHttpDate } from '../../../shared/signing/http-date.ts';
import { keyIdOf } from '../../../shared/signing/key-id.ts';
import { wrapSignatureText, writeSignatureText } from '../../../shared/signing/signature-header.ts';
import { namesToSign, signingLines } from '../../../shared/signing/signing-string.ts';
import {
  brokenParts,
  brokenText,
  listedNames,
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

/** As whom a request is sent: the source of the headers that are filled in, and the signer. */
export interface Identity {
  environment: {
    psuId: string | null;
    corporateId: string | null;
    sessionId: string;
    psuIpAddress: string;
  };
  redirectUri: string;
  /**
   * Header defaults of the environment. They override the headers that are filled in, and the headers of the request
   * override them.
   */
  defaults: HttpRequest['headers'];
  certificate: Certificate;
  sign: (data: Uint8Array) => Uint8Array;
  /**
   * The time used for signing, in milliseconds. It is the local bank's clock, so that moving that clock does not cause
   * refusals.
   */
  now: number;
  newRequestId: () => string;
}

export interface ComposeContext extends Identity {
  /** Its path, if it has one, is put before that of the request. */
  baseUrl: string;
}

interface Line {
  name: string;
  value: string;
  source: string;
  rule: RuleId | null;
}

/**
 * Builds and signs. Headers of the request override those that are filled in; an empty value removes the header.
 * @throws HostError for a header that HTTP cannot carry
 */
export function prepare(request: ResolvedRequest, context: ComposeContext): Prepared {
  checkHeaders(request);
  return signed(request, context);
}

function checkHeaders({ headers }: HttpRequest): void {
  // Characters outside ISO-8859-1 cannot be signed byte for byte, so they are refused before anything is computed.
  const odd = headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\xa0-\xff]/.test(value),
  );
  if (odd) throw new HostError('bad-input', refusals.headerCannotBeSent(odd[0]));
}

function signed(request: ResolvedRequest, context: ComposeContext): Prepared {
  const { fault } = request;
  const body = signedBody(fault, request.body);
  const usual = withOverrides(
    filledHeaders({ ...request, body }, context),
    context.defaults,
    t.fromEnvironment,
  );
  const right = withOverrides(usual, request.headers, t.yours);
  const lines = broken(right, (headers) => signedHeaders(fault, headers, context.now));
  const value = (name: string) => lines.find((line) => line.name.toLowerCase() === name)?.value;
  const names = listedNames(
    fault,
    namesToSign((name) => value(name) !== undefined),
  );
  // If a fault misspells a name in the list, the header is signed under its correct name, provided the request has it.
  const message = { method: request.method, target: targetOf(request, context), header: value };
  const lower = names.map((name) => name.toLowerCase());
  const linesToSign = signingLines(lower, message).filter((line) => line !== null);
  const otherKey = signsWithOtherKey(fault);
  const sign = otherKey ? signWithOtherKey : context.sign;
  const signedInstead = signedText(fault, linesToSign);
  const signature = encodeBase64(sign(bytesOf(signedInstead)));
  const keyId = keyIdOf(context.certificate);
  const parts = brokenParts(fault, { keyId, algorithm: 'rsa-sha256', signature }, context.certificate);
  const text = brokenText(fault, writeSignatureText({ ...parts, headers: names }));
  const header = wrapSignatureText(text);
  // Signature is last because it covers all other headers.
  const all = withOverrides(
    [...lines, { name: 'Signature', value: header, source: t.linesBelow, rule: 'SIG-3' }],
    request.headers.filter(([name]) => name.toLowerCase() === 'signature'),
    t.yours,
  );
  return {
    url: context.baseUrl + request.path,
    headers: broken(all, (headers) => sentHeaders(fault, headers)).map((line) => {
      const at = lower.indexOf(line.name.toLowerCase());
      return { ...line, line: at < 0 ? null : at + 1 };
    }),
    signing: {
      lines: linesToSign,
      signed: signedInstead === linesToSign.join('\n') ? null : signedInstead,
      otherKey,
      keyId: parts.keyId,
      text,
      header,
      replaced: !all.some((line) => line.name === 'Signature' && line.value === header),
      expected: null,
    },
  };
}

/** Path with query as sent on the wire. */
export function targetOf(
  { path }: Pick<HttpRequest, 'path'>,
  { baseUrl }: Pick<ComposeContext, 'baseUrl'>,
): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '') + path;
}

/** Lets a fault change the headers, and marks those that it changed. */
function broken(
  lines: readonly Line[],
  change: (headers: readonly (readonly [string, string])[]) => readonly (readonly [string, string])[],
): Line[] {
  return change(lines.map(({ name, value }) => [name, value])).map(([name, value]) => {
    const known = lines.find((line) => line.name === name);
    return known?.value === value ? known : { name, value, source: t.fromFault, rule: known?.rule ?? null };
  });
}

/** Header values are sent as ISO-8859-1, so other characters are refused before sending. */
function bytesOf(text: string): Uint8Array {
  return binaryToBytes(text);
}

function filledHeaders(request: ResolvedRequest, context: ComposeContext): Line[] {
  const { environment, certificate } = context;
  const { operation } = request;
  const body = new TextEncoder().encode(request.body);
  const lines: Line[] = [
    { name: 'Accept', value: 'application/json', source: t.always, rule: 'SVC-3' },
    { name: 'Date', value: writeHttpDate(context.now), source: t.live, rule: 'SIG-10' },
  ];
  if (body.length > 0) {
    lines.push(
      { name: 'Content-Type', value: 'application/json', source: t.fromBody, rule: 'SVC-3' },
      {
        name: 'Digest',
        value: writeDigest('SHA-256', hashOf('SHA-256', body)),
        source: t.fromBody,
        rule: 'SIG-11',
      },
    );
  }
  lines.push({
    name: 'X-Request-ID',
    value: context.newRequestId(),
    source: t.eachSend,
    rule: 'HDR-1',
  });
  const redirect = operation?.redirectHeaders ?? true;
  if ((operation?.psu ?? 'optional') !== 'none') {
    if (environment.psuId !== null)
      lines.push({ name: 'PSU-ID', value: environment.psuId, source: t.lastSca, rule: 'HDR-5' });
    if (environment.corporateId !== null) {
      lines.push({
        name: 'PSU-Corporate-ID',
        value: environment.corporateId,
        source: t.lastSca,
        rule: 'HDR-6',
      });
    }
  }
  if (redirect) {
    lines.push(
      { name: 'TPP-Redirect-URI', value: context.redirectUri, source: t.fromEnvironment, rule: 'HDR-2' },
      { name: 'TPP-Session-ID', value: environment.sessionId, source: t.fromEnvironment, rule: 'HDR-3' },
      { name: 'PSU-IP-Address', value: environment.psuIpAddress, source: t.fromEnvironment, rule: 'HDR-7' },
    );
  }
  if (operation?.acceptFix !== undefined)
    lines.push({ name: 'x-accept-fix', value: operation.acceptFix, source: t.fromOperation, rule: 'HDR-9' });
  lines.push({
    name: 'TPP-Signature-Certificate',
    value: encodeBase64(certificate.der),
    source: t.fromCertificate,
    rule: 'SIG-2',
  });
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

/** A key that does not belong to any certificate, for the fault that signs with the wrong key. */
let key: KeyObject | undefined;

/** Signs with RSASSA-PKCS1-v1_5 and SHA-256, using a key that is generated at the first call and never stored. */
function signWithOtherKey(data: Uint8Array): Uint8Array {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return signRsaSha256(key, data);
}
