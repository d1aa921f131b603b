/** Long batches for tests: many copies of a payment, and pieces that wait until the test lets them be done. */
import { expect } from 'vitest';
import { addCopies, type PaymentTables } from './copies.ts';
import { type BankDoor, control } from './tpp.ts';

/** Copies the only payment of a bank. @param total how many there are then @returns their ids, in the order of creation */
export async function copyPayment(bank: BankDoor, total: number): Promise<string[]> {
  const snapshot = (await control(bank, 'GET', '/control/snapshot')).body as unknown as PaymentTables;
  const ids = addCopies(snapshot, total);
  const put = await control(bank, 'PUT', '/control/snapshot', snapshot);
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  return ids;
}

export interface HeldPieces {
  /** For the bank's options. */
  betweenPieces: () => Promise<void>;
  /** Resolves when the bank has done a piece and waits. */
  held: () => Promise<void>;
  /** Lets the next piece be done, and resolves when the bank waits again. */
  step: () => Promise<void>;
  /** Lets all pieces be done from now on. */
  letGo: () => void;
}

export function heldPieces(): HeldPieces {
  let waiting = Promise.withResolvers<void>();
  let held = Promise.withResolvers<void>();
  let free = false;
  return {
    betweenPieces: () => {
      if (free) return Promise.resolve();
      held.resolve();
      return waiting.promise;
    },
    held: () => held.promise,
    step: () => {
      held = Promise.withResolvers<void>();
      const before = waiting;
      waiting = Promise.withResolvers<void>();
      before.resolve();
      return held.promise;
    },
    letGo: () => {
      free = true;
      waiting.resolve();
    },
  };
}
