/** What it costs to read the files of a collection that have too much in them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listed } from '../../../main/core/collections/listing.ts';
import { METHODS } from '../../../shared/contract/methods.ts';
import { foldersForFile } from '../../support/folders.ts';
import { measured } from '../support/cpu-time.ts';

const { next } = foldersForFile('collection-files');

let root: string;
beforeEach(() => {
  root = next();
});

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const named = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, value]));

describe('what is too much to read', () => {
  it('files with very many values are listed in seconds', () => {
    const body = `[${Array.from({ length: 99_000 }, () => '[0]').join()}]`;
    for (let at = 0; at < 12; at++)
      write(
        `Full/${String.fromCodePoint(65 + at)}.step.json`,
        `{"version":2,"name":"x","request":{"operation":"createPayment","json":${body}}}`,
      );
    const { seconds } = measured(() => METHODS['saved.list'].output.parse(listed(root)));
    // About two; a schema that tries each kind of each value takes seven.
    expect(seconds).toBeLessThan(6);
  });
  it.each<[string, string, object, string]>([
    [
      'headers',
      'A.step.json',
      { name: 'A', request: { operation: 'x', headers: named(190_000, 1) } },
      '5000 members',
    ],
    [
      'variables for a folder',
      'A.step.json',
      { name: 'A', include: { folder: 'x', variables: named(190_000, 1) } },
      '5000 members',
    ],
    [
      'members that nobody knows',
      'A.step.json',
      { name: 'A', pause: 1, ...named(190_000, 1) },
      '5000 members',
    ],
    [
      'lines of a body',
      'A.step.json',
      { name: 'A', request: { operation: 'x', text: Array(190_000).fill(1) } },
      'request/text/0: must be text, not this number.',
    ],
    ['variables', 'F/collection.json', { variables: named(190_000, 1) }, '5000 members'],
    [
      'names of secrets',
      'F/collection.json',
      { secret: Array(190_000).fill(' ') },
      'secret: must have at most 5000 entries.',
    ],
    [
      'volatile values',
      'F/collection.json',
      { volatile: Array(190_000).fill(1) },
      'volatile: must have at most 5000 entries.',
    ],
  ])('a file with 190,000 wrong %s is found damaged at once', (_, path, content, damage) => {
    write(path, JSON.stringify({ version: path.startsWith('A') ? 2 : 1, ...content }));
    const { result, seconds } = measured(() => listed(root));
    expect([...result.entries, ...result.folders]).toMatchObject([
      { damage: expect.stringContaining(damage) as string },
    ]);
    // One to three, if something is made of each of them.
    expect(seconds).toBeLessThan(0.7);
  });
});
