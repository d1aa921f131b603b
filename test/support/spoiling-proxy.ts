/** A bank whose answers are spoilt one by one: a server in front of the real one. */
import { Agent, request } from 'undici';
import type { Bank } from '../../bank-sim/index.ts';
import { startTlsServer, type TlsServer } from './tls-server.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** Changes an answer, or leaves it as it is. @param line method and path without its query */
export type Spoil = (line: string, answer: Answer) => Answer | null;

export interface SpoilingProxy extends TlsServer {
  spoil: Spoil;
}

export async function startSpoilingProxy(bank: Bank): Promise<SpoilingProxy> {
  const dispatcher = new Agent({ connect: { ca: bank.caPem } });
  const server = await startTlsServer('Spoiling bank', (incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = incoming.headers;
      const received = await request(bank.apiBaseUrl + (incoming.url ?? ''), {
        dispatcher,
        method: incoming.method ?? 'GET',
        headers,
        body: chunks.length === 0 ? null : Buffer.concat(chunks),
      });
      const answer: Answer = {
        status: received.statusCode,
        headers: Object.fromEntries(
          Object.entries(received.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
        body: await received.body.text(),
      };
      const line = `${incoming.method ?? ''} ${(incoming.url ?? '').split('?', 1)[0] ?? ''}`;
      const { status, headers: sent, body } = proxy.spoil(line, answer) ?? answer;
      const { 'content-length': ____, 'transfer-encoding': _____, connection: ______, ...kept } = sent;
      outgoing.writeHead(status, kept).end(body);
    })();
  });
  const proxy: SpoilingProxy = {
    ...server,
    spoil: () => null,
    stop: async () => {
      await server.stop();
      await dispatcher.close();
    },
  };
  return proxy;
}
