/** What the proxy writes to a client: the bank's response, or a sentence of its own. */
import { once } from 'node:events';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Relay } from '../requests/connection.ts';
import type { Refusal } from './door.ts';
import { responseHeaders } from './forwarded.ts';

/** Characters that HTTP allows in a reason phrase. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @param added the proxy's own headers */
export function relayTo(response: ServerResponse, added: Readonly<Record<string, string>>): Relay {
  // The bank's Date is among its headers, and signed.
  response.sendDate = false;
  return {
    head: ({ status, reason, headers }) => {
      response.writeHead(status, REASON.test(reason) ? reason : '', responseHeaders(headers, added));
    },
    piece: async (bytes) => {
      if (response.write(bytes) || response.destroyed) return;
      const ends = new AbortController();
      try {
        await Promise.race(['drain', 'close'].map((event) => once(response, event, { signal: ends.signal })));
      } finally {
        ends.abort();
      }
    },
    end: () => void response.end(),
  };
}

/** Says why there is no response of the bank (RFC 9457). One that has begun is cut off, so that nobody takes it for a whole one. */
export function refuse(
  response: ServerResponse,
  { status, sentence, headers = {} }: Refusal,
  added: Readonly<Record<string, string>>,
): void {
  if (response.headersSent) {
    // What failed may be what came after the last piece.
    if (!response.writableEnded) response.destroy();
    return;
  }
  response.sendDate = true;
  const type = sentence === null ? {} : { 'Content-Type': 'application/problem+json' };
  response.writeHead(status, { ...type, 'Cache-Control': 'no-store', ...headers, ...added });
  response.end(
    sentence === null ? '' : JSON.stringify({ title: STATUS_CODES[status], status, detail: sentence }),
  );
}
