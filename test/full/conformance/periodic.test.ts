/** PAY-14: a periodic payment over twenty years. */
import { expect, it } from 'vitest';
import { memoryBank } from '../../support/bank.ts';
import { makeIdentity } from '../../support/identity.ts';
import {
  create,
  EIRIK,
  expectConserved,
  leaveExactly,
  moneyOf,
  moveTo,
  sign,
  statusOf,
} from '../../support/payments.ts';
import { Tpp } from '../../support/tpp.ts';

it('one clock move carries out twenty years of daily runs', async () => {
  const bank = await memoryBank();
  const tpp = new Tpp(bank, await makeIdentity());
  try {
    await leaveExactly(tpp, EIRIK, 900_000_000);
    const before = await moneyOf(tpp, EIRIK);
    const order = { startDate: '2026-12-01', endDate: '2046-11-30', frequency: 'Daily' };
    const path = await create(tpp, 'NDCT', order, 'periodic-payments');
    await sign(tpp, path);
    await moveTo(bank, '2047-01-01T00:00:00Z');
    expect(await statusOf(tpp, path)).toBe('ACSC');
    // 365.25 days a year, less the weekends and about ten holidays that are no weekends.
    const runs = (before.booked - (await moneyOf(tpp, EIRIK)).booked) / 10_000;
    expect(runs).toBeGreaterThan(20 * 248);
    expect(runs).toBeLessThan(20 * 256);
    await expectConserved(bank);
  } finally {
    await bank.stop();
  }
});
