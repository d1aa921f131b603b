/** Rows of data: what a file may have. */
import { describe, expect, it } from 'vitest';
import { RowFiles } from '../../../main/core/runs/collection-files.ts';
import { IN_COLLECTION, iterationRows, rowsOf } from '../../../main/core/runs/rows.ts';

const MEGABYTE = 1024 * 1024;

/** Texts below the limit on bytes that would take long or much, and what is said of them. */
const HEAVY: [string, string, string, RegExp][] = [
  ['CSV with millions of rows', 'a.csv', `a\n${'1\n'.repeat(4 * MEGABYTE - 8)}`, /has more than 100000 rows/],
  ['CSV with a row of megabytes', 'a.csv', `a\n"${'x'.repeat(7 * MEGABYTE)}`, /is not CSV .*Max Record Size/],
  ['JSON with millions of rows', 'a.json', `[${'{},'.repeat(2 * MEGABYTE)}{}]`, /has more than 100000 rows/],
];

describe('rows of a file that a collection names', () => {
  it.each(HEAVY)('%s are refused', (_, name, text, sentence) => {
    const bytes = Buffer.from(text);
    expect(() => rowsOf(name, bytes, IN_COLLECTION)).toThrow(sentence);
  });
  it('are refused unread over 8 MB, which data of a person may have', () => {
    const text = Buffer.from(`a\n${'x'.repeat(200_000)}\n${'\n'.repeat(8 * MEGABYTE)}`);
    expect(() => rowsOf('a.csv', text, IN_COLLECTION)).toThrow('a.csv is larger than 8 MB.');
    expect(iterationRows('a.csv', text)).toHaveLength(1);
  });
  it('are as many as the limit, not one more', () => {
    const text = (rows: number) => Buffer.from(`a\n${'1\n'.repeat(rows)}`);
    expect(rowsOf('a.csv', text(100_000), IN_COLLECTION)).toHaveLength(100_000);
    expect(() => rowsOf('a.csv', text(100_001), IN_COLLECTION)).toThrow('has more than 100000 rows');
  });
});

describe('CSV', () => {
  const ROWS = [
    { navn: 'Åse', beløp: '12,50' },
    { navn: 'Bo', beløp: '7' },
  ];
  it.each([
    ['commas', 'navn,beløp\nÅse,"12,50"\nBo,7\n'],
    ['semicolons', 'navn;beløp\nÅse;12,50\nBo;7\n'],
    ['a byte order mark', '\uFEFFnavn;beløp\r\nÅse;12,50\r\nBo;7\r\n'],
    ['quoted names', '"navn";"beløp"\n"Åse";"12,50"\nBo;7\n'],
    ['spaces and empty lines', '\n navn , beløp \n\nÅse, "12,50"\nBo ,7\n\n'],
  ])('is read with %s', (_, text) => {
    expect(iterationRows('a.csv', Buffer.from(text))).toEqual(ROWS);
  });
  it.each([
    ['one column with a comma in its name', '"a,b"\n1\n', [{ 'a,b': '1' }]],
    ['one column with a semicolon in its name', '"a;b",c\n1,2\n', [{ 'a;b': '1', c: '2' }]],
    ['one column, and semicolons in its values', 'a\n1;2\n', [{ a: '1;2' }]],
  ])('is read with %s', (_, text, rows) => {
    expect(iterationRows('a.csv', Buffer.from(text))).toEqual(rows);
  });
  it.each([
    ['Latin-1', Buffer.from('navn\nÅse\n', 'latin1'), 'a.csv is not UTF-8, so letters such as “å”'],
    ['UTF-16', Buffer.from('\uFEFFnavn\nÅse\n', 'utf16le'), 'a.csv is not UTF-8'],
    ['a doubled column', Buffer.from('a; b ;a\n1;2;3\n'), 'a.csv has two columns “a”'],
    ['a column without a name', Buffer.from('a,,b\n1,2,3\n'), 'Column 2 of a.csv has no name'],
    ['an empty column at the end', Buffer.from('a;b;\n1;2;\n'), 'Column 3 of a.csv has no name'],
  ])('is refused with %s, with a sentence', (_, bytes, sentence) => {
    expect(() => iterationRows('a.csv', bytes)).toThrow(sentence);
  });
});

describe('the files of a run', () => {
  it('are read once for all turns of the loops around them, also if they cannot be read', () => {
    const read: string[][] = [];
    const files = new RowFiles((...path) => {
      read.push(path);
      if (path[1] === 'missing.csv') throw new Error('it is gone');
      return Buffer.from('a\n1\n');
    });
    for (let turn = 0; turn < 3; turn++) {
      expect(files.rowsOf('some', 'rows.csv')).toEqual([{ a: '1' }]);
      expect(files.rowsOf('', 'missing.csv')).toContain('it is gone');
    }
    expect(read).toEqual([
      ['some', 'rows.csv'],
      ['', 'missing.csv'],
    ]);
  });
});
