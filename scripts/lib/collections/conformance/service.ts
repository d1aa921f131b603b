/** The service: headers of responses, links, unknown paths, media types and the order of the checks. */
import { absent, header, is, keep, like, operate, refused, send, status } from '../draft.ts';
import { faultsOf } from '../steps/faults.ts';
import { all, pay } from '../steps/payments.ts';
import { chapter } from './chapter.ts';

/** Text of 4 KiB, of which steps make what is too large. */
export const LONG = { long: 'x'.repeat(4096) };

export const service = chapter(
  'Service',
  operate('The bank is a sandbox', 'GET /control/state', undefined, {
    tags: ['SVC-1'],
    expect: [status(200), is('$.environment', 'sandbox')],
  }),
  send(
    'The response repeats the X-Request-ID',
    'listCustomers',
    { headers: { 'x-request-id': 'conformance-SVC-7' } },
    {
      tags: ['SVC-7', 'HDR-1'],
      expect: [
        status(200),
        header('X-Request-ID', 'conformance-SVC-7'),
        header('Content-Type', 'application/json;charset=utf-8'),
        header('Cache-Control', 'no-store'),
        header('Date', '*GMT'),
      ],
    },
  ),
  pay(
    'A 201 has a Location',
    {},
    {
      tags: ['SVC-7', 'SVC-9'],
      expect: [status(201), header('Location', '/v1/payments/*'), like('$.paymentId', 'enc!!*')],
    },
  ),
  send(
    'An SCA is announced',
    'createConsent',
    {},
    {
      tags: ['SVC-7', 'SVC-8'],
      expect: [
        status(201),
        header('ASPSP-SCA-Approach', 'REDIRECT'),
        like('$._links.scaRedirect.href', 'http*://*'),
      ],
    },
  ),
  send(
    'Links say what can be called',
    'listCustomers',
    {},
    {
      tags: ['SVC-8'],
      expect: [
        is('$.customers[0]._links.self.verbs', ['GET', 'DELETE']),
        like('$.customers[0]._links.self.href', '/v1/*'),
      ],
      keep: [keep('customerId', '$.customers[0].customerId')],
    },
  ),
  send(
    'An id is found in its encoded form',
    'readCustomer',
    { params: { 'customer-id': '{{customerId}}' } },
    { tags: ['SVC-9', 'SBX-2'], expect: [status(200), is('$.customerId', '{{customerId}}')] },
  ),
  send(
    'An unknown path',
    'listCustomers',
    { line: 'GET /v1/nothing' },
    { tags: ['SVC-6'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
  send(
    'A known path with another method',
    'listCustomers',
    { line: 'PUT /v1/sandbox/customers', json: {} },
    {
      tags: ['SVC-6'],
      expect: refused(405, 'SERVICE_INVALID', {
        that: { of: 'header', name: 'Allow' },
        must: { is: 'like', pattern: '*GET*' },
      }),
    },
  ),
  send(
    'A body of more than 1 MiB',
    'createPayment',
    { params: all('NDCT'), text: ['{{long}}'.repeat(257)] },
    { tags: ['SVC-6'], expect: refused(413, 'FORMAT_ERROR') },
  ),
  send(
    'Headers of more than 16 KiB',
    'readUser',
    { headers: { 'x-padding': '{{long}}'.repeat(4) } },
    { tags: ['SVC-6'], expect: refused(431, 'FORMAT_ERROR') },
  ),
  send(
    'A body of another media type',
    'createConsentDeprecated',
    { text: ['amount=1'], headers: { 'content-type': 'text/plain' } },
    { tags: ['SVC-3'], expect: refused(415, 'FORMAT_ERROR') },
  ),
  ...faultsOf('SVC-3'),
  send(
    'The signature is checked before the other headers',
    'readUser',
    { fault: 'no-signature', headers: { 'tpp-redirect-uri': 'javascript:alert(1)' } },
    { tags: ['SVC-11'], expect: refused(400, 'SIGNATURE_MISSING') },
  ),
  send(
    'The headers are checked before the body',
    'createPayment',
    { params: all('NDCT'), json: {}, headers: { 'psu-ip-address': '999.1.1.1' } },
    {
      tags: ['SVC-11'],
      expect: refused(400, 'FORMAT_ERROR', absent("$.tppMessages[?@.path == 'creditorName']")),
    },
  ),
  send(
    'Garbage is refused and does no harm',
    'createPayment',
    { params: all('NDCT'), text: ['{"instructedAmount":[[[[[[', '"'] },
    { tags: ['SVC-10'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send('The bank goes on', 'listCustomers', {}, { tags: ['SVC-10'], expect: [status(200)] }),
);
