/** A TPP for tests. It signs by the rules and lets a test break each of them. It calls the bank over HTTPS, as TPPs do. */
import { createHash, randomUUID, sign } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIPv4 } from 'node:net';
import { expect } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { writeSignatureHeader } from '../../shared/signing/signature-header.ts';
import { namesToSign, signingString } from '../../shared/signing/signing-string.ts';
import type { Explanation } from '../../shared/xs2a/explanation.ts';
import type { Identity } from './identity.ts';

/** What a test needs from a bank, the same for a bank in this process and in a separate one. */
export type BankDoor = Pick<Bank, 'apiBaseUrl' | 'caPem' | 'controlBaseUrl' | 'controlToken' | 'now'> & {
  inspection: Pick<Bank['inspection'], 'somebody'>;
};

export const REDIRECT_URI = 'https://tpp.example/return';

export interface Call {
  method?: string;
  path: string;
  body?: string | Buffer;
  /** Headers to add or to override; null removes a header. Applied before signing. */
  headers?: Record<string, string | null>;
  /** Changes the header list after signing, to break a signature on purpose. */
  after?: (headers: [string, string][]) => [string, string][];
  /** Replaces the list of names to sign. */
  sign?: (names: string[]) => string[];
  /** Changes the parts of the Signature header before they are written. */
  parts?: Partial<{ keyId: string; algorithm: string; signature: string }>;
  /** Bytes to send in place of those that were signed. */
  sentBody?: string | Buffer;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  text: string;
  /** Parsed body; {} if there is none. */
  body: {
    tppMessages?: { category: string; code: string; text: string; path?: string }[];
    _links?: Record<string, { href: string; verbs: string[] }>;
    [field: string]: unknown;
  };
}

export class Tpp {
  readonly bank: BankDoor;
  readonly identity: Identity;
  sessionId: string = randomUUID();
  psuId: string | null = null;
  corporateId: string | null = null;

  constructor(bank: BankDoor, identity: Identity) {
    this.bank = bank;
    this.identity = identity;
  }

  /** The headers of a valid request in wire order, Signature last. */
  prepare(call: Call): [string, string][] {
    const method = call.method ?? 'GET';
    const body = Buffer.from(call.body ?? '');
    const wanted: Record<string, string | null> = {
      Date: new Date(this.bank.now()).toUTCString(),
      'X-Request-ID': randomUUID(),
      'TPP-Redirect-URI': REDIRECT_URI,
      'TPP-Session-ID': this.sessionId,
      'PSU-IP-Address': '203.0.113.24',
      'PSU-ID': this.psuId,
      'PSU-Corporate-ID': this.corporateId,
      'TPP-Signature-Certificate': this.identity.header,
      ...(body.length > 0
        ? {
            'Content-Type': 'application/json',
            Digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
          }
        : {}),
      ...call.headers,
    };
    const headers = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== null);
    const value = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
    const right = namesToSign((name) => value(name) !== undefined);
    const names = call.sign ? call.sign(right) : right;
    const known = names.filter((name) => name.startsWith('(') || value(name.toLowerCase()) !== undefined);
    const text = signingString(known, {
      method,
      target: call.path,
      header: (name) => value(name.toLowerCase()),
    });
    const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), this.identity.key).toString('base64');
    const header = writeSignatureHeader({
      keyId: keyIdOf(this.identity.certificate),
      algorithm: 'rsa-sha256',
      headers: names,
      signature,
      ...call.parts,
    });
    return [...headers, ['Signature', header]];
  }

  async send(call: Call): Promise<Reply> {
    const prepared = this.prepare(call);
    const headers = call.after ? call.after(prepared) : prepared;
    return sendRaw(
      this.bank,
      call.method ?? 'GET',
      call.path,
      headers,
      Buffer.from(call.sentBody ?? call.body ?? ''),
    );
  }

  /** Sends and expects a refusal. Checks that its explanation, read from the control listener, names the given rule. */
  async refused(
    call: Call,
    status: number,
    code: string,
    rule: string,
  ): Promise<{ reply: Reply; text: string; explanation: Explanation }> {
    const requestId =
      call.headers && 'X-Request-ID' in call.headers ? call.headers['X-Request-ID'] : randomUUID();
    const headers = { ...call.headers, 'X-Request-ID': requestId ?? null };
    const reply = await this.send({ ...call, headers });
    const message = reply.body.tppMessages?.[0];
    expect({ status: reply.status, code: message?.code }, reply.text).toEqual({ status, code });
    const exchanges = await lastExchange(this.bank);
    expect(exchanges.explanation.rule).toBe(rule);
    expect(exchanges.explanation.text).toBe(message?.text);
    return { reply, text: message?.text ?? '', explanation: exchanges.explanation };
  }

  /** Posts a body that does not have the right form. @returns the paths of all its faults, sorted */
  async faults(path: string, body: unknown, rule: string): Promise<string[]> {
    const call = { method: 'POST', path, body: JSON.stringify(body) };
    const { reply } = await this.refused(call, 400, 'FORMAT_ERROR', rule);
    return (reply.body.tppMessages ?? []).map((one) => one.path ?? '').toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** Gives consent by SCA through the control listener, and keeps psu-id and psu-corporate-id. @returns the redirect's query */
  async consent(decision: Record<string, unknown> = {}): Promise<URLSearchParams> {
    const asked = await this.send({ method: 'POST', path: '/v1/bank-offered-consents' });
    expect(asked.status).toBe(201);
    const query = await finishSca(this.bank, scaIdOf(asked), decision);
    this.psuId = query.get('psu-id');
    this.corporateId = query.get('psu-corporate-id');
    return query;
  }
}

