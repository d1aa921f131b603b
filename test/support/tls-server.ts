/** A real HTTPS server on loopback, with its own CA. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { SecureVersion } from 'node:tls';
import { makeCertificate, makeKeyPair } from '../../shared/node/x509.ts';

export interface TlsServer {
  baseUrl: string;
  /** PEM of the CA to trust. */
  ca: string;
  stop: () => Promise<void>;
}

export interface Faults {
  /** Names of its certificate, instead of this machine's. */
  dnsNames?: string[];
  /** Milliseconds since 1970, when its certificate begins and ends. */
  notBefore?: number;
  notAfter?: number;
  /** The months of its validity are 99. */
  brokenDates?: boolean;
  /** Sends the certificate of its CA, too. */
  sendsRoot?: boolean;
  maxVersion?: SecureVersion;
  /** Asks each client for a certificate, and takes any or none. */
  asksForCertificate?: boolean;
}

/** @param name of its CA @param faults what is wrong with its certificate, or other than usual */
export async function startTlsServer(
  name: string,
  answer: RequestListener,
  faults: Faults = {},
): Promise<TlsServer> {
  const [authority, own] = await Promise.all([makeKeyPair(), makeKeyPair()]);
  const common = {
    issuer: [['2.5.4.3', name] as const],
    signWith: authority.privateKey,
    notBefore: new Date('2018-01-01'),
    notAfter: new Date('2040-01-01'),
  };
  const ca = makeCertificate({
    ...common,
    subject: common.issuer,
    publicKey: authority.publicKey,
    use: { kind: 'ca' },
  });
  const cert = makeCertificate({
    ...common,
    ...(faults.notBefore === undefined ? {} : { notBefore: new Date(faults.notBefore) }),
    ...(faults.notAfter === undefined ? {} : { notAfter: new Date(faults.notAfter) }),
    subject: [['2.5.4.3', faults.dnsNames?.[0] ?? 'localhost']],
    publicKey: own.publicKey,
    use: {
      kind: 'tls-server',
      dnsNames: faults.dnsNames ?? ['localhost'],
      ipAddresses: faults.dnsNames ? [] : ['127.0.0.1'],
    },
  });
  const presented = faults.brokenDates ? withBrokenDates(cert) : cert;
  const chain = [presented, ...(faults.sendsRoot ? [ca] : [])].join('');
  const { maxVersion = 'TLSv1.3', asksForCertificate: requestCert = false } = faults;
  const server = createServer(
    { key: own.privateKey, cert: chain, maxVersion, requestCert, rejectUnauthorized: false },
    answer,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `https://localhost:${port}`,
    ca,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param pem of one certificate, whose signature does not hold any more */
function withBrokenDates(pem: string): string {
  const der = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64').toString('latin1');
  // Two UTCTimes: YYMMDDhhmmssZ.
  const broken = der.replaceAll(/\x17\x0d(\d\d)\d\d(\d{8}Z)/g, '\x17\x0d$199$2');
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(broken, 'latin1').toString('base64')}\n-----END CERTIFICATE-----\n`;
}
