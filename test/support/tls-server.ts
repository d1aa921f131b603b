/** A real HTTPS server on loopback, with its own CA. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { makeCertificate, makeKeyPair } from '../../shared/node/x509/certificates.ts';

const DAY = 86_400_000;

export interface TlsServer {
  baseUrl: string;
  /** PEM of the CA to trust. */
  ca: string;
  stop: () => Promise<void>;
}

/** @param name of its CA */
export async function startTlsServer(name: string, answer: RequestListener): Promise<TlsServer> {
  const [authority, own] = await Promise.all([makeKeyPair(), makeKeyPair()]);
  const common = {
    issuer: [['2.5.4.3', name] as const],
    signWith: authority.privateKey,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
  };
  const ca = makeCertificate({
    ...common,
    subject: common.issuer,
    publicKey: authority.publicKey,
    use: { kind: 'ca' },
  });
  const cert = makeCertificate({
    ...common,
    subject: [['2.5.4.3', 'localhost']],
    publicKey: own.publicKey,
    use: { kind: 'tls-server', dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] },
  });
  const server = createServer({ key: own.privateKey, cert }, answer);
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
