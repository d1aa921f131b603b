/** YAML as the window writes it: in the style of a flow file, and changed without touching what stays. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { editedYaml } from '../../../shared/collections/yaml-edit.ts';
import { itemText, withItem, withoutItem } from '../../../shared/collections/yaml-items.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';

const FLOW = `# yaml-language-server: $schema=https://…/flow.schema.json
flow: Pay and settle      # left out: the file's name
about: What it shows, in Markdown.
variables: { amount: "1250.00" }
secret: [token]           # masked, wherever its value comes from
steps:
  - control: POST /control/reset     # an operator's act; skipped at a real bank
  - consent: Eirik Solbakken         # asks, opens the bank's page, shares all
  - name: List the accounts
    request: GET /v1/accounts?withBalance=true
    tags: [AIS-1]
    expect:
      status: 200
      signature: valid
      $.accounts[0].currency: NOK
      $.accounts[2]: absent
    keep:
      account: $.accounts[0].bban
  - name: Pay
    request: POST /v1/payments/domestic-norway-credit-transfers
    headers: { TPP-Redirect-Preferred: null } # null leaves a header out
    body:
      instructedAmount: { currency: NOK, amount: "{{amount}}" }
      debtorAccount: { bban: "{{account}}" }
      creditorAccount: { bban: "86011200003" }
      creditorName: Ingrid Haugen
      remittanceInformationUnstructured: Rent
    expect: 201   # short for { status: 201 }
    keep: { authorise: link startAuthorisation, state: link status }
  - request: POST {{authorise}}
  - sca: approve   # or abort; follows the latest scaRedirect
    as: Eirik Solbakken
  - name: It is settled
    request: GET {{state}}
    until: { expect: { $.transactionStatus: ACSC }, rounds: 5, between: { control: POST /control/batch } }
  - group: Refused
    each: { fault: [no-signature, no-date] }
    steps:
      - request: GET /v1/user
        fault: "{{fault}}"
`;

describe('a value is written in the style of a flow file', () => {
  test.each<[string, JsonValue, string]>([
    [
      'blocks, and a few scalars on one line',
      { steps: [{ name: 'Pay', keep: { a: 'link b', c: 1 }, tags: ['x'] }] },
      'steps:\n  - name: Pay\n    keep: { a: link b, c: 1 }\n    tags: [x]\n',
    ],
    ['more than four scalars', { tags: [1, 2, 3, 4, 5] }, 'tags:\n  - 1\n  - 2\n  - 3\n  - 4\n  - 5\n'],
    ['what would need quotes in braces only', { keep: { a: '$.a[0]' } }, 'keep:\n  a: $.a[0]\n'],
    ['nothing', { a: {}, b: [], c: null, d: '' }, 'a: {}\nb: []\nc: null\nd: ""\n'],
    [
      'texts that look like something else',
      ['1250.00', '0123', 'true', '~', 'no', '-1', '0x1f'],
      '- "1250.00"\n- "0123"\n- "true"\n- "~"\n- no\n- "-1"\n- "0x1f"\n',
    ],
    [
      'texts with signs',
      ['{{a}}', 'a: b', 'a #b', 'a:', '@a', 'a b: c', 'http://a'],
      '- "{{a}}"\n- "a: b"\n- "a #b"\n- "a:"\n- "@a"\n- "a b: c"\n- http://a\n',
    ],
    [
      'several lines',
      { a: 'b\n# c\n', d: 'e\n\nf', g: ' h\ni' },
      'a: |\n  b\n  # c\nd: |-\n  e\n\n  f\ng: |2-\n   h\n  i\n',
    ],
    [
      'lines that no block can keep',
      { a: 'b\n\n', c: '\nd', e: 'f\r\ng' },
      'a: "b\\n\\n"\nc: "\\nd"\ne: "f\\r\\ng"\n',
    ],
    ['a scalar alone', 'a', 'a\n'],
    ['a long text', { a: 'b '.repeat(80).trim() }, `a: ${'b '.repeat(80).trim()}\n`],
  ])('%s', (_what, value, text) => {
    expect(renderYaml(value)).toBe(text);
    expect(parse(text)).toEqual(value);
  });

  test('any value is read again as it was', () => {
    const signs = fc.constantFrom(
      ...' \n\t\r:#-?{}[],&*!|>\'"%@`\\01.e+~ab\u0085\u2028\ufeff\ud800'.split(''),
      '  ',
      '---',
      'null',
      'true',
      '.inf',
    );
    const text = fc.oneof(
      fc.array(signs, { maxLength: 6 }).map((all) => all.join('')),
      fc.constant('k'.repeat(1500)),
    );
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.constantFrom(true, null),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    }));
    const isSame = fc.property(value, (one) => {
      expect(parse(renderYaml(one))).toEqual(one);
    });
    fc.assert(isSame, { numRuns: 1000, seed: 39 });
  });
});

describe('a change is cut into the text', () => {
  test.each<[string, string, JsonValue, string]>([
    ['another order of fields', 'a: 1\nb: 2\n', { b: 2, a: 1 }, 'a: 1\nb: 2\n'],
    ['a scalar before a comment', 'a:  x   # why\nb: 1\n', { a: 'y', b: 1 }, 'a:  y   # why\nb: 1\n'],
    [
      'quotes that stay',
      `a: 'x'\nb: "x"\nc: x\n`,
      { a: "it's", b: 'y', c: '1' },
      `a: 'it''s'\nb: "y"\nc: "1"\n`,
    ],
    ['lines in place of a text', 'a: x # why\nb: 1\n', { a: 'y\nz\n', b: 1 }, 'a: | # why\n  y\n  z\nb: 1\n'],
    ['a text in place of lines', 'a: | # why\n  x\n  y\n\nb: 1\n', { a: 'z', b: 1 }, 'a: z # why\n\nb: 1\n'],
    [
      'a map in place of nothing',
      'a: # why\nb: 1\n',
      { a: { c: [{ d: 1 }] }, b: 1 },
      'a: # why\n  c:\n    - d: 1\nb: 1\n',
    ],
    ['nothing in place of a map', 'a: # why\n  c: 1\nb: 1\n', { a: null, b: 1 }, 'a: null # why\nb: 1\n'],
    [
      'a field that goes, with its comment',
      '# file\n\na: 1\n\n# apart\n\n# of b\nb:\n  c: 2\n  # in b\nd: 3\n',
      { a: 1, d: 3 },
      '# file\n\na: 1\n\n# apart\n\nd: 3\n',
    ],
    ['the first field, below what the file begins with', '# file\na: 1\nb: 2\n', { b: 2 }, '# file\nb: 2\n'],
    [
      'a field that comes',
      'a: 1 # a\n\n# of c\nc: 3\n',
      { a: 1, b: 2, c: 3 },
      'a: 1 # a\nb: 2\n\n# of c\nc: 3\n',
    ],
    ['a first field that comes', '# file\na: 1\n', { b: 2, a: 1 }, '# file\nb: 2\na: 1\n'],
    [
      'the first field behind a dash goes',
      '- a: 1 # a\n  # of b\n  b: 2\n',
      [{ b: 2 }],
      '- # of b\n  b: 2\n',
    ],
    ['a field before the first one behind a dash', '- a: 1 # a\n', [{ b: 2, a: 1 }], '- b: 2\n  a: 1 # a\n'],
    [
      'an item that moves with its comment',
      's:\n  # one\n  - a: 1 # x\n  - a: 2\n  - a: 3\n',
      { s: [{ a: 2 }, { a: 3 }, { a: 1 }] },
      's:\n  - a: 2\n  - a: 3\n  # one\n  - a: 1 # x\n',
    ],
    [
      'an item that moves and changes',
      's:\n- name: A # x\n  b: 1\n- name: B\n- name: C\n',
      { s: [{ name: 'B' }, { name: 'C' }, { name: 'A', b: 2 }] },
      's:\n- name: B\n- name: C\n- name: A # x\n  b: 2\n',
    ],
    [
      'an item that comes',
      's:\n    - a: 1\n    # two\n    - a: 2\n',
      { s: [{ a: 1 }, { b: { c: { d: 1 } } }, { a: 2 }] },
      's:\n    - a: 1\n    - b:\n        c: { d: 1 }\n    # two\n    - a: 2\n',
    ],
    ['the last item goes', 's:\n  - 1\n', { s: [] }, 's: []\n'],
    [
      'inside braces',
      'a: {b: 1,  "c": [ x, y ]} # why\n',
      { a: { b: 1, c: ['x', 'z, y', 'y'], d: null } },
      'a: {b: 1,  "c": [ x, "z, y", y ], d: null} # why\n',
    ],
    ['out of braces', 'a: { b: 1, c: 2, d: 3 }\n', { a: { c: 2 } }, 'a: { c: 2 }\n'],
    [
      'JSON as it is',
      'a: {\n  "b": 1,\n  "c": "x"\n}\n',
      { a: { b: 1, c: 'y', d: 'z' } },
      'a: {\n  "b": 1,\n  "c": "y",\n  "d": "z"\n}\n',
    ],
    [
      'lines in braces',
      'a: { b: 1, c: x } # why\n',
      { a: { b: 1, c: 'x\ny' } },
      'a: # why\n  b: 1\n  c: |-\n    x\n    y\n',
    ],
    [
      'too much in braces',
      'a: { b: 1 }\n',
      { a: { b: 1, c: 'x'.repeat(120) } },
      `a:\n  b: 1\n  c: ${'x'.repeat(120)}\n`,
    ],
    ['CRLF', 'a: 1\r\nb: 2\r\n', { a: 'x\ny\n', c: 3, b: 2 }, 'a: |\r\n  x\r\n  y\r\nc: 3\r\nb: 2\r\n'],
    ['a byte order mark, and no line break at the end', '\ufeffa: 1', { a: 1, b: 2 }, '\ufeffa: 1\nb: 2'],
    ['a head', '%YAML 1.2\n---\n# file\na: 1\n...\n', { a: 2 }, '%YAML 1.2\n---\n# file\na: 2\n...\n'],
    ['comments alone', '# file\n', { a: 1 }, '# file\na: 1\n'],
    ['no text', '', { a: 1 }, 'a: 1\n'],
    ['a text with a mistake', 'a: [', { a: 1 }, 'a: 1\n'],
    ['a map without braces', '[a: 1, b]\n', [{ a: 2 }, 'b'], '[{ a: 2 }, b]\n'],
    [
      'a key without a colon',
      'a: { b, c: 1 }\nd: 1 # d\n',
      { a: { b: 2, c: 1 }, d: 1 },
      'a: { b: 2, c: 1 }\nd: 1 # d\n',
    ],
  ])('%s', (_what, text, wanted, result) => {
    expect(editedYaml(text, wanted)).toBe(result);
    expect(parse(result)).toEqual(wanted);
  });

  test('each value of a flow', () => {
    const flow: JsonValue = parse(FLOW);
    const lines = FLOW.split('\n');
    for (const path of pathsOf(flow)) {
      const wanted = structuredClone(flow);
      const inner = path
        .slice(0, -1)
        .reduce<JsonMap>((value, step) => innerOf(value, step), innerOf({ wanted }, 'wanted'));
      inner[path.at(-1) ?? ''] = 'changed';
      const result = editedYaml(FLOW, wanted);
      expect(parse(result)).toEqual(wanted);
      const edited = result.split('\n');
      expect(edited.filter((line, at) => line !== lines[at]).length, String(path)).toBe(1);
      expect(edited.length).toBe(lines.length);
    }
  });

  test.each(['', ' # why'])('one step of two thousand', (comment) => {
    const steps = Array.from(
      { length: 2000 },
      (_, at) => `  - name: Step ${at}${comment}\n    request: GET /v1/user\n`,
    );
    const text = `flow: Long\nsteps:\n${steps.join('')}# end\ntags: [a]\n`;
    const wanted = parse(text);
    wanted.steps[1000].name = 'Other';
    wanted.tags.push('b');
    expect(editedYaml(text, wanted)).toBe(text.replace('Step 1000', 'Other').replace('[a]', '[a, b]'));
    const item = itemText(text, ['steps', 1500]);
    expect(item).toBe(`- name: Step 1500${comment}\n  request: GET /v1/user\n`);
    expect(withItem(withoutItem(text, ['steps', 1500]), ['steps'], 1500, item)).toBe(text);
  });
});

describe('an item is copied with its comments', () => {
  const text =
    'steps:\n  # one\n  - group: A # a\n    steps:\n      # two\n      - request: GET /b # b\n        # three\n        tags: [x]\n      - 1\n';
  const item = '# two\n- request: GET /b # b\n  # three\n  tags: [x]\n';

  test('as lines without indent', () => {
    expect(itemText(text, ['steps', 0, 'steps', 0])).toBe(item);
    expect(itemText(text.replaceAll('\n', '\r\n'), ['steps', 0, 'steps', 0])).toBe(item);
    expect(itemText('a: [1, { b: 2 }]\n', ['a', 1])).toBe('- b: 2\n');
    expect(itemText(text, ['steps', 7])).toBe('');
  });

  test.each<[string, string, (string | number)[], number, string]>([
    [
      'before the first one',
      'a:\n  # x\n  - 1\n',
      ['a'],
      0,
      'a:\n  # two\n  - request: GET /b # b\n    # three\n    tags: [x]\n  # x\n  - 1\n',
    ],
    [
      'after the last one',
      'a:\n- 1 # x\n',
      ['a'],
      1,
      'a:\n- 1 # x\n# two\n- request: GET /b # b\n  # three\n  tags: [x]\n',
    ],
    [
      'in an empty list',
      'a: [] # x\nb: 1\n',
      ['a'],
      0,
      'a: # x\n  # two\n  - request: GET /b # b\n    # three\n    tags: [x]\nb: 1\n',
    ],
    [
      'in a list that is not there',
      'b: 1 # x\n',
      ['a'],
      0,
      'b: 1 # x\na:\n  # two\n  - request: GET /b # b\n    # three\n    tags: [x]\n',
    ],
    ['in brackets', 'a: [1]\n', ['a'], 1, 'a: [1, { request: GET /b, tags: [x] }]\n'],
  ])('and inserted %s', (_where, into, path, at, result) => {
    expect(withItem(into, path, at, item)).toBe(result);
    expect(withItem(into.replaceAll('\n', '\r\n'), path, at, item)).toBe(result.replaceAll('\n', '\r\n'));
  });

  test('and removed', () => {
    expect(withoutItem(text, ['steps', 0, 'steps', 0])).toBe(
      'steps:\n  # one\n  - group: A # a\n    steps:\n      - 1\n',
    );
    expect(withoutItem('a:\n  # x\n  - 1\n  # y\n  - 1\n', ['a', 0])).toBe('a:\n  # y\n  - 1\n');
    expect(withoutItem('a:\n  - 1\nb: 1\n', ['a', 0])).toBe('a: []\nb: 1\n');
  });
});

describe('a document with random comments, one place of which changes', () => {
  test('reads as wanted, and is the same but for the lines of that place', () => {
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const written = new Written(gen);
        const { wanted, from, to } = changed(gen, written);
        const result = editedYaml(written.text, wanted);
        expect(parse(result)).toEqual(wanted);
        const [head, tail] = [written.text.slice(0, from), written.text.slice(to)];
        const inside = result.slice(head.length, Math.max(head.length, result.length - tail.length));
        expect(result).toBe(`${head}${inside}${tail}`);
      }),
      { numRuns: 1000, seed: 39, endOnFailure: true },
    );
  });
});

type JsonMap = { [name: string]: JsonValue };
type Gen = fc.GeneratorValue;
type Path = readonly (string | number)[];
type Lines = { readonly path: Path; readonly from: number; to: number; readonly isBehindDash: boolean };

/** A document that somebody might have written, and where the values in it are. */
class Written {
  readonly value: JsonValue;
  readonly places: Lines[] = [];
  private readonly lines: string[] = [];
  private readonly gen: Gen;
  private readonly lineBreak: string;
  private readonly indent: number;
  private readonly listIndent: number;
  private texts = 0;

