/** The vault: locked, unlocked, and the passphrase. */
export const vault = {
  unlockTitle: 'Unlock the vault',
  locked: 'The vault is locked.',
  lockedHint: 'Unlock it to sign requests.',
  passphraseVault: 'Vault passphrase',
  unlocking: 'Unlocking…',
  unlock: 'Unlock',
  passphrasesDiffer: 'The passphrases do not match. Type the new one twice.',
  oldPassphrase: 'Current passphrase',
  newPassphrase: 'New passphrase',
  passphrase: 'Passphrase',
  passphraseHint: 'At least 8 characters; several words are easy to type.',
  onceMore: 'Confirm passphrase',
  sealingKeys: 'Encrypting the keys…',
  changePassphrase: 'Change passphrase',
  setPassphrase: 'Set passphrase',
  wasSet: 'Passphrase set.',
  warning:
    'The vault cannot be opened without the passphrase, and nobody can recover it. Store it in a safe place.',
} as const;
