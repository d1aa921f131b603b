/** A bank that answers with as many bytes as it is asked for: `/v1/accounts/{bytes}/transactions`. */
import { createServer } from 'node:https';
import { makeCertificate, makeKeyPair, type NamePart } from '../../shared/node/x509/certificates.ts';
import { DAY } from '../../shared/time.ts';

const CA: NamePart[] = [['2.5.4.3', 'Big bank CA']];
const BLOCK = 64 * 1024;

export interface BigBank {
  baseUrl: string;
  /** PEM to trust. */
  ca: string;
  stop: () => Promise<void>;
}

/** One transaction; its amount says which one it is. */
function transaction(at: number): string {
  return JSON.stringify({
    transactionId: `enc!!${at.toString(36).padStart(8, '0')}`,
    bookingDate: '2026-11-20',
    transactionAmount: { amount: `-${at}.50`, currency: 'NOK' },
    creditorName: at % 1000 === 999 ? 'Ørnes Kaffebar' : 'Bryggen Kiosk',
    remittanceInformationUnstructured: ['Takk for handelen'],
  });
}

/** The beginning of an endless list, by blocks, then its end: JSON of about so many bytes. */
export function* bigBody(bytes: number): Generator<string> {
  let sent = 0;
  let at = 0;
  let block = '{"transactions":{"booked":[';
  while (sent + block.length < bytes) {
    block += (at === 0 ? '' : ',') + transaction(at++);
    if (block.length < BLOCK) continue;
    sent += block.length;
    yield block;
    block = '';
  }
  yield `${block}],"_links":{"next":{"href":"/v1/accounts/1000/transactions?page=2","verbs":["GET"]}}}}`;
}

export async function startBigBank(): Promise<BigBank> {
  const [authority, own] = await Promise.all([makeKeyPair(), makeKeyPair()]);
  const common = {
    issuer: CA,
    signWith: authority.privateKey,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
  };
  const ca = makeCertificate({
    ...common,
    subject: CA,
    publicKey: authority.publicKey,
    use: { kind: 'ca' },
  });
  const cert = makeCertificate({
    ...common,
    subject: [['2.5.4.3', 'localhost']],
    publicKey: own.publicKey,
    use: { kind: 'tls-server', dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] },
  });
  const server = createServer({ key: own.privateKey, cert }, (request, response) => {
    const bytes = Number(/\/accounts\/(\d+)\//.exec(request.url ?? '')?.[1] ?? 0);
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'X-Request-ID': String(request.headers['x-request-id']),
    });
    const body = bigBody(bytes);
    const write = () => {
      for (let next = body.next(); ; next = body.next()) {
        if (next.done) return response.end();
        if (!response.write(next.value)) return response.once('drain', write);
      }
    };
    write();
  });
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
