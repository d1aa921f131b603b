/** A redirect closes the page of the environment that it belongs to, and no other. */
import { expect, it } from 'vitest';
import { isShown, latestFor } from '../../renderer/state/sca-return.ts';

const open = { open: 'https://bank.example/sca/1', environment: 'a' };
const closed = { open: null, environment: 'a' };

it.each([
  [
    'the environment whose page is open',
    open,
    { environment: 'a', inUse: true, window: null, page: null },
    true,
  ],
  [
    'that environment, when another is in use by now',
    open,
    { environment: 'a', inUse: false, window: null, page: null },
    true,
  ],
  [
    'another environment while a page is open',
    open,
    { environment: 'b', inUse: false, window: null, page: null },
    false,
  ],
  [
    'the one in use while the page of another is open',
    open,
    { environment: 'b', inUse: true, window: null, page: null },
    false,
  ],
  [
    'the one in use, without a page',
    closed,
    { environment: 'b', inUse: true, window: null, page: null },
    true,
  ],
  [
    'one that is not in use, without a page',
    closed,
    { environment: 'a', inUse: false, window: null, page: null },
    false,
  ],
  ['a PSU of this window', open, { environment: 'a', inUse: true, window: 'own', page: null }, true],
  [
    'a PSU of another window while a page is open',
    open,
    { environment: 'a', inUse: true, window: 'b', page: null },
    false,
  ],
  [
    'a PSU of another window, without a page',
    closed,
    { environment: 'a', inUse: true, window: 'b', page: null },
    false,
  ],
  [
    'the authorisation whose page is open',
    open,
    { environment: 'a', inUse: true, window: null, page: '/sca/1' },
    true,
  ],
  [
    'another authorisation in the same environment',
    open,
    { environment: 'a', inUse: true, window: null, page: '/sca/2' },
    false,
  ],
])('a redirect of %s', (_, waiting, redirect, shown) => {
  expect(isShown(waiting, redirect, 'own')).toBe(shown);
});

it.each([
  ['no tab has led there', [], null],
  ['the latest of two that wait', [waits('a'), waits('b')], 'b'],
  ['the one that still waits', [waits('a'), { tab: 'b', returned: 6 }], 'a'],
  ['the one that has shown this return a moment ago', [waits('a'), { tab: 'b', returned: 7 }], 'b'],
  [
    'the latest of those that wait no more',
    [
      { tab: 'a', returned: 6 },
      { tab: 'b', returned: 5 },
    ],
    'b',
  ],
])('a return of which nobody knows the authorisation belongs to %s', (_, tabs, tab) => {
  expect(latestFor(tabs, 7)).toBe(tab);
});

function waits(tab: string) {
  return { tab, returned: null };
}
