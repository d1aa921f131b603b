/** How much a TPP can create in the sandbox (SBX-2 to SBX-4). Whoever asks for a list or a reset waits for all of it. */
import { MOST_IN_SANDBOX, type SandboxKind } from '../../shared/xs2a/limits.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { Services } from './services.ts';

const RULES = {
  customers: 'SBX-2',
  accounts: 'SBX-3',
  cardAccounts: 'SBX-3',
  agreements: 'SBX-3',
  engagements: 'SBX-3',
  transactions: 'SBX-4',
  cardTransactions: 'SBX-4',
} as const satisfies Record<SandboxKind, string>;

const NAMES: Readonly<Record<SandboxKind, string>> = {
  customers: 'customers',
  accounts: 'accounts',
  cardAccounts: 'card accounts',
  agreements: 'agreements',
  engagements: 'engagements',
  transactions: 'transactions',
  cardTransactions: 'card transactions',
};

/** @returns null if there is room for one more of a kind */
export function fullOf(kind: SandboxKind, { customers }: Services): Refusal | null {
  const most = MOST_IN_SANDBOX[kind];
  if (customers.countOf(kind) < most) return null;
  return refuse({
    check: 'business',
    rule: RULES[kind],
    status: 400,
    code: 'FORMAT_ERROR',
    text: `The sandbox has ${most.toLocaleString('en')} ${NAMES[kind]}, as many as it can have. Delete some, or reset it.`,
  });
}
