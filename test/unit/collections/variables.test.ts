/** Variables: which value wins, where it comes from, and how it is filled in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Circumstances, dynamicValue } from '../../../shared/collections/dynamic.ts';
import { FilledTooMuch, Filler, MissingVariables } from '../../../shared/collections/fill.ts';
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
  const filled = (work: (filler: Filler) => unknown) => {
    const filler = new Filler(scope, FRIDAY);
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
