/** A tab follows its step to where another window has moved it, unless nobody can tell where that is. */
import { expect, it } from 'vitest';
import { movedTo } from '../../renderer/state/requests/moved-file.ts';
import type { StepEntry } from '../../shared/collections/tree.ts';

/** @param request what the step sends, as a text that tells it from others */
function entry(path: string, request: string): StepEntry {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const step = { name, session: request };
  return { path, folder: '', name, at: 0, place: null, step, fingerprint: request };
}

const other = entry('Other', 'x');

it.each([
  ['renamed', [entry('A', 'a'), other], [entry('B', 'a'), other], 'B'],
  ['moved', [entry('A', 'a'), other], [entry('Folder/A', 'a'), other], 'Folder/A'],
  ['deleted', [entry('A', 'a'), other], [other], null],
  ['deleted, while another one was added', [entry('A', 'a')], [entry('B', 'b')], null],
  ['copied', [entry('A', 'a')], [entry('A', 'a'), entry('B', 'a')], null],
  [
    'renamed together with one that says the same',
    [entry('A', 'a'), entry('B', 'a')],
    [entry('C', 'a'), entry('D', 'a')],
    null,
  ],
  ['known only in a later list', [other], [other, entry('B', 'a')], null],
])('a step that was %s', (_, before, now, path) => {
  expect(movedTo('A', before, now)?.path ?? null).toBe(path);
});

it('a flow that was moved takes its steps with it, also those that say the same', () => {
  const before = [entry('F/A', 'a'), entry('F/B', 'a')];
  const now = [entry('G/A', 'a'), entry('G/B', 'a')];
  expect(movedTo('F/A', before, now)?.path).toBe('G/A');
  expect(movedTo('F/B', before, now)?.path).toBe('G/B');
});
