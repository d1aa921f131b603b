/** Finding saved requests and steps: by name, folder, operation, kind and tag, in the tree and in the palette. */
import { describe, expect, test } from 'vitest';
import { deedOf, hitsIn, moreOf, stepsIn } from '../../renderer/state/requests/search.ts';
import { hasWords, wordsOf } from '../../shared/search-words.ts';
import { rowsOf } from '../../renderer/state/requests/tree-rows.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../shared/collections/settings.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { type StepEntry, treeOf } from '../../shared/collections/tree.ts';
import { fresh } from '../../shared/requests/compose.ts';

const entry = (folder: string, name: string, step: Omit<Step, 'name'>): StepEntry => ({
  path: [folder, name].filter(Boolean).join('/'),
  folder,
  name,
  at: 0,
  place: null,
  step: { ...step, name },
  fingerprint: '',
});
const request = (folder: string, name: string, operation: 'createPayment' | 'listAccounts') =>
  entry(folder, name, requestStep(name, fresh(operation)));

const ROOT = treeOf({
  entries: [
    request('shop/pay', 'Small amount', 'createPayment'),
    entry('shop/pay', 'Ingrid signs', { sca: { psu: 'Ingrid', decision: 'approve' }, tags: ['SCA-7'] }),
    request('shop', 'Her accounts', 'listAccounts'),
    request('other', 'Small amount', 'listAccounts'),
  ],
  folders: [
    {
      path: 'shop',
      name: 'Corner shop',
      role: 'collection',
      at: 0,
      place: null,
      fromOpenApi: false,
      settings: NO_SETTINGS,
      repeats: NO_REPEATS,
      damage: null,
      fingerprint: '',
    },
  ],
});

const found = (search: string) => rowsOf(hitsIn(ROOT, search), new Set()).map(({ node }) => node.path);

describe('the tree with a filter', () => {
  test.each([
    ['SMALL', ['other', 'other/Small amount', 'shop', 'shop/pay', 'shop/pay/Small amount']],
    // Words in any order; one of them is the name of a folder.
    ['amount  corner', ['shop', 'shop/pay', 'shop/pay/Small amount']],
    ['get /v1/accounts', ['other', 'other/Small amount', 'shop', 'shop/Her accounts']],
    ['create payment', ['shop', 'shop/pay', 'shop/pay/Small amount']],
    ['sca', ['shop', 'shop/pay', 'shop/pay/Ingrid signs']],
    ['sca-7', ['shop', 'shop/pay', 'shop/pay/Ingrid signs']],
    // A folder that is found itself has all that is in it.
    ['pay ingrid', ['shop', 'shop/pay', 'shop/pay/Ingrid signs']],
    ['corner', ['shop', 'shop/pay', 'shop/pay/Ingrid signs', 'shop/pay/Small amount', 'shop/Her accounts']],
    ['no such thing', []],
  ])('%s', (search, paths) => {
    expect(found(search).toSorted()).toEqual(paths.toSorted());
  });

  test('nothing is left out, and nothing is made again, without a word', () => {
    expect(hitsIn(ROOT, ' ')).toBe(ROOT);
  });

  test('rows are counted among those that are found', () => {
    const rows = rowsOf(hitsIn(ROOT, 'ingrid'), new Set());
    expect(rows.map(({ position, siblings }) => [position, siblings])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });
});

test('each step is listed with the names of its folders and what it does', () => {
  expect(stepsIn(ROOT).map(({ node, folders }) => [node.name, folders, deedOf(node)])).toEqual(
    expect.arrayContaining([
      ['Ingrid signs', ['Corner shop', 'pay'], 'SCA'],
      ['Her accounts', ['Corner shop'], 'GET /v1/accounts'],
    ]),
  );
  expect(stepsIn(ROOT)).toHaveLength(4);
  // A request with a line of its own is no operation.
  const [first] = stepsIn(ROOT);
  if (first === undefined) return;
  const { node } = first;
  const step = requestStep('Is rejected', { ...fresh('listAccounts'), line: 'GET {{state}}' });
  const own = { ...node, entry: { ...node.entry, step } };
  expect([deedOf(own), moreOf(own)]).toEqual(['GET {{state}}', '']);
});

test('a text has all words of a search, or not', () => {
  expect(wordsOf('  Two\twords ')).toEqual(['two', 'words']);
  expect(hasWords('WORDS, not two', ['two', 'words'])).toBe(true);
  expect(hasWords('words', ['two', 'words'])).toBe(false);
  expect(hasWords('', [])).toBe(true);
});
