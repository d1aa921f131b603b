/** Every row of the error table and every deliberate fault, each with the refusal that the bank must give. */
import { FAULTS } from '../../../shared/faults/faults.ts';
import type { Draft } from './draft.ts';
import { accounts } from './refusals/accounts.ts';
import { baskets } from './refusals/baskets.ts';
import { company } from './refusals/company.ts';
import { errorTable } from './refusals/error-table.ts';
import { payments } from './refusals/payments.ts';
import { unknown } from './refusals/unknown.ts';
import { FOUR_CALLS } from './steps/accounts.ts';
import { broken } from './steps/faults.ts';
import { eirikInFreshBank } from './steps/people.ts';

/** The groups of the list, as folders. */
function faultGroups(): Draft[] {
  const groups = [...new Set(FAULTS.map(({ group }) => group))];
  return groups.map((group) => ({
    folder: group.toLowerCase().replaceAll(' ', '-'),
    name: group,
    items: FAULTS.filter((fault) => fault.group === group).map(broken),
  }));
}

export const refusals: Draft = {
  folder: 'refusals',
  name: 'Refusals',
  settings: { variables: FOUR_CALLS },
  items: [
    ...eirikInFreshBank,
    errorTable,
    company,
    unknown,
    payments,
    baskets,
    { folder: 'faults', name: 'Deliberate faults', items: faultGroups() },
    accounts,
  ],
};
