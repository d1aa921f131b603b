/** SIG-14: the search for the text that was signed, in the order of how common mistakes are, and its bounds. */
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../shared/node/crypto.ts';
import { causeOf } from '../../../shared/signing/causes/cause.ts';
import {
  searchText,
  lines,
  type Hypothesis,
  correctCandidate,
  set,
  type Slot,
} from '../../../shared/signing/causes/search.ts';

const right = correctCandidate(['a', 'b'], {
  method: 'GET',
  target: '/',
  header: (name) => name.toUpperCase(),
});
const RIGHT = 'a: A\nb: B';

/** A mistake that appends a text, whichever slot it has. */
const appends = (rarity: Hypothesis['rarity'], text: string, slot: Slot = `value:${text}`): Hypothesis => ({
  slot,
  cause: causeOf('text-at-end', text),
  rarity,
  change: (candidate) => ({ ...candidate, after: candidate.after + text }),
});

/** The texts in the order in which they are asked for, and the result. */
function asked(
  mistakes: readonly Hypothesis[],
  wanted: string | null = null,
  limits?: { texts: number; chars: number },
) {
  const texts: string[] = [];
  const matches = (text: string) => {
    texts.push(text.replace(RIGHT, ''));
    return text === wanted;
  };
  const result = searchText(right, mistakes, { matches, hash: hashText, name: 'SHA-256' }, limits);
  return { texts, ...result, details: result.found?.causes.map(({ detail }) => detail) ?? null };
}

describe('SIG-14: the order of the search', () => {
  it('the right text comes first, then single mistakes from common to rare, then two of them', () => {
    const { texts, found, tried, cut } = asked([
      appends(4, 'w'),
      appends(3, 'x'),
      appends(2, 'y'),
      appends(2, 'Y'),
      appends(1, 'z'),
      appends(1, 'Z'),
    ]);
    const singles = ['', 'z', 'Z', 'y', 'Y', 'x', 'w'];
    expect(texts).toEqual([...singles, 'zZ', 'zy', 'zY', 'Zy', 'ZY', 'zx', 'Zx', 'yY']);
    expect({ found, tried, cut }).toEqual({ found: null, tried: 15, cut: false });
  });
  it('ends with the first text that matches, and names what led to it', () => {
    const mistakes = [appends(1, 'a'), appends(2, 'b'), appends(2, 'c')];
    expect(asked(mistakes, RIGHT)).toMatchObject({ tried: 1, details: [], found: { text: RIGHT } });
    expect(asked(mistakes, `${RIGHT}b`)).toMatchObject({ tried: 3, details: ['b'] });
    expect(asked(mistakes, `${RIGHT}ac`)).toMatchObject({
      tried: 6,
      details: ['a', 'c'],
      found: { text: `${RIGHT}ac` },
    });
  });
  it('two mistakes in the same place cannot both have happened', () => {
    const mistakes = [appends(1, 'a', 'after'), appends(1, 'b', 'after'), appends(1, 'c', 'before')];
    expect(asked(mistakes).texts).toEqual(['', 'a', 'b', 'c', 'ac', 'bc']);
  });
});

describe('SIG-14: two mistakes happen in the order in which a client makes them', () => {
  const SLOTS: readonly Slot[] = [
    'lines',
    'value:a',
    'path',
    'names',
    'order',
    'separator',
    'after',
    'encode',
  ];
  it.each(SLOTS.slice(1).map((slot, at) => [SLOTS[at] ?? slot, slot] as const))(
    '%s before %s, in whichever order they are tried',
    (earlier, later) => {
      const [one, other] = [appends(1, '1', earlier), appends(1, '2', later)];
      for (const mistakes of [
        [one, other],
        [other, one],
      ])
        expect(asked(mistakes, `${RIGHT}12`)).toMatchObject({ details: ['1', '2'] });
    },
  );
  it.each([
    ['whole', 'lines'],
    ['method', 'path'],
    ['path', 'target-name'],
    ['separator', 'joiner'],
    ['before', 'after'],
    ['encode', 'wrap'],
  ] as const)('%s and %s in the order in which they are tried', (one, other) => {
    const both = [appends(1, '1', one), appends(1, '2', other)];
    const expected = one === 'whole' ? null : ['1', '2'];
    expect(asked(both, `${RIGHT}12`).details).toEqual(expected);
    expect(asked(both.toReversed(), `${RIGHT}21`).details).toEqual(expected?.toReversed() ?? null);
  });
});

