/** The lists of the Bank view, one for each kind of data. */
import type { ReactNode } from 'react';
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import type { Kind } from '../../../state/bank.ts';
import { Quirks, Scenarios } from './behaviour.tsx';
import { Accounts, Baskets, Cards, Payments } from './money.tsx';
import { Register } from './register.tsx';
import { Agreements, Consents, Customers, Sessions, Unattended } from './people.tsx';

const LISTS: Record<Kind, (props: { overview: Overview }) => ReactNode> = {
  payments: Payments,
  baskets: Baskets,
  accounts: Accounts,
  cards: Cards,
  customers: Customers,
  agreements: Agreements,
  consents: Consents,
  sessions: Sessions,
  unattended: Unattended,
  tpps: Register,
  quirks: Quirks,
  scenarios: Scenarios,
};

export function BankList({ overview, kind }: { overview: Overview; kind: Kind }) {
  const List = LISTS[kind];
  return <List overview={overview} />;
}
