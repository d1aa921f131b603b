/** JSONPaths of collections: what they find. */
import { describe, expect, it, vi } from 'vitest';
import { baselineValues } from '../../../shared/collections/baseline.ts';
import {
  compileJsonPath,
  matchesOf,
  mayBeSlow,
  type Places,
  placesIn,
  documentOf,
} from '../../../shared/collections/json-path.ts';
import { type Outcome, valueOf } from '../../../shared/collections/source.ts';

const outcome = (text: string): Outcome => ({
  response: { status: 200, headers: [], text, time: 1, schema: 'yes', signature: 'yes', verdicts: [] },
  redirect: null,
});
const bodyValue = (path: string, text: string) => valueOf({ of: 'body', path }, outcome(text));

describe('a JSONPath of a collection', () => {
  it('gives each value with its own path', () => {
    const document = documentOf('{"accounts":[{"iban":"NO1"},{"iban":"NO2"}]}');
    const matches = typeof document === 'string' ? document : matchesOf('$.accounts[*].iban', document);
    expect(typeof matches === 'string' ? matches : matches).toEqual([
      { location: ['accounts', 0, 'iban'], value: 'NO1' },
      { location: ['accounts', 1, 'iban'], value: 'NO2' },
    ]);
  });

  it.each([
    '$',
    '$..iban',
    '$.a[*].b[0:3]',
    "$.a['x','y'][0,1]",
    "$.consents[?@.revokedAt == null && @['a b'][0].c != 'x'].id",
    '$.a[?length(@.list) > 2 || !@.b || count(@.c) == 1 || value(@.d) == 2]',
    "$[?@ == 'x']",
    `$${'.a'.repeat(400)}`,
  ])('may be %s', (path) => {
    expect(compileJsonPath(path)).not.toBeTypeOf('string');
  });

  it('may be slow if it may lead to several places', () => {
    expect(['$', '$.a[0].b', "$['a']", '$[-1]'].filter(mayBeSlow)).toEqual([]);
    const slow = ['$..a', '$.a[*]', '$[0:3]', '$[0,1]', '$[?@.a]'];
    expect(slow.filter(mayBeSlow)).toEqual(slow);
    expect(mayBeSlow('$[')).toBe(false);
  });

  it('has the places that are known, or the sentence that says why there are none', () => {
    const { response } = outcome('{"a":[{"b":1},{"b":2}]}');
    const known = (places: Places) =>
      valueOf(
        { of: 'body', path: '$..b' },
        { response: response && { ...response, places }, redirect: null },
      );
    expect(known(placesIn(response?.text ?? '', ['$..b']))).toEqual({ found: true, value: [1, 2] });
    expect(known(new Map([['$..b', 'It took too long.']]))).toEqual({
      found: false,
      why: 'It took too long.',
    });
    expect(placesIn('<html>', ['$..b'])).toEqual(new Map([['$..b', 'The body is not JSON.']]));
  });

  it('may select more values than a call has arguments', () => {
    const found = bodyValue('$.a[*]', `{"a":[${'1,'.repeat(99_000)}1]}`);
    expect(found.found && found.value).toHaveLength(99_001);
  });

  it('is followed through a deep body without a call in each call', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(bodyValue('$', deep)).toEqual({ found: false, why: expect.stringContaining('inside each other') });
  });

  it('reads a body that was parsed once for a response', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const one = outcome('{"a":1,"_links":{"x":{"href":"/y","verbs":["GET"]}}}');
    for (const path of ['$.a', '$.b', '$..a']) valueOf({ of: 'body', path }, one);
    valueOf({ of: 'error-code' }, one);
    expect(valueOf({ of: 'link', name: 'x' }, one)).toEqual({ found: true, value: '/y' });
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });
});

describe('what a baseline keeps of a response', () => {
  it('is every value by its path, without what is volatile and what is in that', () => {
    const body = '{"a":[{"id":1,"x":2},{"id":3}],"b":{},"c":[[]],"ab":null}';
    expect(baselineValues(body, [])).toEqual([
      ['$.a[0].id', '1'],
      ['$.a[0].x', '2'],
      ['$.a[1].id', '3'],
      ['$.b', '{}'],
      ['$.c[0]', '[]'],
      ['$.ab', 'null'],
    ]);
    expect(baselineValues(body, ['$..id', '$.c', '$.b', '$['])).toEqual([
      ['$.a[0].x', '2'],
      ['$.ab', 'null'],
    ]);
    expect(baselineValues(body, ['$'])).toEqual([]);
    expect(baselineValues('1', [])).toEqual([['$', '1']]);
    expect(baselineValues('<html>', [])).toEqual([]);
  });

  it('is found where everything is volatile, and no more than 2,000 values where they are countless', () => {
    expect(baselineValues(`[${'{"b":1},'.repeat(300)}1]`, ['$[*].b'])).toEqual([['$[300]', '1']]);
    expect(baselineValues(`[${'1,'.repeat(900_000)}1]`, [])).toHaveLength(2000);
  });
});
