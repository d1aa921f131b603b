/** Control calls for TPPs: the register and blocks (SIG-12). */
import { z } from 'zod';
import { PSD2_ROLES } from '../../../shared/signing/certificate.ts';
import { registrationChange } from '../../../shared/xs2a/operator-input.ts';
import type { Registration } from '../../domain/register.ts';
import { controlCall } from '../call.ts';
import { ok, replyTo } from '../reply.ts';
import { TPP_ID } from './example-ids.ts';

const group = 'TPPs';

const registration = z.object({
  tppId: z.string(),
  name: z.string(),
  status: z.enum(['registered', 'withdrawn']),
  passport: z.boolean(),
  roles: z.array(z.enum(PSD2_ROLES)),
});
const entry: z.infer<typeof registration> = {
  tppId: TPP_ID,
  name: 'Fjordpay AS',
  status: 'registered',
  passport: true,
  roles: ['PSP_AI', 'PSP_PI'],
};

function view({ tppId, name, status, passport, roles }: Registration): z.infer<typeof registration> {
  return { tppId, name, status, passport, roles: [...roles] };
}

export const TPP_CALLS = [
  controlCall({
    id: 'readTpps',
    group,
    title: 'List TPPs',
    summary:
      'The register in which a production bank looks up every TPP (SIG-12), sorted by name. A reset keeps it.',
    method: 'GET',
    path: '/control/tpps',
    answer: { schema: z.object({ tpps: z.array(registration) }), example: { tpps: [entry] } },
    run: ({ inspection }) => ok({ tpps: inspection.tpps().map(view) }),
  }),
  controlCall({
    id: 'registerTpp',
    group,
    title: 'Register TPP',
    summary:
      'Enters a TPP in the register, or changes its entry. Members left out stay as they are; of a new entry they are registered, with a passport to Norway, and the roles of its certificates.',
    method: 'PUT',
    path: '/control/tpps/{tppId}',
    parameter: { text: 'organizationIdentifier of the TPP.', example: TPP_ID },
    body: registrationChange,
    examples: {
      withdraw: { summary: 'Withdraw the registration', value: { status: 'withdrawn' } },
      passport: { summary: 'Take the passport', value: { passport: false } },
      whole: {
        summary: 'Enter a TPP',
        value: { name: 'Fjordpay AS', status: 'registered', passport: true, roles: ['PSP_AI', 'PSP_PI'] },
      },
    },
    answer: { schema: registration, example: entry },
    run: ({ operator }, { parameter, body }) => replyTo(operator.registerTpp(parameter, body), view),
  }),
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
