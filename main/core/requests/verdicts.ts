/** The verdicts on a response, each with its reason and rule. */
import { z } from 'zod';
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import type { Fault } from '../../../shared/faults/fault.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { readHttpDate } from '../../../shared/signing/http-date.ts';
import { matchKeyId } from '../../../shared/signing/key-id.ts';
import { readSignatureText, decodeHeaderText } from '../../../shared/signing/signature-header.ts';
import { SIGNED_RESPONSE_HEADERS } from '../../../shared/signing/signing-string.ts';
import type { Operation } from '../../../shared/xs2a/operations.ts';
import { codeOfRefusal, errorSchema, warningSchema } from '../../../shared/xs2a/refusals.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { type ReceivedBody } from '../history/bodies/body-store.ts';
import { openApiFault } from '../../../shared/openapi/checks.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../../shared/openapi/document.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { acceptFixVerdicts } from './accept-fix.ts';
import { digestFault, signatureFits } from '../diagnosis/signature-check.ts';
import { MAX_BODY_IN_MEMORY_BYTES } from '../../../shared/limits.ts';

const t = texts.core.verdicts;

type Verdict = Exchange['verdicts'][number];
type HeaderPairs = readonly (readonly [string, string])[];

export interface Judged {
  status: number;
  headers: HeaderPairs;
  body: Pick<ReceivedBody, 'length' | 'file' | 'hashOf'>;
  /** Undefined if it is not JSON, or too large for memory. */
  json: unknown;
  requestId: string | null;
  acceptFix: readonly string[];
  operation: Operation | null;
  /** What the schemas of bodies are: those of the specification, or of the document of the environment; null for none. */
  schemas: Schemas | null;
  fault: Fault | null;
}

/** A document, and the operation in it that was called. */
export type Schemas = 'specification' | { document: OpenApiDocument; operation: OpenApiOperation | null };

/** All verdicts, those on a deliberate fault and on the signature first. */
export function verdictsOn(answer: Judged): Verdict[] {
  const checks: readonly [rule: RuleId, check: () => (Verdict | null)[]][] = [
    ['SVC-3', () => [faultVerdict(answer)]],
    ['SIG-13', () => [signatureVerdict(answer)]],
    ['SVC-3', () => [schemaVerdict(answer)]],
    ['VER-1', () => acceptFixVerdicts(answer.json, answer.acceptFix, bankDateOf(answer.headers))],
    ['PAY-2', () => [leftOutVerdict(answer)]],
    ['SVC-7', () => [requestIdVerdict(answer)]],
  ];
  return checks.flatMap(([rule, check]) => orUnknown(rule, check)).filter((one) => one !== null);
}

/** A check that throws on odd input becomes a verdict, and does not hide the others. */
function orUnknown(rule: RuleId, check: () => (Verdict | null)[]): (Verdict | null)[] {
  try {
    return check();
  } catch (error) {
    return [verdict('unknown', t.notChecked(error instanceof Error ? error.message : String(error)), rule)];
  }
}

/** The date in Oslo of the response's Date header, or of this machine without one. */
function bankDateOf(headers: HeaderPairs): string {
  const now = Date.now();
  const read = readHttpDate(headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '', now);
  return osloDate(read.ok ? read.ms : now);
}

const verdict = (
  holds: Verdict['holds'],
  text: string,
  rule: RuleId,
  part: Verdict['part'] = null,
): Verdict => ({ holds, text, rule, part });

function faultVerdict({ fault, status, json }: Judged): Verdict | null {
  if (fault === null) return null;
  const code = codeOfRefusal(json);
  const expected = `${fault.status} ${fault.code}`;
  return status === fault.status && code === fault.code
    ? verdict('yes', t.faultAnswered(fault.title, expected), fault.rule, 'fault')
    : verdict('no', t.faultNotAnswered(fault.title, expected), fault.rule, 'fault');
}

/** Signature headers that must not be repeated. */
const ONCE = ['signature', 'tpp-signature-certificate', 'digest'] as const;

