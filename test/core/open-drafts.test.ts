/** Two windows with the same tabs: neither loses what the other has typed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OpenDrafts } from '../../main/core/collections/open-drafts.ts';
import { fresh } from '../../shared/request/compose.ts';
import type { Drafts } from '../../shared/collection/drafts.ts';
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
  let stored: Drafts = { tabs, active: tabs[0]?.id ?? '' };
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
  const a = open.read('a').tabs;
  open.read('b');
  open.save('b', { tabs: [tab('one', 'changed by b'), tab('two', '2')], active: 'one' });
  open.save('a', { tabs: [...a, tab('three', '3')], active: 'three' });
  expect(bodies()).toEqual(['changed by b', '2', '3']);
});

it('a tab that both have changed is kept twice, and goes on under its new id', () => {
  const { open, bodies } = drafts(tab('one', '1'));
  open.read('a');
  open.read('b');
  expect(open.save('a', { tabs: [tab('one', 'a')], active: 'one' })).toEqual({});
  const { one = '' } = open.save('b', { tabs: [tab('one', 'b')], active: 'one' });
  expect(bodies().toSorted()).toEqual(['a', 'b']);
  expect(open.save('b', { tabs: [tab(one, 'b, continued')], active: one })).toEqual({});
  expect(open.save('a', { tabs: [tab('one', 'a, continued')], active: 'one' })).toEqual({});
  expect(bodies().toSorted()).toEqual(['a, continued', 'b, continued']);
});

it('a closed tab is deleted, unless the other window has changed it', () => {
  const { open, bodies } = drafts(tab('one', '1'), tab('two', '2'), tab('three', '3'));
  open.read('a');
  open.read('b');
  open.save('b', { tabs: [tab('one', '1'), tab('two', 'b'), tab('three', '3')], active: 'one' });
  open.save('a', { tabs: [tab('three', '3')], active: 'three' });
  expect(bodies()).toEqual(['3', 'b']);
});

it('a tab with an operation of a newer version, which no window shows, is kept', () => {
  const { open, bodies } = drafts(tab('one', '1'), tab('new', 'kept', 'anOperationOfTomorrow'));
  const known = open.read('a').tabs.filter(({ id }) => id === 'one');
  open.save('a', { tabs: known, active: 'one' });
  expect(bodies()).toEqual(['1', 'kept']);
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
      const shown = new Map(['a', 'b'].map((window) => [window, [...open.read(window).tabs]]));
      let count = 0;
      for (const { window, act, at } of steps) {
        const before = bodies();
        let tabs = shown.get(window) ?? [];
        // What the window itself has shown, and so may replace or close.
        const had = tabs.map(({ request }) => request.body);
        if (act === 'reload') {
          shown.set(window, [...open.read(window).tabs]);
          continue;
        }
        const name = `${window}${count++}`;
        if (act === 'open') tabs = [...tabs, tab(name, name)];
        if (act === 'close') tabs = tabs.filter((_, index) => index !== at);
        if (act === 'edit') tabs = tabs.map((one, index) => (index === at ? tab(one.id, name) : one));
        const renamed = open.save(window, { tabs, active: tabs[0]?.id ?? '' });
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
