/** What a move of the clock did, and what it passed over: days without a batch, a change of summer time. */
import type { Output } from '../../../shared/contract/methods.ts';
import { passedOver } from '../../../shared/demonstrations/clock-jump.ts';

/** @param said the sentence about the move */
export const moved =
  (said: string) =>
  ({ from, to }: Output<'bank.clock'>): string =>
    [said, ...passedOver(from, to)].join(' ');
