/** Copies of a running bank: the same state, also of a bank with data on disk, and apart from then on. */
import { expect, it, onTestFinished } from 'vitest';
import { type Bank, startBank } from '../../bank-sim/index.ts';
import { folderForFile } from '../support/folders.ts';
import { join } from 'node:path';

const folder = folderForFile('copies');
const PORTS = { port: 0, psuPort: 0, controlPort: 0 };

it.each([
  ['in memory', null],
  ['on disk', join(folder, 'bank')],
])(
  'a copy of a bank %s has its customers, clock, quirks and scenarios, and leaves it as it is',
  async (_, data) => {
    const stopLater = (bank: Bank) => {
      onTestFinished(() => bank.stop());
      return bank;
    };
    const bank = stopLater(await startBank({ ...PORTS, data }));
    bank.operator.setQuirk('environment', 'production');
    await bank.operator.moveClock({ mode: 'frozen' });
    const customer = bank.inspection.state().counts.customers;
    const start = bank.copies();
    bank.operator.reset();
    const copy = stopLater(await start());
    expect(copy.inspection.quirks.environment).toBe('production');
    expect(copy.inspection.state().clock).toBe('frozen');
    expect(copy.inspection.state().counts.customers).toBe(customer);
    await copy.operator.moveClock({ advance: 'P1D' });
    expect(copy.now()).not.toBe(bank.now());
    const other = stopLater(await start());
    expect(other.now()).not.toBe(copy.now());
  },
);
