/** Several files of an import as one upload. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundleHead, filesIn } from '../../../shared/interchange/bundle.ts';
import { listedReport } from '../../../shared/interchange/listed.ts';

const encoder = new TextEncoder();

it('gives the files back, whatever their names and bytes are', () => {
  const file = fc.record({ path: fc.string({ unit: 'binary' }), bytes: fc.uint8Array({ maxLength: 50 }) });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 5 }), (files) => {
      const head = encoder.encode(bundleHead(files.map(({ path, bytes }) => ({ path, size: bytes.length }))));
      const bundle = Buffer.concat([head, ...files.map(({ bytes }) => bytes)]);
      const read = filesIn(bundle);
      expect(typeof read === 'string' ? read : read.map(({ path, bytes }) => [path, [...bytes]])).toEqual(
        files.map(({ path, bytes }) => [path.toWellFormed(), [...bytes]]),
      );
    }),
  );
});

it.each([
  '',
  '\n',
  'no JSON\n',
  '{}\n',
  '[["a",2]]\nx',
  '[["a",1]]\nxx',
  '[["a",-1]]\n',
  '[["a",0.5]]\n',
  '[["a",1]]',
])('a bundle that is not whole is refused: %j', (text) => {
  expect(filesIn(encoder.encode(text))).toBe('Some of the files are incomplete. Choose them again.');
});

it('a report is cut to what a window shows, and says how many items are left out', () => {
  const item = { kind: 'step', name: 'a', result: 'changed' as const, notes: [] };
  const many = listedReport(Array.from({ length: 20_001 }, () => item));
  expect([many.items.length, many.more, many.counts.changed]).toEqual([20_000, 1, 20_001]);
  const [long] = listedReport([
    { ...item, name: 'n'.repeat(700), notes: Array.from({ length: 21 }, () => 'x'.repeat(700)) },
  ]).items;
  expect([long?.name.length, long?.notes.length, long?.notes[0]?.length, long?.notes[20]]).toEqual([
    601,
    21,
    601,
    '…',
  ]);
  const wordy = { ...item, notes: Array.from({ length: 20 }, () => 'x'.repeat(600)) };
  const all = listedReport(Array.from({ length: 1000 }, () => wordy));
  expect(all.items.length + all.more).toBe(1000);
  expect(JSON.stringify(all).length).toBeLessThan(5_000_000);
});
