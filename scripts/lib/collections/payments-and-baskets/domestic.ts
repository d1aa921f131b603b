/** What can happen to a domestic payment on the way: deletion, cancellation, no funds, the operator, a second signer. */
import { act, type Draft, include, is, link, operate, send, status } from '../draft.ts';
import { type Changes, nok } from '../orders.ts';
import {
  cannotBeRead,
  approved,
  authorise,
  cancellation,
  cannotBeDeleted,
  create,
  created,
  DOMESTIC,
  instantWithoutFunds,
  pay,
  paymentIs,
  permission,
  refusedPayment,
} from '../steps/payments.ts';
import { forFjellheim } from '../steps/people.ts';

const start = { started: { expect: [status(201), link('scaRedirect')] } };
const authoriseAgain = authorise('Start its authorisation', start.started);

const received = (name: string, changes: Changes = {}) =>
  pay(name, changes, created(is('$.transactionStatus', 'RCVD')));

/** A payment that Eirik approves for himself. */
const receivedAndApproved = (name: string, changes?: Changes) => approved(received(name, changes), start);

export const changing: Draft = {
  folder: 'changed-minds',
  name: 'Deleting and cancelling',
  items: [
    include('Eirik signs in', 'eirik'),
    received('Create a payment'),
    send(
      'Delete it before anybody approves',
      'deletePayment',
      { params: DOMESTIC },
      { tags: ['PAY-7'], expect: [status(204)] },
    ),
    paymentIs('It is cancelled', 'CANC'),
    ...receivedAndApproved('Create a payment for next week', {
      requestedExecutionDate: '{{$bankingDay+5}}',
    }),
    paymentIs('It waits for its day', 'ACTC'),
    ...cancellation('Ask to cancel it', link('scaRedirect')),
    paymentIs('It is cancelled with his approval', 'CANC'),
    ...receivedAndApproved('Create a payment for today'),
    cannotBeDeleted('It can no longer be deleted', ['PAY-7']),
  ],
};

export const funds: Draft = {
  folder: 'no-funds',
  name: 'Not enough money',
  items: [
    include('Eirik signs in', 'eirik'),
    ...instantWithoutFunds({ fail: 'The approval fails', tags: ['PAY-8', 'SCA-2'] }),
    ...receivedAndApproved('Create a domestic payment that is too large', {
      instructedAmount: nok('9000000.00'),
    }),
    paymentIs('It waits for money', 'ACCP', ['PAY-8'], is('$.fundsAvailable', false)),
    operate('A day later', 'POST /control/clock', { advance: 'P1D' }),
    paymentIs('It is rejected', 'RJCT', ['PAY-8']),
  ],
};

export const operatorActs: Draft = {
  folder: 'operator',
  name: 'Held, released and stopped by the bank',
  items: [
    include('Eirik signs in', 'eirik'),
    ...receivedAndApproved('Create a payment', { instructedAmount: nok('77.00') }),
    operate('The operator holds it', 'POST /control/payments/{{paymentId}}/hold'),
    paymentIs('The TPP sees that it is blocked', 'BLCK', ['PAY-9']),
    operate('The operator releases it', 'POST /control/payments/{{paymentId}}/release'),
    operate('Batch', 'POST /control/batch'),
    paymentIs('It is settled', 'ACSC'),
    ...receivedAndApproved('Create another payment', { instructedAmount: nok('78.00') }),
    operate('The operator stops it', 'POST /control/payments/{{paymentId}}/stop'),
    paymentIs('The TPP sees the same status', 'BLCK', ['PAY-9']),
    permission('Withdraw the permission to pay', false),
    refusedPayment('The account can still be found, but not pay', ['SCA-12'], {}, 403, 'SERVICE_BLOCKED'),
    permission('Give it back', true),
  ],
};

export const secondSigner: Draft = {
  folder: 'second-signer',
  name: 'A second signer',
  items: [
    include('Eirik signs in for Fjellheim', 'fjellheim-eirik'),
    ...approved(
      create(
        'Create a payment above his limit',
        {
          changes: {
            debtorAccount: { bban: '{{fjellheimAccount}}' },
            instructedAmount: nok('50001.00'),
          },
        },
        { tags: ['PAY-6a'], ...created() },
      ),
      { ...start, approve: 'Eirik approves for Fjellheim', by: forFjellheim('{{eirik}}') },
    ),
    cannotBeRead('It waits for a second signer and cannot be read'),
    authoriseAgain,
    act('Eirik approves once more', forFjellheim('{{eirik}}')),
    cannotBeRead('It still waits', ['PAY-6a']),
    authoriseAgain,
    act('The manager approves too', forFjellheim('{{fjellheim}}')),
    paymentIs('Now it waits for the batch', 'PDNG', ['PAY-6a']),
  ],
};