  constructor(gen: Gen) {
    this.gen = gen;
    this.lineBreak = this.among(['\n', '\n', '\r\n']);
    this.indent = this.among([2, 2, 4]);
    this.listIndent = this.among([0, 2, 2]);
    if (this.isSo()) this.lines.push('# yaml-language-server: none', '');
    this.value = this.map([], 0, 3);
    if (this.isSo()) this.lines.push('# the end');
  }

  get text(): string {
    return this.lines.map((line) => `${line}${this.lineBreak}`).join('');
  }

  /** Where a line begins in the text. */
  offset(line: number): number {
    return this.lines.slice(0, line).reduce((sum, one) => sum + one.length + this.lineBreak.length, 0);
  }

  among<T>(values: readonly T[]): T {
    return this.gen(fc.constantFrom<T[]>, ...values);
  }

  isSo(): boolean {
    return this.gen(fc.boolean);
  }

  /** A value that is nowhere else. */
  scalar(): string | number {
    const number = ++this.texts;
    return this.among([
      number,
      `text ${number}`,
      `GET /v1/${number}?a=b`,
      `"{{name${number}}}"`,
      `${number}.00`,
      `a: ${number}`,
    ]);
  }

  private map(path: Path, column: number, depth: number, first = ' '.repeat(column)): JsonValue {
    const names = this.gen(
      fc.subarray<string>,
      ['name', 'request', 'body', '$.a[0]', 'steps', '01', 'expect'],
      { minLength: 1 },
    );
    const fields: [string, JsonValue][] = [];
    for (const [at, name] of names.entries()) {
      if (at > 0 || (path.length > 0 && first.trim() === '')) this.between(column);
      const start = `${at === 0 ? first : ' '.repeat(column)}${/^\d/.test(name) ? `"${name}"` : name}:`;
      fields.push([name, this.entry([...path, name], start, column, depth, at === 0 && first.trim() !== '')]);
    }
    return Object.fromEntries(fields);
  }

