/** The PSU who has signed in, and their agreements. */
import { userSchema, agreementsSchema } from '../schemas.ts';
import type { Operation } from './operation.ts';
import { ais } from './defaults.ts';

/** Identifies the PSU without accounts: either role is sufficient, and the SCA does not ask for accounts. */
const identify = {
  ...ais,
  role: null,
  sca: 'identify',
  group: 'User and agreements',
  method: 'GET',
} as const;

export const USER = [
  {
    ...identify,
    id: 'readUser',
    title: 'Read user',
    path: '/v1/user',
    summary:
      'Who has signed in. Starts an SCA that does not ask for accounts, for a PISP that is not an AISP.',
    rules: ['SCA-13'],
    answer: userSchema,
  },
  {
    ...identify,
    id: 'readUserAlias',
    title: 'Read user (other path)',
    path: '/v1/users',
    summary: 'The same operation under its alias.',
    rules: ['SCA-13'],
    answer: userSchema,
  },
  {
    ...identify,
    choosesContext: true,
    id: 'listAgreements',
    title: 'List agreements',
    path: '/v1/agreements',
    summary: "The PSU's corporate agreements. Send an id from this list as PSU-Corporate-ID.",
    rules: ['SCA-14'],
    answer: agreementsSchema,
  },
] as const satisfies readonly Operation[];
