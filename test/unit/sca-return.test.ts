/** A redirect closes the page of the environment that it belongs to, and no other. */
import { expect, it } from 'vitest';
import { isShown } from '../../renderer/state/sca-return.ts';

const open = { open: 'https://bank.example/sca/1', environment: 'a' };
const closed = { open: null, environment: 'a' };

it.each([
  ['the environment whose page is open', open, { environment: 'a', inUse: true }, true],
  ['that environment, when another is in use by now', open, { environment: 'a', inUse: false }, true],
  ['another environment while a page is open', open, { environment: 'b', inUse: false }, false],
  ['the one in use while the page of another is open', open, { environment: 'b', inUse: true }, false],
  ['the one in use, without a page', closed, { environment: 'b', inUse: true }, true],
  ['one that is not in use, without a page', closed, { environment: 'a', inUse: false }, false],
])('a redirect of %s', (_, waiting, redirect, shown) => {
  expect(isShown(waiting, redirect)).toBe(shown);
});
