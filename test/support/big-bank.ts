/** A bank that responds with as many bytes as requested: `/v1/accounts/{bytes}/transactions`. */
import { startTlsServer, type TlsServer } from './tls-server.ts';

const BLOCK = 64 * 1024;

export type BigBank = TlsServer;

/** One transaction, identified by its amount. */
function transaction(at: number): string {
  return JSON.stringify({
    transactionId: `enc!!${at.toString(36).padStart(8, '0')}`,
    bookingDate: '2026-11-20',
    transactionAmount: { amount: `-${at}.50`, currency: 'NOK' },
    creditorName: at % 1000 === 999 ? 'Ørnes Kaffebar' : 'Bryggen Kiosk',
    remittanceInformationUnstructured: ['Takk for handelen'],
  });
}

/** A long list in blocks and then its end: JSON of approximately this many bytes. */
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

export function startBigBank(): Promise<BigBank> {
  return startTlsServer('Big bank CA', (request, response) => {
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
}
