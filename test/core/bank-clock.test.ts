/** The local bank's clock seen from the workbench: how far it is from real time, and how it comes back. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { controlCallsOf } from '../../main/core/collections/recording-acts.ts';
import type { Workbench } from '../../main/core/services.ts';
import { DAY, HOUR } from '../../shared/time.ts';
import { makeIdentity } from '../support/identity.ts';
import { Tpp } from '../support/tpp.ts';
import { callCore, startCore } from '../support/workbench.ts';

const identity = await makeIdentity();

/** Does work with a workbench of its own. @param work gets what stops it and starts it again */
async function withCore(
  work: (workbench: () => Workbench, restart: () => Promise<void>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-bank-clock-'));
  let workbench = await startCore(folder);
  try {
    const restart = async () => {
      await workbench.stop();
      workbench = await startCore(folder);
    };
    await work(() => workbench, restart, folder);
  } finally {
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How far the bank's clock is ahead, in milliseconds. */
async function ahead(workbench: Workbench): Promise<number> {
  const { bank } = await callCore(workbench, 'app.status', {});
  return bank.now - bank.real;
}

/** What another program on this machine gets, which takes its Date from the machine. */
async function otherProgram(workbench: Workbench, folder: string): Promise<number> {
  const { environment, bank: of } = await callCore(workbench, 'app.status', {});
  const bank = {
    apiBaseUrl: environment.baseUrl,
    caPem: readFileSync(join(folder, 'bank/pki/ca.pem'), 'utf8'),
    now: () => of.real,
    controlBaseUrl: '',
    controlToken: '',
    inspection: { somebody: () => null },
  };
  return (await new Tpp(bank, identity).send({ method: 'POST', path: '/v1/bank-offered-consents' })).status;
}

it('a clock that is ahead stays ahead over a restart and a reset, and comes back by a reset that says so', () =>
  withCore(async (workbench, restart, folder) => {
    expect(await ahead(workbench())).toBeGreaterThan(-1000);
    expect(await otherProgram(workbench(), folder)).toBe(201);
    await callCore(workbench(), 'bank.clock', { advance: 'P2D' });
    await restart();
    expect(await ahead(workbench())).toBeGreaterThan(2 * DAY - 1000);
    expect(await otherProgram(workbench(), folder)).toBe(400);
    await callCore(workbench(), 'bank.reset', { clock: 'keep' });
    expect(await ahead(workbench())).toBeGreaterThan(2 * DAY - 1000);
    await expect(callCore(workbench(), 'bank.clock', { toRealTime: true })).rejects.toThrow(
      'cannot move back',
    );
    await callCore(workbench(), 'bank.reset', { clock: 'real' });
    expect(Math.abs(await ahead(workbench()))).toBeLessThan(1000);
    expect((await callCore(workbench(), 'app.status', {})).bank.clock).toBe('real');
    expect(await otherProgram(workbench(), folder)).toBe(201);
    await restart();
    expect(Math.abs(await ahead(workbench()))).toBeLessThan(1000);
  }));

it('no way back is left from before a reset or a restored snapshot, and none is taken of a bank that is ahead', () =>
  withCore(async (workbench) => {
    const core = workbench();
    const names = async () => (await callCore(core, 'bank.snapshots', {})).snapshots.map(({ name }) => name);
    const move = () => callCore(core, 'bank.clock', { advance: 'P1D' });
    await callCore(core, 'bank.takeSnapshot', { name: 'mine' });
    for (const replace of [
      () => callCore(core, 'bank.restoreSnapshot', { name: 'mine' }),
      () => callCore(core, 'bank.reset', { clock: 'real' }),
      () => callCore(core, 'bank.reset', { clock: 'keep' }),
    ]) {
      await move();
      expect(await names()).toEqual(['Before the clock moved', 'mine']);
      await replace();
      expect(await names()).toEqual(['mine']);
    }
    await move();
    expect(await names()).toEqual(['mine']);
  }));

it('going back to real time, and on to a batch, is recorded so that a run can repeat it', () => {
  const batchBefore = Date.UTC(2026, 11, 1, 8, 30);
  const facts = {
    movedBy: 3 * HOUR,
    batchBefore,
    consentsAfter: () => 0,
    sessionId: '',
    sessions: { of: () => null, used: (): never => expect.fail('no session is used') },
  };
  const controls = (...calls: ReturnType<typeof controlCallsOf>) =>
    calls.map((call) => (call.did === 'control' ? [call.control.path, call.control.json] : call.did));
  expect(controls(...controlCallsOf('bank.reset', { clock: 'real' }, facts))).toEqual([
    ['/control/reset', { clock: 'real' }],
  ]);
  expect(controls(...controlCallsOf('bank.reset', { clock: 'keep' }, facts))).toEqual([
    ['/control/reset', {}],
  ]);
  expect(controls(...controlCallsOf('bank.clock', { toRealTime: true }, facts))).toEqual([
    ['/control/clock', { advance: 'PT10800S' }],
    ['/control/clock', { mode: 'real' }],
  ]);
  // To where a payment is settled, which a later run reaches by another way.
  const setTo = (at: number) => controlCallsOf('bank.clock', { set: new Date(at).toISOString() }, facts);
  expect(controls(...setTo(batchBefore))).toEqual([
    ['/control/state', undefined],
    ['/control/clock', { set: '{{nextBatch}}' }],
  ]);
  expect(controls(...setTo(batchBefore + HOUR))).toEqual([['/control/clock', { advance: 'PT10800S' }]]);
});
