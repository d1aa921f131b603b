/** Headers of requests. */
import { refused, returned, send, status } from '../draft.ts';
import { ALONE } from '../steps/accounts.ts';
import { faultsOf } from '../steps/faults.ts';
import { create } from '../steps/payments.ts';
import { approve } from '../steps/people.ts';
import { chapter } from './chapter.ts';

export const headers = chapter(
  'Headers',
  ...faultsOf('HDR-1', 'HDR-2', 'HDR-3', 'HDR-5', 'HDR-7', 'HDR-8', 'HDR-9', 'HDR-4'),
  send(
    'The redirect of an app',
    'createConsent',
    { headers: { 'tpp-redirect-uri': 'my.app://sca/return' } },
    { tags: ['HDR-2'], expect: [status(201)] },
  ),
  // A bank that knows the name in one case only would not see that the value is wrong.
  send(
    'The name of a header in capitals',
    'readUser',
    { headers: { 'PSU-IP-PORT': '70000' } },
    { tags: ['HDR-10'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'TPP-Session-ID of 65 characters',
    'readUser',
    { headers: { 'tpp-session-id': 's'.repeat(65) } },
    { tags: ['HDR-3'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'An unknown PSU-HTTP-Method',
    'readUser',
    { headers: { 'psu-http-method': 'FETCH' } },
    { tags: ['HDR-8'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'An SCA in the app',
    'createConsent',
    { headers: { 'tpp-redirect-preferred': 'false' } },
    { tags: ['HDR-4'], expect: [status(201)] },
  ),
  approve('Eirik approves with his finger', { tags: ['HDR-4'], expect: [returned('context', 'PRIVATE')] }),
  send(
    'An IPv6 address and a place',
    'listAccounts',
    { headers: { 'psu-ip-address': '2001:db8::1', 'psu-geo-location': 'GEO:59.91,10.75' } },
    { tags: ['HDR-7', 'HDR-8'], expect: [status(200)] },
  ),
  create(
    'Without the PSU, no payment',
    { headers: ALONE },
    { tags: ['HDR-7'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'A basket needs amount-as-string',
    'createBasket',
    { json: { paymentIds: ['{{accountId}}'] }, headers: { 'x-accept-fix': '' } },
    { tags: ['HDR-9'], expect: refused(400, 'FORMAT_ERROR') },
  ),
);
