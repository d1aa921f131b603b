/** Why a connection failed: a sentence with a remedy for each cause, never a line of OpenSSL. */
import type { PeerCertificate } from 'node:tls';
import { ProxyError } from './outgoing-proxy.ts';
import { texts } from '../../../shared/texts/texts.ts';

const send = texts.core.send;
const t = texts.core.tls;

export type TlsFault =
  | 'plain'
  | 'otherName'
  | 'unknownRoot'
  | 'expired'
  | 'notYetValid'
  | 'clientRefused'
  | 'otherVersion'
  | 'other';

const UNKNOWN_ROOT = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

/** OpenSSL's messages for bytes that are not TLS, such as HTTP. */
const NO_TLS =
  /wrong.version.number|packet.length.too.long|record.layer.failure|http.request|unknown.protocol/i;
/** Alerts for a client certificate that is missing or not accepted, such as “alert bad certificate”. */
const CLIENT = /alert.{1,20}(certificate|unknown.ca|access.denied)|alert.handshake.failure/i;
const VERSION =
  /alert.protocol.version|unsupported.protocol|no.protocols.available|alert.insufficient.security/i;
/** Codes of failed verification without a fault of their own. */
const VERIFICATION = /CERT|_CA$|^CRL_|_CRL|PATH_LENGTH|INVALID_PURPOSE|HOSTNAME_MISMATCH/;

/** @param code of Node or OpenSSL @returns null for an error that is not about TLS */
export function tlsFaultOf(code: string, message = ''): TlsFault | null {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') return 'otherName';
  if (code === 'CERT_HAS_EXPIRED') return 'expired';
  if (code === 'CERT_NOT_YET_VALID') return 'notYetValid';
  if (UNKNOWN_ROOT.has(code)) return 'unknownRoot';
  const isOpenSsl = code === 'EPROTO' || code.startsWith('ERR_SSL_') || /SSL.routines/.test(message);
  if (!isOpenSsl) return code.startsWith('ERR_TLS_') || VERIFICATION.test(code) ? 'other' : null;
  const said = `${code} ${message}`;
  if (NO_TLS.test(said)) return 'plain';
  if (VERSION.test(said)) return 'otherVersion';
  return CLIENT.test(said) ? 'clientRefused' : 'other';
}

/** @param names of the server's certificate; empty if unknown */
export function tlsFaultText(
  fault: TlsFault,
  origin: string,
  code: string,
  names: readonly string[],
): string {
  if (fault !== 'otherName') return t[fault](origin, code);
  const { hostname } = new URL(origin);
  return names.length === 0 ? t.noName(origin, hostname) : t.otherName(origin, hostname, names.join(', '));
}

/** Names in Node's list `DNS:a, IP Address:b`, at most 10. */
export function namesOf(subjectAltName: string | undefined): string[] {
  return (subjectAltName ?? '')
    .split(/, (?=[A-Z][A-Za-z ]*:)/)
    .flatMap((name) => (name === '' ? [] : [name.replace(/^(DNS|IP Address):/, '')]))
    .slice(0, 10);
}

/** A distinguished name on one line. Node writes one attribute per line. */
export function oneLine(name = ''): string {
  return name.replaceAll('\n', ', ').slice(0, 500);
}

/** Codes of Node and undici if no connection can be made. */
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether no connection could be made: another request would fail in the same way. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ProxyError) return true;
  const { code, message } = factsOf(error);
  return UNREACHABLE.has(code) || tlsFaultOf(code, message) !== null;
}

function factsOf(error: unknown): { code: string; message: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code, message: error instanceof Error ? error.message : String(error) };
}

/** Why a request or a connection failed: a sentence with what to do. */
export function failureText(error: unknown, origin: string): string {
  if (error instanceof ProxyError) return error.message;
  const { code, message } = factsOf(error);
  switch (code) {
    case 'ECONNREFUSED':
      return send.nothingListens(origin);
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return send.unknownName(origin);
    case 'ENOSPC':
      return send.diskFull;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return send.connectionClosed(origin, message);
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return send.noAnswerInTime(origin);
    case 'UND_ERR_INVALID_ARG':
      return send.cannotBeSent(message);
  }
  const fault = tlsFaultOf(code, message);
  if (fault === null) return send.failed(origin, message);
  const { cert } = error as { cert?: Partial<PeerCertificate> };
  return tlsFaultText(fault, origin, code, namesOf(cert?.subjectaltname));
}

/** The abort reason if the program that sent a request no longer waits for the response. */
export class ClientGone extends Error {}

/** Who aborted a request: a timeout, the program that sent it, or the user. */
export function abortText(signal: AbortSignal): string {
  if (signal.reason instanceof ClientGone) return send.clientGone;
  return isTimeout(signal) ? send.timedOut : send.cancelled;
}

export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** @param text as Node formats it @returns milliseconds since 1970; null for an invalid date */
export function timeOf(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
