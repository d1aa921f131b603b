/** A day before the bank changed its interface: the same requests are answered in the old form. */
import { absent, act, include, is, isLong, keep, operate, send, status } from '../draft.ts';
import { ACCOUNT, CARD } from '../steps/accounts.ts';
import { chapter } from './chapter.ts';

/** A Wednesday, before pages of 200 transactions, ISO account types and the balance interimBooked. */
const EARLIER = '2024-02-07T08:00:00+01:00';

export const earlier = chapter(
  'At an earlier date',
  operate('The clock goes back', 'POST /control/reset', { clock: EARLIER }),
  include('Eirik signs in again', 'eirik'),
  send('Ask for consent', 'createConsent', {}, { expect: [status(201)] }),
  act('Eirik shares his accounts', { psu: '{{eirik}}' }),
  send(
    'The new form, because it is asked for',
    'listAccounts',
    { headers: { 'x-accept-fix': 'cash-account-type-iso' } },
    {
      tags: ['VER-1'],
      expect: [status(200), is('$.accounts[0].cashAccountType', 'CACC')],
      keep: [keep('accountId', '$.accounts[0].resourceId')],
    },
  ),
  send(
    'Pages of 100 transactions',
    'listTransactions',
    { params: ACCOUNT, query: { bookingStatus: 'booked', dateFrom: '{{$today-300}}' } },
    { tags: ['VER-2'], expect: [status(200), isLong('$.transactions.booked', 100)] },
  ),
  send(
    'The cards',
    'listCardAccounts',
    {},
    { expect: [status(200)], keep: [keep('cardId', '$.cardAccounts[0].resourceId')] },
  ),
  send(
    'No interimBooked yet',
    'readCardBalances',
    { params: CARD },
    {
      tags: ['VER-2'],
      expect: [status(200), absent("$.balances[?@.balanceType == 'interimBooked']")],
    },
  ),
);
