/** Signatures of requests and of responses. */
import {
  fits,
  header,
  keepHeader,
  operate,
  refused,
  send,
  signed,
  status,
  STRANGER,
  text,
} from '../draft.ts';
import { faultsOf } from '../steps/faults.ts';
import { chapter } from './chapter.ts';

export const signature = chapter(
  'Signature',
  send(
    'A signed request with a query',
    'listAccounts',
    { query: { withBalance: 'true' } },
    { tags: ['SIG-7', 'SIG-4a'], expect: [status(200)] },
  ),
  send(
    'The response is signed',
    'listAccounts',
    {},
    {
      tags: ['SIG-13'],
      expect: [
        signed('yes'),
        header('Digest', 'SHA-256=*'),
        { that: { of: 'header', name: 'TPP-Signature-Certificate' }, must: { is: 'present' } },
      ],
    },
  ),
  send(
    'A refusal is signed too',
    'readUser',
    { headers: STRANGER },
    { tags: ['SIG-13', 'ERR-1'], expect: [status(401), signed('yes'), fits] },
  ),
  ...faultsOf(
    'SIG-1',
    'SIG-2',
    'SIG-3',
    'SIG-4',
    'SIG-5',
    'SIG-6',
    'SIG-8',
    'SIG-9',
    'SIG-10',
    'SIG-11',
    'SIG-15',
  ),
  send(
    'A wrong signature to be explained',
    'readUser',
    { fault: 'newline' },
    { expect: refused(400, 'SIGNATURE_INVALID'), keep: [keepHeader('requestId', 'X-Request-ID')] },
  ),
  operate('The bank explains it', 'GET /control/exchanges?requestId={{requestId}}', undefined, {
    tags: ['SIG-14'],
    expect: [
      status(200),
      text('SIG-8'),
      text('signingLines'),
      // What was signed instead.
      text('ends with a newline'),
    ],
  }),
);
