/** Accounts, transactions and consents that the bank does not give. */
import { clockRuns, type Draft, refused, send } from '../draft.ts';
import {
  booked,
  daysInWrongOrder,
  expiry,
  fiveCallsAlone,
  givenConsent,
  readAccountOfAnother,
  revocation,
} from '../steps/accounts.ts';
import { approve, sessionIsOver } from '../steps/people.ts';

const account = { 'account-id': '{{eirikAccountId}}' };

export const accounts: Draft = {
  folder: 'account-information',
  name: 'Account information',
  items: [
    ...givenConsent({ ask: 'Ask for consent', share: 'Eirik shares his accounts' }),
    readAccountOfAnother("Somebody else's account"),
    daysInWrongOrder('The days in the wrong order', {}, account),
    send('A day that does not exist', 'listTransactions', booked({ dateFrom: '2027-02-30' }, account), {
      tags: ['AIS-6'],
      expect: refused(400, 'PERIOD_INVALID'),
    }),
    send('A page of more than 1000', 'listTransactions', booked({ limit: '1001' }, account), {
      tags: ['AIS-4'],
      expect: refused(400, 'FORMAT_ERROR'),
    }),
    send('A negative offset', 'listTransactions', booked({ offset: '-1' }, account), {
      tags: ['AIS-4'],
      expect: refused(400, 'FORMAT_ERROR'),
    }),
    send('An unknown booking status', 'listTransactions', booked({ bookingStatus: 'some' }, account), {
      tags: ['AIS-3'],
      expect: refused(400, 'FORMAT_ERROR'),
    }),
    ...fiveCallsAlone({
      params: account,
      four: 'Four calls without the PSU',
      fifth: 'A fifth one',
      tags: ['LIM-1'],
    }),
    ...revocation({
      see: 'See the consents',
      revoke: 'The PSU revokes the consent at the bank',
      then: 'The consent is revoked',
    }),
    approve('Eirik gives it again'),
    ...expiry('Half a year later', ['SCA-10']),
    sessionIsOver('The session too', ['SCA-4']),
    clockRuns,
  ],
};
