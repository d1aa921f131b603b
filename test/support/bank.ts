/** A bank for one test file: in memory, on free ports, with a frozen clock so that times are exact. */
import { afterAll, beforeAll } from 'vitest';
import { type Bank, startBank } from '../../bank-sim/index.ts';
import { type Identity, makeIdentity } from './identity.ts';
import { type BankDoor, Tpp } from './tpp.ts';

/** Friday 20 November 2026, 10:42:07 in Oslo. */
export const NOON = Date.parse('2026-11-20T09:42:07Z');

export type TestBankOptions = Partial<Parameters<typeof startBank>[0]>;

/** In production, it knows each TPP from its first call (SIG-12), unless a test is about the register. */
export function memoryBank({ quirks, ...options }: TestBankOptions = {}): Promise<Bank> {
  return startBank({
    port: 0,
    psuPort: 0,
    controlPort: 0,
    data: null,
    clock: NOON,
    quirks: { openRegister: quirks?.environment === 'production', ...quirks },
    ...options,
  });
}

/** Does work with a bank of its own, and stops it whatever happens. */
export async function withBank<T>(options: TestBankOptions, work: (bank: Bank) => Promise<T>): Promise<T> {
  const bank = await memoryBank(options);
  try {
    return await work(bank);
  } finally {
    await bank.stop();
  }
}

/** Starts a bank before the tests of a file (or describe) and stops it after them. */
export function useBank(options: TestBankOptions = {}): {
  readonly bank: Bank;
  readonly identity: Identity;
  tpp: () => Tpp;
  /** A TPP that no bank has met. */
  newTpp: (bank?: BankDoor) => Promise<Tpp>;
} {
  let bank: Bank | undefined;
  let identity: Identity | undefined;
  let tpps = 0;
  beforeAll(async () => {
    [bank, identity] = await Promise.all([memoryBank(options), makeIdentity()]);
  });
  afterAll(() => bank?.stop());
  const need = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The bank is not started yet.');
    return value;
  };
  return {
    get bank() {
      return need(bank);
    },
    get identity() {
      return need(identity);
    },
    tpp: () => new Tpp(need(bank), need(identity)),
    newTpp: async (other = need(bank)) =>
      new Tpp(other, await makeIdentity({ organizationNumber: `PSDNO-FSA-T${++tpps}` })),
  };
}
