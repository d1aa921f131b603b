/** Which steps a run has, and in which order. */
import { describe, expect, it } from 'vitest';
import { NO_SETTINGS, ONLY_INCLUDED } from '../../../shared/collections/folder-file.ts';
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
import type { Step } from '../../../shared/collections/steps.ts';
import { type FolderEntry, type FolderNode, treeOf } from '../../../shared/collections/tree.ts';

const step = (path: string, more: Partial<Step> = {}) => ({
  path,
  folder: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '',
  name: more.name ?? path.slice(path.lastIndexOf('/') + 1),
  step: { name: path.slice(path.lastIndexOf('/') + 1), pause: 0, ...more },
  damage: null,
  fingerprint: '',
});
const including = (path: string, folder: string) => step(path, { pause: undefined, include: { folder } });
const damaged = (path: string) => ({ ...step(path), step: null, damage: 'It is not JSON.' });
const folder = (path: string, more: Partial<FolderEntry> = {}): FolderEntry => ({
  path,
  isCollection: path === '',
  fromOpenApi: false,
  settings: NO_SETTINGS,
  damage: null,
  unreadable: null,
  documentation: null,
  fingerprint: '',
  ...more,
});
const tree = (
  entries: Parameters<typeof treeOf>[0]['entries'],
  folders: FolderEntry[] = [folder('')],
): FolderNode => treeOf({ entries, folders });

/** Paths in order; an include as a list of what it includes. */
const paths = (items: readonly PlannedItem[]): unknown[] =>
  items.map((item) =>
    'included' in item && item.included !== null ? [item.path, paths(item.included)] : item.path,
  );

