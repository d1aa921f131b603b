/** Control calls for scenarios: scripted failures (SCA-8). */
import { z } from 'zod';
import { scenarioInput } from '../../../shared/xs2a/operator-input.ts';
import { controlCall } from '../call.ts';
import { ok, replyTo } from '../reply.ts';
import { TPP_ID } from './example-ids.ts';

const group = 'Scenarios';
const ONCE = { path: '/v1/accounts', times: 1 };

export const SCENARIO_CALLS = [
  controlCall({
    id: 'listScenarios',
    group,
    title: 'List scenarios',
    summary: 'The scenarios that have not been used up.',
    method: 'GET',
    path: '/control/scenarios',
    answer: {
      schema: z.object({ scenarios: z.array(scenarioInput.extend({ id: z.string() })) }),
      example: { scenarios: [{ id: 'scenario-1', when: ONCE, then: { status: 503 } }] },
    },
    run: ({ inspection }) => ok({ scenarios: inspection.scenarios() }),
  }),
  controlCall({
    id: 'addScenario',
    group,
    title: 'Add scenario',
    summary:
      'Scripts a failure (SCA-8). when says which requests it applies to; a condition that is left out applies to all. The first scenario that matches applies.',
    method: 'POST',
    path: '/control/scenarios',
    body: scenarioInput,
    examples: {
      forceSca: {
        summary: 'The next request for accounts needs a new SCA',
        value: { when: ONCE, then: { forceSca: true } },
      },
      exemptSca: {
        summary: 'The next payment of any product is approved without an SCA',
        value: {
          when: { method: 'POST', path: '/v1/payments/*/*/authorisations', times: 1 },
          then: { exemptSca: true },
        },
      },
      failSca: {
        summary: 'The SCA of the next consent fails when the PSU approves it',
        value: {
          when: { path: '/v1/bank-offered-consents', times: 1 },
          then: {
            failSca: {
              system: 'core-banking',
              status: 503,
              code: 'SERVICE_UNAVAILABLE',
              message: 'Try again later.',
            },
          },
        },
      },
      delayMs: {
        summary: 'Every response to one TPP is delayed by two seconds',
        value: { when: { tpp: TPP_ID }, then: { delayMs: 2000 } },
      },
      status: {
        summary: 'The next two requests for accounts are answered 503 and not carried out',
        value: { when: { path: '/v1/accounts', times: 2 }, then: { status: 503 } },
      },
      dropConnection: {
        summary: 'The next payment is carried out, but the connection ends without a response',
        value: {
          when: { method: 'POST', path: '/v1/payments/*', times: 1 },
          then: { dropConnection: true },
        },
      },
      corruptResponseSignature: {
        summary: 'The signature of the next response does not fit',
        value: { when: { times: 1 }, then: { corruptResponseSignature: true } },
      },
    },
    success: 201,
    answer: { schema: z.object({ id: z.string() }), example: { id: 'scenario-1' } },
    refusals: {
      400: 'then needs at least one effect.',
    },
    run: ({ operator }, { body }) => replyTo(operator.addScenario(body), undefined, 201),
  }),
  controlCall({
    id: 'removeScenario',
    group,
    title: 'Remove scenario',
    summary: 'Removes a scenario before it is used up.',
    method: 'DELETE',
    path: '/control/scenarios/{scenarioId}',
    parameter: { text: 'The id that the bank gave it.', example: 'scenario-1' },
    answer: { schema: z.object({ removed: z.literal(true) }), example: { removed: true } },
    refusals: { 404: 'There is no scenario with this id.' },
    run: ({ operator }, { parameter }) =>
      replyTo(operator.removeScenario(parameter), () => ({ removed: true })),
  }),
];
