/** The TPP dialogue. */
import { contactSchema, contactInput } from '../schemas.ts';
import type { Operation } from './operation.ts';
import { sandbox } from './defaults.ts';

export const TPP_DIALOGUE = [
  {
    ...sandbox,
    id: 'putContact',
    group: 'TPP dialogue',
    title: 'Register contact e-mail',
    method: 'PUT',
    path: '/v1/tpps/{tpp-id}/contact-information',
    summary: 'A non-personal address for operational messages.',
    rules: ['TPP-1'],
    body: 'json',
    input: contactInput,
    example: '{ "email": "operations@fjordpay.example" }',
    answer: contactSchema,
  },
  {
    ...sandbox,
    id: 'readContact',
    group: 'TPP dialogue',
    title: 'Read contact e-mail',
    method: 'GET',
    path: '/v1/tpps/{tpp-id}/contact-information',
    summary: 'The registered address.',
    rules: ['TPP-1'],
    answer: contactSchema,
  },
] as const satisfies readonly Operation[];
