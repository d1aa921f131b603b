/** One implementation for each operation of the catalogue. The compiler misses none. */
import type { OperationId } from '../../shared/xs2a/operations.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { listAccounts, readAccount, readBalances } from './accounts.ts';
import type { Answer } from './answer.ts';
import * as baskets from './baskets.ts';
import * as cards from './card-accounts.ts';
import { createConsent, createConsentDeprecated } from './consents.ts';
import { createPayment } from './payment-creation.ts';
import * as payments from './payments.ts';
import * as agreements from './sandbox-agreements.ts';
import * as accounts from './sandbox-accounts.ts';
import * as sandboxCards from './sandbox-cards.ts';
import { createCustomer, deleteCustomer, initializeSandbox, listCustomers, readCustomer } from './sandbox.ts';
import type { Services } from './services.ts';
import { putContact, readContact } from './tpp-dialogue.ts';
import { listTransactions, readTransaction } from './transactions.ts';
import { listAgreements, readUser } from './user.ts';

type Resource = (request: TppRequest, services: Services) => Answer | Refusal;

export const RESOURCES: Record<OperationId, Resource> = {
  listAccounts,
  readAccount,
  readBalances,
  listTransactions,
  readTransaction,
  createConsent,
  createConsentDeprecated,
  readUser,
  readUserAlias: readUser,
  listAgreements,
  putContact,
  readContact,
  initializeSandbox,
  listCustomers,
  readCustomer,
  createCustomer,
  deleteCustomer,
  ...cards,
  ...baskets,
  createPayment,
  createBulkPayment: createPayment,
  createPeriodicPayment: createPayment,
  readPayment: payments.readPayment,
  readBulkPayment: payments.readPayment,
  readPeriodicPayment: payments.readPayment,
  readPaymentStatus: payments.readPaymentStatus,
  readBulkPaymentStatus: payments.readPaymentStatus,
  readPeriodicPaymentStatus: payments.readPaymentStatus,
  deletePayment: payments.deletePayment,
  deleteBulkPayment: payments.deletePayment,
  deletePeriodicPayment: payments.deletePayment,
  authorisePayment: payments.authorisePayment,
  authoriseBulkPayment: payments.authorisePayment,
  authorisePeriodicPayment: payments.authorisePayment,
  readPaymentAuthorisation: payments.readPaymentAuthorisation,
  readBulkPaymentAuthorisation: payments.readPaymentAuthorisation,
  readPeriodicPaymentAuthorisation: payments.readPaymentAuthorisation,
  authorisePaymentCancellation: payments.authoriseCancellation,
  authoriseBulkPaymentCancellation: payments.authoriseCancellation,
  authorisePeriodicPaymentCancellation: payments.authoriseCancellation,
  readPaymentCancellationAuthorisation: payments.readCancellationAuthorisation,
  readBulkPaymentCancellationAuthorisation: payments.readCancellationAuthorisation,
  readPeriodicPaymentCancellationAuthorisation: payments.readCancellationAuthorisation,
  ...accounts,
  ...sandboxCards,
  ...agreements,
};
