/** The first-start screen. */
export const firstStart = {
  name: 'Start',
  thePsu: 'the PSU',
  title: 'Your bank is running and your certificate is ready.',
  lead: 'The bank and the certificate exist on this machine only. Nothing was sent anywhere, and you do not need an account.',
  titleElsewhere: (environment: string) => `Your requests go to “${environment}”.`,
  leadNearby:
    'It is at an address of this machine. The local bank is still there: choose it under Environments to send requests to it.',
  leadElsewhere:
    'They leave this machine. The local bank is still there: choose it under Environments to send requests to it.',
  ready: 'What is ready',
  running: (kind: string) => `Running, ${kind}`,
  holdings: (customers: number, accounts: number, transactions: number) =>
    `${customers} customers, ${accounts} accounts, ${transactions} transactions in one year`,
  testCertificate: 'Test certificate',
  certificate: 'Certificate',
  roles: 'Account information and payments',
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
  yours: 'Everything you do here stays on this machine.',
} as const;
