/** Tests the connection to a bank: the certificates that the server presents, and what is wrong with them. */
import { X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { isIP } from 'node:net';
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  rootCertificates,
  type TLSSocket,
} from 'node:tls';
import type { ConnectionTest } from '../../../shared/contract/environments.ts';
import { readableCertificate } from '../../../shared/node/crypto.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { authorityOf, type TlsClient } from './connection.ts';
import { openTunnel } from './outgoing-proxy.ts';
import {
  failureText,
  namesOf,
  oneLine,
  type TlsFault,
  tlsFaultOf,
  tlsFaultText,
  timeOf,
} from './tls-failure.ts';
import { CONNECT_MS, MAX_CERTIFICATE_CHAIN } from '../../../shared/limits.ts';

const t = texts.core.tls;

export interface Tested {
  baseUrl: string;
  /** PEM of the trusted CAs; empty for Node's own list. */
  roots: string;
  client: TlsClient | null;
  /** HTTP proxy; null for a direct connection. */
  proxy: URL | null;
  /** The X-Request-ID of the request. */
  requestId: string;
}

/**
 * Connects, reads the certificates and disconnects. They are read before they are verified, because untrusted ones are the most
 * interesting. Only a server that passes gets a request, an unsigned `HEAD /`.
 */
export async function testConnection({
  baseUrl,
  roots,
  client,
  proxy,
  requestId,
}: Tested): Promise<ConnectionTest> {
  const { protocol, origin, hostname, port } = new URL(baseUrl);
  if (protocol === 'http:')
    return {
      protocol: null,
      chain: [],
      root: null,
      proxy: null,
      problem: await plainProblem(origin, requestId),
    };
  const through = proxy?.host ?? null;
  const tunnel = proxy && (await openTunnel(proxy, authorityOf(origin)).catch((error: Error) => error));
  if (tunnel instanceof Error)
    return { protocol: null, chain: [], root: null, proxy: through, problem: tunnel.message };
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    let found: Omit<ConnectionTest, 'problem'> = { protocol: null, chain: [], root: null, proxy: through };
    const socket = connect({
      ...(tunnel && { socket: tunnel }),
      host,
      port: port === '' ? 443 : Number(port),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(roots.trim() === '' ? {} : { ca: roots }),
      ...client,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false,
    });
    const end = (problem: string | null) => {
      clearTimeout(timeout);
      socket.removeAllListeners();
      // A destroyed socket may still emit errors.
      socket.on('error', () => undefined);
      socket.destroy();
      resolve({ ...found, problem });
    };
    // A server that never responds to the request has passed the test.
    const timeout = setTimeout(() => end(found.protocol === null ? t.tooLate(origin) : null), CONNECT_MS);
    socket.once('error', (error) => end(failureText(error, origin)));
    socket.once('secureConnect', () => {
      const chain = chainOf(socket);
      const code = codeOf(socket);
      const faults =
        code === null ? [] : faultsOf(tlsFaultOf(code) ?? 'other', { socket, host, chain, roots });
      const others = faults.filter((fault) => fault !== 'unknownRoot');
      const top = chain.at(-1);
      const isUnknown = others.length < faults.length && top !== undefined;
      // Trusting a root only helps if nothing else is wrong.
      const isRemedy = isUnknown && others.length === 0;
      const offered = isRemedy && isRoot(top) ? { pem: top.toString(), name: oneLine(top.subject) } : null;
      found = { ...found, protocol: socket.getProtocol(), chain: chain.map(shown), root: offered };
      if (code !== null) {
        const names = namesOf(chain[0]?.subjectAltName);
        const sentences = others.map((fault) => tlsFaultText(fault, origin, code, names));
        if (isRemedy) sentences.push(offered ? t.rootSent(origin) : rootNotSent(origin, top, roots));
        else if (isUnknown) sentences.push(t.unknownRootToo);
        end(sentences.join(' '));
        return;
      }
      // With TLS 1.3, a server refuses a client certificate only after the handshake.
      socket.write(
        `HEAD / HTTP/1.1\r\nHost: ${new URL(baseUrl).host}\r\nX-Request-ID: ${requestId}\r\nConnection: close\r\n\r\n`,
      );
      socket.once('data', () => end(null));
      socket.once('close', () => end(null));
    });
  });
}

