/** Documentation may come from anywhere: whatever it is, the window reads it in time or shows it as it is. */
import { expect, it } from 'vitest';
import { FORMATTED, formatted } from '../../../renderer/ui/markdown.tsx';
import { measured } from '../support/cpu-time.ts';

const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

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
    expect(measured(() => formatted(filled(piece, length))).seconds).toBeLessThan(4);
});

it.each([
  ['in an open link', '[a](', '**a *😀'],
  ['with quotation marks', '', '**a "'],
  ['with one kind of emphasis in an open bracket', '(_a', ' _a'],
])('emphasis in emphasis %s takes as little of a long text as of its beginning', (_, opening, piece) => {
  // Four times the length took sixteen times as long.
  const text = opening + filled(piece, 80_000);
  expect(measured(() => formatted(text)).seconds).toBeLessThan(2);
});
