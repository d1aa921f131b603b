/** The files of a collection: what is written is read again, and written again it is the same text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFolderFile, writeFolderFile } from '../../../shared/collections/folder-file.ts';
import { composedOfStep, requestStep, stepOfComposed } from '../../../shared/collections/request-step.ts';
import { readStepFile, schemaNamed, writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { allOf, foldersAround, treeOf } from '../../../shared/collections/tree.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';

const texts = fc.dictionary(fc.stringMatching(/^[a-z-]{1,8}$/), fc.string());
/** JSON whose text says all of it: no minus zero, and no name that JavaScript reserves. */
const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.stringify(value, null, 2))
  .filter((text) => !text.includes('__proto__'));
const body = fc.oneof(
  json,
  fc.string({ unit: fc.constantFrom('a', '\n', '"', 'ø', '\r', '{', '}', '1', '.') }),
);
const composed: fc.Arbitrary<ComposedRequest> = fc.record({
  operation: fc.string(),
  params: texts,
  query: texts,
  headers: texts,
  body,
  fault: fc.option(fc.string()),
  line: fc.option(fc.constantFrom('GET /v1/nowhere', 'PUT /v1/a?b={{c}}')),
  raw: fc.constant(null),
});
const name = fc.stringMatching(/^[^\s\0](?:.{0,60}[^\s\0])?$/);
const read = (text: string): Step => {
  const step = readStepFile(text);
  if (typeof step === 'string') throw new Error(step);
  return step;
};

describe('a step that sends a request', () => {
  it('is read as it was written, byte for byte in its body', () => {
    fc.assert(
      fc.property(name, composed, (called, request) => {
        const step = read(writeStepFile(requestStep(called, request), null));
        expect(step.name).toBe(called.trim());
        expect(composedOfStep(step.request ?? stepOfComposed({ ...request, operation: 'lost' }))).toEqual(
          request,
        );
      }),
    );
  });
  it('is written again as the same text, whatever the order of its values', () => {
    fc.assert(
      fc.property(name, composed, (called, request) => {
        const text = writeStepFile(requestStep(called, request), null);
        expect(writeStepFile(read(text), null)).toBe(text);
        const turned = {
          ...request,
          headers: Object.fromEntries(Object.entries(request.headers).toReversed()),
        };
        expect(writeStepFile(requestStep(called, turned), null)).toBe(text);
      }),
    );
  });
  it.each([
    ['JSON as the editor indents it', '{\n  "a": 1\n}', { json: { a: 1 } }],
    ['JSON in one line', '{"a":1}', { text: ['{"a":1}'] }],
    ['a number that JavaScript writes otherwise', '{\n  "a": 1.10\n}', { text: ['{', '  "a": 1.10', '}'] }],
    ['a name twice', '{\n  "a": 1,\n  "a": 2\n}', { text: ['{', '  "a": 1,', '  "a": 2', '}'] }],
    ['a name that is reserved', '{\n  "__proto__": 1\n}', { text: ['{', '  "__proto__": 1', '}'] }],
    ['nothing', '', {}],
  ])('keeps %s', (_, text, stored) => {
    const step = stepOfComposed({ ...composedOfStep(requestOfNothing), body: text });
    expect(step).toEqual({ ...requestOfNothing, ...stored });
    expect(composedOfStep(read(writeStepFile({ name: 'a', request: step }, null)).request ?? step).body).toBe(
      text,
    );
  });
  it('keeps a body that is nested too deep for a schema as text', () => {
    for (const depth of [150, 195, 196, 197, 198, 250, 3000]) {
      const value: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
      const request = { ...composedOfStep(requestOfNothing), body: JSON.stringify(value, null, 2) };
      const step = read(writeStepFile(requestStep('deep', request), null));
      expect(composedOfStep(step.request ?? requestOfNothing).body).toBe(request.body);
    }
  });
});

const requestOfNothing = { operation: 'x', params: {}, query: {}, headers: {}, fault: null };

