/** Strong customer authentication and sessions. */
import {
  fits,
  is,
  isLong,
  keepReturned,
  link,
  looks,
  noLink,
  operate,
  refused,
  returned,
  returnedLike,
  send,
  status,
} from '../draft.ts';
import { authorise, pay } from '../steps/payments.ts';
import { abort, approve, askWithoutUser, beginSession, sessionIsOver } from '../steps/people.ts';
import { chapter } from './chapter.ts';

const FAILURE = {
  system: 'payments',
  status: 503,
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Blåmandag: try again & again.',
};

export const sca = chapter(
  'SCA and sessions',
  askWithoutUser('Who is there, by a stranger', ['SCA-13', 'HDR-5']),
  approve('Eirik signs in', {
    tags: ['SCA-1'],
    expect: [returned('context', 'PRIVATE'), returnedLike('tpp-session-id', '*-*')],
    keep: [keepReturned('psuId', 'psu-id')],
  }),
  send(
    'The user',
    'readUser',
    {},
    {
      tags: ['SCA-13', 'SCA-3'],
      expect: [status(200), is('$.psuId', '{{psuId}}'), is('$.context', 'PRIVATE')],
    },
  ),
  send(
    'By its other name',
    'readUserAlias',
    {},
    { tags: ['SCA-13'], expect: [status(200), is('$.psuId', '{{psuId}}')] },
  ),
  send(
    'The agreements',
    'listAgreements',
    {},
    {
      tags: ['SCA-14'],
      expect: [status(200), fits, isLong('$.agreements', 2), looks('$.agreements[0].psuCorporateId', 'uuid')],
    },
  ),
  beginSession('Begin another session'),
  abort('Eirik aborts', ['SCA-2', 'SCA-5'], returnedLike('message', '* *')),
  send('The old session is still valid', 'readUser', {}, { tags: ['SCA-5'], expect: [status(200)] }),
  beginSession('Sign in to a session of its own', 'conformance-old'),
  approve('Eirik signs in to it', {
    tags: ['SCA-1'],
    expect: [returned('tpp-session-id', 'conformance-old')],
  }),
  beginSession('Sign in to another one', 'conformance-new'),
  approve('Eirik signs in to the other', {
    tags: ['SCA-5'],
    expect: [returned('psu-id', '{{psuId}}')],
  }),
  send(
    'The first one has ended',
    'readUser',
    { headers: { 'tpp-session-id': 'conformance-old' } },
    { tags: ['SCA-5'], expect: refused(401, 'PSU_CREDENTIALS_INVALID') },
  ),
  operate(
    'The operator forces an SCA',
    'POST /control/scenarios',
    { when: { times: 1, method: 'GET' }, then: { forceSca: true } },
    { expect: [status(201)] },
  ),
  send(
    'The user needs an SCA in spite of the session',
    'readUser',
    {},
    { tags: ['SCA-8'], expect: [status(401), link('scaRedirect')] },
  ),
  operate(
    'The operator makes one fail',
    'POST /control/scenarios',
    { when: { times: 1, method: 'POST' }, then: { failSca: FAILURE } },
    { expect: [status(201)] },
  ),
  send('Begin an SCA that fails', 'createConsent', {}, { expect: [status(201)] }),
  approve('It fails as the operator says', {
    tags: ['SCA-2', 'SCA-8'],
    expect: [
      returned('system', FAILURE.system),
      returned('status', '503'),
      returned('code', FAILURE.code),
      returned('message', FAILURE.message),
    ],
  }),
  operate(
    'The operator scripts a failure',
    'POST /control/scenarios',
    { when: { times: 1, path: '/v1/sandbox/customers' }, then: { status: 503 } },
    { expect: [status(201)] },
  ),
  send('A request fails', 'listCustomers', {}, { tags: ['SCA-8'], expect: [status(503)] }),
  send('The next one does not', 'listCustomers', {}, { tags: ['SCA-8'], expect: [status(200)] }),
  operate('Almost an hour later', 'POST /control/clock', { advance: 'PT59M50S' }),
  send(
    'The session is valid for an hour',
    'readUser',
    {},
    { tags: ['SCA-4', 'LIM-4'], expect: [status(200)] },
  ),
  operate('A little later', 'POST /control/clock', { advance: 'PT10S' }),
  sessionIsOver('After an hour it is over', ['SCA-4', 'LIM-4']),
  operate(
    'The operator exempts an SCA',
    'POST /control/scenarios',
    { when: { times: 1, method: 'POST' }, then: { exemptSca: true } },
    { expect: [status(201)] },
  ),
  pay('Create a payment'),
  authorise('Its authorisation is exempted', {
    tags: ['SCA-8'],
    expect: [status(201), is('$.scaStatus', 'exempted'), noLink('scaRedirect')],
  }),
);
