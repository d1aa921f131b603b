/** The implementation of each operation, exported by its file under the operation's id. A missing one does not compile. */
import type { OperationId } from '../../shared/xs2a/operations.ts';
import { PAYMENT_NAMES, type PaymentName } from '../../shared/xs2a/operations/payments.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import * as accounts from './accounts.ts';
import * as baskets from './baskets.ts';
import * as cards from './card-accounts.ts';
import * as consents from './consents.ts';
import { createPayment } from './payments.ts';
import * as payments from './payments.ts';
import * as sandboxAccounts from './sandbox-accounts.ts';
import * as sandboxAgreements from './sandbox-agreements.ts';
import * as sandboxCards from './sandbox-cards.ts';
import * as sandboxTransactions from './sandbox-transactions.ts';
import * as sandbox from './sandbox.ts';
import type { Services, Answer } from './services.ts';
import * as tppDialogue from './tpp-dialogue.ts';
import * as transactions from './transactions.ts';
import * as user from './user.ts';

type Resource = (request: TppRequest, services: Services) => Answer | Refusal;

const EXPORTED = {
  ...accounts,
  ...transactions,
  ...cards,
  ...consents,
  ...user,
  ...ofEveryKind('create*', createPayment),
  ...ofEveryKind('read*', payments.readPayment),
  ...ofEveryKind('read*Status', payments.readPaymentStatus),
  ...ofEveryKind('delete*', payments.deletePayment),
  ...ofEveryKind('authorise*', payments.authorisePayment),
  ...ofEveryKind('list*Authorisations', payments.listPaymentAuthorisations),
  ...ofEveryKind('read*Authorisation', payments.readPaymentAuthorisation),
  ...ofEveryKind('authorise*Cancellation', payments.authoriseCancellation),
  ...ofEveryKind('list*CancellationAuthorisations', payments.listCancellationAuthorisations),
  ...ofEveryKind('read*CancellationAuthorisation', payments.readCancellationAuthorisation),
  ...baskets,
  ...tppDialogue,
  ...sandbox,
  ...sandboxAccounts,
  ...sandboxTransactions,
  ...sandboxCards,
  ...sandboxAgreements,
};

/** Files that are imported whole must export only operations; another export does not compile. */
export const RESOURCES: Record<OperationId, Resource> &
  Record<Exclude<keyof typeof EXPORTED, OperationId>, never> = EXPORTED;

/** The ids that a pattern matches: `read*Status` matches `readPaymentStatus`, `readBulkPaymentStatus`… */
type Ids<P extends string> = P extends `${infer Before}*${infer After}`
  ? `${Before}${PaymentName}${After}`
  : never;

/** Single, bulk and periodic payments have the same operations. */
function ofEveryKind<const P extends string>(pattern: P, resource: Resource): Record<Ids<P>, Resource> {
  const names = Object.values(PAYMENT_NAMES);
  const entries = names.map((name) => [pattern.replace('*', name), resource]);
  return Object.fromEntries(entries) as Record<Ids<P>, Resource>;
}
