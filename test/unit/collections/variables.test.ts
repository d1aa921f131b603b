/** Variables: which value wins, where it comes from, and how it is filled in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Circumstances, dynamicValue } from '../../../shared/collections/dynamic.ts';
import { assertionSchema } from '../../../shared/collections/assertion.ts';
import { captured } from '../../../shared/collections/capture.ts';
import {
  filledAssertions,
  filledCaptures,
  FilledTooMuch,
  Filler,
  MissingVariables,
  namesIn,
} from '../../../shared/collections/fill.ts';
import { judge } from '../../../shared/collections/judge.ts';
import { readable } from '../../../shared/requests/compose.ts';
import { type Origin, ORIGINS, Scope } from '../../../shared/collections/scope.ts';
import { MAX_FILLED_CHARS } from '../../../shared/limits.ts';

/** A Friday in Oslo. */
const FRIDAY: Circumstances = {
  now: Date.parse('2026-11-20T10:42:07+01:00'),
  newUuid: () => '4a1c1f0e-0000-4000-8000-000000000001',
};

const variable = (name: string, value: unknown, from: string | null = null) => ({
  name,
  value,
  secret: false,
  from,
});

describe('a computed variable', () => {
  it.each([
    ['$today', '2026-11-20'],
    ['$today+1', '2026-11-21'],
    ['$today-20', '2026-10-31'],
    ['$bankingDay', '2026-11-20'],
    ['$bankingDay+1', '2026-11-23'],
    ['$bankingDay-1', '2026-11-19'],
    ['$now', '2026-11-20T09:42:07.000Z'],
    ['$uuid', '4a1c1f0e-0000-4000-8000-000000000001'],
    ['$text', '4a1c1f0e'],
    ['$uuid+1', null],
    ['$today+', null],
    ['$today+9999', null],
    ['$today+4000', '2037-11-02'],
    ['$bankingDay+4000', '2042-09-25'],
    ['$constructor', null],
    ['$nothing', null],
  ])('%s is %s', (name, value) => {
    expect(dynamicValue(name, FRIDAY)).toBe(value);
  });
});

describe('a scope', () => {
  it('gives the value of the strongest origin, in whatever order they were added', () => {
    const all = ORIGINS.filter((origin) => origin !== 'computed');
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 1 }), (origins) => {
        const scope = origins.reduce((so, origin) => so.with(origin, [variable('a', origin)]), Scope.empty);
        const strongest = all.find((origin) => origins.includes(origin));
        expect(scope.get('a', FRIDAY)).toMatchObject({ value: strongest, origin: strongest });
        expect(scope.all()).toHaveLength(1);
      }),
    );
  });

  it('prefers the later of the same origin, and knows where it comes from', () => {
    const scope = Scope.empty
      .with('folder', [variable('a', 1, 'outer'), variable('b', 2, 'outer')])
      .with('folder', [variable('a', 3, 'inner')]);
    expect(scope.get('a', FRIDAY)).toMatchObject({ value: 3, from: 'inner' });
    expect(scope.all().map(({ name, value, from }) => [name, value, from])).toEqual([
      ['a', 3, 'inner'],
      ['b', 2, 'outer'],
    ]);
    expect(scope.get('c', FRIDAY)).toBeNull();
    expect(scope.get('$today', FRIDAY)?.origin satisfies Origin | undefined).toBe('computed');
  });
});

