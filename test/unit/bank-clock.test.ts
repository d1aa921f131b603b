/** The bank's clock while a request is worked on. */
import { expect, it } from 'vitest';
import { BankClock } from '../../bank-sim/clock.ts';

const ticking = () => {
  let ms = 1_000_000;
  return new BankClock(
    null,
    () => (ms += 1),
    () => undefined,
  );
};

it('time does not pass during the work of one instant, also not in an instant within it', () => {
  const clock = ticking();
  const times = clock.atOneInstant(() => [
    clock.now(),
    clock.realTime(),
    clock.atOneInstant(() => clock.realTime()),
    clock.realTime(),
  ]);
  expect(new Set(times.slice(1)).size).toBe(1);
  expect(clock.realTime()).toBeGreaterThan(times[3] ?? 0);
});

it('time goes on after work that has failed', () => {
  const clock = ticking();
  const work = () => {
    throw new Error('failed');
  };
  expect(() => clock.atOneInstant(work)).toThrow('failed');
  expect(clock.realTime()).toBeLessThan(clock.realTime());
});

it('a request that moves the clock sees where it is', () => {
  const clock = ticking();
  clock.atOneInstant(() => {
    const before = clock.now();
    expect(clock.moveTo(before + 5000)).toBe(true);
    expect(clock.now()).toBe(before + 5000);
  });
});
