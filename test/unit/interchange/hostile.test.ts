/** Files that nobody means well with: nothing throws, hangs, runs code or reaches another file, and every item is in the report. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOperationsFile, writeOperationsFile } from '../../../shared/collections/operations-file.ts';
import { treeOf } from '../../../shared/collections/tree.ts';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { FORMATS } from '../../../shared/interchange/model.ts';
import { listedUpdate } from '../../../shared/interchange/updating/listed.ts';
import { operationsIn } from '../../../shared/interchange/updating/operations.ts';
import { Update } from '../../../shared/interchange/updating/update.ts';
import { listingOf } from '../../support/listing.ts';
import { reportLines } from '../../support/outline.ts';

const encoder = new TextEncoder();
const imported = (text: string, path = 'file.json') => importFiles([{ path, bytes: encoder.encode(text) }]);
const importedJson = (value: unknown) => imported(JSON.stringify(value));

/** JSON whose members are named as in the formats, so that a reader finds other types than it expects. */
const KEYS = [
  'info',
  'item',
  'request',
  'url',
  'header',
  'body',
  'mode',
  'raw',
  'name',
  'variable',
  'auth',
  'event',
  'script',
  'exec',
  'key',
  'value',
  'type',
  'log',
  'entries',
  'pages',
  'headers',
  'postData',
  'text',
  'params',
  'openapi',
  'paths',
  'get',
  'post',
  'parameters',
  'schema',
  '$ref',
  'allOf',
  'requestBody',
  'content',
  'examples',
  'components',
  'resources',
  '_type',
  '_id',
  'parentId',
  'collection',
  'children',
  'environments',
  'data',
  'opencollection',
  'items',
  'http',
  'runtime',
  'assertions',
  'actions',
  'listen',
  'bearer',
  '__proto__',
  'constructor',
  'toString',
  'tags',
  'seq',
] as const;
const VALUES = [
  '3.1.0',
  'export',
  'request',
  'http',
  'test',
  'raw',
  'bearer',
  '{{x}}',
  '{{',
  '{% a %}',
  'https://a.example/v1/accounts',
  '#/paths',
  'POST',
  '\ud800',
] as const;

const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(...VALUES, null, true, 0, -1, 1e308),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie('any')), { maxLength: 6 })
      .map((pairs) => Object.fromEntries(pairs)),
  ),
}));

const START: readonly object[] = [
  { info: { name: 'x' }, item: [] },
  { openapi: '3.0.0', paths: {} },
  { log: { entries: [] } },
  { _type: 'export', resources: [] },
  { type: 'collection.insomnia.rest/5.0' },
  { opencollection: '1.0.0' },
  { _postman_variable_scope: 'environment', values: [] },
];

