/** Sandbox reset and customers (SBX-1, SBX-2). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import { createCustomerInput } from '../../shared/xs2a/sandbox-schemas.ts';
import { freeNumber } from '../domain/free-number.ts';
import type { Customer } from '../domain/model.ts';
import { type Refusal, unknownResource, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { encId } from '../ids.ts';
import { readBody } from './json-body.ts';
import { type Services, type Answer, answer } from './services.ts';

export function initializeSandbox(_request: TppRequest, services: Services): Answer {
  services.reset();
  return answer(201, customersBody(services), { Location: '/v1/sandbox/customers' });
}

export function listCustomers(_request: TppRequest, services: Services): Answer {
  return answer(200, customersBody(services));
}

function namedCustomer(request: TppRequest, services: Services): Customer | Refusal {
  return (
    services.customers.byId(request.params['customer-id'] ?? '') ??
    unknownResource('SBX-2', 'There is no customer with this id.')
  );
}

export function readCustomer(request: TppRequest, services: Services): Answer | Refusal {
  const customer = namedCustomer(request, services);
  if ('kind' in customer) return customer;
  return answer(200, customerView(customer, services));
}

export function createCustomer(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, createCustomerInput);
  if ('kind' in body) return body;
  const { customerType, customerName, customerNumber } = body.value;
  if (customerNumber !== undefined && services.customers.byNumber(customerNumber) !== null) {
    return wrongField('SBX-2', 'customerNumber', 'Another customer already has this number.');
  }
  const number = customerNumber ?? unusedNumber(services);
  if (number === null)
    return wrongField(
      'SBX-2',
      'customerNumber',
      'The bank found no unused national identity number. Send one as customerNumber, or reset the bank.',
    );
  const newId = () => encId(services.random(17));
  const customer = {
    id: newId(),
    number,
    type: customerType,
    name: customerName,
  };
  services.customers.addCustomer(customer, newId());
  const view = customerView(customer, services);
  return answer(201, view, { Location: view._links.self.href });
}

export function deleteCustomer(request: TppRequest, services: Services): Answer | Refusal {
  const customer = namedCustomer(request, services);
  if ('kind' in customer) return customer;
  services.customers.removeCustomer(customer.id);
  return { kind: 'answer', status: 204 };
}

function unusedNumber({ customers }: Services): string | null {
  return freeNumber(customers.count(), (number) => customers.byNumber(number) !== null);
}

function customersBody(services: Services): object {
  return { customers: services.customers.all().map((customer) => customerView(customer, services)) };
}

function customerView(customer: Customer, services: Services) {
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
    _links: {
      self: { href: pathOf('/v1/sandbox/customers/{id}', { id: customer.id }), verbs: ['GET', 'DELETE'] },
    },
  };
}
