/** The status: cheap to read, told once for many changes, and never without the last of them. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { Events } from '../../main/core/events.ts';
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

it('changes without end cause one event in 50 milliseconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const events = new Events();
  const heard: string[] = [];
  events.subscribe((name) => heard.push(name));
  for (let at = 0; at < 1000; at++) {
    events.emit('status.changed', {});
    vi.advanceTimersByTime(1);
  }
  expect(heard).toEqual(Array(20).fill('status.changed'));
  events.stop();
});

it('the last event of a burst of changes shows the final state', async () => {
  const seen: string[] = [];
  const reads: Promise<unknown>[] = [];
  const end = core.workbench.onEvent((name) => {
    if (name !== 'status.changed') return;
    reads.push(core.call('app.status', {}).then(({ session }) => seen.push(session?.id ?? '')));
  });
  for (let change = 0; change < 20; change++) await core.call('sessions.begin', {});
  const last = (await core.call('app.status', {})).session?.id;
  await expect.poll(() => seen.at(-1)).toBe(last);
  end();
  await Promise.all(reads);
});

it('the status has no counts; they are read from the bank separately', async () => {
  expect(Object.keys(statusSchema.shape.bank.shape)).toEqual(['port', 'running', 'now', 'real', 'clock']);
  const counts = await core.call('bank.counts', {});
  expect(counts.customers).toBeGreaterThan(0);
  expect(counts.transactions).toBeGreaterThan(counts.accounts);
});
