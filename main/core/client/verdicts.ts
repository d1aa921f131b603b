/** What can be said of an answer, each with its reason and rule. */
import type { Fault } from '../../../shared/faults/fault.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { decimalsOf } from '../../../shared/money/money.ts';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { matchKeyId } from '../../../shared/signing/key-id.ts';
import { decodeHeaderText } from '../../../shared/signing/mime-word.ts';
import { readSignatureText } from '../../../shared/signing/signature-header.ts';
import { SIGNED_RESPONSE_HEADERS } from '../../../shared/signing/signing-string.ts';
import type { Operation } from '../../../shared/xs2a/operations.ts';
import { errorSchema, linkSchema } from '../../../shared/xs2a/schemas.ts';
import { LARGEST_IN_MEMORY, type ReceivedBody } from '../bodies/body-store.ts';
import { digestFault, signatureFits } from './signature-check.ts';

type Verdict = Exchange['verdicts'][number];
type HeaderPairs = readonly (readonly [string, string])[];

export interface Judged {
  status: number;
  headers: HeaderPairs;
  body: Pick<ReceivedBody, 'length' | 'file' | 'hashOf'>;
  /** The body as JSON; undefined where it is none, or too large to be read whole. */
  json: unknown;
  requestId: string | null;
  operation: Operation | null;
  /** The deliberate fault in the request, or null. */
  fault: Fault | null;
}

/** All verdicts; that on a deliberate fault first, then the signature. */
export function verdictsOn(answer: Judged): Verdict[] {
  return [
    faultVerdict(answer),
    signatureVerdict(answer),
    schemaVerdict(answer),
    amountVerdict(answer),
    requestIdVerdict(answer),
  ].filter((verdict) => verdict !== null);
}

const verdict = (holds: Verdict['holds'], text: string, rule: string): Verdict => ({ holds, text, rule });

/** Whether the bank answered a deliberate fault as it must. */
function faultVerdict({ fault, status, json }: Judged): Verdict | null {
  if (fault === null) return null;
  const read = errorSchema.safeParse(json);
  const code = read.success ? read.data.tppMessages[0]?.code : undefined;
  const expected = `${fault.status} ${fault.code}`;
  return status === fault.status && code === fault.code
    ? verdict('yes', `The bank answers “${fault.title}” with ${expected}, as it must`, fault.rule)
    : verdict('no', `“${fault.title}” must be answered with ${expected}`, fault.rule);
}

/** SIG-13: digest over the bytes that arrived, keyId against the certificate, signature over the headers. */
function signatureVerdict({ headers, body }: Judged): Verdict {
  const no = (reason: string) =>
    verdict('no', `The signature of this answer is not right: ${reason}`, 'SIG-13');
  const value = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const signature = value('signature');
  const encoded = value('tpp-signature-certificate');
  if (signature === undefined || encoded === undefined) {
    return verdict(
      'unknown',
      body.length === 0 ? 'An answer without a body is not signed' : 'The bank did not sign this answer',
      'SIG-13',
    );
  }
  const text = decodeHeaderText(signature);
  const reading = text.ok ? readSignatureText(text.text) : text;
  if (!reading.ok) return no(`the Signature header cannot be read: ${reading.reason}.`);
  const { parts } = reading;
  const unsigned = SIGNED_RESPONSE_HEADERS.find(
    (name) => value(name) !== undefined && !parts.headers.includes(name),
  );
  if (unsigned !== undefined) return no(`${unsigned} is not among the signed headers.`);
  const wrongDigest = digestFault(value('digest') ?? '', body.hashOf);
  if (wrongDigest !== null) return no(`${wrongDigest}.`);
  try {
    const certificate = readCertificateHeader(encoded);
    const match = matchKeyId(parts.keyId, certificate);
    if (!match.matches) return no(match.text);
    if (!signatureFits(parts, { method: '', target: '', header: value }, certificate))
      return no('it does not fit the headers and the certificate that came with it.');
    return verdict(
      'yes',
      `The bank signed this answer as ${certificate.commonName ?? 'itself'}; its signature is right`,
      'SIG-13',
    );
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
}

/** The body against the schema of the catalogue, or of a refusal (ERR-1). */
function schemaVerdict({ status, json, operation, body }: Judged): Verdict | null {
  if (body.length === 0) return null;
  if (body.file !== null)
    return verdict(
      'unknown',
      `A body over ${LARGEST_IN_MEMORY / 1024 / 1024} MB is not checked against its schema`,
      'SVC-3',
    );
  if (json === undefined) return verdict('no', 'The body is not JSON', 'SVC-3');
  if (status >= 400) {
    return errorSchema.safeParse(json).success
      ? verdict('yes', 'The body fits the schema of a refusal', 'ERR-1')
      : verdict('no', 'The body does not fit the schema of a refusal', 'ERR-1');
  }
  if (operation === null)
    return verdict('unknown', 'This path is not in the catalogue, so there is no schema to check', 'SVC-6');
  const rule = operation.rules[0] ?? 'SVC-3';
  const checked = operation.answer.safeParse(json);
  if (checked.success) return verdict('yes', `The body fits the schema of “${operation.title}”`, rule);
  const issue = checked.error.issues[0];
  return verdict(
    'no',
    `The body does not fit the schema: ${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`,
    rule,
  );
}

/** AIS-11, VER-1: every amount is a string with the currency's decimals. */
function amountVerdict({ json }: Judged): Verdict | null {
  const amounts: { amount: unknown; currency: string }[] = [];
  collectAmounts(json, amounts);
  if (amounts.length === 0) return null;
  const wrong = amounts.find(
    ({ amount, currency }) =>
      typeof amount !== 'string' || (amount.split('.')[1]?.length ?? 0) !== decimalsOf(currency),
  );
  return wrong === undefined
    ? verdict('yes', "Amounts are strings with exactly their currency's decimals", 'AIS-11')
    : verdict('no', `An amount is written ${JSON.stringify(wrong.amount)} ${wrong.currency}`, 'VER-1');
}

function collectAmounts(value: unknown, into: { amount: unknown; currency: string }[]): void {
  if (typeof value !== 'object' || value === null) return;
  if ('amount' in value && 'currency' in value && typeof value.currency === 'string')
    into.push({ amount: value.amount, currency: value.currency });
  for (const child of Object.values(value)) collectAmounts(child, into);
}

/** SVC-7. */
function requestIdVerdict({ headers, requestId }: Judged): Verdict | null {
  if (requestId === null) return null;
  const echoed = headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
  return echoed === requestId
    ? verdict('yes', 'X-Request-ID is that of the request', 'SVC-7')
    : verdict(
        'no',
        `X-Request-ID is ${echoed === undefined ? 'missing' : `"${echoed}"`}, not that of the request`,
        'SVC-7',
      );
}

/** The links of a body and of the objects right inside it, e.g. the pages of a listing, in order (SVC-8). */
export function linksOf(json: unknown): Exchange['links'] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  const inside = Object.entries(json).flatMap(([name, value]) => (name === '_links' ? [] : ownLinks(value)));
  return [...ownLinks(json), ...inside];
}

function ownLinks(value: unknown): Exchange['links'] {
  if (typeof value !== 'object' || value === null || !('_links' in value)) return [];
  const links = value._links;
  if (typeof links !== 'object' || links === null) return [];
  return Object.entries(links).flatMap(([name, link]) => {
    const checked = linkSchema.safeParse(link);
    return checked.success ? [{ name, ...checked.data }] : [];
  });
}
