/** What two exchanges are compared by, part by part, and what of it differs in every message. */
import type { Exchange } from '../../shared/contract/exchange.ts';
import { isOfTransport } from '../../shared/interchange/sent-headers.ts';
import { signedTextOf } from '../../shared/requests/prepared.ts';
import { binaryToBytes, utf8OrNull } from '../../shared/signing/base64.ts';
import { readSignatureText } from '../../shared/signing/signature-header.ts';
import { texts } from '../../shared/texts/texts.ts';
import { compared, type Compared, comparedLines, nameOf, type Row, rowOf } from './compared.ts';
import { withoutIds } from './long-ids.ts';
import { signedLines, visibleBreaks } from './wire-text.tsx';

const t = texts.history.compare;

/** Each message has its own, or they are computed from the rest. */
const EACH_TIME = new Set(['date', 'x-request-id', 'tpp-session-id', 'signature']);

interface Part {
  name: string;
  title: string;
  of: Compared;
  /** Equal lines around a difference that help to read it. */
  around: number;
  /** Whether what differs comes first, and what is the same last. */
  byKind?: boolean;
}

const ORDER = ['differs', 'noise', 'same'];

export interface Comparison {
  parts: Part[];
  /** Differences that matter, and what those with a name are in. */
  count: number;
  names: string[];
}

/** Two exchanges, part by part. A response with another status is another thing altogether: its lines are not counted. */
export function comparison(left: Exchange, right: Exchange): Comparison {
  const judgedParts = (parts: Part[], isSameBody: boolean) =>
    parts.map(({ of, ...part }) => {
      const rows = of.rows.map((row) => judged(row, isSameBody));
      if (part.byKind) rows.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
      return { ...part, of: { ...of, rows } };
    });
  const requests = judgedParts(requestParts(left, right), left.requestBody === right.requestBody);
  const responses = judgedParts(responseParts(left, right), left.response?.body === right.response?.body);
  const isOther = left.response !== null && right.response !== null && left.status !== right.status;
  const counted = isOther ? requests : [...requests, ...responses];
  const rows = counted.flatMap(({ of }) => of.rows.filter(({ kind }) => kind === 'differs'));
  const names = new Map(rows.flatMap((row) => nameOf(row) ?? []).map((name) => [name.toLowerCase(), name]));
  return {
    parts: [...requests, ...responses],
    count: rows.length + (isOther ? 1 : 0),
    names: [...names.values(), ...(isOther ? [t.status] : [])],
  };
}

/**
 * What a fault has changed in a request, without what differs by itself, such as the signature.
 * @returns no row if the request differs from its own signature alone
 */
export function requestChanges(before: Exchange, after: Exchange): Row[] {
  const isSameBody = before.requestBody === after.requestBody;
  const rows = requestParts(before, after).flatMap(({ of }) => of.rows.map((row) => judged(row, isSameBody)));
  const matters = rows.filter(({ kind }) => kind === 'differs');
  if (matters.length > 0) return matters;
  // Each message has its own Date, X-Request-ID and signature: they are the subject only if nothing else is.
  const isOtherLength = ({ left, right }: Row) => left?.length !== right?.length;
  const [one, other] = [before, after].map(({ prepared }) => prepared.signing.text.split(','));
  const parts = comparedLines(one ?? [], other ?? []).rows.filter(
    (row) => row.kind === 'differs' && !(row.left?.startsWith('signature="') && !isOtherLength(row)),
  );
  if (parts.length > 0) return parts;
  return rows.filter((row) => row.kind === 'noise' && (nameOf(row) === 'date' || isOtherLength(row)));
}

function requestParts(left: Exchange, right: Exchange): Part[] {
  const first = ({ method, path }: Exchange) => `${method} ${path}`;
  const pairs = ({ prepared }: Exchange) => prepared.headers.map(({ name, value }) => [name, value] as const);
  return [
    {
      name: 'request',
      title: texts.common.request,
      of: compared(
        { first: first(left), body: left.requestBody },
        { first: first(right), body: right.requestBody },
      ),
      around: 3,
    },
    { name: 'headers', title: t.headers, of: headerRows(pairs(left), pairs(right)), around: 0, byKind: true },
    { name: 'key', title: t.key, of: comparedLines(keyLines(left), keyLines(right)), around: 0 },
    { name: 'signing', title: t.signingString, of: comparedLines(signed(left), signed(right)), around: 0 },
  ];
}

/** None if an exchange has no response. */
function responseParts({ response: one }: Exchange, { response: other }: Exchange): Part[] {
  if (one === null || other === null) return [];
  return [
    {
      name: 'response',
      title: t.response,
      of: compared(
        { first: String(one.status), body: one.body },
        { first: String(other.status), body: other.body },
      ),
      around: 3,
    },
    {
      name: 'responseHeaders',
      title: t.responseHeaders,
      of: headerRows(one.headers, other.headers),
      around: 0,
      byKind: true,
    },
  ];
}

/** What was signed with. */
function keyLines({ prepared: { signing } }: Exchange): string[] {
  const reading = readSignatureText(signing.text);
  return [`keyId: ${signing.keyId}`, `algorithm: ${reading.ok ? reading.parts.algorithm : ''}`];
}

/** The lines that were signed, which the bank may have found out, with a line break at the end as a sign. */
function signed({ prepared: { signing }, explanation }: Exchange): string[] {
  const found = explanation?.wrongSignature?.signedText ?? null;
  const text = found === null ? signedTextOf(signing) : (utf8OrNull(binaryToBytes(found)) ?? found);
  return signedLines(text).map(visibleBreaks);
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Headers of the same name next to each other, whatever their order and case. */
function headerRows(left: Pairs, right: Pairs): Compared {
  const rest = [...right];
  const line = ([name, value]: readonly [string, string]) => `${name}: ${value}`;
  const rows = left.map((pair): Row => {
    const at = rest.findIndex(([name]) => name.toLowerCase() === pair[0].toLowerCase());
    const [other] = at < 0 ? [] : rest.splice(at, 1);
    if (other === undefined) return rowOf(line(pair), null);
    return { left: line(pair), right: line(other), kind: pair[1] === other[1] ? 'same' : 'differs' };
  });
  return { rows: [...rows, ...rest.map((pair) => rowOf(null, line(pair)))], cut: false, aligned: true };
}

/** Finds noise among what differs: headers of the connection or of each message, and paths and fields with other ids. */
function judged(row: Row, isSameBody: boolean): Row {
  const { left, right, kind } = row;
  if (kind !== 'differs') return row;
  // The field is no longer the last one.
  if (left?.replace(/^(\s.*),$/, '$1') === right?.replace(/^(\s.*),$/, '$1')) return { ...row, kind: 'same' };
  const isBoth = left !== null && right !== null && left.endsWith('↵') === right.endsWith('↵');
  const header = /^([\w-]{1,80}): /.exec(left ?? right ?? '')?.[1]?.toLowerCase();
  const isNoise =
    header === undefined
      ? isBoth && withoutIds(left) === withoutIds(right)
      : isOfTransport(header) || (isBoth && (EACH_TIME.has(header) || (header === 'digest' && !isSameBody)));
  return isNoise ? { ...row, kind: 'noise' } : row;
}