/** Sends an unsigned `HEAD /` without TLS. @returns what is wrong, or null */
function plainProblem(origin: string, requestId: string): Promise<string | null> {
  const signal = AbortSignal.timeout(CONNECT_MS);
  return new Promise((resolve) => {
    const asked = request(origin, {
      method: 'HEAD',
      headers: { 'X-Request-ID': requestId },
      agent: false,
      signal,
    });
    asked.once('response', (response) => {
      response.destroy();
      resolve(null);
    });
    asked.on('error', (error) => {
      // Node's parser refuses what is not HTTP. A TLS server sends an alert, or closes the connection.
      const isOther = 'code' in error && /^HPE_|^ECONNRESET$/.test(String(error.code));
      if (signal.aborted) resolve(texts.core.send.noAnswerInTime(origin));
      else resolve(isOther ? t.notPlain(origin) : failureText(error, origin));
    });
    asked.end();
  });
}

/** The verification error of the certificates; null if they were accepted. */
function codeOf(socket: TLSSocket): string | null {
  if (socket.authorized) return null;
  // A code, despite the types.
  const reason: unknown = socket.authorizationError;
  return reason instanceof Error && 'code' in reason ? String(reason.code) : String(reason);
}

interface Presented {
  socket: TLSSocket;
  host: string;
  chain: readonly X509Certificate[];
  roots: string;
}

/** All faults of the certificates. OpenSSL reports one, and Node checks the name only without one. */
function faultsOf(reported: TlsFault, { socket, host, chain, roots }: Presented): TlsFault[] {
  const faults = new Set([reported]);
  const now = Date.now();
  if (checkServerIdentity(host, socket.getPeerCertificate()) !== undefined) faults.add('otherName');
  if (chain.some(({ validTo }) => (timeOf(validTo) ?? now) < now)) faults.add('expired');
  if (chain.some(({ validFrom }) => (timeOf(validFrom) ?? now) > now)) faults.add('notYetValid');
  if (!endsInTrust(chain, roots)) faults.add('unknownRoot');
  return Array.from(faults);
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether the last certificate is trusted, or issued by a trusted one. */
function endsInTrust(chain: readonly X509Certificate[], roots: string): boolean {
  const top = chain.at(-1);
  if (top === undefined) return true;
  return trustedOf(roots).some((root) => {
    if (root.fingerprint256 === top.fingerprint256) return true;
    return top.checkIssued(root) && top.verify(root.publicKey);
  });
}

function trustedOf(roots: string): X509Certificate[] {
  const trusted = roots.trim() === '' ? rootCertificates : (roots.match(PEM) ?? []);
  return trusted.map((pem) => new X509Certificate(pem));
}

/** Mentions a trusted CA of the same name, which looks like the right one. */
function rootNotSent(origin: string, top: X509Certificate, roots: string): string {
  const hasName = trustedOf(roots).some(({ subject }) => subject === top.issuer);
  return (hasName ? t.otherRoot : t.rootNotSent)(origin, oneLine(top.issuer));
}

/** From the server's certificate to the last known issuer: sent, or found among the trusted roots. */
function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (next?.raw !== undefined && chain.length < MAX_CERTIFICATE_CHAIN) {
    const certificate = readableCertificate(next.raw);
    if (certificate === null) break;
    if (chain.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) break;
    chain.push(certificate);
    next = next.issuerCertificate;
  }
  return chain;
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate);
}

function shown(certificate: X509Certificate): ConnectionTest['chain'][number] {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    notBefore: timeOf(certificate.validFrom),
    notAfter: timeOf(certificate.validTo),
    names: namesOf(certificate.subjectAltName),
    fingerprint: certificate.fingerprint256,
  };
}