describe('filling in', () => {
  const scope = Scope.empty.with('capture', [
    variable('id', 'enc!!a/b'),
    variable('n', 12.5),
    variable('list', ['x']),
  ]);
  const amounts = scope.with('row', [
    variable('before', '1250.00'),
    variable('amount', '500.50'),
    variable('small', '0.10'),
    variable('huge', '9'.repeat(41)),
  ]);
  const filled = (work: (filler: Filler) => unknown, values = scope) => {
    const filler = new Filler(values, FRIDAY);
    const result = work(filler);
    filler.check();
    return result;
  };

  it('writes texts, paths and JSON values each in its own way', () => {
    expect(filled((f) => f.text('a {{id}} {{n}} {{list}} {{$today+1}}'))).toBe(
      'a enc!!a/b 12.5 ["x"] 2026-11-21',
    );
    expect(filled((f) => f.path('/v1/{{id}}/%7B%7Bid%7D%7D?on=%7B%7B%24today%7D%7D'))).toBe(
      '/v1/enc!!a%2Fb/enc!!a%2Fb?on=2026-11-20',
    );
    expect(filled((f) => f.json({ 'of {{id}}': ['{{n}}', 'n={{n}}', '{{list}}', 3, null, true] }))).toEqual({
      'of enc!!a/b': [12.5, 'n=12.5', ['x'], 3, null, true],
    });
  });

  it('asks for the value of a name once, unless it is made anew each time', () => {
    const asked: string[] = [];
    let uuids = 0;
    const values = {
      get: (name: string, now: Circumstances) => {
        asked.push(name);
        return scope.with('computed', [variable('uuid', `u${++uuids}`)]).get(name, now);
      },
    };
    const anew = { ...FRIDAY, newUuid: () => `n${++uuids}` };
    const filler = new Filler(values, anew);
    const template = '{{id}}{{$today}}{{$bankingDay+3}}{{nobody}}{{uuid}}{{$uuid}}{{$text}}{{$now}}';
    filler.text(template.repeat(3));
    filler.json([template, '{{n}}', '{{n}}']);
    const count = Object.fromEntries(asked.map((name) => [name, asked.filter((one) => one === name).length]));
    expect(count).toEqual({
      id: 1,
      n: 1,
      $today: 1,
      '$bankingDay+3': 1,
      nobody: 1,
      uuid: 4,
      $uuid: 4,
      $text: 4,
      $now: 4,
    });
    expect(filler.text('{{uuid}}') === filler.text('{{uuid}}')).toBe(false);
    expect(filler.text('{{$uuid}}') === filler.text('{{$uuid}}')).toBe(false);
    // Of another origin, the name is one like any other.
    const own = new Filler(
      { get: (name) => ({ ...variable(name, `${++uuids}`), origin: 'environment' }) },
      FRIDAY,
    );
    expect(own.text('{{uuid}}')).toBe(own.text('{{uuid}}'));
  });

  it('ends at a thousand names without a value, and names the first ones', () => {
    const names = Array.from({ length: 5000 }, (_, at) => `missing${at}`);
    let asked = 0;
    const nothing = {
      get: () => {
        asked++;
        return null;
      },
    };
    const template = names.map((name) => `{{${name}}}`).join('');
    const ways: ((filler: Filler) => unknown)[] = [
      (filler) => filler.text(template),
      (filler) => filler.path(template),
      (filler) => filler.json([template]),
      (filler) => filler.json({ [template]: 1 }),
    ];
    for (const way of ways) {
      asked = 0;
      expect(() => way(new Filler(nothing, FRIDAY))).toThrow(
        `The variables ${names.slice(0, 20).join(', ')} and others have no value.`,
      );
      expect(asked).toBe(1000);
    }
    const long = `a${'b'.repeat(100_000)}`;
    expect(new MissingVariables([long]).message.length).toBeLessThan(200);
  });

  it('names every variable without a value', () => {
    expect(() => filled((f) => [f.text('{{a}}'), f.json(['{{b}}', '{{a}}']), f.path('/{{c}}')])).toThrow(
      new MissingVariables(['a', 'b', 'c']),
    );
  });

  it('tells which variables it used', () => {
    const filler = new Filler(scope, FRIDAY);
    filler.text('{{id}}{{id}}{{n}}');
    expect(filler.used.map(({ name }) => name)).toEqual(['id', 'n']);
  });

  it.each<[template: string, value: unknown]>([
    ['{{before - amount}}', '749.50'],
    ['{{amount - before}}', '-749.50'],
    ['{{before - 0.5}} NOK', '1249.50 NOK'],
    ['{{small - small}}', '0.00'],
    ['{{amount * 3}}', '1501.50'],
    ['{{amount * 0.1 + n * 2}}', '75.050'],
    ['{{n + 1}}', 13.5],
    ['{{n - 0.5 - 2}}', 10],
    ['{{n -1}}', '{{n -1}}'],
  ])('calculates %s exactly', (template, value) => {
    expect(filled((f) => f.json(template), amounts)).toEqual(value);
  });

  it.each([
    ['{{$today - 1}}', '{{$today - 1}} cannot be calculated, because $today is not a decimal number.'],
    ['{{n - id}}', '{{n - id}} cannot be calculated, because id is not a decimal number.'],
    ['{{n - huge}}', '{{n - huge}} cannot be calculated, because huge is not a decimal number.'],
    ['{{n - nobody}}', 'The variable nobody has no value.'],
    ['{{1 - 1 - n - n-1}}', 'The variable n-1 has no value.'],
  ])('does not calculate %s: %s', (template, why) => {
    expect(() => filled((f) => f.json(template), amounts)).toThrow(why);
  });

  it('counts a calculation as its variables, also in a path', () => {
    expect([...namesIn('{{a - b * 2.5}} /%7B%7B%24today%2B1%7D%7D/%7B%7Bc%20-%20d%7D%7D {{e -f}}')]).toEqual([
      'a',
      'b',
      '$today+1',
      'c',
      'd',
    ]);
    const path = `/x?a=${encodeURIComponent('{{n - 0.5}}')}&b=${encodeURIComponent('{{$today+1}}')}&c={{n * 2}}`;
    expect(filled((f) => f.path(path))).toBe('/x?a=12&b=2026-11-21&c=25');
    expect(readable(path)).toBe('/x?a={{n - 0.5}}&b={{$today+1}}&c={{n * 2}}');
  });

  it.each([
    ['{{link}}', 'https://bank.example/v1/a%20b?c=d'],
    ['GET {{link}}/{{id}}', 'GET https://bank.example/v1/a%20b?c=d/enc!!a%2Fb'],
    ['GET /v1/{{link}}', 'GET /v1/https%3A%2F%2Fbank.example%2Fv1%2Fa%2520b%3Fc%3Dd'],
    ['%7B%7Blink%7D%7D', 'https://bank.example/v1/a%20b?c=d'],
  ])('leaves an address that begins the path as it is: %s', (template, value) => {
    const links = scope.with('capture', [variable('link', 'https://bank.example/v1/a%20b?c=d')]);
    expect(new Filler(links, FRIDAY).path(template)).toBe(value);
  });

  it('fills in sources and expectations, each in its own way', () => {
    const text = String.raw`a'b"c\d(e)`;
    const values = scope.with('row', [variable('a', text), variable('five', 5)]);
    const body = JSON.stringify({
      list: [
        { name: text, is: 1 },
        { name: 'x', is: 2 },
      ],
      said: `= ${text}`,
      [text]: 3,
      n: 5,
    });
    const response = { status: 200, headers: [['X-5', 'h'] as const], text: body, time: 1 };
    const outcome = {
      response: { ...response, schema: 'yes', signature: 'yes', verdicts: [] } as const,
      redirect: null,
    };
    const filler = new Filler(values, FRIDAY);
    const body$ = (path: string) => ({ of: 'body', path }) as const;
    const equal = (to: unknown) => ({ is: 'equal', to });
    const assertions = [
      { that: body$("$.list[?@.name=='{{a}}'].is"), must: equal([1]) },
      { that: body$('$.list[?@.name=="{{a}}"].is'), must: equal([1]) },
      { that: body$("$['{{a}}']"), must: equal(3) },
      { that: { of: 'header', name: 'x-{{five}}' }, must: equal('h') },
      { that: body$('$.n'), must: equal('{{five}}') },
      { that: body$('$.said'), must: { is: 'matching', pattern: '^= {{a}}$' } },
      { that: body$('$.list[*].is'), must: { is: 'every', must: [{ is: 'at-most', value: '{{five}}' }] } },
    ].map((one) => assertionSchema.parse(one));
    for (const one of filledAssertions(assertions, filler))
      expect(judge(one, outcome).text).not.toMatch(/^Expected/);
    const [kept] = filledCaptures(
      [{ as: 'is', from: body$("$.list[?@.name=='{{a}}'].is"), pick: 'first' }],
      filler,
    );
    expect(kept && captured([kept], outcome)).toEqual([{ name: 'is', value: 1 }]);
    filler.check();
    expect(assertionSchema.safeParse({ that: body$('$.list[{{five}}]'), must: equal(1) }).success).toBe(
      false,
    );
  });

  it('fills in the variables in a value that a person wrote', () => {
    const written = (name: string, value: unknown) => variable(name, value);
    const values = Scope.empty
      .with('environment', [written('c', '{{bank}}!'), written('n', 5)])
      .with('collection', [
        written('b', '{{c}} {{c}}'),
        written('circle', 'x{{round}}'),
        written('round', '{{b}}{{circle}}'),
      ])
      .with('folder', [written('a', '<{{b}}>'), written('same', '{{n}}'), written('list', [{ x: '{{n}}' }])])
      .with('given', [written('more', '{{a}} {{nobody}}')])
      .with('capture', [variable('bank', '{{a}}')]);
    const filler = () => new Filler(values, FRIDAY);
    expect(filler().text('{{a}}')).toBe('<{{a}}! {{a}}!>');
    expect(filler().json(['{{same}}', '{{list}}', '{{same + 1}}'])).toEqual([5, [{ x: 5 }], 6]);
    const missing = filler();
    missing.text('{{more}}');
    expect(() => missing.check()).toThrow('The variable nobody has no value.');
    expect(() => filler().text('{{circle}}')).toThrow(
      'The variables need each other, so they have no value: circle needs round, round needs circle.',
    );
    const deep = Array.from({ length: 30 }, (_, at) => written(`v${at}`, `{{v${at + 1}}}`));
    expect(() => new Filler(Scope.empty.with('folder', deep), FRIDAY).text('{{v0}}')).toThrow(
      "More than 20 variables are in each other's values.",
    );
    // Ten times ten times … as much as fits.
    const many = Array.from({ length: 15 }, (_, at) => written(`v${at}`, `{{v${at + 1}}}`.repeat(10)));
    const laughs = Scope.empty.with('folder', [...many, written('v15', 'ha')]);
    expect(() => new Filler(laughs, FRIDAY).text('{{v0}}')).toThrow(FilledTooMuch);
  });

  it('leaves a value that contains braces as it is', () => {
    const braces = Scope.empty.with('row', [variable('a', '{{b}}'), variable('b', 'never')]);
    expect(new Filler(braces, FRIDAY).text('{{a}}')).toBe('{{b}}');
    expect(new Filler(braces, FRIDAY).json({ x: '{{a}}' })).toEqual({ x: '{{b}}' });
  });

  it('fills in no more than a request may have, before anything is made of it', () => {
    const large = 'x'.repeat(1000);
    const twice = (value: unknown) => [value, value];
    // 40 lists in each other, each with the one before twice: a million million texts.
    const folded = Array.from({ length: 40 }).reduce<unknown>(twice, large);
    const values = Scope.empty.with('row', [
      variable('v', large),
      variable('folded', folded),
      variable('half', 'x'.repeat(MAX_FILLED_CHARS / 2)),
    ]);
    const filler = () => new Filler(values, FRIDAY);
    const often = '{{v}}'.repeat(MAX_FILLED_CHARS / 1000 + 1);
    expect(() => filler().text(often)).toThrow(FilledTooMuch);
    expect(() => filler().path(often)).toThrow(FilledTooMuch);
    expect(() => filler().json({ [often]: 1 })).toThrow(FilledTooMuch);
    expect(() => filler().json(['{{folded}}'])).toThrow(FilledTooMuch);
    expect(() => filler().text('{{folded}}')).toThrow(FilledTooMuch);
    const one = filler();
    expect(one.text('{{half}}') + one.text('{{half}}')).toHaveLength(MAX_FILLED_CHARS);
    // The values of one request count together.
    expect(() => one.text('{{v}}')).toThrow(FilledTooMuch);
  });

  it('changes nothing in values without variables', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (json) => {
        fc.pre(!JSON.stringify(json).includes('{{'));
        expect(new Filler(Scope.empty, FRIDAY).json(json)).toEqual(json);
      }),
    );
  });
});
