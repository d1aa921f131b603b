/** Asking for consent. */
import { consentSchema } from '../schemas.ts';
import type { Operation } from './operation.ts';
import { ais } from './defaults.ts';

export const CONSENTS = [
  {
    ...ais,
    id: 'createConsent',
    group: 'Consents',
    title: 'Ask for consent',
    method: 'POST',
    path: '/v1/bank-offered-consents',
    summary: 'Starts an SCA in which the PSU chooses the accounts to share.',
    rules: ['SCA-9'],
    psu: 'optional',
    body: 'ignored',
    success: 201,
    answer: consentSchema,
  },
  {
    ...ais,
    id: 'createConsentDeprecated',
    group: 'Consents',
    title: 'Ask for consent (old path)',
    method: 'POST',
    path: '/v1/consents',
    summary: 'The same operation under the deprecated path. The body is ignored.',
    rules: ['SCA-9'],
    psu: 'optional',
    body: 'ignored',
    success: 201,
    answer: consentSchema,
  },
] as const satisfies readonly Operation[];
