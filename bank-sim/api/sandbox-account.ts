/** The account in the path of a sandbox operation, whoever owns it (SBX-3). */
import type { Account } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import type { Services } from './services.ts';

export function sandboxAccount(request: TppRequest, services: Services): Account | Refusal {
  const account = services.customers.account(request.params['account-id'] ?? '');
  return (
    account ??
    refuse({
      check: 'business',
      rule: 'SBX-3',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'There is no account with this id.',
    })
  );
}
