/** What a TPP may do without the PSU. */
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import { refused, send, status } from '../draft.ts';
import { ACCOUNT, ALONE, booked, fiveCallsAlone, forEachCall } from '../steps/accounts.ts';
import { chapter } from './chapter.ts';

const listAlone = (
  name: string,
  query: Record<string, string>,
  expect: Assertion[],
  tags: RuleId[] = ['LIM-2'],
) =>
  send(name, 'listTransactions', { ...booked({ limit: '2', ...query }), headers: ALONE }, { tags, expect });

export const limits = chapter(
  'Without the PSU',
  ...fiveCallsAlone({ four: 'Four balances', fifth: 'A fifth', tags: ['LIM-1', 'LIM-3'] }),
  send('With the PSU', 'readBalances', { params: ACCOUNT }, { tags: ['LIM-3'], expect: [status(200)] }),
  // A call that is refused is not counted.
  listAlone(
    'Transactions of more than 90 days',
    { dateFrom: '{{$today-91}}' },
    refused(400, 'PERIOD_INVALID'),
  ),
  forEachCall(listAlone('Four lists of transactions', {}, [status(200)], ['LIM-2', 'LIM-3'])),
  listAlone('Their next page is no new call', { offset: '2' }, [status(200)]),
  listAlone('A fifth list', {}, refused(429, 'ACCESS_EXCEEDED')),
);
