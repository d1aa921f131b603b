/** Which steps a run has, and in which order. */
import { describe, expect, it } from 'vitest';
import { capturingStepsBefore, lackedBy } from '../../../shared/collections/capturing-steps.ts';
import { planFrom, planOf, type PlannedItem } from '../../../shared/collections/plan.ts';
import {
  counted,
  NO_COUNTS,
  outcomeOf,
  OUTCOMES,
  reasonOf,
  total,
} from '../../../shared/collections/result.ts';
import { treeIn } from '../../support/trees.ts';

/** A flow of these steps, each in one line. */
const flow = (...steps: string[]) => flowWith('', ...steps);
const flowWith = (head: string, ...steps: string[]) =>
  `${head}\nsteps:\n${steps.map((one) => `  - { ${one} }\n`).join('')}`;
const waits = (name: string, more = '') => `name: "${name}", pause: 0${more}`;
const includes = (name: string, file: string) => `name: "${name}", include: ${file}`;
const group = (name: string, steps: readonly string[], more = '') =>
  `group: ${name}${more}, steps: [${steps.map((one) => `{ ${one} }`).join(', ')}]`;

/** Paths in order without the suffix of flows; an include and a group as a list of what is in it. */
const paths = (items: readonly PlannedItem[]): unknown[] =>
  items.map((item) => {
    const path = item.path.replace('.flow.yaml', '');
    if ('items' in item) return [path, paths(item.items)];
    return 'included' in item && item.included !== null ? [path, paths(item.included)] : path;
  });

