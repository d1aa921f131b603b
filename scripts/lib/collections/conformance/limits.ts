/** What a TPP may do without the PSU. */
import type { Assertion } from '../../../../shared/collection/assertion.ts';
import { refused, send, status } from '../draft.ts';
import { ACCOUNT, ALONE, booked, fiveCallsAlone, forEachCall } from '../steps/accounts.ts';
import { chapter } from './chapter.ts';

const listAlone = (name: string, query: Record<string, string>, expect: Assertion[]) =>
  send(
    name,
    'listTransactions',
    { ...booked({ limit: '2', ...query }), headers: ALONE },
    { tags: ['LIM-2'], expect },
  );

export const limits = chapter(
  'Without the PSU',
  ...fiveCallsAlone({ four: 'Four balances', fifth: 'A fifth', tags: ['LIM-1', 'LIM-3'] }),
  send('With the PSU', 'readBalances', { params: ACCOUNT }, { tags: ['LIM-3'], expect: [status(200)] }),
  forEachCall(listAlone('Four lists of transactions', {}, [status(200)])),
  listAlone('Their next page is no new call', { offset: '2' }, [status(200)]),
  listAlone('A fifth list', {}, refused(429, 'ACCESS_EXCEEDED')),
);