/** A connection for each request, but TLS sessions are resumed: a whole handshake costs more than the request. */
const AGENT = new Agent({ keepAlive: false });

export function sendRaw(
  bank: BankDoor,
  method: string,
  path: string,
  headers: [string, string][],
  body: Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(bank.apiBaseUrl);
    // A name may be one that this machine does not know.
    const host = isIPv4(hostname) ? { host: hostname } : { host: '127.0.0.1', servername: hostname };
    const request = httpsRequest(
      {
        ...host,
        port,
        ca: bank.caPem,
        method,
        path,
        agent: AGENT,
        headers: [
          ...headers,
          ...(headers.some(([name]) => name === 'Host')
            ? []
            : [['Host', `${host.servername ?? host.host}:${port}`]]),
          ...(body.length > 0 ? [['Content-Length', String(body.length)]] : []),
        ].flat() as never,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            text,
            body: text === '' ? {} : (JSON.parse(text) as Reply['body']),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The scaId at the end of a response's scaRedirect. */
export function scaIdOf(reply: Reply): string {
  const href = reply.body._links?.['scaRedirect']?.href;
  expect(href, 'the answer has an scaRedirect').toBeDefined();
  return decodeURIComponent(new URL(href ?? '').pathname.split('/').at(-1) ?? '');
}

/** A call of the control listener. */
export async function control(
  bank: BankDoor,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${bank.controlBaseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${bank.controlToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Completes an SCA, by default as Eirik Solbakken. @returns the redirect's query */
export async function finishSca(
  bank: BankDoor,
  scaId: string,
  decision: Record<string, unknown> = {},
): Promise<URLSearchParams> {
  const done = await control(bank, 'POST', `/control/sca/${encodeURIComponent(scaId)}`, {
    nationalId: bank.inspection.somebody()?.nationalId,
    context: 'PRIVATE',
    decision: 'approve',
    ...decision,
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return new URL(String(done.body['redirectUri'])).searchParams;
}

interface Exchange {
  explanation: Explanation;
  notes: string[];
  rule: string | null;
  tpp: string | null;
  operation: string | null;
  clientCertificate: string | null;
}

/** The newest exchange that the control listener reports. */
export async function lastExchange(bank: BankDoor): Promise<Exchange> {
  const { body } = await control(bank, 'GET', '/control/exchanges');
  const last = (body['exchanges'] as Exchange[]).at(-1);
  if (!last) throw new Error('The bank has seen no request.');
  return last;
}

export async function advance(bank: BankDoor, duration: string): Promise<void> {
  const moved = await control(bank, 'POST', '/control/clock', { advance: duration });
  expect(moved.status).toBe(200);
}
