/** Messages of the core about certificates: their files, keys and the vault. */
export const certificateMessages = {
  certificates: {
    lockedForImport: 'The vault is locked. Unlock it with your passphrase, then import again.',
    cannotSign: (name: string, algorithm: string) =>
      `“${name}” cannot sign requests: its key is ${algorithm}, and the signature is rsa-sha256 (SIG-2, SIG-5). Use it as the TLS client certificate, and sign with an RSA certificate.`,
    authorityCannotSign: 'A CA certificate cannot sign requests. Choose a QSealC.',
    inUse: (name: string, environment: string) =>
      `“${name}” is used by the environment “${environment}”. Choose another certificate there, then delete this one.`,
    hasIssued: (name: string, issued: string) =>
      `“${name}” issued “${issued}”, which cannot be renewed without it. Delete that certificate first.`,
    nameless: (serial: string) => `Certificate ${serial}`,
  },
  openFiles: {
    empty: 'The file is empty.',
    javaKeystore: 'This is a Java keystore. Convert it with keytool -importkeystore -deststoretype PKCS12.',
    unknownKind:
      'Supported formats: PFX (.pfx, .p12), PEM (.pem, .crt, .key), DER (.der, .cer) and PKCS#7 (.p7b).',
    openingKey: 'Opening the private key',
    keyUnreadable: 'The private key in this file cannot be read.',
    pemCut: 'A PEM block has no END line. The file is truncated.',
    pemNotBase64: (label: string) => `The block “${label}” is not valid base64.`,
    sealedKeyUnreadable: 'The encrypted key cannot be read.',
    openSsh: 'This is a key in OpenSSH format. Convert it to PKCS#8 with ssh-keygen -p -m PKCS8 -f.',
    certificateRequest:
      'This is a certificate signing request. Import the certificate that the CA issues for it.',
    onlyHas: (labels: string) =>
      `It contains ${labels === '' ? 'nothing' : `only ${labels}`}. Choose the certificate and its private key.`,
    minutes: (count: number) => `more than ${count} minutes of work`,
    moreThanThereIs: 'more memory than is available',
    noKey: 'The values in the private key do not form a key.',
  },
  export: {
    pfxNeedsPassword: 'A PFX file needs a password: without one, anyone with the file has the key.',
    pemNeedsPassword:
      'The key needs a password: without one, anyone with the file has the key. To save it without one, choose so in the form.',
  },
  protection: {
    keyFileDamaged: (file: string) =>
      `The key file ${file} is damaged. Restore it from a backup: the private keys cannot be read without it.`,
    keyFileMissing: (file: string, folder: string) =>
      `The key file ${file} is missing; without it the private keys in ${folder} cannot be read. Restore it from a backup, or choose another folder with --data.`,
    keyFileUnreadable: (file: string, reason: string) =>
      `The key file ${file} cannot be read: ${reason}. Restore it from a backup: the private keys cannot be read without it.`,
    keyFileOfAnother: (file: string, folder: string) =>
      `The key ${file} does not open the private keys in ${folder}: it belongs to another folder. Restore the right one from a backup, or choose another folder with --data.`,
    protectionUnknown: (protection: string, folder: string) =>
      `The data folder ${folder} names “${protection}” as the protection of its keys, which this version does not know. Update the program, or restore workbench.db from a backup.`,
    protectedKeyMissing: (file: string) =>
      `The file ${file} says that a passphrase protects the key of its private keys, but the protected key is not in it. Nothing was changed. Restore it from a backup, or choose another folder with --data.`,
    keptInFile: 'in a file that only this user can read',
    onlyInWindow: (folder: string) =>
      `The private keys in ${folder} are protected by the operating system's safe storage, which only the desktop window can use. Start the desktop window, or choose another folder with --data.`,
  },
  testAuthority: {
    notItsCa: (name: string) =>
      `None of these certificates is a CA that issued “${name}”. Choose the file of its CA, in PEM format.`,
    cannotRenew:
      'Only certificates issued by the built-in test CA can be renewed here. Order a new one from the CA that issued this one and import it.',
  },
  vaultKey: {
    locked: 'The vault is locked. Unlock it with your passphrase, then try again.',
  },
  vault: {
    passphraseTooShort: (characters: number) =>
      `A passphrase needs at least ${characters} characters. Several words are easier to type than symbols.`,
    wrappedKeyDamaged:
      'The key that your passphrase protects is damaged in workbench.db. Restore workbench.db from a backup. Nothing was changed.',
    wrongPassphrase: 'Wrong passphrase. Check Caps Lock and the keyboard layout, then type it again.',
    gone: 'This certificate is no longer in the vault.',
  },
} as const;
