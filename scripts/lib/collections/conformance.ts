/** The rules that can be seen from outside, each by a step or a few with its id as a tag. */
import { accounts } from './conformance/accounts.ts';
import { baskets } from './conformance/baskets.ts';
import { chapter } from './conformance/chapter.ts';
import { company } from './conformance/company.ts';
import { consents } from './conformance/consents.ts';
import { earlier } from './conformance/earlier.ts';
import { headers } from './conformance/headers.ts';
import { limits } from './conformance/limits.ts';
import { payments } from './conformance/payments.ts';
import { sandbox } from './conformance/sandbox.ts';
import { sca } from './conformance/sca.ts';
import { LONG, service } from './conformance/service.ts';
import { signature } from './conformance/signature.ts';
import type { Draft } from './draft.ts';
import { expiry, FOUR_CALLS } from './steps/accounts.ts';
import { eirikInFreshBank } from './steps/people.ts';

export const conformance: Draft = {
  folder: 'conformance',
  name: 'Conformance',
  settings: { variables: { ...FOUR_CALLS, ...LONG } },
  items: [
    ...eirikInFreshBank,
    consents,
    service,
    accounts,
    signature,
    headers,
    limits,
    payments,
    company,
    baskets,
    sca,
    chapter('After half a year', ...expiry('180 days later', ['SCA-10', 'LIM-4', 'VER-2'])),
    earlier,
    sandbox,
  ],
};
