/** Control calls about TPPs (SIG-12). */
import { z } from 'zod';
import { controlCall } from '../call.ts';
import { ok } from '../reply.ts';
import { TPP_ID } from './example-ids.ts';

const group = 'TPPs';

export const TPP_CALLS = [
  controlCall({
    id: 'blockTpp',
    group,
    title: 'Block TPP',
    summary: "Blocks or unblocks a TPP's certificates. It takes effect only in production (SIG-12).",
    method: 'POST',
    path: '/control/tpps/{tppId}/block',
    parameter: { text: 'organizationIdentifier of the TPP.', example: TPP_ID },
    body: z.strictObject({ blocked: z.boolean() }),
    examples: {
      block: { summary: 'Block', value: { blocked: true } },
      unblock: { summary: 'Unblock', value: { blocked: false } },
    },
    answer: {
      schema: z.object({ tpp: z.string(), blocked: z.boolean() }),
      example: { tpp: TPP_ID, blocked: true },
    },
    run: ({ operator }, { parameter, body }) => {
      operator.blockTpp(parameter, body.blocked);
      return ok({ tpp: parameter, blocked: body.blocked });
    },
  }),
];
