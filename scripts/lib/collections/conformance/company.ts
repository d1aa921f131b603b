/** Payments of a company with two signers. */
import { act, include, link, refused, returned, returnedLike, send } from '../draft.ts';
import { nok } from '../orders.ts';
import {
  approved,
  authorise,
  created,
  pay,
  paymentIs,
  payWithoutCompany,
  started,
} from '../steps/payments.ts';
import { forFjellheim } from '../steps/people.ts';
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
  include('Eirik signs in for Fjellheim', 'eirik-for-fjellheim'),
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
  paymentIs('A second signer is needed', 'PATC', ['PAY-6a']),
  authorise('Start another authorisation', started()),
  act('The manager approves', forFjellheim('{{fjellheim}}'), {
    tags: ['SCA-1'],
    expect: [returnedLike('psu-corporate-id', '*-*'), returned('context', 'CORPORATE')],
  }),
  paymentIs('Two have signed', 'PDNG', ['PAY-6a']),
  include('Eirik signs in again', 'eirik'),
);
