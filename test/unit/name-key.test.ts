/** Which names are one on some system. Windows, macOS and others fold the case of letters, each in its own way. */
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../shared/names.ts';

const same = (one: string, other: string) => nameKey(one) === nameKey(other);

/** Each letter of the first planes of Unicode. */
function* letters(): Generator<string> {
  for (let code = 0x20; code < 0x20_000; code++) {
    const character = String.fromCodePoint(code);
    if (/[\p{L}\p{N}]/u.test(character)) yield character;
  }
}

describe('two names are one', () => {
  it.each([
    ['οδοσ', 'ΟΔΟΣ'],
    ['οδος', 'οδοσ'],
    ['οδος', 'ΟΔΟΣ'],
    ['maſter', 'Master'],
    ['µ', 'μ'],
    ['Straße', 'STRASSE'],
    ['ẞ', 'ß'],
    ['Ǆ', 'ǅ'],
    ['ΐ', 'ΐ'],
    ['ᾳ', 'ᾼ'],
    ['\u00e5', 'A\u030a'],
    ['K', '\u212a'],
  ])('%s and %s', (one, other) => {
    expect(same(one, other)).toBe(true);
    expect(same(`a ${one} b`, `A ${other} B`)).toBe(true);
  });
  it('if their letters differ only in case, whichever way a system finds that out', () => {
    const different: string[] = [];
    for (const letter of letters())
      for (const other of [letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFD')])
        if (other !== letter && (!same(letter, other) || !same(`σ${letter}`, `Σ${other}`)))
          different.push(`${letter} ${other}`);
    expect(different).toEqual([]);
  });
  it('if a search that ignores case, by the tables of Unicode, takes one for the other', () => {
    const byUpper = new Map<string, string[]>();
    for (const letter of letters()) {
      const upper = letter.toUpperCase();
      byUpper.set(upper, [...(byUpper.get(upper) ?? []), letter]);
    }
    const different = [...byUpper.values()].flatMap((group) =>
      group.filter((one) => new RegExp(`^${one}$`, 'iu').test(group[0] ?? '') && !same(one, group[0] ?? '')),
    );
    expect(different).toEqual([]);
  });
});

it.each([
  ['a', 'b'],
  ['å', 'a'],
  ['ø', 'o'],
  ['é', 'e'],
  ['σ', 'ο'],
  ['1', 'l'],
  ['a b', 'ab'],
])('%s and %s are two names', (one, other) => {
  expect(same(one, other)).toBe(false);
});
