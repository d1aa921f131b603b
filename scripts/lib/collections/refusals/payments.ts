/** Payments with one thing wrong. */
import { type Draft, field, refused, status } from '../draft.ts';
import { nok } from '../orders.ts';
import { ALONE } from '../steps/accounts.ts';
import { AGAIN, create, refusedPayment } from '../steps/payments.ts';

export const payments: Draft = {
  folder: 'payments',
  name: 'Payments',
  items: [
    refusedPayment(
      'Everything is missing at once',
      ['PAY-2'],
      { creditorName: null, creditorAccount: null, instructedAmount: null },
      400,
      'FORMAT_ERROR',
      field('creditorName'),
      field('creditorAccount'),
      field('instructedAmount'),
    ),
    refusedPayment(
      'A member of another product',
      ['PAY-2'],
      { serviceLevel: 'URGP' },
      400,
      'FORMAT_ERROR',
      field('serviceLevel'),
    ),
    refusedPayment(
      'A name that is too long',
      ['PAY-2'],
      { creditorName: 'x'.repeat(71) },
      400,
      'FORMAT_ERROR',
      field('creditorName'),
    ),
    refusedPayment(
      'A debtor account elsewhere',
      ['PAY-1'],
      { debtorAccount: { bban: '15032080119' } },
      400,
      'FORMAT_ERROR',
      field('debtorAccount'),
    ),
    refusedPayment(
      'A wrong account number',
      ['PAY-12'],
      { creditorAccount: { bban: '12345678901' } },
      400,
      'FORMAT_ERROR',
    ),
    refusedPayment(
      'To the same account',
      ['PAY-12'],
      { creditorAccount: { bban: '{{eirikAccount}}' } },
      400,
      'FORMAT_ERROR',
    ),
    refusedPayment(
      'An amount with three decimals',
      ['AIS-11'],
      { instructedAmount: nok('1.005') },
      400,
      'FORMAT_ERROR',
    ),
    refusedPayment(
      'In the past',
      ['PAY-13'],
      { requestedExecutionDate: '{{$today-1}}' },
      400,
      'EXECUTION_DATE_INVALID',
    ),
    refusedPayment(
      'More than a year ahead',
      ['PAY-13'],
      { requestedExecutionDate: '{{$today+366}}' },
      400,
      'EXECUTION_DATE_INVALID',
    ),
    refusedPayment(
      'A KID and a message',
      ['PAY-10'],
      { remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1234567897' }] },
      400,
      'FORMAT_ERROR',
    ),
    refusedPayment(
      'A long reference',
      ['PAY-19'],
      { endToEndIdentification: 'x'.repeat(36) },
      400,
      'FORMAT_ERROR',
      field('endToEndIdentification'),
    ),
    create(
      'Without the PSU',
      { query: AGAIN, headers: ALONE },
      { tags: ['HDR-7'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    create('Create a payment', { changes: { instructedAmount: nok('12.34') } }, { expect: [status(201)] }),
    create(
      'The same payment again',
      { changes: { instructedAmount: nok('12.34') } },
      { tags: ['PAY-16'], expect: refused(409, 'STATUS_INVALID') },
    ),
    create(
      'A bulk payment without payments',
      { kind: 'bulk', changes: { payments: [] } },
      { tags: ['PAY-15'], expect: refused(400, 'FORMAT_ERROR', field('payments')) },
    ),
    create(
      'A periodic payment that ends before it starts',
      { kind: 'periodic', changes: { startDate: '{{$today+2}}', endDate: '{{$today+1}}' } },
      { tags: ['PAY-14'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    create(
      'A SEPA payment in kroner',
      { product: 'SCT', changes: { instructedAmount: nok('10.00') } },
      { tags: ['PAY-2'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    create(
      'Without regulatory reporting',
      { product: 'NCBCT', query: AGAIN, changes: { regulatoryReportingCode: null } },
      { tags: ['PAY-17'], expect: refused(400, 'FORMAT_ERROR', field('regulatoryReportingCode')) },
    ),
    create(
      'An address without a city',
      { product: 'NCBCT', query: AGAIN, changes: { creditorAddress: { country: 'GB' } } },
      { tags: ['PAY-18'], expect: refused(400, 'FORMAT_ERROR') },
    ),
  ],
};
