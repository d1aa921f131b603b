/** The frame around every view: rail, toasts and status line. */
export const frame = {
  window: {
    places: 'Views',
    title: (open: string, environment: string) =>
      `${[open, environment].filter(Boolean).join(' · ')} – TPP Workbench`,
  },
  drop: {
    here: 'Drop certificates, requests, collections, demonstrations, snapshots or an export anywhere.',
  },
  notices: {
    close: 'Close',
  },
  confirm: {
    title: 'Send to this environment?',
    why: 'It came with an import. Nothing is sent there until you confirm that this is the bank, and this your certificate for it.',
    address: 'Address',
    certificate: 'Signs with',
    client: 'TLS client certificate',
    confirm: 'Confirm',
  },
  toasts: {
    title: 'Notifications',
    show: 'Show',
    earlier: (count: number) => `and ${count} earlier`,
    saved: (name: string, folder: string) => `${name} was saved in ${folder}.`,
    inFolder: 'Show in folder',
  },
  statusLine: {
    ended: 'expired',
    days: (days: number) => `${days} days`,
    left: 'left',
    noPsu: 'No PSU yet',
    actsFor: (name: string, company: string) => `${name} for ${company}`,
    sessions: 'Sessions',
    oslo: 'Oslo',
    thisMachine: 'this machine',
    otherBank: 'Requests go there. The local bank is under Bank.',
    clock: { real: 'real time', frozen: 'frozen' },
    bankRunning: 'Bank running',
    bankStopped: 'Bank stopped',
    unreached: 'Not responding',
    vaultLocked: 'Vault locked',
    certificateMissing: 'Certificate not imported yet',
    unconfirmed: 'Not confirmed yet',
    lockVault: 'Lock the vault',
    vaultOpen: 'Vault unlocked',
    noSession: 'No SCA session',
    scaPending: 'SCA pending',
    sessionReplaced: 'SCA session replaced',
    sessionExpired: 'SCA session expired',
    sessionValid: 'SCA session valid, {time} left',
  },
} as const;

/** The command palette. */
export const palette = {
  commands: {
    goTo: 'Go to',
  },
  palette: {
    open: 'Search or run a command',
    commands: 'Commands',
    hint: 'Search views, operations, saved requests and commands, or paste a request',
    found: 'Results',
    nothingFound: (search: string) => `No results for “${search}”.`,
  },
} as const;

/** The window before its first view appears, and after a failure. */
export const app = {
  start: {
    unreachable: 'Cannot reach the workbench',
    starting: 'Starting the bank…',
  },
  host: {
    noResponse:
      'The workbench is not responding. It may have been stopped. Start it again and open the address that it prints.',
    unreadableFile: (name: string) =>
      `${name} cannot be read. Check that the file still exists and choose it again.`,
  },
  broken: {
    title: 'This view cannot be shown',
    text: 'Something went wrong while displaying it. Your drafts, requests and certificates are not affected. Try again. If it happens again, report what you did and this message:',
  },
} as const;