describe('a step of any kind', () => {
  const steps: Step[] = [
    { name: 'Approve', sca: { psu: '{{psu}}', decision: 'approve', accounts: ['1'] }, order: 2 },
    { name: 'Settle', control: { method: 'POST', path: '/control/batch', json: {} }, tags: ['SIG-10'] },
    { name: 'Prepare', include: { folder: 'Common/Consent', variables: { psu: '1' } }, skip: 'not now' },
    { name: 'Wait', pause: 100 },
    { name: 'Another session', session: '2' },
  ];
  it.each(steps)('$name is read as it was written, and written again as the same text', (step) => {
    const text = writeStepFile(step, '../step.schema.json');
    expect(read(text)).toEqual(step);
    expect(schemaNamed(text)).toBe('../step.schema.json');
    expect(writeStepFile(read(text), schemaNamed(text))).toBe(text);
  });
});

it('a file that starts with a byte order mark is read', () => {
  expect(read(`\uFEFF${writeStepFile({ name: 'Wait', pause: 1 }, null)}`).name).toBe('Wait');
});

it.each([
  ['{"version":2,"name":"a","request":{"operation":"x","json":{"__proto__":1}}}', '“__proto__”'],
  ['{"version":2,"name":"a","request":{"operation":"x","json":1,"text":["1"]}}', 'json or text, not both'],
  ['{"version":2,"name":"a","pause":1,"sca":{"psu":"1","decision":"abort"}}', 'exactly one of'],
  ['{"version":2,"name":"a","pause":1,"assert":[]}', 'cannot have assert, which is unknown here.'],
])('%s is refused with a sentence', (text, sentence) => {
  expect(readStepFile(text)).toContain(sentence);
});

describe('the file of a folder', () => {
  it('is read as it was written, and written again as the same text', () => {
    const settings = fc.record({
      name: fc.option(fc.stringMatching(/^[a-zæøå]{1,20}$/), { nil: undefined }),
      order: fc.option(fc.integer(), { nil: undefined }),
      variables: fc.dictionary(
        fc.stringMatching(/^[A-Za-z][\w.-]{0,8}$/),
        json.map((text) => JSON.parse(text)),
      ),
      secret: fc.array(fc.constantFrom('token', 'pin')),
      volatile: fc.array(fc.constantFrom('$.id', '$..date')),
    });
    fc.assert(
      fc.property(settings, (one) => {
        const text = writeFolderFile(one, null);
        const again = readFolderFile(text);
        if (typeof again === 'string') throw new Error(again);
        expect(again).toEqual(one);
        expect(writeFolderFile(again, null)).toBe(text);
      }),
    );
  });
  it.each([
    ['{"version":9}', 'The file has version 9; this workbench reads versions up to 1.'],
    ['{"version":1,"variables":{"1x":1}}', 'starts with a letter'],
    ['nothing', 'The file is not valid JSON: '],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(readFolderFile(text)).toContain(sentence);
  });
});

it('a tree is in the order of its numbers, then of its names, folders and steps alike', () => {
  const step = (path: string, order?: number) => ({
    path,
    folder: path.split('/').slice(0, -1).join('/'),
    name: path.split('/').at(-1) ?? '',
    step: { name: path, pause: 1, ...(order === undefined ? {} : { order }) },
    damage: null,
    fingerprint: '',
  });
  const settings = { variables: {}, secret: [], volatile: [] };
  const folder = (path: string, order: number, name: string) => ({
    path,
    isCollection: false,
    fromOpenApi: false,
    settings: { ...settings, order, name },
    damage: null,
    unreadable: null,
    documentation: null,
    fingerprint: '',
  });
  const tree = treeOf({
    entries: [step('c'), step('b'), step('z', 1), step('in/deep/er', 3)],
    folders: [folder('in', 2, 'Shown')],
  });
  expect(Array.from(allOf(tree), ({ path }) => path)).toEqual([
    '',
    'z',
    'in',
    'in/deep',
    'in/deep/er',
    'b',
    'c',
  ]);
  expect(tree.children[1]?.name).toBe('Shown');
  expect(foldersAround('in/deep/er')).toEqual(['', 'in', 'in/deep']);
});
