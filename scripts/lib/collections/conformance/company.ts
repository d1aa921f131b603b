/** Payments of a company with two signers. */
import { act, include, is, link, present, refused, returned, returnedLike, send, status } from '../draft.ts';
import { nok } from '../orders.ts';
import {
  cannotBeRead,
  approved,
  authorise,
  create,
  created,
  one,
  pay,
  paymentIs,
  payWithoutCompany,
  started,
} from '../steps/payments.ts';
import { approve, beginSession, forFjellheim } from '../steps/people.ts';
import { chapter } from './chapter.ts';

/** A payment of Fjellheim that Eirik approves. */
const approvedByEirik = (name: string, amount: string, limit: string) =>
  approved(
    pay(
      name,
      { debtorAccount: { bban: '{{fjellheimAccount}}' }, instructedAmount: nok(amount) },
      { tags: ['PAY-6a'], ...created() },
    ),
    {
      start: `Start the authorisation ${limit}`,
      started: started(),
      approve: `Eirik approves ${limit}`,
      by: forFjellheim('{{eirik}}'),
    },
  );

export const company = chapter(
  'For a company',
  beginSession('Eirik begins a session of his own', 'conformance-own'),
  approve('He signs in for himself', { expect: [returned('context', 'PRIVATE')] }),
  include('Eirik signs in for Fjellheim', 'eirik-for-fjellheim'),
  send(
    'The session of his own has ended',
    'readUser',
    { headers: { 'psu-corporate-id': '', 'tpp-session-id': 'conformance-own' } },
    { tags: ['SCA-5'], expect: refused(401, 'PSU_CREDENTIALS_INVALID') },
  ),
  payWithoutCompany(['HDR-6', 'ERR-2']),
  send(
    'His own consent is not for the company',
    'listAccounts',
    {},
    { tags: ['HDR-6'], expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
  ),
  ...approvedByEirik('At his limit', '50000.00', 'at the limit'),
  paymentIs('He may do that alone', 'PDNG', ['PAY-6a']),
  ...approvedByEirik('Above his limit', '50000.01', 'above the limit'),
  cannotBeRead('A second signer is needed, and it cannot be read', ['PAY-6a']),
  authorise('Start another authorisation', started()),
  act('The manager approves', forFjellheim('{{fjellheim}}'), {
    tags: ['SCA-1'],
    expect: [returnedLike('psu-corporate-id', '*-*'), returned('context', 'CORPORATE')],
  }),
  paymentIs('Two have signed', 'PDNG', ['PAY-6a']),
  create(
    'EUR 9,000 within SEPA, without a report',
    { product: 'SCT', changes: { instructedAmount: { amount: '9000.00', currency: 'EUR' } } },
    { tags: ['PAY-17'], ...created() },
  ),
  send(
    'Its funds are told before anybody approves it',
    'readPaymentStatus',
    { params: one('SCT') },
    {
      tags: ['PAY-3'],
      expect: [status(200), is('$.transactionStatus', 'RCVD'), present('$.fundsAvailable')],
    },
  ),
  send(
    'The user without the company',
    'readUser',
    { headers: { 'psu-corporate-id': '' } },
    { tags: ['HDR-6'], expect: refused(400, 'CORPORATE_ID_INVALID') },
  ),
  send(
    'The agreements without the company',
    'listAgreements',
    { headers: { 'psu-corporate-id': '' } },
    { tags: ['HDR-6', 'SCA-14'], expect: [status(200)] },
  ),
  include('Eirik signs in again', 'eirik'),
);