describe('a plan', () => {
  it('takes flows and folders by the names of their files, 2 before 10, and steps and groups as in the file', () => {
    const files = {
      '10-c.flow.yaml': flow(waits('z'), group('g', [waits('y'), waits('x')]), waits('a')),
      '2-b.flow.yaml': flowWith('flow: Zebra', waits('s')),
      '3/f.flow.yaml': flow(waits('s')),
    };
    expect(paths(planOf(treeIn(files), ''))).toEqual([
      '2-b/s',
      '3/f/s',
      '10-c/z',
      ['10-c/g', ['10-c/g/y', '10-c/g/x']],
      '10-c/a',
    ]);
  });
  it('starts at a folder, a flow, a group or a step, and refuses what is not there', () => {
    const all = treeIn({
      'a/f.flow.yaml': flow(waits('x'), group('g', [waits('y')])),
      'b.flow.yaml': flow(waits('z')),
    });
    const start = (path: string) => paths(planOf(all, path));
    expect(start('a')).toEqual(start('a/f.flow.yaml'));
    expect(start('a')).toEqual(['a/f/x', ['a/f/g', ['a/f/g/y']]]);
    expect(start('a/f.flow.yaml/g')).toEqual([['a/f/g', ['a/f/g/y']]]);
    expect(start('b.flow.yaml/z')).toEqual(['b/z']);
    expect(() => planOf(all, 'c')).toThrow('There is no step, flow and folder “c”.');
  });
  it('chooses many steps, such as all that failed', () => {
    const steps = Array.from({ length: 10 }, (_, at) => waits(`s${at}`));
    const all = Array.from({ length: 100 }, (_, at) => [`f${at}/inner.flow.yaml`, flow(...steps)] as const);
    const tree = treeIn(Object.fromEntries(all));
    const found = planOf(tree, '').map(({ path }) => path);
    const gone = Array.from({ length: 1000 }, (_, at) => `gone/inner.flow.yaml/s${at}`);
    expect(planOf(tree, '', { only: [...found, ...gone], tags: [] })).toHaveLength(1000);
    expect(planOf(tree, 'f1', { only: ['inner', 'f2', 's202'], tags: [] })).toHaveLength(10);
    expect(planOf(tree, '', { only: ['', 'inner', 'f', 'f1/'], tags: [] })).toEqual([]);
  });
  it.each<[only: string[], tags: string[], start: string, chosen: unknown[]]>([
    [['Second'], [], '', ['f/p/Second']],
    [['f'], [], '', ['f/p/a', 'f/p/Second', ['f/p/g', ['f/p/g/d', 'f/p/g/e']]]],
    [['f/p.flow.yaml/a', 'c'], [], '', ['c/c', 'f/p/a']],
    [['f/p'], ['PAY-1'], '', ['f/p/a', ['f/p/g', ['f/p/g/d', 'f/p/g/e']]]],
    [['p.flow.yaml/a'], [], 'f', ['f/p/a']],
    [['p'], ['PAY-2'], 'f', [['f/p/g', ['f/p/g/e']]]],
    [['g'], [], '', [['f/p/g', ['f/p/g/d', 'f/p/g/e']]]],
    [['d'], [], '', [['f/p/g', ['f/p/g/d']]]],
    [[], ['PAY-1'], '', ['f/p/a', ['f/p/g', ['f/p/g/d', 'f/p/g/e']]]],
    [['c'], ['PAY-1'], '', []],
  ])('of %j with the tags %j from “%s” is %j', (only, tags, start, chosen) => {
    const all = treeIn({
      'f/p.flow.yaml': flow(
        waits('a', ', tags: [PAY-1]'),
        waits('Second'),
        group('g', [waits('d'), waits('e', ', tags: [PAY-2]')], ', tags: [PAY-1]'),
      ),
      'c.flow.yaml': flow(waits('c')),
    });
    expect(paths(planOf(all, start, { only, tags }))).toEqual(chosen);
  });
  it('keeps a damaged flow, which fails, unless another one is chosen by name', () => {
    const all = treeIn({
      'bad.flow.yaml': 'steps:\n  - pause: x\n',
      'good.flow.yaml': flow(waits('g', ', tags: [t]')),
    });
    expect(planOf(all, '')[0]).toEqual({
      path: 'bad.flow.yaml',
      name: 'bad',
      place: { file: 'bad.flow.yaml', line: 2 },
      damage: expect.stringMatching(/^line 2, column 12: /) as string,
    });
    expect(paths(planOf(all, '', { only: ['good'], tags: [] }))).toEqual(['good/g']);
    expect(paths(planOf(all, '', { only: [], tags: ['t'] }))).toEqual(['bad', 'good/g']);
  });
  it('takes a folder whose file is damaged as one that is damaged as a whole', () => {
    const tree = treeIn({ 'f/a.flow.yaml': flow(waits('s')), 'g.flow.yaml': flow(waits('s')) });
    for (const child of tree.children)
      if (child.kind === 'folder' && child.path === 'f') child.damage = 'Wrong.';
    expect(planOf(tree, '')).toMatchObject([
      { path: 'f', damage: 'Wrong.' },
      { path: 'g.flow.yaml/s', included: null },
    ]);
  });
  it('includes a flow by its file from the folder of its own flow, with the settings around the included steps', () => {
    const all = treeIn({
      'collection.yaml': '',
      'shop/collection.yaml': '',
      'shop/a.flow.yaml': flow(includes('up', 'parts/sign.flow.yaml'), includes('by name', './parts/sign')),
      'shop/parts/sign.flow.yaml': flowWith('variables: { who: Ingrid }', waits('s')),
      'shop/parts/t.flow.yaml': flow(
        includes('beside', 'sign.flow.yaml'),
        includes('above', '../z.flow.yaml'),
      ),
      'shop/z.flow.yaml': flow(waits('z')),
    });
    const signed = ['shop/parts/sign/s'];
    expect(paths(planOf(all, 'shop'))).toEqual([
      ['shop/a/up', signed],
      ['shop/a/by name', signed],
      ...signed,
      ['shop/parts/t/beside', signed],
      ['shop/parts/t/above', ['shop/z/z']],
      'shop/z/z',
    ]);
    const [first] = planOf(all, 'shop/a.flow.yaml');
    const inner = first && 'included' in first ? first.included?.[0] : undefined;
    expect(inner).toMatchObject({
      around: [
        { path: 'shop' },
        { path: 'shop/parts' },
        { path: 'shop/parts/sign.flow.yaml', settings: { variables: { who: 'Ingrid' } } },
      ],
    });
  });
  it.each<[what: string, files: Record<string, string>, said: string]>([
    ['itself', { 'x.flow.yaml': flow(includes('s', 'x.flow.yaml')) }, 'includes itself'],
    [
      'itself through others',
      { 'x.flow.yaml': flow(includes('s', 'y')), 'y.flow.yaml': flow(group('g', [includes('s', 'x')])) },
      'includes itself',
    ],
    ['what is missing', { 'x.flow.yaml': flow(includes('s', 'nowhere')) }, 'x.flow.yaml/s: '],
  ])('refuses a flow that includes %s', (_, files, said) => {
    expect(() => planOf(treeIn(files), '')).toThrow(said);
  });
  it('leaves out a flow that runs only when it is included, unless the run starts there', () => {
    const all = treeIn({
      'a.flow.yaml': flow(includes('a', 'sign'), waits('b')),
      'sign.flow.yaml': flowWith('run: only when included', waits('s'), waits('t')),
    });
    const signed = ['sign/s', 'sign/t'];
    expect(paths(planOf(all, ''))).toEqual([['a/a', signed], 'a/b']);
    expect(paths(planOf(all, 'sign.flow.yaml'))).toEqual(signed);
    expect(paths(planOf(all, 'sign.flow.yaml/s'))).toEqual(['sign/s']);
    // One of its steps, such as one that failed, chooses the step that includes it.
    expect(paths(planOf(all, '', { only: ['sign.flow.yaml/s'], tags: [] }))).toEqual([['a/a', signed]]);
    expect(paths(planFrom(planOf(all, ''), 'sign.flow.yaml/s'))).toHaveLength(2);
    expect(paths(planFrom(planOf(all, ''), 'a.flow.yaml/b'))).toEqual(['a/b']);
  });
  it('takes an included step that also runs on its own as itself', () => {
    const all = treeIn({
      'a.flow.yaml': flow(includes('a', 'sign')),
      'sign.flow.yaml': flow(waits('s')),
    });
    expect(paths(planOf(all, '', { only: ['sign.flow.yaml/s'], tags: [] }))).toEqual(['sign/s']);
  });
  it('refuses includes that multiply without end', () => {
    const doubling = Array.from({ length: 15 }, (_, level) => [
      `l${level}.flow.yaml`,
      flow(...Array.from({ length: 4 }, (__, at) => includes(`s${at}`, `l${level + 1}`))),
    ]);
    const all = treeIn({ ...Object.fromEntries(doubling), 'l15.flow.yaml': flow(waits('s')) });
    expect(() => planOf(all, 'l0.flow.yaml')).toThrow('more than 100000 steps');
  });
  it('runs from a step on, also from one in a group', () => {
    const all = treeIn({ 'f.flow.yaml': flow(waits('a'), group('g', [waits('b'), waits('c')]), waits('d')) });
    const from = (path: string) => paths(planFrom(planOf(all, ''), path));
    expect(from('f.flow.yaml/d')).toEqual(['f/d']);
    expect(from('f.flow.yaml/g/c')).toEqual([['f/g', ['f/g/c']], 'f/d']);
    // The next turn of a loop needs the rest of it.
    const loop = treeIn({
      'f.flow.yaml': flow(waits('a'), group('g', [waits('b'), waits('c')], ', each: { n: [1] }')),
    });
    expect(paths(planFrom(planOf(loop, ''), 'f.flow.yaml/g/c'))).toEqual([['f/g', ['f/g/b', 'f/g/c']]]);
    expect(from('other')).toEqual(['f/a', ['f/g', ['f/g/b', 'f/g/c']], 'f/d']);
  });
});

