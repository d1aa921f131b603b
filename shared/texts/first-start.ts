/** The first screen. */
export const firstStart = {
  name: 'Start',
  thePsu: 'the PSU',
  title: 'Your bank is running, and you have a certificate.',
  lead: 'Both are made for this machine only. Nothing was sent anywhere, and there is no account to open.',
  ready: 'What is ready',
  running: (kind: string) => `Running, ${kind}`,
  holdings: (customers: number, accounts: number, transactions: number) =>
    `${customers} customers, ${accounts} accounts, a year of ${transactions} transactions`,
  testCertificate: 'Test certificate',
  roles: 'Account information and payments',
  life: (days: number, how: string) => `${days} days left, key kept ${how}`,
  person: 'A person to act for',
  nationalNumber: 'National number',
  approves: 'Approves at the bank when you ask',
  begin: 'Begin',
  signingString: 'Signing string',
  firstRequest: 'Send your first signed request',
  firstRequestText: (person: string) =>
    `Ask ${person} for consent, let ${person} approve at the bank, and see the accounts with their balances. You see every signed byte on the way.`,
  start: 'Start',
  effort: '5 clicks, under a minute',
  yours: 'What you do here is yours, and stays on this machine.',
} as const;