  private list(path: Path, column: number, depth: number): JsonValue {
    return Array.from({ length: this.gen(fc.integer, { min: 1, max: 4 }) }, (_, at) => {
      this.between(column);
      const start = `${' '.repeat(column)}-`;
      const item = [...path, at];
      if (depth === 0 || this.gen(fc.integer, { min: 0, max: 3 }) === 0)
        return this.entry(item, start, column, 0);
      const place = this.begin(item);
      const value = this.map(item, column + 2, depth - 1, `${start} `);
      place.to = this.lines.length;
      return value;
    });
  }

  private begin(path: Path, isBehindDash = false): Lines {
    let from = this.lines.length;
    if (!isBehindDash) while (/^\s*#/.test(this.lines[from - 1] ?? '')) from--;
    const place = { path, from, to: from, isBehindDash };
    this.places.push(place);
    return place;
  }

  private entry(path: Path, start: string, column: number, depth: number, isBehindDash = false): JsonValue {
    const place = this.begin(path, isBehindDash);
    const value = this.valueBehind(path, start, column, depth);
    place.to = this.lines.length;
    return value;
  }

  private valueBehind(path: Path, start: string, column: number, depth: number): JsonValue {
    const comment = this.among(['', '', '', ' # why', '   # "why": {']);
    const number = this.texts++;
    const kind = this.gen(fc.integer, { min: 0, max: depth > 0 ? 12 : 7 });
    const line = (text: string): void => void this.lines.push(`${start} ${text}${comment}`);
    if (kind === 0) {
      this.lines.push(
        `${start} |${comment}`,
        `${' '.repeat(column + 3)}# one ${number}`,
        '',
        `${' '.repeat(column + 3)}two`,
      );
      return `# one ${number}\n\ntwo\n`;
    }
    if (kind === 1) {
      line(`{a: ${number},  "b": 'x y' }`);
      return { a: number, b: 'x y' };
    }
    if (kind === 2) {
      line(`[ ${number}, { c: d } ]`);
      return [number, { c: 'd' }];
    }
    if (kind === 3) {
      this.lines.push(
        `${start} {`,
        `${' '.repeat(column + 2)}"a": ${number},`,
        `${' '.repeat(column + 2)}"b": [1, "2"]`,
        `${' '.repeat(column + 1)}}${comment}`,
      );
      return { a: number, b: [1, '2'] };
    }
    if (kind === 4) {
      line(`'it''s ${number}'`);
      return `it's ${number}`;
    }
    if (kind === 5 && typeof path.at(-1) === 'string') {
      this.lines.push(`${start}${comment}`);
      return null;
    }
    if (kind < 9) {
      const value = this.scalar();
      line(JSON.stringify(value));
      return value;
    }
    this.lines.push(`${start}${comment}`);
    return kind < 11
      ? this.list(path, column + this.listIndent, depth - 1)
      : this.map(path, column + this.indent, depth - 1);
  }

  /** Comments and blank lines between two entries. */
  private between(column: number): void {
    const blanks = ' '.repeat(column);
    this.lines.push(
      ...this.among([
        [],
        [],
        [],
        [''],
        [`${blanks}# note`],
        ['', `${blanks}# a`, `${blanks}#b`],
        [`${blanks}# apart`, ''],
      ]),
    );
  }
}

/** One change of a value, and the only piece of the text that may change with it. */
function changed(gen: Gen, written: Written): { wanted: JsonValue; from: number; to: number } {
  const { text, places } = written;
  const place = gen(fc.constantFrom<Lines[]>, ...places);
  const { path } = place;
  const wanted = structuredClone(written.value);
  const parent = path
    .slice(0, -1)
    .reduce<JsonMap>((value, step) => innerOf(value, step), innerOf({ wanted }, 'wanted'));
  const key = path.at(-1) ?? '';
  const [from, to] = [written.offset(place.from), written.offset(place.to)];
  const around = places.find((one) => one.path.join('/') === path.slice(0, -1).join('/'));
  const [listFrom, listTo] = around
    ? [written.offset(around.from), written.offset(around.to)]
    : [0, text.length];
  const size = Object.keys(parent).length;
  const isFirst = Object.keys(parent)[0] === String(key);
  const news = gen(
    fc.constantFrom<JsonValue[]>,
    'new',
    'two\nlines',
    '0123',
    7,
    null,
    [],
    {},
    { a: 'b: c', d: [{ e: 1, f: 'x\n' }] },
    ['x', 'y'],
  );
  const how = gen(fc.constantFrom<string[]>, 'set', 'remove', 'after', 'first', 'inside', 'move');
  const old = parent[key];
  if (
    how === 'inside' &&
    isObject(old) &&
    Object.keys(old).length > 0 &&
    !places.some((one) => one.path.length > path.length && path.every((step, at) => step === one.path[at]))
  ) {
    const inner = Object.keys(old)[0] ?? '';
    const does = gen(fc.constantFrom<string[]>, 'set', 'add', 'remove');
    if (Array.isArray(old)) {
      if (does === 'set') old[0] = news;
      else if (does === 'add') old.push(news);
      else old.shift();
    } else if (does === 'set') old[inner] = news;
    else if (does === 'add') old['added'] = news;
    else delete old[inner];
    return { wanted, from, to };
  }
  if (how === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    if (size === 1) return { wanted, from: listFrom, to: listTo };
    return { wanted, from, to: place.isBehindDash ? to + text.slice(to).search(/\S/) : to };
  }
  if (how === 'after') {
    if (Array.isArray(parent)) parent.splice(Number(key) + 1, 0, news);
    else insertField(parent, 'added', news, String(key));
    return { wanted, from: to, to };
  }
  if (how === 'first' && isFirst) {
    if (Array.isArray(parent)) parent.unshift(news);
    else insertField(parent, 'added', news);
    const at = place.isBehindDash ? from + text.slice(from).search(/[^\s-]/) : from;
    return { wanted, from: at, to: at };
  }
  if (how === 'move' && Array.isArray(parent)) {
    const at = gen(fc.integer, { min: 0, max: size - 1 });
    parent.splice(at, 0, ...parent.splice(Number(key), 1));
    return { wanted, from: listFrom, to: listTo };
  }
  parent[key] = news;
  return { wanted, from, to };
}

function insertField(
  map: { [name: string]: JsonValue },
  key: string,
  value: JsonValue,
  behind?: string,
): void {
  const fields = Object.entries(map);
  for (const [name] of fields) delete map[name];
  fields.splice(fields.findIndex(([name]) => name === behind) + 1, 0, [key, value]);
  Object.assign(map, Object.fromEntries(fields));
}

/** A map or a list, read as a map. */
function innerOf(value: JsonMap, key: string | number): JsonMap {
  const inner = value[key];
  if (!isObject(inner)) throw new Error(`${key} has nothing in it.`);
  return inner;
}

function isObject(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null;
}

/** The paths of all scalars in a value. */
function pathsOf(value: JsonValue, path: Path = []): Path[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}
