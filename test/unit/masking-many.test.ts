/** Many secrets are searched for in one pass, whatever the text, and however it arrives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedBody } from '../../main/core/redaction/body-masker.ts';
import { Finder } from '../../main/core/redaction/finder.ts';
import { hidden, MASK, masked } from '../../main/core/redaction/mask.ts';
import { Masker, searchInBytes } from '../../main/core/redaction/byte-masker.ts';

/** Where any of the forms occurs, found one after another: overlapping occurrences are one passage. */
function slowly(text: string, forms: readonly string[]): string {
  const places = forms.flatMap((form) =>
    Array.from(text, (_, at) => at)
      .filter((at) => text.startsWith(form, at))
      .map((at) => ({ from: at, to: at + form.length })),
  );
  let [out, done] = ['', 0];
  for (const { from, to } of places.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= done) out += `${text.slice(done, from)}*`;
    done = Math.max(done, to);
  }
  return out + text.slice(done);
}

describe('every occurrence of every secret', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 8, maxLength: 12 });
  const forms = fc.array(word, { minLength: 1, maxLength: 6 });
  const cases = forms.chain((words) =>
    fc.tuple(
      fc.constant(words),
      fc.array(fc.oneof(fc.constantFrom(...words), fc.constantFrom('a', 'b', 'ba', 'c', 'ø')), {
        maxLength: 12,
      }),
    ),
  );
  it('is found, also where two overlap', () => {
    fc.assert(
      fc.property(cases, ([words, parts]) => {
        const text = parts.join('');
        const finder = new Finder(
          words.map((form) => ({ form, shown: '*' })),
          [],
        );
        let [out, done] = ['', 0];
        for (const { from, to } of finder.passages(text)) {
          if (from >= done) out += `${text.slice(done, from)}*`;
          done = to;
        }
        expect(out + text.slice(done)).toBe(slowly(text, words));
      }),
      { numRuns: 500 },
    );
  });
  it('is found in a stream, however it is split', () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), ([words, parts], cuts) => {
        const bytes = Buffer.from(parts.join(''));
        const masker = new Masker(searchInBytes(words, [], []), '*');
        const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b)];
        const chunks = at.map((from, n) => masker.pass(bytes.subarray(from, at[n + 1] ?? bytes.length)));
        const out = Buffer.concat([...chunks, masker.pass(Buffer.alloc(0), true)]).toString();
        expect(out).toBe(slowly(bytes.toString(), words));
      }),
      { numRuns: 500 },
    );
  });
});

describe('what is left of a secret that a bank has shortened', () => {
  const secret = 'hemmelig "nøkkel" 0123456789';
  it.each(['…', '...'])('is masked before %s', (mark) => {
    const value = `Unknown: ${secret.slice(0, 20)}${mark}`;
    const shown = { value: `Unknown: ${MASK}${mark}` };
    expect(masked({ value }, hidden([secret]))).toEqual(shown);
    const body = Buffer.from(JSON.stringify({ value }));
    expect(JSON.parse(maskedBody(body, hidden([secret])).toString())).toEqual(shown);
  });
  it('stays if it is too short to be a part of a secret, or nothing was left out', () => {
    const values = [`${secret.slice(0, 7)}…`, `${secret.slice(0, 20)}!`];
    expect(masked(values, hidden([secret]))).toEqual(values);
  });
});

it('what is shown of one text does not reveal another secret in it', () => {
  const path = { real: '/v1/first-secret?x=second-secret', shown: `/v1/${MASK}?x=second-secret` };
  expect(masked(path.real, [path, ...hidden(['second-secret'])])).toBe(`/v1/${MASK}?x=${MASK}`);
});

describe('many secrets in one text', () => {
  const secrets = hidden(
    Array.from({ length: 200 }, (_, at) => `s&${(at * 7919 + 1e9).toString(36)}-"ø${at}`),
  );

  it('that stand close together are masked, and everything between them stays', () => {
    const dense = Array.from({ length: 1000 }, (_, at) => secrets[at % secrets.length]?.real ?? '');
    expect(masked(dense.join(' '), secrets)).toBe(dense.fill(MASK).join(' '));
  });
});
