/** An exchange in a file that anybody may have written: its numbers are what the history can store and the window can show. */
import { z } from 'zod';
import { exchangeSchema } from './exchange.ts';
import { MAX_STATED_BODY_BYTES } from '../limits.ts';

const milliseconds = z.number().min(0).max(8.64e15);

const response = exchangeSchema.shape.response.unwrap();

export const foreignResponseSchema = response.extend({
  status: z.int(),
  bodyBytes: z.int().min(0).max(MAX_STATED_BODY_BYTES),
});

export const foreignExchangeSchema = exchangeSchema.extend({
  at: milliseconds.int(),
  status: z.int().nullable(),
  duration: milliseconds.nullable(),
  response: foreignResponseSchema.nullable(),
});
