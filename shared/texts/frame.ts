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
    sessionReplaced: 'SCA session replaced',
    sessionExpired: 'SCA session expired',
    sessionValid: 'SCA session valid, {time} left',
  },
} as const;
