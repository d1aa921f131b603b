/** What a bank says about a refusal, in the forms that banks use. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsIn, saysWhyInWords } from '../../renderer/parts/response/read-response.ts';

describe("a bank's own words", () => {
  test('are all sentences of tppMessages, each with its place', () => {
    const tppMessages = [
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'creditorName', text: 'A name is missing.' },
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'amount', text: 'The amount is too large.' },
      { category: 'ERROR', code: 'FORMAT_ERROR', text: 'The date has passed.' },
    ];
    expect(faultsIn(JSON.stringify({ tppMessages }))).toEqual([
      'creditorName: A name is missing.',
      'The amount is too large.',
      'The date has passed.',
    ]);
  });
  test('are the detail of a problem document (RFC 7807), or its title', () => {
    expect(faultsIn('{"type":"about:blank","title":"Refused","detail":"Consent expired."}')).toEqual([
      'Consent expired.',
    ]);
    expect(faultsIn('{"title":"Refused"}')).toEqual(['Refused']);
  });
  test('are all that it says if it gives no code', () => {
    const message = { category: 'ERROR', text: 'endToEndId is missing.' };
    const coded = { ...message, code: 'SIGNATURE_INVALID' };
    expect(saysWhyInWords('{"detail":"endToEndId is missing."}')).toBe(true);
    expect(saysWhyInWords(JSON.stringify({ tppMessages: [message, coded] }))).toBe(true);
    expect(saysWhyInWords(JSON.stringify({ tppMessages: [coded, message] }))).toBe(false);
    for (const body of ['', '<html>', '{}', 'null']) expect(saysWhyInWords(body)).toBe(false);
  });
  test('are at most twenty', () => {
    const tppMessages = Array.from({ length: 50 }, (_, at) => ({ text: `Fault ${at}` }));
    expect(faultsIn(JSON.stringify({ tppMessages }))).toHaveLength(20);
  });
  test('nothing is found in any other body, and no body is too odd', () => {
    for (const body of ['', '<html>', '[]', 'null', '{"tppMessages":[]}', '{"tppMessages":"x"}'])
      expect(faultsIn(body)).toEqual([]);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (body) => Array.isArray(faultsIn(body))));
  });
});
