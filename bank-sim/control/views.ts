/** The bank's state in the format of the control listener: date-times and amounts as text. */
import { z } from 'zod';
import { formatMinor } from '../../shared/money/money.ts';
import { jsonDateTime } from '../clock.ts';
import type { BankState } from '../inspection/inspection.ts';

/** SVC-4. */
export const dateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
const count = z.number().int().min(0);

export const stateSchema = z.object({
  environment: z.enum(['sandbox', 'production']),
  now: dateTime,
  clock: z.enum(['real', 'frozen']),
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])),
  counts: z.looseObject({
    customers: count,
    accounts: count,
    cardAccounts: count,
    transactions: count,
    consents: count,
    payments: z.record(z.string(), count),
    baskets: count,
  }),
  nextBatch: dateTime,
  work: z
    .object({ at: dateTime, done: count, left: count })
    .nullable()
    .describe('How far a long batch or clock move is; null if nothing is under way.'),
  conservation: z.record(z.string(), z.string()),
});

export function stateView(state: BankState): object {
  return {
    ...state,
    now: jsonDateTime(state.now),
    nextBatch: jsonDateTime(state.nextBatch),
    work: state.work === null ? null : { ...state.work, at: jsonDateTime(state.work.at) },
    conservation: Object.fromEntries(
      state.conservation.map(({ currency, sum }) => [currency, formatMinor(sum, currency)]),
    ),
  };
}
