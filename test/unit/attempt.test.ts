/** A store's sentence about what went wrong: which of its presses and reads takes it away. */
import { expect, it, vi } from 'vitest';
import { attemptIn, readIn } from '../../renderer/state/attempt.ts';

// There is no window, and so no host.
vi.mock('../../renderer/host.ts', () => ({
  messageOf: (error: unknown) => (error instanceof Error ? error.message : String(error)),
}));

function store() {
  let state: { problem: string | null } = { problem: null };
  const set = (next: typeof state) => {
    state = next;
  };
  const get = () => state;
  return { press: attemptIn(set), read: readIn(set, get), problem: () => state.problem };
}

const works = () => Promise.resolve();
const fails = (why: string) => () => Promise.reject(new Error(why));

it('a list that is read again leaves the sentence of a refused press', async () => {
  const { press, read, problem } = store();
  await press(fails('It is in use.'));
  await read(works);
  expect(problem()).toBe('It is in use.');
  await press(works);
  expect(problem()).toBeNull();
});

it('a read takes the sentence of an earlier read away', async () => {
  const { read, problem } = store();
  await read(fails('Nobody answers.'));
  expect(problem()).toBe('Nobody answers.');
  await read(works);
  expect(problem()).toBeNull();
});

it('a read leaves the sentence of a press that was refused after an earlier read had failed', async () => {
  const { press, read, problem } = store();
  await read(fails('Nobody answers.'));
  await press(fails('It is in use.'));
  await read(works);
  expect(problem()).toBe('It is in use.');
});
