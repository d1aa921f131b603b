/** The first-start screen. */
import { ownValue } from '../own-value.ts';

/** What a role of PSD2 allows. */
const ROLES = {
  PSP_AS: 'account servicing',
  PSP_PI: 'payments',
  PSP_AI: 'account information',
  PSP_IC: 'card-based payments',
};

export const firstStart = {
  name: 'Start',
  thePsu: 'the PSU',
  title: 'Your bank is running and your certificate is ready.',
  titleLocked: 'Your bank is running. The vault with your keys is locked.',
  lead: 'The bank and the certificate exist on this machine only. Requests to this bank do not leave it, and you do not need an account.',
  titleElsewhere: (environment: string) => `Your requests go to “${environment}”.`,
  leadNearby:
    'It is at an address of this machine. The local bank is still there: choose it under Environments to send requests to it.',
  leadElsewhere:
    'They leave this machine. The local bank is still there: choose it under Environments to send requests to it.',
  ready: 'What is ready',
  running: (kind: string) => `Running, ${kind}`,
  holdings: (customers: number, accounts: number, transactions: number) =>
    `${customers} customers, ${accounts} accounts, ${transactions} transactions in one year`,
  /** @param waiting number of payments */
  bankState: (now: string, waiting: number, batch: string) =>
    `${now} Oslo; ${waiting === 0 ? 'no payment waits' : waiting === 1 ? '1 payment waits' : `${waiting} payments wait`}, next batch ${batch}`,
  lastRequests: 'Last requests',
  lastRuns: 'Last runs',
  testCertificate: 'Test certificate',
  certificate: 'Certificate',
  /** @param roles as the certificate has them */
  roles: (roles: readonly string[]) => {
    const [first = 'no roles', ...others] = roles.map((role) => ownValue(ROLES, role) ?? 'an unknown role');
    const last = others.pop();
    const all = [first, ...others].join(', ') + (last === undefined ? '' : ` and ${last}`);
    return all.charAt(0).toUpperCase() + all.slice(1);
  },
  locked: 'Locked in the vault',
  life: (days: number, how: string) => `${days} days left, key kept ${how}`,
  person: 'A test customer',
  nationalNumber: 'National ID',
  approves: 'Approves your requests at the bank',
  begin: 'Get started',
  signingString: 'Signing string',
  firstRequest: 'Send your first signed request',
  firstRequestText: (person: string) =>
    `Ask ${person} for consent, approve as ${person} at the bank and get the accounts with their balances. You see every signed byte along the way.`,
  start: 'Start',
  flow: 'Show an SCA flow',
  flowText:
    'A guided demonstration of a consent, step by step in a diagram: who acts, what crosses the wire, what changes at the bank. Your own bank is set aside until you leave.',
  show: 'Show',
  flowEffort: '7 steps, two minutes',
  effort: '5 clicks, under a minute',
  collections: 'Or open a collection and run it',
  yours: 'Everything you keep here stays on this machine.',
} as const;
