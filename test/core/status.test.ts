/** The status: cheap to read, told once for many changes, and never without the last of them. */
import { expect, it } from 'vitest';
import { Events } from '../../main/core/app/events.ts';
import { statusSchema } from '../../shared/contract/status.ts';
import { coreForFile } from '../support/file-core.ts';

const core = coreForFile('status');
it('many changes at once cause one event, and a later change causes another', async () => {
  const events = new Events();
  let told = 0;
  const next = () =>
    new Promise<void>((resolve) => {
      const end = events.subscribe(() => {
        told++;
        end();
        resolve();
      });
    });
  const first = next();
  for (let change = 0; change < 1000; change++) events.emit('status.changed', {});
  await first;
  const second = next();
  events.emit('status.changed', {});
  await second;
  expect(told).toBe(2);
  events.stop();
});

it('every other event is passed on immediately', () => {
  const events = new Events();
  const heard: string[] = [];
  events.subscribe((name) => heard.push(name));
  events.emit('environments.changed', {});
  events.emit('saved.changed', {});
  events.emit('saved.changed', {});
  expect(heard).toEqual(['environments.changed', 'saved.changed', 'saved.changed']);
});

it('a burst of changes causes a limited number of events, and the last event shows the final state', async () => {
  const seen: string[] = [];
  const reads: Promise<unknown>[] = [];
  const start = performance.now();
  const end = core.workbench.onEvent((name) => {
    if (name !== 'status.changed') return;
    reads.push(core.call('app.status', {}).then(({ session }) => seen.push(session?.id ?? '')));
  });
  for (let change = 0; change < 100; change++) await core.call('sessions.begin', {});
  const took = performance.now() - start;
  const last = (await core.call('app.status', {})).session?.id;
  while (seen.at(-1) !== last) await new Promise((resolve) => setImmediate(resolve));
  end();
  await Promise.all(reads);
  expect(seen.length).toBeLessThanOrEqual(Math.ceil(took / 50) + 1);
});

it('the status has no counts; they are read from the bank separately', async () => {
  expect(Object.keys(statusSchema.shape.bank.shape)).toEqual(['port', 'running', 'now', 'real', 'clock']);
  const counts = await core.call('bank.counts', {});
  expect(counts.customers).toBeGreaterThan(0);
  expect(counts.transactions).toBeGreaterThan(counts.accounts);
});
