/** Documentation may come from anywhere: whatever it is, the window reads it or shows it as it is. */
import { expect, it } from 'vitest';
import { FORMATTED, formatted, MOST_CELLS } from '../../renderer/ui/markdown.tsx';

const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

it('an ordinary text is read, with quotes and lists in each other', () => {
  const types = (text: string) =>
    formatted(text)
      .tokens.map(({ type }) => type)
      .filter((type) => type !== 'space');
  expect(types('# Title\n\nA **word**.\n\n> > - a\n\n1. b\n')).toEqual([
    'heading',
    'paragraph',
    'blockquote',
    'list',
  ]);
  expect(types('-'.repeat(100))).toEqual(['hr']);
  expect(types('')).toEqual([]);
});

it.each([
  ['quotes in quotes', filled('>', FORMATTED)],
  ['quotes in quotes with blanks', `text\n  ${filled('> ', FORMATTED - 7)}`],
  ['lists in lists on one line', filled('1. ', FORMATTED)],
  ['lists and quotes', filled('- > 7) ', FORMATTED)],
  [
    'a table of many columns, and rows that have one',
    `${'|a'.repeat(620)}\n${'|-'.repeat(620)}\n${'a\n'.repeat(600)}`,
  ],
  ['such a table in a quote', `> ${'|a'.repeat(620)}\n> ${'|:-:'.repeat(620)}\n${'> a\n'.repeat(300)}`],
])('%s: the text is shown as it is', (_, text) => {
  expect(formatted(text)).toEqual({ tokens: [], rest: text });
});

it.each([
  ['ends with a paragraph', `# Title\n\n${filled('word ', FORMATTED - 20)}\n\n`, 'The *rest*\n\nof it.'],
  ['ends with a line', '- word\n'.repeat(FORMATTED / 7), '- the *rest*\n- of it'],
  ['ends anywhere if it is one line', 'a'.repeat(FORMATTED), 'a*b*'],
])('of a long text only the beginning is read, which %s', (_, beginning, rest) => {
  const read = formatted(beginning + rest);
  expect(read.rest).toBe(rest);
  expect(read.tokens.map(({ raw }) => raw).join('')).toBe(beginning);
});

it('lists that are indented in each other end in plain text, not in an error', () => {
  const lines = Array.from({ length: 190 }, (_, at) => `${' '.repeat(at)}- a`).join('\n');
  expect(() => formatted(lines)).not.toThrow();
  expect(() => formatted(filled('**a *b ', FORMATTED))).not.toThrow();
});

it('a table of an ordinary size is read', () => {
  const [rows, columns] = [100, 12];
  expect(rows * columns).toBeLessThan(MOST_CELLS / 2);
  const row = (cell: string) => `|${`${cell}|`.repeat(columns)}\n`;
  const text = row('a') + row('-') + row('b').repeat(rows);
  expect(formatted(text).tokens[0]).toMatchObject({ type: 'table', rows: { length: rows } });
});
