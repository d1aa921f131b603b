/** Why no TLS connection was made: each kind of fault has a sentence and a remedy of its own, never a line of OpenSSL. */
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.tls;

/** What can be wrong with a TLS connection. `other` has a sentence with the code. */
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

/** What OpenSSL calls bytes that are no TLS: those of an HTTP server, for example. */
const NO_TLS =
  /wrong.version.number|packet.length.too.long|record.layer.failure|http.request|unknown.protocol/i;
/** Alerts of a server that does not accept the client certificate, or gets none, such as “alert bad certificate”. */
const CLIENT = /alert.{1,20}(certificate|unknown.ca|access.denied)|alert.handshake.failure/i;
const VERSION =
  /alert.protocol.version|unsupported.protocol|no.protocols.available|alert.insufficient.security/i;
/** Every code of a failed verification, except those that have a fault of their own. */
const VERIFICATION = /CERT|_CA$|^CRL_|_CRL|PATH_LENGTH|INVALID_PURPOSE|HOSTNAME_MISMATCH/;

/** @param code Node's or OpenSSL's code @param message of the error @returns null for an error that is not about TLS */
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

/** @param names of the server's certificate, as its text lists them; empty if they are not known */
export function tlsFaultText(
  fault: TlsFault,
  origin: string,
  code: string,
  names: readonly string[],
): string {
  const { hostname } = new URL(origin);
  switch (fault) {
    case 'plain':
      return t.plain(origin);
    case 'otherName':
      return names.length === 0
        ? t.noName(origin, hostname)
        : t.otherName(origin, hostname, names.join(', '));
    case 'unknownRoot':
      return t.unknownRoot(origin);
    case 'expired':
      return t.expired(origin);
    case 'notYetValid':
      return t.notYetValid(origin);
    case 'clientRefused':
      return t.clientRefused(origin);
    case 'otherVersion':
      return t.otherVersion(origin);
    case 'other':
      return t.other(origin, code);
  }
}

/** The names of a certificate for display, from Node's list `DNS:a, IP Address:b`: at most 10. */
export function namesOf(subjectAltName: string | undefined): string[] {
  return (subjectAltName ?? '')
    .split(/, (?=[A-Z][A-Za-z ]*:)/)
    .flatMap((name) => (name === '' ? [] : [name.replace(/^(DNS|IP Address):/, '')]))
    .slice(0, 10);
}
