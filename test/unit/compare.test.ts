/** Two exchanges side by side: differences at their fields, with bounded work whatever the banks have sent. */
import { describe, expect, it } from 'vitest';
import { compared, type Message, shortLine, shortRow } from '../../renderer/ui/compared.ts';

const message = (body: string): Message => ({ first: '200 OK', headers: [['Date', 'today']], body });
const numbered = (word: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => `${word}${at}`));

it('a line keeps its words up to 160 characters, and the beginning and end of longer ones', () => {
  const word = 'a'.repeat(60) + 'b'.repeat(80) + 'c'.repeat(20);
  expect(shortLine(`Signature: ${word} x`)).toBe(`Signature: ${word} x`);
  expect(shortLine(`Signature: ${word}c x`)).toBe(
    `Signature: ${'a'.repeat(60)}…${'c'.repeat(20)} (161 characters) x`,
  );
});

it('a long word of two lines that differ keeps what differs, wherever it is', () => {
  const [start, end] = ['a'.repeat(400), 'c'.repeat(300)];
  const around = ['a'.repeat(60) + '…' + 'a'.repeat(20), 'c'.repeat(60) + '…' + 'c'.repeat(20)] as const;
  expect(shortRow({ left: `${start}11${end}`, right: `${start}2${end}` })).toEqual({
    left: around.join('11'),
    right: around.join('2'),
  });
  const alone = { left: null, right: start };
  expect(shortRow(alone)).toEqual({ left: null, right: shortLine(start) });
});

describe('compared', () => {
  it('a field that differs is one row, and what only one side has is next to nothing', () => {
    const { rows, cut, aligned } = compared(message('{"a":1,"b":2}'), message('{"a":1,"b":3,"c":4}'));
    expect(rows.filter(({ left, right }) => left !== right)).toEqual([
      { left: '  "b": 2', right: '  "b": 3,' },
      { left: null, right: '  "c": 4' },
    ]);
    expect({ cut, aligned }).toEqual({ cut: false, aligned: true });
  });

  it.each([
    ['4,000 different lines', numbered('a', 4000), numbered('b', 4000)],
    ['text of 100,000 lines', 'a\n'.repeat(100_000), 'b\n'.repeat(100_000)],
    ['arrays, 60,000 deep', '['.repeat(60_000), '{"a":'.repeat(40_000)],
  ])('of %s, 1,000 are compared in their order', (_name, left, right) => {
    const { rows, cut, aligned } = compared(message(left), message(right));
    expect(rows).toHaveLength(1003);
    expect({ cut, aligned }).toEqual({ cut: true, aligned: false });
    expect(rows.every((row) => (row.left ?? '').length < 200)).toBe(true);
  });

  it('a few differences in a long body are aligned', () => {
    const left = numbered('a', 900);
    const { rows, cut, aligned } = compared(message(left), message(left.replace('"a450",', '')));
    expect(rows.filter((row) => row.left !== row.right)).toEqual([{ left: '  "a450",', right: null }]);
    expect({ cut, aligned }).toEqual({ cut: false, aligned: true });
  });
});
