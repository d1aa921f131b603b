/** JSONPaths of collections: which are allowed, and what they find. */
import { describe, expect, it, vi } from 'vitest';
import { baselineValues } from '../../../shared/collection/baseline-values.ts';
import { documentOf } from '../../../shared/collection/json-document.ts';
import { compileJsonPath, matchesOf } from '../../../shared/collection/json-path.ts';
import { type Outcome, valueOf } from '../../../shared/collection/source.ts';

const outcome = (text: string): Outcome => ({
  response: { status: 200, headers: [], text, time: 1, schema: 'yes', signature: 'yes', verdicts: [] },
  redirect: null,
});
const bodyValue = (path: string, text: string) => valueOf({ of: 'body', path }, outcome(text));

describe('a JSONPath of a collection', () => {
  it('gives each value with its own path', () => {
    const document = documentOf('{"accounts":[{"iban":"NO1"},{"iban":"NO2"}]}');
    const matches = typeof document === 'string' ? document : matchesOf('$.accounts[*].iban', document);
    expect(typeof matches === 'string' ? matches : matches.map((one) => [one.getPath(), one.value])).toEqual([
      ['$.accounts[0].iban', 'NO1'],
      ['$.accounts[1].iban', 'NO2'],
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

  it.each([
    ['$..*..*', 'more than once'],
    ['$..[?count($..*)>1]', 'start with "@"'],
    ['$..[?$..[?@.b==-1]]', 'start with "@"'],
    ['$[?$.a == @.a]', 'start with "@"'],
    ['$[?@..a]', 'start with "@"'],
    ['$[?!(@.a && (@.b || @.*))]', 'start with "@"'],
    ['$[?@[?@.a]]', 'start with "@"'],
    ['$[?count(@[*]) > 1]', 'start with "@"'],
    ['$[?length(value(@..a)) > 1]', 'start with "@"'],
    [`$${'[*,*]'.repeat(30)}`, 'again and again'],
    ['$[0,0]', 'again and again'],
    ['$[0,-1]', 'again and again'],
    ["$['a','a']", 'again and again'],
    ['$[0,?@.a]', 'again and again'],
    [`$..*${'[*]'.repeat(60)}`, '61 parts'],
    [`$[?${Array.from({ length: 60 }, () => '@.a').join('||')}]`, 'parts'],
  ])('may not be %s', (path, why) => {
    expect(compileJsonPath(path)).toEqual(expect.stringContaining(why));
    expect(bodyValue(path, '{}')).toEqual({ found: false, why: expect.stringContaining(why) });
  });

  const MANY = `{"a":[${'1,'.repeat(900_000)}1]}`;

  it('is not followed through hundreds of thousands of values, but to one place', () => {
    expect(bodyValue('$.a[*].b', MANY)).toEqual({ found: false, why: expect.stringContaining('100,000') });
    expect(bodyValue('$.a[-1]', MANY)).toEqual({ found: true, value: 1 });
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
    expect(baselineValues(body, ['$..id', '$.c', '$.b', '$[', '$..*..*'])).toEqual([
      ['$.a[0].x', '2'],
      ['$.ab', 'null'],
    ]);
    expect(baselineValues(body, ['$'])).toEqual([]);
    expect(baselineValues('1', [])).toEqual([['$', '1']]);
    expect(baselineValues('<html>', [])).toEqual([]);
  });

  it('is found where everything is volatile, and no more than 2,000 values where they are countless', () => {
    expect(baselineValues(`[${'{"b":1},'.repeat(300)}1]`, ['$[*].b'])).toEqual([['$[300]', '1']]);
    expect(baselineValues(`[${'1,'.repeat(900_000)}1]`, ['$..*'])).toHaveLength(2000);
  });
});
