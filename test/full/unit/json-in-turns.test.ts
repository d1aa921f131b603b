/** A large document that is parsed in turns is what the engine makes of it as a whole, and what the engine refuses is refused. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInTurns } from '../../../shared/node/json-in-turns.ts';

/** Longer than a part. */
const LONG = 'x'.repeat(300_000);
const FULL = JSON.stringify(LONG);
const BLANKS = ' '.repeat(300_000);
const turn = () => Promise.resolve();
const read = (text: string) => parseInTurns(Buffer.from(text), turn);

const wide = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(LONG),
  fc.constant(Array.from({ length: 60_000 }, (_, at) => at)),
);
const document = fc.oneof(
  fc.array(fc.oneof(wide, fc.array(wide, { maxLength: 4 })), { maxLength: 6 }),
  fc.dictionary(fc.string({ unit: 'binary' }), fc.oneof(wide, fc.array(wide, { maxLength: 4 })), {
    maxKeys: 6,
  }),
);

it('is what the engine makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom(undefined, 1), async (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.stringify(await read(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 60 },
  );
});

it('keeps a name that JavaScript reserves, and of two members of a name the last one', async () => {
  expect(await read(`${BLANKS}[${BLANKS}]${BLANKS}`)).toEqual([]);
  expect(await read(`{${BLANKS}}`)).toEqual({});
  const text = `{"__proto__":[${FULL}],"a":[${FULL}],"a":1,"b":{"__proto__":2,"c":${FULL}}}`;
  expect(JSON.stringify(await read(text))).toBe(JSON.stringify(JSON.parse(text)));
});

it.each([
  `[${FULL},]`,
  `[,${FULL}]`,
  `[,[${FULL}]]`,
  `{,"a":[${FULL}]}`,
  `[[${FULL}],,[${FULL}]]`,
  `[1,,[${FULL}]]`,
  `[${BLANKS},${BLANKS}]`,
  `1 [${FULL}]`,
  `[${FULL}] [${FULL}]`,
  `[${FULL}],`,
  `[${FULL},,${FULL}]`,
  `[[${FULL}],,1]`,
  `[[${FULL}],]`,
  `[[${FULL}] 1]`,
  `[1 [${FULL}]]`,
  `[1,x [${FULL}]]`,
  `["a":[${FULL}]]`,
  `{[${FULL}]}`,
  `{"a"[${FULL}]}`,
  `{"a":1 [${FULL}]}`,
  `{"a":1,[${FULL}]}`,
  `{"a":[${FULL}]"b":1}`,
  `{"a":[${FULL}],}`,
  `{"a":1,"b":[${FULL}]},`,
  `[${FULL}}`,
  `[${FULL}]]`,
  `[${FULL}`,
  `[${FULL.slice(0, -1)}`,
  `[${FULL}] x`,
  `x [${FULL}]`,
  `["\\q",${FULL}]`,
  `[${FULL},01]`,
])('refuses what the engine refuses (%#)', async (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  await expect(read(text)).rejects.toThrow(SyntaxError);
});

it('refuses too many values and levels before anything is made of them', async () => {
  await expect(read(`[${'{},'.repeat(2_000_001)}0]`)).rejects.toThrow('too many values');
  await expect(read('['.repeat(101) + ']'.repeat(101))).rejects.toThrow('too many values');
  await expect(read(`{${'"a":1,'.repeat(1000)}"b":1}`)).rejects.toThrow('too many values');
});

it('others have a turn for each part of it, in one long text too', async () => {
  const count = async (text: string) => {
    let turns = 0;
    await parseInTurns(Buffer.from(text), () => Promise.resolve(void turns++));
    return turns;
  };
  const rows = JSON.stringify({
    history: Array.from({ length: 100_000 }, (_, at) => ({ id: `${at}`, at: [at, at] })),
  });
  expect(await count(rows)).toBeGreaterThan((2 * rows.length) / 300_000 - 3);
  expect(await count(JSON.stringify([LONG.repeat(10)]))).toBeGreaterThan(8);
});