describe('a plan', () => {
  it('takes steps and folders by number first, then by name', () => {
    const entries = [
      step('b'),
      step('a'),
      step('z', { order: 1 }),
      step('m/x', { order: 2 }),
      step('m/w', { order: 1 }),
    ];
    const folders = [folder(''), folder('m', { settings: { ...NO_SETTINGS, order: 2 } })];
    expect(paths(planOf(tree(entries, folders), ''))).toEqual(['z', 'm/w', 'm/x', 'a', 'b']);
  });
  it('starts at one folder or one step, and refuses what is not there', () => {
    const all = tree([step('a/x'), step('a/y'), step('b')]);
    expect(paths(planOf(all, 'a'))).toEqual(['a/x', 'a/y']);
    expect(paths(planOf(all, 'a/y'))).toEqual(['a/y']);
    expect(() => planOf(all, 'c')).toThrow('There is no step and no folder “c”.');
  });
  it('chooses many steps, such as all that failed', () => {
    const all = Array.from({ length: 1000 }, (_, at) => step(`f${at % 100}/inner/s${at}`));
    const gone = Array.from({ length: 1000 }, (_, at) => `gone/inner/s${at}`);
    const only = [...all.map(({ path }) => path), ...gone];
    expect(planOf(tree(all), '', { only, tags: [] })).toHaveLength(1000);
    expect(planOf(tree(all), 'f1', { only: ['inner', 'f2', 's202'], tags: [] })).toHaveLength(10);
    expect(planOf(tree(all), '', { only: ['', 'inner', 'f', 'f1/'], tags: [] })).toEqual([]);
  });
  it('chooses by name, path, path below the start, and tag', () => {
    const all = tree([step('f/a', { tags: ['PAY-1'] }), step('f/b', { name: 'Second' }), step('c')]);
    const chosen = (only: string[], tags: string[] = [], start = '') =>
      paths(planOf(all, start, { only, tags }));
    expect(chosen(['Second'])).toEqual(['f/b']);
    expect(chosen(['f'])).toEqual(['f/a', 'f/b']);
    expect(chosen(['f/a', 'c'])).toEqual(['c', 'f/a']);
    expect(chosen(['a'], [], 'f')).toEqual(['f/a']);
    expect(chosen([], ['PAY-1'])).toEqual(['f/a']);
    expect(chosen(['c'], ['PAY-1'])).toEqual([]);
  });
  it('keeps a damaged step, which fails, unless another one is chosen by name', () => {
    const all = tree([damaged('bad'), step('good', { tags: ['t'] })]);
    expect(planOf(all, '')[0]).toEqual({ path: 'bad', name: 'bad', damage: 'It is not JSON.' });
    expect(paths(planOf(all, '', { only: ['good'], tags: [] }))).toEqual(['good']);
    expect(paths(planOf(all, '', { only: [], tags: ['t'] }))).toEqual(['bad', 'good']);
  });
  it('treats every step in a folder whose file is damaged as damaged', () => {
    const folders = [folder(''), folder('f', { damage: 'version: Invalid input.' })];
    const [bad, good] = planOf(tree([step('f/a'), step('g')], folders), '');
    expect(bad).toMatchObject({ path: 'f/a', damage: expect.stringContaining('“f”') as string });
    expect(good).toMatchObject({ path: 'g', included: null });
  });
  it('includes a folder of the same collection, with the settings around the included steps', () => {
    const settings = { ...NO_SETTINGS, variables: { who: 'Ingrid' } };
    const folders = [folder('shop', { isCollection: true }), folder('shop/sign', { settings })];
    const all = tree([including('shop/a', 'sign'), step('shop/sign/s')], folders);
    expect(paths(planOf(all, 'shop'))).toEqual([['shop/a', ['shop/sign/s']], 'shop/sign/s']);
    const [first] = planOf(all, 'shop/a');
    const inner = first && 'included' in first ? first.included?.[0] : undefined;
    expect(inner).toMatchObject({ around: [{ path: 'shop' }, { path: 'shop/sign', settings }] });
  });
  it('refuses a folder that includes itself, directly or through others, and one that is missing', () => {
    expect(() => planOf(tree([including('a/x', 'a')]), '')).toThrow('around itself');
    expect(() => planOf(tree([including('a/x', 'b'), including('b/y', 'a')]), '')).toThrow('around itself');
    expect(() => planOf(tree([including('x', 'nowhere')]), '')).toThrow(
      '“nowhere”, which is not in its collection',
    );
  });
  it('leaves out a folder that runs only when it is included, unless the run starts there', () => {
    const apart = { ...NO_SETTINGS, run: ONLY_INCLUDED } as const;
    const folders = [folder('', { isCollection: true }), folder('sign', { settings: apart })];
    const all = tree([including('a', 'sign'), step('b'), step('sign/s'), step('sign/deep/t')], folders);
    expect(paths(planOf(all, ''))).toEqual([['a', ['sign/deep/t', 'sign/s']], 'b']);
    expect(paths(planOf(all, 'sign'))).toEqual(['sign/deep/t', 'sign/s']);
    expect(paths(planOf(all, 'sign/s'))).toEqual(['sign/s']);
    // One of its steps, such as one that failed, chooses the step that includes it.
    expect(paths(planOf(all, '', { only: ['sign/s'], tags: [] }))).toEqual([
      ['a', ['sign/deep/t', 'sign/s']],
    ]);
    expect(paths(planFrom(planOf(all, ''), 'sign/s'))).toHaveLength(2);
    expect(paths(planFrom(planOf(all, ''), 'b'))).toEqual(['b']);
  });
  it('takes an included step that also runs on its own as itself', () => {
    const all = tree([including('a', 'sign'), step('sign/s')]);
    expect(paths(planOf(all, '', { only: ['sign/s'], tags: [] }))).toEqual(['sign/s']);
  });
  it('refuses includes that multiply without end', () => {
    const doubling = Array.from({ length: 15 }, (_, level) =>
      Array.from({ length: 4 }, (_, at) => including(`l${level}/s${at}`, `l${level + 1}`)),
    ).flat();
    expect(() => planOf(tree([...doubling, step('l15/s')]), 'l0')).toThrow('more than 100000 steps');
  });
  it('runs from a step on', () => {
    const items = planOf(tree([step('a'), step('b'), step('c')]), '');
    expect(paths(planFrom(items, 'b'))).toEqual(['b', 'c']);
    expect(paths(planFrom(items, 'other'))).toEqual(['a', 'b', 'c']);
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
  const keeping = (path: string, ...names: string[]) =>
    step(path, { keep: names.map((as) => ({ as, from: { of: 'body', path: '$.id' } })) });
  const collection = (...entries: Parameters<typeof treeOf>[0]['entries']) =>
    tree(entries, [folder(''), folder('c', { isCollection: true })]);

  it('is the last one before it that keeps the variable', () => {
    const whole = collection(keeping('c/1', 'id'), keeping('c/2', 'id'), step('c/3'), keeping('c/4', 'id'));
    expect(capturingStepsBefore(whole, 'c', 'c/3', ['id', 'other'])).toEqual([
      { variable: 'id', path: 'c/2', name: '2' },
    ]);
    expect(capturingStepsBefore(whole, 'c', 'c/1', ['id'])).toEqual([]);
  });

  it('is found in a folder that an earlier step includes', () => {
    const whole = collection(including('c/1', 'login'), step('c/3'), keeping('c/login/1', 'id'));
    expect(capturingStepsBefore(whole, 'c', 'c/3', ['id'])).toMatchObject([{ path: 'c/login/1' }]);
  });

  it('is lacking in a run of its folder alone, unless the folder, or one around it, gives it', () => {
    const using = (path: string, ...names: string[]) =>
      step(path, { session: names.map((name) => `{{${name}}}`).join(' ') });
    const whole = tree(
      [
        keeping('c/a/1', 'id', 'own', 'set'),
        keeping('c/b/1', 'own'),
        using('c/b/2', 'id', 'own', 'set', 'free', 'later'),
        keeping('c/d/1', 'later'),
      ],
      [
        folder(''),
        folder('c', { isCollection: true }),
        folder('c/b', { settings: { ...NO_SETTINGS, variables: { set: 'x' } } }),
      ],
    );
    expect(lackedBy(whole, 'c', 'c/b')).toEqual({ variables: ['id'], folders: ['c/a'] });
    for (const all of ['c/a', 'c/d', 'c'])
      expect(lackedBy(whole, 'c', all)).toEqual({ variables: [], folders: [] });
  });

  it('is not looked for in a collection that cannot run', () => {
    const whole = collection(keeping('c/1', 'id'), including('c/2', 'gone'), step('c/3'));
    expect(capturingStepsBefore(whole, 'c', 'c/3', ['id'])).toEqual([]);
  });
});