describe('SIG-14: a text that does not consist of lines', () => {
  const whole: Hypothesis = {
    slot: 'whole',
    cause: causeOf('word-signed', 'word'),
    rarity: 1,
    change: set('whole', 'word'),
  };
  it.each(['before', 'after', 'encode', 'wrap'] as const)('can have a mistake of %s', (slot) => {
    for (const mistakes of [
      [whole, appends(1, '!', slot)],
      [appends(1, '!', slot), whole],
    ])
      expect(asked(mistakes, 'word!').details).toEqual(['word', '!']);
  });
  it.each([
    'lines',
    'value:a',
    'method',
    'path',
    'target-name',
    'names',
    'order',
    'separator',
    'joiner',
  ] as const)('has none of %s', (slot) => {
    for (const mistakes of [
      [whole, appends(1, '!', slot)],
      [appends(1, '!', slot), whole],
    ])
      expect(asked(mistakes, 'word!').found).toBeNull();
  });
});

describe('SIG-14: the bounds of the search', () => {
  const many = Array.from({ length: 20 }, (_, at) => appends(1, `${at}`));
  it('so many texts', () => {
    expect(asked(many, null, { texts: 5, chars: 1e6 })).toMatchObject({ tried: 5, cut: true, found: null });
    expect(asked(many, null, { texts: 212, chars: 1e6 })).toMatchObject({ tried: 211, cut: false });
    expect(asked(many, null, { texts: 211, chars: 1e6 })).toMatchObject({ tried: 211, cut: true });
    expect(asked([], null, { texts: 1, chars: 1e6 })).toMatchObject({ tried: 1, cut: true });
  });
  it('so many chars of them together', () => {
    const same = Array.from({ length: 9 }, (_, at) => appends(1, '', `value:${at}`));
    expect(asked(same, null, { texts: 100, chars: 3 * RIGHT.length })).toMatchObject({ tried: 4, cut: true });
    expect(asked(same, null, { texts: 100, chars: 3 * RIGHT.length - 1 })).toMatchObject({ tried: 3 });
  });
  it('by default 8000 texts of 3,000,000 chars', () => {
    const rare = Array.from({ length: 9000 }, (_, at) => appends(4, '', `value:${at}`));
    expect(asked(rare)).toMatchObject({ tried: 8000, cut: true });
    const long = appends(4, 'x'.repeat(1_000_000));
    expect(asked([long, long, long, long])).toMatchObject({ tried: 4, cut: true });
    const most = 3_000_000 - 2 * RIGHT.length;
    expect(asked([appends(1, 'x'.repeat(most))])).toMatchObject({ tried: 2, cut: false });
    expect(asked([appends(1, 'x'.repeat(most + 1))])).toMatchObject({ tried: 2, cut: true });
  });
});

it('SIG-14: the hash of the signature is that which a mistake uses', () => {
  const wrap: Hypothesis = {
    slot: 'wrap',
    cause: causeOf('hash-in-hex'),
    rarity: 1,
    change: set('wrap', (text, hash) => hash(text)),
  };
  const wanted = hashText('SHA-1', RIGHT);
  const question = { matches: (text: string) => text === wanted, hash: hashText };
  expect(searchText(right, [wrap], { ...question, name: 'SHA-1' }).found).toEqual({
    causes: [causeOf('hash-in-hex')],
    text: RIGHT,
  });
  expect(searchText(right, [wrap], { ...question, name: 'SHA-256' }).found).toBeNull();
});

it('SIG-7, SIG-14: the right text has the listed headers that were sent', () => {
  const sent = new Map([
    ['a', ' A '],
    ['b', ''],
  ]);
  const message = { method: 'PoST', target: '/x?y', header: (name: string) => sent.get(name) };
  const candidate = correctCandidate(['a', '(request-target)', 'c', 'b'], message);
  expect(candidate).toEqual({
    lines: [
      { name: 'a', label: 'a', value: 'A' },
      { name: '(request-target)', label: '(request-target)', value: 'post /x?y' },
      { name: 'b', label: 'b', value: '' },
    ],
    method: 'post',
    path: '/x?y',
    separator: ': ',
    joiner: '\n',
    before: '',
    after: '',
    whole: null,
    encode: null,
    wrap: null,
  });
  const doubled = lines((all) => [...all, ...all])(candidate);
  expect(doubled.lines).toHaveLength(6);
});
