/** Sandbox: starting data and customers (SBX-1, SBX-2). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import type { Customer } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import type { Services } from './services.ts';

export function initializeSandbox(_request: TppRequest, services: Services): Answer {
  services.reset();
  return answer(201, customersBody(services), { Location: '/v1/sandbox/customers' });
}

export function listCustomers(_request: TppRequest, services: Services): Answer {
  return answer(200, customersBody(services));
}

export function readCustomer(request: TppRequest, services: Services): Answer | Refusal {
  const customer = services.customers.byId(request.params['customer-id'] ?? '');
  if (customer === null)
    return refuse('business', 'SBX-2', 404, 'RESOURCE_UNKNOWN', 'There is no customer with this id.');
  return answer(200, customerView(customer, services));
}

function customersBody(services: Services): object {
  return { customers: services.customers.all().map((customer) => customerView(customer, services)) };
}

function customerView(customer: Customer, services: Services): object {
  const { customers } = services;
  return {
    customerId: customer.id,
    customerNumber: customer.number,
    customerType: customer.type,
    customerName: customer.name,
    agreements: customers.agreementsOf(customer.id).map((agreement) => ({
      id: agreement.id,
      name: agreement.name,
      engagements: agreement.engagements.map((engagement) => engagement.id),
    })),
    accounts: customers.accountsOf(customer.id).map((account) => account.id),
    cardAccounts: customers.cardAccountsOf(customer.id).map((card) => card.id),
    _links: { self: { href: pathOf('/v1/sandbox/customers/{id}', { id: customer.id }), verbs: ['GET'] } },
  };
}
