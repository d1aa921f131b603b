/** What is always there: the places and the status line. */
export const frame = {
  window: {
    places: 'Places',
  },
  toasts: {
    title: 'Elsewhere',
    show: 'Show',
  },
  statusLine: {
    ended: 'has ended',
    days: (days: number) => `${days} days`,
    left: 'left',
    noPsu: 'No PSU yet',
    sessions: 'Sessions',
    oslo: 'Oslo',
    bankRunning: 'Bank running',
    bankStopped: 'Bank stopped',
    vaultLocked: 'Vault locked',
    lockVault: 'Lock the vault',
    vaultOpen: 'Vault open',
    noSession: 'No SCA session',
    sessionExpired: 'Session expired, new SCA',
    sessionValid: 'SCA session valid, {time} left',
  },
} as const;
