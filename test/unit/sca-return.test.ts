/** A redirect closes the page of the environment that it belongs to, and no other. */
import { expect, it } from 'vitest';
import { isShown } from '../../renderer/state/sca-return.ts';

const open = { open: 'https://bank.example/sca/1', environment: 'a' };
const closed = { open: null, environment: 'a' };

it.each([
  ['the environment whose page is open', open, { environment: 'a', inUse: true, window: null }, true],
  [
    'that environment, when another is in use by now',
    open,
    { environment: 'a', inUse: false, window: null },
    true,
  ],
  ['another environment while a page is open', open, { environment: 'b', inUse: false, window: null }, false],
  [
    'the one in use while the page of another is open',
    open,
    { environment: 'b', inUse: true, window: null },
    false,
  ],
  ['the one in use, without a page', closed, { environment: 'b', inUse: true, window: null }, true],
  ['one that is not in use, without a page', closed, { environment: 'a', inUse: false, window: null }, false],
  ['a PSU of this window', open, { environment: 'a', inUse: true, window: 'own' }, true],
  [
    'a PSU of another window while a page is open',
    open,
    { environment: 'a', inUse: true, window: 'b' },
    false,
  ],
  ['a PSU of another window, without a page', closed, { environment: 'a', inUse: true, window: 'b' }, false],
])('a redirect of %s', (_, waiting, redirect, shown) => {
  expect(isShown(waiting, redirect, 'own')).toBe(shown);
});
