/** Two windows with the same tabs: neither loses what the other has typed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OpenDrafts } from '../../main/core/collections/open-drafts.ts';
import { fresh } from '../../shared/requests/compose.ts';
import type { Drafts, KeptDrafts } from '../../shared/collections/drafts.ts';
import { coreForFile } from '../support/file-core.ts';

type Tab = Drafts['tabs'][number];
const tab = (id: string, body: string, operation = 'createPayment'): Tab => ({
  id,
  path: null,
  seen: null,
  answerId: null,
  request: { ...fresh('createPayment'), operation, body },
  tests: {},
});

function drafts(...tabs: Tab[]) {
  let stored: KeptDrafts = {
    tabs: tabs.map((one) => ({ ...one, window: null })),
    active: tabs[0]?.id ?? '',
    windows: {},
  };
  const open = new OpenDrafts({ read: () => stored, write: (next) => (stored = next) });
  return { open, bodies: () => stored.tabs.map(({ request }) => request.body) };
}

const core = coreForFile('open-drafts');
it('windows store their tabs through the contract, and each reads those of all', async () => {
  await core.call('drafts.save', { window: 'a', tabs: [tab('one', 'a')], active: 'one' });
  await core.call('drafts.save', { window: 'b', tabs: [tab('two', 'b')], active: 'two' });
  const { tabs, active } = await core.call('drafts.read', { window: 'c' });
  expect(tabs.map(({ id }) => id).toSorted()).toEqual(['one', 'two']);
  expect(active).toBe('two');
});

it('a tab that only the other window has changed keeps the change', () => {
  const { open, bodies } = drafts(tab('one', '1'), tab('two', '2'));
  const a = open.read({ window: 'a' }).tabs;
  open.read({ window: 'b' });
  open.save({ window: 'b' }, { tabs: [tab('one', 'changed by b'), tab('two', '2')], active: 'one' });
  open.save({ window: 'a' }, { tabs: [...a, tab('three', '3')], active: 'three' });
  expect(bodies()).toEqual(['changed by b', '2', '3']);
});

it('a tab that both have changed is kept twice, and goes on under its new id', () => {
  const { open, bodies } = drafts(tab('one', '1'));
  open.read({ window: 'a' });
  open.read({ window: 'b' });
  expect(open.save({ window: 'a' }, { tabs: [tab('one', 'a')], active: 'one' })).toEqual({});
  const { one = '' } = open.save({ window: 'b' }, { tabs: [tab('one', 'b')], active: 'one' });
  expect(bodies().toSorted()).toEqual(['a', 'b']);
  expect(open.save({ window: 'b' }, { tabs: [tab(one, 'b, continued')], active: one })).toEqual({});
  expect(open.save({ window: 'a' }, { tabs: [tab('one', 'a, continued')], active: 'one' })).toEqual({});
  expect(bodies().toSorted()).toEqual(['a, continued', 'b, continued']);
});

it('a closed tab is deleted, unless the other window has changed it', () => {
  const { open, bodies } = drafts(tab('one', '1'), tab('two', '2'), tab('three', '3'));
  open.read({ window: 'a' });
  open.read({ window: 'b' });
  open.save({ window: 'b' }, { tabs: [tab('one', '1'), tab('two', 'b'), tab('three', '3')], active: 'one' });
  open.save({ window: 'a' }, { tabs: [tab('three', '3')], active: 'three' });
  expect(bodies()).toEqual(['3', 'b']);
});

it('a tab with an operation of a newer version, which no window shows, is kept', () => {
  const { open, bodies } = drafts(tab('one', '1'), tab('new', 'kept', 'anOperationOfTomorrow'));
  const known = open.read({ window: 'a' }).tabs.filter(({ id }) => id === 'one');
  open.save({ window: 'a' }, { tabs: known, active: 'one' });
  expect(bodies()).toEqual(['1', 'kept']);
});

const bodiesIn = ({ tabs }: Drafts): string[] => tabs.map(({ request }) => request.body);
const a = { window: 'a', own: true };
const b = { window: 'b', own: true };

it('windows of the desktop have tabs of their own, with the active one of each, and keep them at the next start', () => {
  const { open } = drafts();
  expect(open.windows()).toHaveLength(1);
  open.save(a, { tabs: [tab('one', 'a1'), tab('two', 'a2')], active: 'two' });
  open.save(b, { tabs: [tab('three', 'b1')], active: 'three' });
  open.save(a, { tabs: [tab('two', 'a2, changed')], active: 'two' });
  expect(open.windows().toSorted()).toEqual(['a', 'b']);
  expect(open.read(a)).toMatchObject({ tabs: [{ id: 'two' }], active: 'two' });
  expect(bodiesIn(open.read(a))).toEqual(['a2, changed']);
  expect(open.read(b)).toMatchObject({ tabs: [{ id: 'three' }], active: 'three' });
  // A window of a browser shows all of them, and what it makes belongs to the first window from then on.
  expect(bodiesIn(open.read({ window: 'c' })).toSorted()).toEqual(['a2, changed', 'b1']);
  open.save(
    { window: 'c' },
    { ...open.read({ window: 'c' }), tabs: [...open.everything().tabs, tab('four', 'c1')] },
  );
  const [first] = open.windows();
  expect(bodiesIn(open.read({ window: first ?? '', own: true }))).toContain('c1');
  expect(open.everything().tabs).toHaveLength(3);
});

it('the tabs of a closed window go to another one, but for those in which nothing has been done', () => {
  const { open } = drafts();
  const empty = { ...tab('empty', ''), request: fresh('listAccounts') };
  open.save(a, { tabs: [tab('one', 'a')], active: 'one' });
  open.save(b, { tabs: [tab('two', 'b'), empty], active: 'two' });
  // The other window stores its own before it has read them: they stay.
  expect(open.handOver('b', 'a')).toBe(true);
  open.save(a, { tabs: [tab('one', 'a, on')], active: 'one' });
  expect(bodiesIn(open.read(a))).toEqual(['a, on', 'b']);
  expect(open.windows()).toEqual(['a']);
  // What the closed window stored last arrives late: it is not lost either.
  open.save(b, { tabs: [tab('two', 'b, last')], active: 'two' });
  expect(bodiesIn(open.read(a)).toSorted()).toEqual(['a, on', 'b, last']);
  open.save({ window: 'c', own: true }, { tabs: [empty], active: 'empty' });
  expect(open.handOver('c', 'a')).toBe(false);
  expect(open.windows()).toEqual(['a']);
});

it('whatever two windows do, a text disappears only by the window that had it before itself', () => {
  const step = fc.record({
    window: fc.constantFrom('a', 'b'),
    act: fc.constantFrom('edit', 'open', 'close', 'reload'),
    at: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { open, bodies } = drafts(tab('first', 'first'));
      const shown = new Map(['a', 'b'].map((window) => [window, [...open.read({ window }).tabs]]));
      let count = 0;
      for (const { window, act, at } of steps) {
        const before = bodies();
        let tabs = shown.get(window) ?? [];
        // What the window itself has shown, and so may replace or close.
        const had = tabs.map(({ request }) => request.body);
        if (act === 'reload') {
          shown.set(window, [...open.read({ window }).tabs]);
          continue;
        }
        const name = `${window}${count++}`;
        if (act === 'open') tabs = [...tabs, tab(name, name)];
        if (act === 'close') tabs = tabs.filter((_, index) => index !== at);
        if (act === 'edit') tabs = tabs.map((one, index) => (index === at ? tab(one.id, name) : one));
        const renamed = open.save({ window }, { tabs, active: tabs[0]?.id ?? '' });
        shown.set(
          window,
          tabs.map((one) => ({ ...one, id: renamed[one.id] ?? one.id })),
        );
        const now = bodies();
        for (const { request } of tabs.filter(({ request: { body } }) => !had.includes(body)))
          expect(now).toContain(request.body);
        for (const body of before.filter((one) => !now.includes(one))) expect(had).toContain(body);
      }
    }),
  );
});
