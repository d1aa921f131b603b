/** Bodies as windows: whatever is read in parts must be what reading the whole gives. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyView, searchBody, beginningOf } from '../../shared/body-view/body-view.ts';
import { type ByteSource, memorySource } from '../../shared/body-view/bytes.ts';
import { BodyLines, type BodyMode } from '../../shared/body-view/lines.ts';
import { type BodyNode, BodyTree } from '../../shared/body-view/tree.ts';

const source = (text: string): ByteSource => memorySource(new TextEncoder().encode(text));
/** Numbers as JSON.stringify writes them read and written again give the same text. */
const json = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

function whole(text: string, mode: BodyMode): BodyLines {
  const lines = new BodyLines(source(text), mode);
  lines.index(Number.POSITIVE_INFINITY);
  return lines;
}

function written(lines: BodyLines): string {
  return lines
    .lines(0, lines.total)
    .map((line) => '  '.repeat(line.depth) + line.text)
    .join('\n');
}

describe('the beginning of a body', () => {
  test('a small one is formatted whole, and text that is not JSON is unchanged', () => {
    expect(beginningOf('{"a":[1]}', 9)).toEqual({
      lines: ['{', '  "a": [', '    1', '  ]', '}'],
      more: false,
    });
    expect(beginningOf('<p>\n</p>', 2)).toEqual({ lines: ['<p>', '</p>'], more: false });
  });
  test.each([
    ['arrays, 60,000 deep', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['100,000 lines', 'x\n'.repeat(100_000)],
    ['100,000 elements', JSON.stringify(Array.from({ length: 100_000 }, () => 1))],
  ])('of %s there are a few short lines', (_name, text) => {
    const { lines, more } = beginningOf(text, 200);
    expect(lines).toHaveLength(200);
    expect(more).toBe(true);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
  });
});

describe('lines', () => {
  test('JSON is formatted as JSON.stringify formats it, however it was written', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, 4, '\t', '\r\n '), (value, blanks) => {
        const text = JSON.stringify(value, null, blanks);
        expect(written(whole(text, 'pretty'))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('lines can be read from any position, also before all lines are counted', () => {
    const value = Array.from({ length: 3000 }, (_, at) => ({ at, tags: ['a', 'b'], empty: {} }));
    const text = JSON.stringify(value);
    const all = whole(text, 'pretty');
    const expected = all.lines(0, all.total);
    fc.assert(
      fc.property(fc.nat(all.total), fc.integer({ min: 1, max: 300 }), fc.boolean(), (from, count, fresh) => {
        const lines = fresh ? new BodyLines(source(text), 'pretty') : all;
        expect(lines.lines(from, count)).toEqual(expected.slice(from, from + count));
      }),
      { numRuns: 60 },
    );
  });

  test('the closing line of a fold is found past whole blocks of deeper lines', () => {
    const value = [{ deep: Array.from({ length: 2000 }, (_, at) => [at]) }, { next: { a: 1 } }];
    const lines = whole(JSON.stringify(value), 'pretty');
    const all = lines.lines(0, lines.total);
    for (const at of [0, 1, 2, 3, 6006, all.length - 5]) {
      const line = all[at];
      const expected = line?.opens
        ? all.findIndex((other, index) => index > at && other.depth <= line.depth)
        : at;
      expect(lines.closing(at)).toBe(expected);
      expect(new BodyLines(source(JSON.stringify(value)), 'pretty').lines(0, 1)).toHaveLength(1);
    }
  });

  test('a long line is split between two characters and nothing is lost', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'å', '€', '😀', '"', '\\'),
          minLength: 4000,
          maxLength: 9000,
        }),
        (text) => {
          for (const mode of ['pretty', 'raw'] as const) {
            const body = JSON.stringify([text]);
            const lines = whole(body, mode);
            const joined = lines
              .lines(0, lines.total)
              .map((line) => line.text + (line.cut ? '' : '\n'))
              .join('');
            expect(joined).toBe(mode === 'raw' ? `${body}\n` : `[\n${JSON.stringify(text)}\n]\n`);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('text is shown line by line with either kind of line ending', () => {
    expect(written(whole('a;b\r\n\r\nå;ø\nend', 'raw'))).toBe('a;b\n\nå;ø\nend');
  });

  test('hex shows every byte with its offset', () => {
    const lines = whole('Ørnes sparebank!!', 'hex')
      .lines(0, 10)
      .map(({ text }) => text);
    expect(lines).toEqual([
      '00000000  c3 98 72 6e 65 73 20 73 70 61 72 65 62 61 6e 6b  ..rnes sparebank',
      '00000010  21 21                                            !!',
    ]);
  });

  test('damaged JSON is shown as far as it goes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '1', ' ', '\\', 'x') }),
        (text) => {
          const shown = written(whole(text, 'pretty')).replaceAll(/\s/g, '');
          expect(shown).toBe(text.replaceAll(/\s/g, ''));
          const view = new BodyView(source(text));
          expect(view.members(view.root().offset, 0, 100).nodes.length).toBeLessThanOrEqual(text.length + 1);
        },
      ),
    );
  });
});

