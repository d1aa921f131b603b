/** The check of the house's shape: each kind of wrong arrow is found, and named with the import that draws it. */
import { describe, expect, it } from 'vitest';
import {
  climbing,
  closeTogether,
  countArrows,
  pastDoors,
  ringsOf,
  trespassing,
} from '../../scripts/lib/arrows.ts';
import { type Import, importsOf } from '../../scripts/lib/imports.ts';

const arrow = (from: string, to: string): Import => ({ from, to });

describe('imports of a file', () => {
  it('they include values, types, re-exports and import(), from the project only', () => {
    const source = `
      import { a } from './a.ts';
      import type { B } from '../b.ts';
      import 'react';
      export { c } from "./deep/c.ts";
      export * from './d.ts';
      const e = await import('./e.ts');
      const text = "import { f } from './f.ts'";
      // import { g } from './g.ts';
      const later = await import(name);`;
    expect(importsOf('room/file.ts', source).map(({ to }) => to)).toEqual([
      'room/a.ts',
      'b.ts',
      'room/deep/c.ts',
      'room/d.ts',
      'room/e.ts',
    ]);
  });

  it('a file that cannot be parsed is an error, not an empty list', () => {
    expect(() => importsOf('room/file.ts', 'import { from')).toThrow('room/file.ts cannot be parsed');
  });
});

describe('cycles', () => {
  it('cycles between files are found', () => {
    const found = ringsOf([arrow('a/one.ts', 'a/two.ts'), arrow('a/two.ts', 'a/one.ts')]);
    expect(found).toEqual([
      'Cycle in a: one.ts → two.ts (a/one.ts imports a/two.ts), two.ts → one.ts (a/two.ts imports a/one.ts)',
    ]);
  });

  it('cycles between folders are found even if no two files import each other', () => {
    const found = ringsOf([
      arrow('a/x/one.ts', 'a/y/two.ts'),
      arrow('a/y/three.ts', 'a/z/four.ts'),
      arrow('a/z/five.ts', 'a/x/six.ts'),
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('x → y (a/x/one.ts imports a/y/two.ts)');
    expect(found[0]).toContain('z → x (a/z/five.ts imports a/x/six.ts)');
  });

  it('no cycle is reported where there is none', () => {
    expect(ringsOf([arrow('a/x/one.ts', 'a/y/two.ts'), arrow('a/x/one.ts', 'b/three.ts')])).toEqual([]);
  });
});

describe('layers', () => {
  const floors = [{ folder: 'r', layers: [['state'], ['parts'], ['places']] }];

  it('imports may go down or stay within a layer', () => {
    expect(
      climbing([arrow('r/places/a.ts', 'r/state/b.ts'), arrow('r/parts/a.ts', 'r/parts/b.ts')], floors),
    ).toEqual([]);
  });

  it('an import that goes up is refused', () => {
    expect(climbing([arrow('r/state/a.ts', 'r/parts/b.ts')], floors)).toEqual([
      'r/state/a.ts imports r/parts/b.ts: in r, state is in a lower layer than parts.',
    ]);
  });

  it('a new part without a layer is reported', () => {
    expect(climbing([arrow('r/new/a.ts', 'r/state/b.ts')], floors)).toEqual([
      'r/new has no layer. Add it to a layer in scripts/check-arrows.ts.',
    ]);
  });
});

describe('separate parts', () => {
  const apart = [{ folder: 'r/places', list: 'places.ts' }];

  it('a list may import all of them', () => {
    expect(closeTogether([arrow('r/places/places.ts', 'r/places/bank/a.ts')], apart)).toEqual([]);
  });

  it('they may not import each other or their list', () => {
    expect(closeTogether([arrow('r/places/bank/a.ts', 'r/places/history/b.ts')], apart)).toEqual([
      'r/places/bank/a.ts imports r/places/history/b.ts: the parts of r/places must not import each other.',
    ]);
    expect(closeTogether([arrow('r/places/bank/a.ts', 'r/places/places.ts')], apart)).toHaveLength(1);
  });

  it('only the named parts are separate if any are named', () => {
    const named = [{ folder: 'm', among: ['browser', 'electron'] }];
    expect(closeTogether([arrow('m/browser/a.ts', 'm/core/b.ts')], named)).toEqual([]);
    expect(closeTogether([arrow('m/browser/a.ts', 'm/electron/b.ts')], named)).toHaveLength(1);
  });
});

describe('entry points and closed folders', () => {
  it('imports must use the entry point', () => {
    const doors = [{ folder: 'bank', files: ['bank/index.ts'] }];
    expect(pastDoors([arrow('main/a.ts', 'bank/index.ts'), arrow('bank/x.ts', 'bank/y.ts')], doors)).toEqual(
      [],
    );
    expect(pastDoors([arrow('main/a.ts', 'bank/store/b.ts')], doors)).toEqual([
      'main/a.ts imports bank/store/b.ts: import bank only through bank/index.ts.',
    ]);
  });

  it('a violation gives the reason why a folder is closed', () => {
    const closed = [{ folder: 'renderer', to: 'shared/node', reason: 'it is for Node.' }];
    expect(trespassing([arrow('renderer/a.ts', 'shared/node/b.ts')], closed)).toEqual([
      'renderer/a.ts imports shared/node/b.ts: it is for Node.',
    ]);
    expect(trespassing([arrow('main/a.ts', 'shared/node/b.ts')], closed)).toEqual([]);
  });
});

it('arrows are counted once for each pair of parts', () => {
  const imports = [arrow('r/a/1.ts', 'r/b/1.ts'), arrow('r/a/2.ts', 'r/b/1.ts'), arrow('r/b/1.ts', 'x/1.ts')];
  expect(countArrows('r', imports)).toEqual({ arrows: 1, imports: 2 });
});