describe('no import throws', () => {
  it('whatever the values of a file are', () => {
    const document = fc
      .tuple(fc.constantFrom(...START), any)
      .map(([start, more]) => ({ ...start, ...(more as object) }));
    fc.assert(
      fc.property(document, (value) => {
        expect(importedJson(value).tree.kind).toBe('folder');
      }),
      { numRuns: 2000 },
    );
  });

  it('whatever the bytes of a file are, in any format', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        'curl ',
        ' -H ',
        '"',
        "'",
        "$'",
        '\\',
        '\n',
        '#',
        '$(',
        '`',
        '{',
        '}',
        '[',
        'body:json {\n',
        'get {\n',
        '\n}\n',
        ': ',
        '- ',
        '&a ',
        '*a',
        '<<: ',
        '@file(x)',
        '>',
      ),
    );
    const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(null, ...FORMATS),
        fc.constantFrom('a.json', 'folder.yml'),
        (content, format, path) => {
          const { report } = importFiles([{ path, bytes: encoder.encode(content) }], format);
          expect(Array.isArray(report)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('whatever a script is', () => {
    const piece = fc.constantFrom(
      'pm.test(',
      '"a"',
      ', function () {',
      '});',
      '}',
      'pm.expect(',
      'pm.response.json()',
      '.a',
      '[0]',
      ')',
      '.to.eql(',
      '1',
      ';',
      '\n',
      'const x = ',
      'x',
      '=>',
      '`',
      "'",
      '/*',
      '//',
      'pm.environment.set("a", ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const script = pieces.join('');
        const { report } = importedJson({
          info: {},
          item: [
            { name: 'a', event: [{ listen: 'test', script: { exec: [script] } }], request: { url: '/a' } },
          ],
        });
        const isThere = report.some(({ kind }) => kind === 'test' || kind === 'script');
        expect(isThere).toBe(script.trim() !== '');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('no update throws', () => {
  it('whatever the earlier and the newer document are', () => {
    const document = any.map((more) => importedJson({ openapi: '3.0.0', paths: more }).tree);
    fc.assert(
      fc.property(document, document, fc.boolean(), (first, second, isKnown) => {
        const known = isKnown ? operationsIn(first) : null;
        const update = new Update({ tree: treeOf(listingOf(first)), known, document: second });
        const outcome = update.applied(
          () => true,
          (name) => `new ${name}`,
        );
        const files =
          outcome.known.length === 0 ? [] : readOperationsFile(writeOperationsFile(outcome.known));
        expect(files).toEqual(outcome.known);
        expect(listedUpdate(update.items).items).toHaveLength(update.items.length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('every item of the source is in the report, in order', () => {
  const leaf = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'nonsense'),
    url: fc.constantFrom('https://a.example/x', '', 'ftp://x/y', '{{base}}/v1/accounts'),
  });
  type Node = { folder: Node[] } | { method: string; url: string };
  const { nodes } = fc.letrec<{ nodes: Node[]; node: Node }>((tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 4 }),
    node: fc.oneof(
      { depthSize: 'small' },
      leaf,
      tie('nodes').map((folder) => ({ folder })),
    ),
  }));

  it('of Postman', () => {
    fc.assert(
      fc.property(nodes, (tree) => {
        const names: string[] = [];
        const itemsOf = (list: readonly Node[], above: string): object[] =>
          list.map((node) => {
            const name = `n${names.length}`;
            const path = above === '' ? name : `${above} / ${name}`;
            names.push(path);
            if ('folder' in node) return { name, item: itemsOf(node.folder, path) };
            return { name, request: { ...node, header: [{ key: 'a', value: 'b' }] } };
          });
        const { report } = importedJson({ info: { name: 'x' }, item: itemsOf(tree, '') });
        expect(
          report.filter(({ kind }) => kind === 'folder' || kind === 'request').map(({ name }) => name),
        ).toEqual(names);
        for (const { result, notes } of report)
          expect(result === 'carried' ? notes.length : notes.length > 0).toBe(
            result === 'carried' ? 0 : true,
          );
      }),
      { numRuns: 300 },
    );
  });
});

describe('names of prototypes', () => {
  it('are names like others, and change nothing', () => {
    const text =
      '{"info":{"name":"x"},"variable":[{"key":"__proto__","value":"v"},{"key":"constructor","value":"c"}],"item":[{"name":"__proto__","request":{"method":"POST","url":"/a?__proto__=1","header":[{"key":"__proto__","value":"h"},{"key":"constructor","value":"k"}],"body":{"mode":"raw","raw":"{\\"__proto__\\":{\\"admin\\":true}}"}}}]}';
    const { tree, report } = imported(text);
    expect(tree.settings.variables).toEqual({ proto__: 'v', constructor: 'c' });
    expect(stepsIn(tree)).toMatchObject([
      {
        name: '__proto__',
        request: { headers: { constructor: 'k' }, text: ['{"__proto__":{"admin":true}}'] },
      },
    ]);
    expect(Object.hasOwn({}, 'admin') || 'admin' in {}).toBe(false);
    expect(reportLines(report)).toContain('  "__proto__" is not a valid header name.');
  });
});
