/** A program that uses the signing proxy: it sends exactly what a test says, and shows exactly what comes back. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface Sent {
  method?: string;
  /** The request target, in place of the address's own path. */
  target?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Pieces in place of a body with a known length. */
  pieces?: readonly Buffer[];
}

export interface Got {
  status: number;
  reason: string;
  /** Names and values in turn. */
  rawHeaders: string[];
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Sends a request. @param address of the proxy with the path */
export async function ask(address: string, sent: Sent = {}): Promise<Got> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    begin(address, sent).on('response', resolve).on('error', reject);
  });
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const { statusCode = 0, statusMessage = '', rawHeaders, headers } = answer;
  return { status: statusCode, reason: statusMessage, rawHeaders, headers, body: Buffer.concat(pieces) };
}

/** The same, in the hands of the test from the beginning. */
export function begin(
  address: string,
  { method = 'GET', target, headers = {}, body, pieces }: Sent = {},
): ClientRequest {
  const client = request(address, {
    method,
    headers,
    agent: false,
    ...(target !== undefined && { path: target }),
  });
  for (const piece of pieces ?? []) client.write(piece);
  client.end(body);
  return client;
}

/** The sentence of a response that the proxy itself gives. */
export function detailOf({ body }: Pick<Got, 'body'>): string {
  return (JSON.parse(body.toString('utf8')) as { detail: string }).detail;
}
