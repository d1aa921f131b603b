/** Requests for a company that are not allowed. */
import { type Draft, include, refused, send } from '../draft.ts';
import { payWithoutCompany } from '../steps/payments.ts';

export const company: Draft = {
  folder: 'company',
  name: 'For a company',
  items: [
    include('Eirik signs in for Fjellheim', 'eirik-for-fjellheim'),
    payWithoutCompany(['ERR-2', 'HDR-6']),
    send(
      'With a company that is not his',
      'listAccounts',
      { headers: { 'psu-corporate-id': '{{$uuid}}' } },
      { tags: ['HDR-6'], expect: refused(400, 'CORPORATE_ID_INVALID') },
    ),
    include('Eirik signs in', 'eirik'),
  ],
};
