import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesced } from '../../renderer/state/coalesce.ts';

test('whoever changes something and reads it sees the change, and no earlier answer replaces it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 8 }), async (scheduler, changes) => {
      let stored = 0;
      let shown = 0;
      let under = 0;
      const load = coalesced(async () => {
        under += 1;
        expect(under).toBe(1);
        const read = stored;
        await scheduler.schedule(Promise.resolve(), `answer ${read}`);
        shown = read;
        under -= 1;
      });
      const seen: number[] = [];
      const change = async (at: number) => {
        await scheduler.schedule(Promise.resolve(), `change ${at}`);
        stored += 1;
        const mine = stored;
        await load();
        expect(shown).toBeGreaterThanOrEqual(mine);
        seen.push(shown);
      };
      await scheduler.waitFor(Promise.all(Array.from({ length: changes }, (_, at) => change(at))));
      expect(shown).toBe(changes);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    }),
  );
});

test('calls that come during a read share the next one', async () => {
  const answers: (() => void)[] = [];
  const load = coalesced(() => new Promise<void>((resolve) => answers.push(resolve)));
  const first = load();
  const others = [load(), load(), load()];
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await first;
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await Promise.all(others);
  expect(answers).toHaveLength(2);
});

test('a read that fails is told to its own callers only; the next one begins', async () => {
  let reads = 0;
  const load = coalesced(async () => {
    reads += 1;
    await Promise.resolve();
    if (reads === 1) throw new Error('first');
  });
  const first = load();
  const second = load();
  await expect(first).rejects.toThrow('first');
  await expect(second).resolves.toBeUndefined();
  await expect(load()).resolves.toBeUndefined();
  expect(reads).toBe(3);
});
