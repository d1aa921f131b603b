/** Requests whose signatures are wrong as they are in the field, and what the bank finds out. They are never made with our own signer. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import type { WrongSignature } from '../../shared/xs2a/explanation.ts';
import { NOON, useBank } from './bank.ts';
import { OutsideSigner } from './outside-signer.ts';
import { lastExchange, sendRaw } from './tpp.ts';

export const BODY = '{"consent": "all accounts",\n "for": "Fjordpay"}';

/** A request before it is signed: everything is written out here, independently of the code under test. */
export class Draft {
  method = 'GET';
  target = '/v1/accounts?withBalance=true';
  body = '';
  readonly date: string;
  readonly requestId = randomUUID();
  readonly headers: [string, string][];
  names = ['(request-target)', 'date', 'x-request-id', 'tpp-redirect-uri'];

  constructor(secondsAgo = 0) {
    this.date = new Date(NOON - secondsAgo * 1000).toUTCString();
    this.headers = [
      ['Accept', 'application/json'],
      ['TPP-Redirect-URI', 'https://tpp.example/return?a=1'],
      ['X-Request-ID', this.requestId],
      ['Date', this.date],
      ['TPP-Session-ID', 'session-1'],
    ];
  }

  at(method: string, target: string): this {
    this.method = method;
    this.target = target;
    return this;
  }

  withBody(): this {
    this.at('POST', '/v1/bank-offered-consents').body = BODY;
    const digest = createHash('sha256').update(BODY).digest('base64');
    this.headers.push(['Content-Type', 'application/json'], ['Digest', `SHA-256=${digest}`]);
    this.names.push('digest');
    return this;
  }

  value(name: string): string {
    if (name === '(request-target)') return `${this.method.toLowerCase()} ${this.target}`;
    return this.headers.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
  }

  lines(): string[] {
    return this.names.map((name) => `${name}: ${this.value(name)}`);
  }

  text(): string {
    return this.lines().join('\n');
  }

  /** The signing string with other lines. */
  with(change: (line: string, name: string) => string): string {
    return this.names.map((name, at) => change(this.lines()[at] ?? '', name)).join('\n');
  }
}

export const hexOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The signing string with the names of headers as they are sent. */
export const namesAsSent = (draft: Draft) =>
  draft.with((line, name) =>
    line.replace(name, draft.headers.find(([sent]) => sent.toLowerCase() === name)?.[0] ?? name),
  );
export const get = () => new Draft();
export const post = () => new Draft().withBody();

export function withHeader(draft: Draft, name: string, value: string): Draft {
  draft.headers.push([name, value]);
  draft.names.push(name.toLowerCase());
  return draft;
}

/** A bank for the tests of a file, and two TPPs that sign with software that is not ours. */
export function useWrongSignatures() {
  const test = useBank();
  const signers: { own: OutsideSigner; other: OutsideSigner } = {
    own: undefined as never,
    other: undefined as never,
  };
  beforeAll(() => {
    signers.own = new OutsideSigner('Fjordpay', '1234');
    signers.other = new OutsideSigner('Nordpay', '5678');
  });
  afterAll(() => {
    signers.own.dispose();
    signers.other.dispose();
  });

  /** Sends a draft with a signature part, and returns what the bank found out. */
  async function examined(draft: Draft, signature: string, by = signers.own, bank = test.bank) {
    const { certificate, header } = by.identity;
    const keyId = keyIdOf(certificate);
    const text = `keyId="${keyId}",algorithm="rsa-sha256",headers="${draft.names.join(' ')}",signature="${signature}"`;
    const headers: [string, string][] = [
      ...draft.headers,
      ['TPP-Signature-Certificate', header],
      ['Signature', text],
    ];
    const reply = await sendRaw(bank, draft.method, draft.target, headers, Buffer.from(draft.body));
    const { explanation } = await lastExchange(bank);
    return { reply, found: explanation?.wrongSignature ?? null, explanation };
  }

  /** The causes that the bank names; checks that they stand in its response, too. */
  async function causesOf(draft: Draft, signature: string): Promise<WrongSignature & { ids: string[] }> {
    const { reply, found, explanation } = await examined(draft, signature);
    const message = reply.body.tppMessages?.[0];
    expect([reply.status, message?.code, explanation.rule], reply.text).toEqual([
      400,
      'SIGNATURE_INVALID',
      'SIG-8',
    ]);
    expect(found?.verdict, reply.text).toBe('named');
    for (const { what } of found?.causes ?? []) expect(message?.text).toContain(what);
    // ERR-1.
    expect(message?.text.length).toBeLessThan(500);
    expect(explanation.hint).toMatch(/^[A-Z].*\.$/);
    if (found === null) throw new Error('The bank found nothing.');
    return { ...found, ids: found.causes.map(({ id }) => id) };
  }

  /** The signature part of a draft by a program that does nothing wrong but, perhaps, in the text. */
  const signatureOf = (draft: Draft, text = draft.text(), by = signers.own) =>
    by.shell(text, 'sign text').toString('base64');

  return { test, signers, examined, causesOf, signatureOf };
}
