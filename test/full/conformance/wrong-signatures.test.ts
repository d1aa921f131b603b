/** SIG-14: the bank names the cause of a wrong signature, as Java makes them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Draft, get, namesAsSent, useWrongSignatures } from '../../support/wrong-signatures.ts';

const { signers, causesOf } = useWrongSignatures();

describe('SIG-14: the cause of a signature made by Java is named', () => {
  const CASES: [mistake: string, ids: string[], text?: (draft: Draft) => string][] = [
    ['url-encoder', ['base64url']],
    ['mime-encoder', ['base64-broken-lines']],
    ['hex', ['hex']],
    ['none-with-rsa-hash', ['no-digest-info']],
    ['none-with-rsa-text', ['not-hashed']],
    ['hash-first', ['hashed-twice']],
    ['hex-first', ['hash-in-hex']],
    ['sha512', ['other-hash']],
    ['sha1', ['other-hash']],
    ['utf-16', ['utf-16']],
    ['cipher-hex', ['hash-as-text']],
    ['cipher-no-padding', ['not-padded', 'no-digest-info']],
    ['pss', ['pss']],
    ['none', ['absent-header-signed'], (draft) => `${draft.text()}\npsu-corporate-id: null`],
    ['none', ['path-encoded'], (draft) => draft.text().replace('enc!!ab', 'enc%21%21ab')],
    ['none', ['names-as-sent', 'crlf'], (draft) => namesAsSent(draft).replaceAll('\n', '\r\n')],
  ];
  const drafts = CASES.map(() => get().at('GET', '/v1/accounts/enc!!ab/balances'));
  // Java adds a sign byte to a number whose highest bit is set, which can be rare, so many are made.
  const numbers = Array.from({ length: 200 }, get);
  let parts: string[];
  beforeAll(() => {
    // Short, so that it can be signed without hashing.
    for (const draft of drafts) draft.headers.splice(1, 1, ['TPP-Redirect-URI', 'https://tpp.example/r']);
    parts = signers.own.java([
      ...CASES.map(([mistake, , text], at): [string, string] => [mistake, textOf(at, text)]),
      ...numbers.map((draft): [string, string] => ['big-integer', draft.text()]),
    ]);
  });
  const textOf = (at: number, text = (draft: Draft) => draft.text()) => text(drafts[at] ?? get());

  it.each(CASES.map(([mistake, ids], at) => ({ mistake, ids, at })))(
    '$mistake: $ids',
    async ({ ids, at }) => {
      // What a MIME encoder puts between lines cannot be sent in a header; clients turn it into spaces.
      const part = (parts[at] ?? '').replaceAll('\r\n', ' ');
      expect((await causesOf(drafts[at] ?? get(), part)).ids).toEqual(ids);
    },
  );

  it('BigInteger.toByteArray() adds a sign byte', async () => {
    const made = parts.slice(CASES.length);
    const at = made.findIndex((part) => Buffer.from(part, 'base64').length === 257);
    expect((await causesOf(numbers[at] ?? get(), made[at] ?? '')).ids).toEqual(['sign-byte']);
  });
});
