/** What it costs to look for many secrets: one pass over the text, whatever the text. */
import { describe, expect, it } from 'vitest';
import { maskedBody } from '../../../main/core/redaction/body-masker.ts';
import { hidden, masking } from '../../../main/core/redaction/mask.ts';
import { measured } from '../support/cpu-time.ts';

describe('200 secrets cost little more than one', () => {
  const MB = 1024 * 1024;
  const secrets = hidden(
    Array.from({ length: 200 }, (_, at) => `s&${(at * 7919 + 1e9).toString(36)}-"ø${at}`),
  );
  it.each([
    ['short strings', `[${'"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",'.repeat((2 * MB) / 33)}1]`],
    ['tiny strings', `[${'"xxxxx",'.repeat((2 * MB) / 8)}1]`],
    ['strings that are none of JSON', String.raw`["\x012345678901234567890123456789"`.repeat((2 * MB) / 35)],
    ['a text', 'x'.repeat(2 * MB)],
    ['a text in percent-encoding', '%78+'.repeat(MB / 2)],
    ['percent-encoded strings', `[${'"%78%78%78%78%78%78%78%78%78%78",'.repeat((2 * MB) / 33)}1]`],
    ['percent-encoded beginnings', encodeURIComponent(secrets[0]?.real.slice(0, 8) ?? '').repeat(MB / 8)],
    ['secrets', `[${`${JSON.stringify(secrets[199]?.real)},`.repeat((2 * MB) / 22)}1]`],
  ])('in 2 MB of %s', (_, text) => {
    const body = Buffer.from(text);
    // One pass takes a fifth of a second; a search for each form, half a minute.
    expect(measured(() => maskedBody(body, secrets)).seconds).toBeLessThan(5);
  });
  it('in values one after another', () => {
    const mask = masking(secrets);
    const values = Array.from({ length: 60_000 }, (_, at) => `a value of thirty characters ${at}`);
    expect(measured(() => mask(values)).seconds).toBeLessThan(5);
  });
});
