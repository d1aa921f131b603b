/** A request as the bank received it, together with its response as sent: for a list of what other programs send. */
import { type BankExchange } from '../journal.ts';
import type { RawRequest } from '../gate/raw.ts';

export interface ReceivedExchange {
  /** Position of the request in the journal. */
  seq: number;
  /** Arrival by the machine's clock, milliseconds since 1970. */
  at: number;
  /** Milliseconds until the response was ready. */
  duration: number;
  /** Headers in the order and spelling of the request. The body is empty if it was too large to be read. */
  request: Pick<RawRequest, 'method' | 'target' | 'body'> & { headers: [name: string, value: string][] };
  response: { headers: [name: string, value: string][]; body: string };
  exchange: BankExchange;
}

/** @param headers of the response: alternating names and values */
export function receivedExchange(
  { method, target, headers, body }: RawRequest,
  response: { headers: readonly string[]; text: string | null },
  about: Pick<ReceivedExchange, 'seq' | 'at' | 'duration' | 'exchange'>,
): ReceivedExchange {
  const pairs = response.headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, response.headers[at + 1] ?? ''] satisfies [string, string]] : [],
  );
  return {
    ...about,
    request: { method, target, body, headers: headers.pairs() },
    response: { headers: pairs, body: response.text ?? '' },
  };
}