/** SIG-13: digest of the bytes, keyId of the certificate, signature of the headers. */
function signatureVerdict({ headers, body }: Judged): Verdict | null {
  const no = (reason: string) => verdict('no', t.signatureNotRight(reason), 'SIG-13', 'signature');
  const value = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const signature = value('signature');
  const encoded = value('tpp-signature-certificate');
  if (signature === undefined || encoded === undefined) {
    // Responses without a body are not signed.
    return body.length === 0 ? null : verdict('unknown', t.unsigned, 'SIG-13', 'signature');
  }
  const text = decodeHeaderText(signature);
  const reading = text.ok ? readSignatureText(text.text) : text;
  if (!reading.ok) return no(t.headerUnreadable(reading.reason));
  const { parts } = reading;
  // As the bank verifies requests: SIG-5, and SIG-15 for ambiguous headers.
  if (parts.algorithm !== 'rsa-sha256') return no(t.otherAlgorithm(parts.algorithm));
  const once: ReadonlySet<string> = new Set([...ONCE, ...parts.headers]);
  const names = headers.map(([name]) => name.toLowerCase()).filter((name) => once.has(name));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) return no(t.sentTwice(twice));
  if (new Set(parts.headers).size < parts.headers.length) return no(t.signedTwice);
  const unsigned = SIGNED_RESPONSE_HEADERS.find(
    (name) => value(name) !== undefined && !parts.headers.includes(name),
  );
  if (unsigned !== undefined) return no(t.notAmongSigned(unsigned));
  const wrongDigest = digestFault(value('digest') ?? '', body.hashOf);
  if (wrongDigest !== null) return no(`${wrongDigest}.`);
  try {
    const certificate = readCertificateHeader(encoded);
    const match = matchKeyId(parts.keyId, certificate);
    if (!match.matches) return no(match.text);
    if (!signatureFits(parts, { method: '', target: '', header: value }, certificate))
      return no(t.doesNotFit);
    return verdict('yes', t.signed(certificate.commonName ?? t.itself), 'SIG-13', 'signature');
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
}

/** Checks the body against the schema of the operation, or of a refusal (ERR-1). */
function schemaVerdict({ status, json, operation, body, schemas }: Judged): Verdict | null {
  if (body.length === 0 || schemas === null) return null;
  if (body.file !== null)
    return verdict('unknown', t.tooLargeToCheck(MAX_BODY_IN_MEMORY_BYTES / 1024 / 1024), 'SVC-3', 'schema');
  if (schemas !== 'specification') return documentVerdict(schemas, status, json);
  if (json === undefined) return verdict('no', t.notJson, 'SVC-3', 'schema');
  if (status >= 400) {
    return errorSchema.safeParse(json, upToFirstFault).success
      ? verdict('yes', t.refusalFits, 'ERR-1', 'schema')
      : verdict('no', t.refusalDoesNotFit, 'ERR-1', 'schema');
  }
  if (operation === null) return verdict('unknown', t.unknownPath, 'SVC-6', 'schema');
  const rule = operation.rules[0] ?? 'SVC-3';
  const checked = operation.answer.safeParse(json, upToFirstFault);
  if (checked.success) return verdict('yes', t.schemaFits(operation.title), rule, 'schema');
  const issue = checked.error.issues[0];
  const [path, words] = [issue?.path.join('/') ?? '', issue?.message ?? ''];
  return verdict('no', t.schemaDoesNotFit(operation.title, path, words), rule, 'schema');
}

/** By the OpenAPI document of the environment; null if that says nothing about the answer. */
function documentVerdict(
  { document, operation }: Exclude<Schemas, 'specification'>,
  status: number,
  json: unknown,
): Verdict | null {
  if (operation === null) return verdict('unknown', t.notInDocument(document.title), 'SVC-6', 'schema');
  const { answers, title } = operation;
  const range = `${Math.floor(status / 100)}XX`;
  const schema =
    ownValue(answers, String(status)) ?? ownValue(answers, range) ?? ownValue(answers, 'default');
  if (schema === undefined) return null;
  if (json === undefined) return verdict('no', t.notJson, 'SVC-3', 'schema');
  const fault = openApiFault(document, schema, json);
  return fault === null
    ? verdict('yes', t.documentFits(title, document.title), 'SVC-3', 'schema')
    : verdict('no', t.documentDoesNotFit(title, document.title, fault), 'SVC-3', 'schema');
}

/** Warnings of a success (ERR-1). */
const warned = z.object({ tppMessages: z.array(warningSchema) });

/** PAY-2. */
function leftOutVerdict({ status, json }: Judged): Verdict | null {
  const read = status < 400 ? warned.safeParse(json, upToFirstFault).data : undefined;
  const paths = read?.tppMessages.flatMap(({ path }) => path ?? []) ?? [];
  return paths.length === 0 ? null : verdict('unknown', t.leftOut(paths), 'PAY-2');
}

/** SVC-7. */
function requestIdVerdict({ headers, requestId }: Judged): Verdict | null {
  if (requestId === null) return null;
  const echoed = headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
  return echoed === requestId
    ? verdict('yes', t.sameRequestId, 'SVC-7')
    : verdict('no', echoed === undefined ? t.noRequestId : t.otherRequestId(echoed), 'SVC-7');
}
