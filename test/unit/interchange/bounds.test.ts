/** However large, deep or twisted a file is: it is read or refused, with a sentence. */
import { describe, expect, it } from 'vitest';
import { exportTree } from '../../../shared/interchange/export.ts';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { type Folder } from '../../../shared/interchange/model.ts';
import { reportLines } from '../../support/outline.ts';
import { treeIn } from '../../support/trees.ts';
import { MAX_IMPORT_BYTES } from '../../../shared/limits.ts';

const encoder = new TextEncoder();
const imported = (text: string, path = 'file.json') => importFiles([{ path, bytes: encoder.encode(text) }]);
const importedJson = (value: unknown) => imported(JSON.stringify(value));

describe('bounds', () => {
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  const aliases = (levels: number) =>
    [
      'openapi: 3.0.0',
      'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
      ...Array.from(
        { length: levels },
        (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}*a${at}]`,
      ),
    ].join('\n');

  it.each([
    ['deep JSON', deep('[', ']', 1_000_000), 'The file has values nested deeper than 100.'],
    [
      'deep objects',
      deep('{"a":', '}', 200_000).replace('}', '1}'),
      'The file has values nested deeper than 100.',
    ],
    ['deep YAML', `a: ${deep('[', ']', 100_000)}`, 'The file has values nested deeper than 100.'],
    ['deep YAML lists', `openapi: 3.0.0\na:\n  ${'- '.repeat(20_000)}x`, 'The file'],
    ['aliases of aliases', aliases(9), 'The file'],
    ['a value in itself', 'openapi: &a\n  b: *a\n', 'The file'],
    ['many values', `[${'1,'.repeat(3_000_000)}1]`, 'The file has more than 2000000 values.'],
    ['an unknown document', '{"a": 1}', 'The format is unknown.'],
    ['nothing', ' \n', 'The file is empty.'],
    ['Swagger 1.2', '{"swagger": "1.2"}', 'OpenAPI 3 can be read, and this is version 1.2.'],
    ['a merge key with a text', 'a: {<<: text}', 'The file is not valid YAML: Merge sources must be maps'],
    [
      'an early Postman collection',
      '{"id": "1", "order": [], "requests": []}',
      'This collection is in an earlier Postman format.',
    ],
  ])('%s is refused with a sentence', (_, text, sentence) => {
    expect(reportLines(imported(text).report).join('\n')).toContain(sentence);
  });

  it('a file that is too large is refused, and the next one is read', () => {
    const { report, tree } = importFiles([
      { path: 'large.json', bytes: new Uint8Array(MAX_IMPORT_BYTES + 1) },
      { path: 'small.sh', bytes: encoder.encode('curl https://a.example/x') },
    ]);
    expect(reportLines(report).slice(0, 2)).toEqual([
      'not carried: file large.json',
      '  The file is larger than 64 MB.',
    ]);
    expect(tree.children).toEqual([]);
  });

  it('more than 5,000 requests are in the report, and the first 5,000 in the collection', () => {
    const item = Array.from({ length: 5_003 }, (_, at) => ({
      name: `r${at}`,
      request: { method: 'GET', url: '/x' },
    }));
    const { tree, report } = importedJson({ info: { name: 'many' }, item });
    expect(stepsIn(tree)).toHaveLength(5_000);
    expect(report.filter(({ kind }) => kind === 'request')).toHaveLength(5_003);
    expect(report.at(-1)).toMatchObject({
      result: 'not carried',
      notes: ['A collection can have at most 5000 steps.'],
    });
  });

  it('folders deeper than 20 go into the one above', () => {
    let item: object = { name: 'leaf', request: { method: 'GET', url: '/x' } };
    for (let at = 0; at < 30; at++) item = { name: `f${at}`, item: [item] };
    const { tree, report } = importedJson({ info: { name: 'deep' }, item: [item] });
    expect(
      report.filter(({ notes }) => notes.includes('Folders can be nested at most 20 deep.')),
    ).toHaveLength(10);
    let folder: Folder | undefined = tree;
    let depth = 0;
    for (;;) {
      const next: Folder | undefined = folder.children.find((child) => child.kind === 'folder');
      if (next === undefined) break;
      folder = next;
      depth++;
    }
    expect([depth, folder.children.map((child) => child.kind)]).toEqual([20, ['step']]);
  });

  const flows = (steps: (at: number) => string, count: number) =>
    treeIn({
      'collection.yaml': '',
      'start.flow.yaml': 'flow: Start\nsteps: [{ name: Start, include: f0 }]\n',
      ...Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `f${at}.flow.yaml`,
          `flow: F${at}\nrun: only when included\nsteps: [${steps(at)}]\n`,
        ]),
      ),
    });
  const LEFT_OUT = '{ name: Left out, skip: Not now, request: GET /v1/accounts }';

  it('flows that include each other more and more often are exported up to a number of steps', () => {
    const more = (at: number) =>
      ['a', 'b', 'c'].map((name) => `{ name: ${name}, include: f${at + 1} }`).join(', ');
    const { report } = exportTree(
      flows((at) => (at === 15 ? LEFT_OUT : more(at)), 16),
      'x',
      'postman',
    );
    expect(report.length).toBeLessThan(110_000);
    expect(reportLines(report).slice(-2)).toEqual([
      'not carried: steps x',
      '  More than 100000 steps, with those of included flows and loops: the rest is left out.',
    ]);
  });

  it('flows in a circle are left out where they would begin again', () => {
    const circle = (at: number) => `${LEFT_OUT}, { name: Again, include: f${(at + 1) % 2} }`;
    const { report } = exportTree(flows(circle, 2), 'x', 'postman');
    expect(report.filter(({ name }) => name.endsWith('Left out'))).toHaveLength(2);
    expect(reportLines(report).slice(-2)).toEqual([
      'not carried: step Start / Again',
      '  The flow “f0” includes itself.',
    ]);
  });
});
