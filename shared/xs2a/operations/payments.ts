/** Payments: single, bulk and periodic payments have the same operations under different paths. */
import { z } from 'zod';
import { paymentInput } from '../payment-input.ts';
import { paymentExamples, repeatableExample } from '../payment-examples.ts';
import { PAYMENT_SERVICES, type PaymentKind, PRODUCTS, productsOf } from '../payment-products.ts';
import {
  authorisationSchema,
  authorisationsSchema,
  bulkPaymentSchema,
  paymentCancelSchema,
  paymentCreatedSchema,
  paymentStatusSchema,
  periodicPaymentSchema,
  singlePaymentSchema,
} from '../payment-schemas.ts';
import { ruled } from '../body-schema.ts';
import { type Operation, pis, startsSca } from './operation.ts';

const DUPLICATE = {
  name: 'allowLogicalDuplicate',
  values: ['true', 'false'],
  first: '',
  text: 'true allows the same payment twice on one day.',
} as const;

/** The part of the operation ids for each kind: createPayment, createBulkPayment, createPeriodicPayment. */
export const PAYMENT_NAMES = {
  single: 'Payment',
  bulk: 'BulkPayment',
  periodic: 'PeriodicPayment',
} as const satisfies Record<PaymentKind, string>;
export type PaymentName = (typeof PAYMENT_NAMES)[PaymentKind];

interface Kind<K extends PaymentKind> {
  kind: K;
  group: string;
  noun: string;
  answer: z.ZodType;
}

function operationsOf<const K extends PaymentKind>({ kind, group, noun, answer }: Kind<K>) {
  const name = PAYMENT_NAMES[kind];
  const products = productsOf(kind);
  const inputs = products.map((product) => paymentInput(kind, product));
  const variants = products.map((product) => paymentInput(kind, product).meta({ title: product.title }));
  const shorts = PRODUCTS.map((product) => product.short).filter((short) =>
    products.some((product) => product.short === short),
  );
  const all = `/v1/${PAYMENT_SERVICES[kind]}/{payment-product}` as const;
  const one = `${all}/{payment-id}` as const;
  const common = { ...pis, group, choices: { 'payment-product': products.map((product) => product.path) } };
  const authorisation = { answer: authorisationSchema, rules: ['PAY-5'] } as const;
  const authorisations = { answer: authorisationsSchema, rules: ['PAY-5'] } as const;
  return [
    {
      ...common,
      id: `create${name}` as const,
      title: `Create ${noun}`,
      method: 'POST',
      path: all,
      summary: `Creates a ${noun}, which then waits for its SCA.`,
      rules: ['PAY-1', 'PAY-2', 'PAY-11'],
      psuPresent: true,
      query: [DUPLICATE],
      body: 'json',
      input: inputs.length === 1 && inputs[0] ? inputs[0] : ruled('PAY-2', z.union(variants)),
      example: repeatableExample(kind, 'NDCT'),
      examples: paymentExamples(kind, shorts),
      success: 201,
      answer: paymentCreatedSchema,
    },
    {
      ...common,
      id: `read${name}` as const,
      title: `Read ${noun}`,
      path: one,
      summary: `The ${noun} as it was created, with its status.`,
      rules: ['PAY-3', 'PAY-4'],
      answer,
    },
    {
      ...common,
      id: `read${name}Status` as const,
      title: `Read status of ${noun}`,
      path: `${one}/status` as const,
      summary: 'The status of the payment, and whether funds were available.',
      rules: ['PAY-3', 'PAY-4', 'PAY-6', 'PAY-8'],
      answer: paymentStatusSchema,
    },
    {
      ...common,
      id: `delete${name}` as const,
      title: `Delete ${noun}`,
      method: 'DELETE',
      path: one,
      summary: 'Cancels an unsigned payment at once. A signed future payment needs an SCA.',
      rules: ['PAY-7'],
      success: 204,
      otherSuccess: 202,
      answer: paymentCancelSchema,
    },
    {
      ...common,
      id: `authorise${name}` as const,
      title: `Authorise ${noun}`,
      ...startsSca,
      path: `${one}/authorisations` as const,
      summary: 'Starts the SCA in which the PSU approves the payment.',
      rules: ['PAY-5', 'SCA-7'],
    },
    {
      ...common,
      ...authorisations,
      id: `list${name}Authorisations` as const,
      title: `List authorisations of ${noun}`,
      path: `${one}/authorisations` as const,
      summary: 'The ids of the SCAs that were started to approve the payment, oldest first.',
    },
    {
      ...common,
      ...authorisation,
      id: `read${name}Authorisation` as const,
      title: `Read authorisation of ${noun}`,
      path: `${one}/authorisations/{authorisation-id}` as const,
      summary: 'The status of the SCA: started, finalised, failed or exempted.',
    },
    {
      ...common,
      id: `authorise${name}Cancellation` as const,
      title: `Authorise cancellation of ${noun}`,
      ...startsSca,
      path: `${one}/cancellation-authorisations` as const,
      summary: 'Starts the SCA in which the PSU cancels a signed future payment.',
      rules: ['PAY-7', 'SCA-7'],
    },
    {
      ...common,
      ...authorisations,
      id: `list${name}CancellationAuthorisations` as const,
      title: `List cancellation authorisations of ${noun}`,
      path: `${one}/cancellation-authorisations` as const,
      summary: 'The ids of the SCAs that were started to cancel the payment, oldest first.',
    },
    {
      ...common,
      ...authorisation,
      id: `read${name}CancellationAuthorisation` as const,
      title: `Read cancellation authorisation of ${noun}`,
      path: `${one}/cancellation-authorisations/{authorisation-id}` as const,
      summary: 'The status of the cancellation SCA: started, finalised, failed or exempted.',
    },
  ] as const satisfies readonly Operation[];
}

export const PAYMENTS = [
  ...operationsOf({
    kind: 'single',
    group: 'Payments',
    noun: 'payment',
    answer: singlePaymentSchema,
  }),
  ...operationsOf({
    kind: 'bulk',
    group: 'Bulk payments',
    noun: 'bulk payment',
    answer: bulkPaymentSchema,
  }),
  ...operationsOf({
    kind: 'periodic',
    group: 'Periodic payments',
    noun: 'periodic payment',
    answer: periodicPaymentSchema,
  }),
] as const;