describe('tree', () => {
  const valueOf = (tree: BodyTree, node: BodyNode): unknown => {
    if (node.kind !== 'object' && node.kind !== 'array') return JSON.parse(node.text);
    const { total } = tree.members(node.offset, 0, 1);
    const members = Array.from({ length: Math.ceil(total / 7) }, (_, page) =>
      tree.members(node.offset, page * 7, 7),
    ).flatMap(({ nodes }) => nodes);
    return node.kind === 'array'
      ? members.map((member) => valueOf(tree, member))
      : Object.fromEntries(members.map((member) => [member.name, valueOf(tree, member)]));
  };

  test('reading page by page yields the original value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const tree = new BodyTree(source(JSON.stringify(value, null, 1)));
        expect(JSON.stringify(valueOf(tree, tree.root()))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('distant members are found without reading those before', () => {
    const tree = new BodyTree(source(JSON.stringify(Array.from({ length: 12_345 }, (_, at) => at))));
    expect(tree.members(0, 12_340, 100)).toMatchObject({
      total: 12_345,
      nodes: [12_340, 12_341, 12_342, 12_343, 12_344].map((index) => ({ index, text: String(index) })),
    });
  });
});

describe('search and JSONPath', () => {
  test('every match is found, regardless of case, also across two pages', () => {
    const filler = 'x'.repeat(1024 * 1024 - 3);
    const text = `Ørnes${filler}ØRNES ørnes`;
    const { offsets } = searchBody(source(text), 'ørnes', 10);
    const start = new TextEncoder().encode(`Ørnes${filler}`).length;
    expect(offsets).toEqual([0, start, start + 7]);
    expect(searchBody(source(text), 'x', 10)).toMatchObject({ more: true });
  });

  test('each matching line is listed once', () => {
    const view = new BodyView(source(JSON.stringify({ a: 'kr kr', b: 1, c: ['KR'] })));
    expect(view.search('pretty', 'kr')).toEqual({ lines: [1, 4], more: false });
  });

  test('JSONPath finds values with their paths and reports what is wrong with a path or a body', () => {
    const view = new BodyView(source(JSON.stringify({ accounts: [{ bban: '1' }, { bban: '2', x: [] }] })));
    expect(view.query('$.accounts[?@.bban == "2"]')).toEqual({
      matches: [{ path: '$.accounts[1]', text: '{"bban": "2", "x": []}' }],
      total: 1,
      problem: null,
    });
    expect(view.query('$..bban').total).toBe(2);
    expect(view.query('accounts').problem).toContain('This is not a valid JSONPath');
    expect(new BodyView(source('<html>')).query('$').problem).toContain('The body is not JSON');
  });
});
