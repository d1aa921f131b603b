/** Every payment product from creation to settlement, what can go wrong on the way, second signers and baskets. */
import { clockRuns, type Draft, freshBank, signIn, toInclude } from './draft.ts';
import { baskets } from './payments-and-baskets/baskets.ts';
import { changing, funds, operatorActs, secondSigner } from './payments-and-baskets/domestic.ts';
import { products } from './payments-and-baskets/products.ts';
import { noMoneyMadeOrLost } from './steps/payments.ts';
import { forFjellheim } from './steps/people.ts';

export const paymentsAndBaskets: Draft = {
  folder: 'payments-and-baskets',
  name: 'Payments and baskets',
  items: [
    freshBank,
    toInclude(signIn('eirik', 'Eirik signs in', { psu: '{{eirik}}' })),
    toInclude(
      signIn('fjellheim', 'The manager of Fjellheim signs in', {
        psu: '{{fjellheim}}',
        context: 'CORPORATE',
      }),
    ),
    toInclude(signIn('fjellheim-eirik', 'Eirik signs in for Fjellheim', forFjellheim('{{eirik}}'))),
    products,
    changing,
    operatorActs,
    secondSigner,
    baskets,
    funds,
    { folder: 'in-the-end', name: 'In the end', items: [noMoneyMadeOrLost, clockRuns] },
  ],
};