describe('a result', () => {
  const assertion = (holds: boolean, warns: boolean, text = '') => ({ holds, warns, text });
  it('fails for a broken assertion, warns for one that only warns', () => {
    expect(outcomeOf([])).toBe('passed');
    expect(outcomeOf([assertion(true, false), assertion(true, true)])).toBe('passed');
    expect(outcomeOf([assertion(true, false), assertion(false, true)])).toBe('warning');
    expect(outcomeOf([assertion(false, true), assertion(false, false)])).toBe('failed');
  });
  it('has the assertion that decides as its reason', () => {
    expect(reasonOf([assertion(true, false, 'holds')])).toBeNull();
    expect(reasonOf([assertion(false, true, 'warns'), assertion(false, false, 'fails')])).toBe('fails');
    expect(reasonOf([assertion(false, true, 'warns')])).toBe('warns');
  });
  it('counts every outcome', () => {
    const counts = OUTCOMES.reduce(counted, NO_COUNTS);
    expect(total(counts)).toBe(OUTCOMES.length);
    expect(counts).toEqual(Object.fromEntries(OUTCOMES.map((one) => [one, 1])));
  });
});

describe('the step that gives a variable its value', () => {
  const keeps = (name: string, ...names: string[]) =>
    `name: "${name}", request: GET /v1/user, keep: { ${names.map((one) => `${one}: $.id`).join(', ')} }`;
  const uses = (name: string, ...names: string[]) =>
    `name: "${name}", session: "${names.map((one) => `{{${one}}}`).join(' ')}"`;
  const before = (all: ReturnType<typeof treeIn>, step: string, names: string[]) =>
    capturingStepsBefore(all, 'c/f.flow.yaml', `c/f.flow.yaml/${step}`, names);

  it('is the last one before it in its flow that keeps the variable', () => {
    const all = treeIn({
      'c/e.flow.yaml': flow(keeps('0', 'other')),
      'c/f.flow.yaml': flow(keeps('1', 'id'), group('g', [keeps('2', 'id')]), waits('3'), keeps('4', 'id')),
    });
    expect(before(all, '3', ['id', 'other'])).toEqual([
      { variable: 'id', path: 'c/f.flow.yaml/g/2', name: '2' },
    ]);
    expect(before(all, '1', ['id'])).toEqual([]);
  });

  it('is found in a flow that an earlier step includes', () => {
    const all = treeIn({
      'c/f.flow.yaml': flow(includes('1', 'login'), waits('3')),
      'c/login.flow.yaml': flow(keeps('1', 'id')),
    });
    expect(before(all, '3', ['id'])).toMatchObject([{ path: 'c/login.flow.yaml/1' }]);
  });

  it('is lacking in a run of its group alone, unless the group, or what is around it, gives it', () => {
    const all = treeIn({
      'c/f.flow.yaml': flowWith(
        'variables: { around: x }',
        group('a', [keeps('a1', 'id', 'own', 'set', 'around')]),
        group(
          'b',
          [keeps('b1', 'own'), uses('b2', 'id', 'own', 'set', 'around', 'free', 'later')],
          ', variables: { set: x }',
        ),
        group('d', [keeps('d1', 'later')]),
      ),
    });
    const lacked = (path: string) => lackedBy(all, 'c/f.flow.yaml', path);
    expect(lacked('c/f.flow.yaml/b')).toEqual({ variables: ['id'], folders: ['c/f.flow.yaml/a'] });
    for (const one of ['c/f.flow.yaml/a', 'c/f.flow.yaml/d', 'c/f.flow.yaml'])
      expect(lacked(one)).toEqual({ variables: [], folders: [] });
  });

  it('is not looked for in a flow that cannot run', () => {
    const all = treeIn({ 'c/f.flow.yaml': flow(keeps('1', 'id'), includes('2', 'gone'), waits('3')) });
    expect(before(all, '3', ['id'])).toEqual([]);
  });
});
