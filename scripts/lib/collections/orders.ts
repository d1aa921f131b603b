/** Bodies of payments whose accounts come from the bank's own answers. */
import { paymentExample } from '../../../shared/xs2a/payment-examples.ts';
import type { PaymentKind, ProductShort } from '../../../shared/xs2a/payment-products.ts';
import type { RequestStep } from '../../../shared/collections/steps.ts';

type Json = NonNullable<RequestStep['json']>;

/** Accounts of the examples, and the variables that hold what the bank says. */
const VARIABLES: Readonly<Record<string, string>> = {
  '86011100009': '{{eirikAccount}}',
  '86011200003': '{{ingridAccount}}',
  '86011300008': '{{fjellheimAccount}}',
  NO2386011301373: '{{fjellheimEuroAccount}}',
  '86011400002': '{{nordlysAccount}}',
  '{{today}}': '{{$today}}',
};

/** Members that replace those of an example; null removes one. */
export type Changes = Readonly<Record<string, Json | null>>;

/** The example of a product, but for the changes. */
export function order(kind: PaymentKind, product: ProductShort, changes: Changes = {}): Json {
  const example = JSON.parse(paymentExample(kind, product)) as Record<string, Json>;
  const changed = Object.entries({ ...example, ...changes }).filter(([, value]) => value !== null);
  return withVariables(Object.fromEntries(changed));
}

function withVariables(json: Json): Json {
  const text = Object.entries(VARIABLES).reduce(
    (all, [value, variable]) => all.replaceAll(`"${value}"`, `"${variable}"`),
    JSON.stringify(json),
  );
  return JSON.parse(text) as Json;
}

export const nok = (amount: string) => ({ amount, currency: 'NOK' });
