/** Applies a fault to a request, in the order in which a client builds it: headers, list, string, Signature header, wire. */
import { bytesToBinary } from '../signing/base64.ts';
import type { Certificate } from '../signing/certificate.ts';
import { writeHttpDate } from '../signing/http-date.ts';
import { keyIdOf, unreversedKeyIdOf } from '../signing/key-id.ts';
import { decodeHeaderText } from '../signing/signature-header.ts';
import { withoutLast } from '../linear-text.ts';
import type { Change, Fault } from './fault.ts';

type Headers = readonly (readonly [name: string, value: string])[];
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Applies the changes of one kind, one after another, to a value. */
function fold<T>(fault: Fault | null, start: T, step: (value: T, change: Change) => T): T {
  return (fault?.changes ?? []).reduce(step, start);
}

/** The body that is signed. */
export function signedBody(fault: Fault | null, body: string): string {
  return fold(fault, body, (value, change) => ('body' in change ? change.body : value));
}

/** The body that is sent. */
export function sentBody(fault: Fault | null, body: string): string {
  return fold(fault, body, (value, change) => ('bodyThen' in change ? value + change.bodyThen : value));
}

/** The headers that are signed. @param now bank time in milliseconds */
export function signedHeaders(fault: Fault | null, headers: Headers, now: number): Headers {
  return fold(fault, headers, (list, change) => {
    if ('drop' in change) return list.filter(([name]) => !same(name, change.drop));
    if ('dateBy' in change) return put(list, 'Date', writeHttpDate(now + change.dateBy * 1000));
    return 'set' in change ? put(list, change.set, change.to) : list;
  });
}

function put(headers: Headers, name: string, value: string): Headers {
  const at = headers.findIndex(([known]) => same(known, name));
  return at < 0 ? [...headers, [name, value]] : headers.with(at, [headers[at]?.[0] ?? name, value]);
}

/** The header names in the `headers` part. */
export function listedNames(fault: Fault | null, names: readonly string[]): string[] {
  return fold(fault, [...names], (list, change) => {
    if ('unlist' in change) return list.filter((name) => name !== change.unlist);
    if ('list' in change) return [...list, change.list];
    if ('upperCase' in change)
      return list.map((name) => (name === change.upperCase ? name.toUpperCase() : name));
    if ('twice' in change) return [...list, change.twice];
    // Two blanks in a row enclose an empty name.
    return 'doubleBlank' in change ? [list[0] ?? '', '', ...list.slice(1)] : list;
  });
}

/** The signed bytes, given the lines of the correct string. */
export function signedText(fault: Fault | null, lines: readonly string[]): string {
  return fold(fault, lines.join('\n'), (text, change) => {
    if (!('signs' in change)) return text;
    switch (change.signs) {
      case 'newline':
        return `${text}\n`;
      case 'reversed':
        return lines.toReversed().join('\n');
      case 'sorted':
        return lines.toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
      case 'crlf':
        return lines.join('\r\n');
      case 'commas':
        return lines.join(',');
      case 'no-space':
        return lines.map((line) => line.replace(': ', ':')).join('\n');
      case 'upper-case':
        return lines.map((line) => line.replace(/^[^:]+/, (name) => name.toUpperCase())).join('\n');
      case 'method':
        return text.replace(
          /^(\(request-target\): )(\w+)/m,
          (_, start: string, method: string) => start + method.toUpperCase(),
        );
      case 'no-query':
        return text.replace(/^(\(request-target\): [^?\n]*)\?.*$/m, '$1');
      case 'no-request-id':
        return lines.filter((line) => !line.startsWith('x-request-id:')).join('\n');
      case 'second-before':
        return text.replace(
          /^date: (.*)$/m,
          (_, date: string) => `date: ${writeHttpDate(Date.parse(date) - 1000)}`,
        );
      case 'other-key':
        return text;
    }
  });
}

/** Whether a key other than the certificate's signs. */
export function signsWithOtherKey(fault: Fault | null): boolean {
  return fold(fault, false, (other, change) => other || ('signs' in change && change.signs === 'other-key'));
}

interface Parts {
  keyId: string;
  algorithm: string;
  signature: string;
}

/** The parts of the Signature header. */
export function brokenParts(fault: Fault | null, parts: Parts, certificate: Certificate): Parts {
  return fold(fault, parts, (value, change) => {
    if ('keyId' in change) return { ...value, keyId: brokenKeyId(change.keyId, certificate) };
    if ('algorithm' in change) return { ...value, algorithm: change.algorithm };
    if (!('signature' in change)) return value;
    const { signature } = value;
    const changed = {
      empty: '',
      half: signature.slice(0, Math.floor(signature.length / 8) * 4),
      base64url: withoutLast(signature.replaceAll('+', '-').replaceAll('/', '_'), '='),
    };
    return { ...value, signature: changed[change.signature] };
  });
}

function brokenKeyId(how: Extract<Change, { keyId: string }>['keyId'], certificate: Certificate): string {
  const right = keyIdOf(certificate);
  const { serial } = certificate;
  switch (how) {
    case 'decimal':
      return right.replace(serial, BigInt(`0x${serial}`).toString());
    case 'lower-case':
      return right.replace(serial, serial.toLowerCase());
    case 'unreversed':
      return unreversedKeyIdOf(certificate);
    case 'other-serial':
      return right.replace(serial, (BigInt(`0x${serial}`) + 1n).toString(16).toUpperCase());
    case 'no-issuer':
      return `SN=${serial}`;
  }
}

/** The text of the Signature header, before RFC 2047. */
export function brokenText(fault: Fault | null, text: string): string {
  return fold(fault, text, (value, change) => {
    if (!('text' in change)) return value;
    switch (change.text) {
      case 'unknown-part':
        return `${value},created="1763631727"`;
      case 'repeated-part':
        return `${value},algorithm="rsa-sha256"`;
      case 'no-algorithm':
        return value.replace(/algorithm="[^"]*",/, '');
      case 'unquoted':
        return value.replaceAll('"', '');
    }
  });
}

/** The headers that are sent, Signature included. */
export function sentHeaders(fault: Fault | null, headers: Headers): Headers {
  return fold(fault, headers, (list, change) => {
    if ('repeat' in change) return [...list, ...list.filter(([name]) => same(name, change.repeat))];
    if ('unwrapped' in change)
      return list.map(([name, value]) => [name, same(name, 'Signature') ? unwrapped(value) : value] as const);
    if (!('late' in change)) return list;
    const { to } = change;
    if (to === null) return list.filter(([name]) => !same(name, change.late));
    return list.map(([name, value]) => [name, same(name, change.late) ? to : value] as const);
  });
}

/** The text of an encoded word as raw UTF-8, one char per byte; any other value is unchanged. */
function unwrapped(value: string): string {
  const read = decodeHeaderText(value);
  return read.ok ? bytesToBinary(new TextEncoder().encode(read.text)) : value;
}
