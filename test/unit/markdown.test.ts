/** Documentation may come from anywhere: whatever it is, the window reads it in time or shows it as it is. */
import { expect, it } from 'vitest';
import { FORMATTED, tokensOf } from '../../renderer/ui/markdown-tokens.ts';
import { measured } from '../support/cpu-time.ts';

const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

it('an ordinary text is read, with quotes and lists in each other', () => {
  const types = (text: string) =>
    tokensOf(text)
      ?.map(({ type }) => type)
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
  ['one character too many', 'a'.repeat(FORMATTED + 1)],
  ['quotes in quotes', filled('>', FORMATTED)],
  ['quotes in quotes with blanks', `text\n  ${filled('> ', FORMATTED - 7)}`],
  ['lists in lists on one line', filled('1. ', FORMATTED)],
  ['lists and quotes', filled('- > 7) ', FORMATTED)],
])('%s: the text is shown as it is', (_, text) => {
  expect(tokensOf(text)).toBeNull();
});

it.each([
  ['emphasis that never ends', '_a'],
  ['brackets', '['],
  ['brackets of links', '[a]('],
  ['stars', '*a_ '],
  ['code', '`a``'],
  ['a table', '|-'],
  ['quotes of one line each', '> a\n'],
  ['empty list items', '-\n\n'],
])('%s: the text is read, or shown as it is, in little time', (_, piece) => {
  for (const length of [FORMATTED, 64_000])
    expect(measured(() => tokensOf(filled(piece, length))).seconds).toBeLessThan(4);
});

it('lists that are indented in each other end in plain text, not in an error', () => {
  const lines = Array.from({ length: 190 }, (_, at) => `${' '.repeat(at)}- a`).join('\n');
  expect(() => tokensOf(lines)).not.toThrow();
  expect(() => tokensOf(filled('**a *b ', FORMATTED))).not.toThrow();
});
