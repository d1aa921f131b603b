/** What a recording costs whose responses are full of ids. */
import { expect, it } from 'vitest';
import { type Recorded, RecordedSteps, stepsOf } from '../../../../shared/collections/recorded.ts';
import { fresh } from '../../../../shared/requests/compose.ts';
import { measured } from '../../support/cpu-time.ts';

const sent = (body: string, response: unknown): Recorded => ({
  did: 'request',
  name: 'Request',
  request: { ...fresh('createPayment'), params: {}, query: {}, body },
  status: 200,
  body: JSON.stringify(response),
  today: '2026-11-20',
});
const many = (from: number) =>
  Array.from({ length: 12_000 }, (_, at) => `x${String(from + at).padStart(15, '0')}`);

it('each request costs the same, and a look at it costs nothing more', () => {
  const long = JSON.stringify(Array.from({ length: 40 }, (_, at) => `text ${at} ${'z'.repeat(200)}`));
  const steps = new RecordedSteps();
  const { seconds } = measured(() => {
    for (let at = 0; at < 20; at++) {
      steps.add(sent(long, { a: many(at * 12_000) }));
      for (let look = 0; look < 20; look++) steps.names();
    }
  });
  expect(steps.steps()).toHaveLength(20);
  expect(seconds).toBeLessThan(8);
});

it('thousands of variables of one kind are named at once', () => {
  const ids = many(0);
  const both = [sent('', { ids }), sent(JSON.stringify(ids), {})];
  const { result, seconds } = measured(() => stepsOf(both));
  expect(result[0]?.keep?.at(-1)?.as).toBe('ids12000');
  expect(seconds).toBeLessThan(8);
});
