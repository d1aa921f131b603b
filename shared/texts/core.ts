/** What the core says in the window: failures, verdicts, likely causes, and what a file or a parameter is. */
export const core = {
  bank: {
    portInUse: (port: number) => `Port ${port} is in use, so the bank answers nowhere now. Choose another.`,
    paymentGone: 'This payment is no longer at the bank.',
    accountGone: 'This account is no longer at the bank.',
    basketGone: 'This basket is no longer at the bank.',
  },
  snapshots: {
    exists: (name: string) =>
      `There is a snapshot "${name}" already. Choose another name, or delete that one first.`,
    gone: (name: string) => `There is no snapshot "${name}" any more.`,
    damaged: (name: string) =>
      `The snapshot "${name}" is damaged and was not restored. The bank is as it was.`,
  },
  bodies: {
    gone: 'This answer is no longer in the history.',
    unreadable: (reason: string) =>
      `The body of this answer cannot be read: ${reason}. Send the request again.`,
    threadEnded: 'The thread that reads bodies has ended.',
  },
  certificates: {
    lockedForImport: 'The vault is locked. Unlock it with your passphrase, then import again.',
    authorityCannotSign: 'An authority issues certificates; it signs no requests. Choose a QSealC.',
    inUse: (name: string, environment: string) =>
      `"${name}" is in use by the environment "${environment}". Choose another certificate there, then delete this one.`,
    hasIssued: (name: string, issued: string) =>
      `"${name}" has issued "${issued}", which could not be renewed without it. Delete that one first.`,
    nameless: (serial: string) => `Certificate ${serial}`,
  },
  openFiles: {
    empty: 'It is empty.',
    javaKeystore: 'It is a Java keystore; convert it with keytool -importkeystore -deststoretype PKCS12.',
    unknownKind: 'Known are PFX (.pfx, .p12), PEM (.pem, .crt, .key) and DER (.der, .cer) files.',
    pkcs7:
      'It is a PKCS#7 collection of certificates without a key; openssl pkcs7 -print_certs makes PEM of it.',
    openingKey: 'Opening the private key',
    keyUnreadable: 'The private key in it cannot be read.',
    pemCut: 'A PEM block has no END line; the file was cut off.',
    pemNotBase64: (label: string) => `The block "${label}" is not base64.`,
    sealedKeyUnreadable: 'The sealed key cannot be read.',
    openSsh: 'It is a key in the form of OpenSSH; ssh-keygen -p -m PKCS8 -f makes PKCS#8 of it.',
    certificateRequest:
      'It is a request for a certificate; the authority answers it with the certificate itself.',
    noRsaKey: 'The numbers of the private key do not make an RSA key.',
  },
  export: {
    pfxNeedsPassword: 'A PFX file needs a password: without one, whoever finds it has the key.',
  },
  protection: {
    keyFileDamaged: (file: string) =>
      `The key file ${file} is damaged. Restore it from a backup; without it the private keys cannot be read.`,
    keyFileMissing: (file: string, folder: string) =>
      `The key file ${file} is missing; without it the private keys in ${folder} cannot be read. Restore it from a backup, or choose another folder with --data.`,
    keptInFile: 'in a file that only this user can read',
    onlyInWindow: (folder: string) =>
      `The private keys in ${folder} are kept by the operating system's safe storage, which only the workbench's own window can ask. Start it in a window, or choose another folder with --data.`,
  },
  testAuthority: {
    cannotRenew:
      'Only certificates of the built-in test authority can be renewed here. Order a new one where this one came from, and import it.',
  },
  vaultKey: {
    locked: 'The vault is locked. Unlock it with your passphrase, then try again.',
  },
  vault: {
    passphraseTooShort: (characters: number) =>
      `A passphrase has at least ${characters} characters. Several words are easier to type than signs.`,
    wrongPassphrase:
      'This passphrase does not open the vault. Check capitals and keyboard layout, and type it again.',
    gone: 'This certificate is no longer in the vault.',
  },
  causes: {
    dateUnreadable: 'The Date header is missing or cannot be read',
    clocksUnknown: 'The clocks may differ',
    noDateToCompare: 'The answer has no Date to compare with.',
    clocksDiffer: 'The clocks differ',
    clocksAgree: 'The clocks agree',
    differBy: (seconds: number) => `They differ by ${seconds} seconds.`,
    headerNotSent: 'A header of the signature is not sent',
    missing: (headers: string) => `Missing: ${headers}.`,
    headerUnreadable: 'The Signature header cannot be read',
    headerForm: 'It is not of the form that the interface asks for.',
    signatureFits: 'The signature fits the request and the certificate',
    verifiedHere: 'It was verified here over what was sent.',
    signatureDoesNotFit: 'The signature does not fit what was sent',
    changedAfterSigning:
      'A header, the path or the key was changed between signing and sending. Sign again, last of all.',
    noDigest: 'The body has no Digest',
    sendDigest: 'Send Digest: SHA-256=… and sign it.',
    digestFits: 'The digest fits the body',
    bytes: (count: number) => `${count} bytes.`,
    digestDoesNotFit: 'The digest does not fit the body',
    computeDigest: 'Compute it over exactly the bytes that are sent.',
    allSigned: 'Every header that must be signed is signed',
    listNotRight: 'The list of signed headers is not right',
    keyIdOfAnother: 'The keyId is not that of the certificate',
    keyIdReference: 'The keyId is in the reference form',
    keyIdUnusual: 'The keyId is spelled unusually',
    strictBank: (keyId: string) => `A strict bank takes only ${keyId}.`,
    certificateEnded: 'The certificate has run out',
    endedOn: (day: string) => `It ended on ${day}. Renew it.`,
    notYetValid: 'The certificate is not yet valid',
    beginsOn: (day: string) => `It begins on ${day}.`,
    valid: 'The certificate is within its validity',
    until: (day: string) => `Until ${day}.`,
    ownAuthority: "The certificate comes from the workbench's own test authority",
    ownAuthorityText:
      "No other bank trusts it. Import a certificate from an authority on the bank's list, or ask the bank for one for its sandbox.",
    notTrusted: 'The bank may not trust the authority, or not know the TPP',
    hasRole: (wanted: string) => `The certificate has the role ${wanted}`,
    lacksRole: (wanted: string) => `The certificate lacks the role ${wanted}`,
    rolesHeld: (held: string, wanted: string) => `It has ${held}; this service needs ${wanted}.`,
    otherSpelling: 'The bank may compare the keyId with another spelling',
    encodedWord: 'The bank may not read RFC 2047 words',
    encodedWordText:
      'The Signature header holds letters outside ASCII and travels as one encoded word. An issuer with an ASCII name avoids the question.',
    pathRewritten: 'Something on the way may rewrite the path',
    pathRewrittenText: (sign: string) =>
      `(request-target) is the path as the bank receives it. Gateways re-encode signs such as ${sign}, strip a prefix, or order the query anew.`,
    isQwac: 'The certificate is a QWAC',
    noQsealc: 'The certificate is no QSealC',
    qsealcText: 'Requests are signed with a QSealC; a QWAC is for TLS.',
    dateBehind: (seconds: number) =>
      `The Date that was signed is ${seconds} seconds behind the bank's. Set this machine's clock.`,
    dateAhead: (seconds: number) =>
      `The Date that was signed is ${seconds} seconds ahead of the bank's. Set this machine's clock.`,
    askForTrust: (organisation: string) =>
      `Ask whether it has registered ${organisation} and trusts its issuer.`,
    thisCertificate: 'this certificate',
    noRoles: 'none',
    otherSpellingText: (spellings: string) =>
      `The issuer's name can be written in several ways. Some banks expect ${spellings}.`,
    or: '   or   ',
  },
  compose: {
    linesBelow: 'lines below',
    eachSend: 'each send',
    lastSca: 'last SCA',
    always: 'always',
    live: 'live',
    fromBody: 'body',
    fromEnvironment: 'environment',
    fromOperation: 'operation',
    fromCertificate: 'certificate',
    fromFault: 'fault',
    yours: 'yours',
  },
  exchange: {
    diskFull: 'the disk is full',
    notKept: (reason: string) =>
      `The history could not keep this: ${reason}. It is shown until you send again or close the tab. Make room, for instance by deleting the history, and copy what you need.`,
    headerCannotBeSent: (name: string) =>
      `The header "${name}" cannot be sent: HTTP allows only visible ISO-8859-1 characters. Change its name or value.`,
    unknownFault: (fault: string) => `There is no fault "${fault}" in the list.`,
  },
  client: {
    gone: 'This exchange is no longer in the history.',
  },
  placeholders: {
    noValue: (name: string) =>
      `The variable {{${name}}} has no value in this environment. Set it under Environments, or write the value itself.`,
  },
  send: {
    tooLarge: (megabytes: number) =>
      `the answer is over ${megabytes} MB and was cut off; nothing of it was kept`,
    cancelled: 'You cancelled the request before its answer was complete. The bank may have carried it out.',
    nothingListens: (origin: string) =>
      `Nothing listens at ${origin}. Start the bank, or check the base URL of the environment.`,
    unknownName: (origin: string) =>
      `The name in ${origin} is not known. Check the base URL of the environment and the network.`,
    diskFull:
      'The disk is full: the body of the answer could not be kept. Make room, for instance by deleting the history, and send again.',
    connectionClosed: (origin: string, message: string) =>
      `The bank at ${origin} closed the connection before it answered (${message}). Send again.`,
    noAnswerInTime: (origin: string) =>
      `The bank at ${origin} did not answer in time. Send again, or check whether it is running.`,
    cannotBeSent: (message: string) =>
      `The request cannot be sent: ${message}. HTTP allows only visible ISO-8859-1 characters in header names and values.`,
    notTrusted: (origin: string, message: string) =>
      `The TLS certificate of ${origin} is not trusted (${message}). Add the bank's root to the environment.`,
    failed: (origin: string, message: string) => `The request to ${origin} failed: ${message}`,
  },
  signatureCheck: {
    anotherBody: 'the body is not the one that was signed',
  },
  acceptFix: {
    askFor: (value: string) => `x-accept-fix: ${value} asks for the form of today`,
    askedInVain: (value: string) => `x-accept-fix: ${value} has asked for the form of today in vain`,
    amountsRight: "Amounts are strings with exactly their currency's decimals",
    amountWrong: (amount: string, currency: string) => `An amount is written ${amount} ${currency}`,
    typesRight: 'cashAccountType is a code of ISO 20022',
    typeWrong: (word: string) => `cashAccountType is “${word}”, not a code of ISO 20022`,
    cardAmountsRight: 'transactionAmount is what was charged, originalAmount what was paid abroad',
    cardAmountsSwapped: 'transactionAmount and originalAmount stand in each other’s place',
    namesWhole: 'Names of card accounts are not cut at 35 characters',
    namesMayBeCut: 'A name of a card account has 35 characters and may be cut there',
  },
  verdicts: {
    faultAnswered: (title: string, expected: string) =>
      `The bank answers “${title}” with ${expected}, as it must`,
    faultNotAnswered: (title: string, expected: string) => `“${title}” must be answered with ${expected}`,
    signatureNotRight: (reason: string) => `The signature of this answer is not right: ${reason}`,
    unsignedWithoutBody: 'An answer without a body is not signed',
    unsigned: 'The bank did not sign this answer',
    headerUnreadable: (reason: string) => `the Signature header cannot be read: ${reason}.`,
    notAmongSigned: (header: string) => `${header} is not among the signed headers.`,
    doesNotFit: 'it does not fit the headers and the certificate that came with it.',
    signed: (name: string) => `The bank signed this answer as ${name}; its signature is right`,
    tooLargeToCheck: (megabytes: number) => `A body over ${megabytes} MB is not checked against its schema`,
    notJson: 'The body is not JSON',
    refusalFits: 'The body fits the schema of a refusal',
    refusalDoesNotFit: 'The body does not fit the schema of a refusal',
    unknownPath: 'This path is not in the catalogue, so there is no schema to check',
    schemaFits: (title: string) => `The body fits the schema of “${title}”`,
    schemaDoesNotFit: (path: string, fault: string) => `The body does not fit the schema: ${path}: ${fault}`,
    sameRequestId: 'X-Request-ID is that of the request',
    noRequestId: 'X-Request-ID is missing, not that of the request',
    otherRequestId: (id: string) => `X-Request-ID is "${id}", not that of the request`,
    itself: 'itself',
  },
  collections: {
    exists: (path: string) => `There is a request "${path}" already. Choose another name or folder.`,
    damaged: (file: string, there: string) =>
      `${file} is damaged and is not overwritten. ${there} Mend or delete it, or choose another name.`,
    noPath: (path: string) => `${path} is no path of a saved request.`,
    unreadable: (reason: string) => `The file cannot be read: ${reason}.`,
  },
  dispatch: {
    diskFull:
      'The disk is full, so nothing was changed. Make room, for instance by deleting the history, and try again.',
    unknownMethod: (method: string) => `There is no method ${method}.`,
    failed: (method: string) =>
      `${method} failed inside the workbench. The log has the details; the data is unchanged.`,
  },
  environments: {
    localBank: 'Local bank',
    sandbox: "Bank's sandbox",
    sandboxNumber: (number: number) => `Bank's sandbox ${number}`,
    localBankStays: 'The environment of the local bank is always there.',
    gone: 'This environment is no longer there.',
    rootsNotPem: 'The trusted roots are not PEM. Paste the BEGIN CERTIFICATE blocks.',
    rootNoCertificate: (number: number) =>
      `Trusted root number ${number} is no certificate. Get the file again.`,
  },
  callback: {
    psuId: 'Identifies the PSU to this TPP, for ever. Sent as PSU-ID from now on.',
    psuCorporateId: 'The corporate agreement that the PSU acts for. Sent as PSU-Corporate-ID.',
    sessionId: 'The session of the request that led to this SCA; valid for one hour.',
    context: 'PRIVATE or CORPORATE, as the PSU chose.',
    system: "The bank's system that failed.",
    status: 'HTTP status of the failure.',
    code: 'Error code of the failure.',
    message: 'What the bank says about it.',
    otherSession: 'Not the session that waits for an SCA; nothing was kept.',
    unknown: 'Not part of the interface.',
  },
  sca: {
    notTheBanks: (href: string) =>
      `The address ${href} does not belong to the bank, or was in none of its answers, so it is not opened.`,
    onlyLocalBank: 'Only the local bank can be told to let a session expire.',
    nothingToExpire: 'The bank knows no SCA of this session, so there is nothing to expire.',
  },
  receiver: {
    nothingHere: 'Nothing here',
    onlyABank: 'Only a bank sends people to this address.',
    back: 'Back at the TPP',
    backText: 'The bank has sent you back. Close this tab and go on in the TPP Workbench.',
  },
  sessions: {
    gone: (id: string) => `There is no session ${id} in this environment any more.`,
  },
  transfers: {
    tooLarge: (name: string, count: number, most: number) =>
      `${name} has ${count} bytes; certificate and key files have at most ${most}.`,
    waitedTooLong: 'The file has been waiting too long. Choose it again.',
  },
  transferRoutes: {
    tooLarge: (name: string, most: number) =>
      `${name} is larger than ${most} bytes; certificate and key files are small. Choose another file.`,
    fetchedAlready: 'This file has been fetched already, or is gone. Save it again.',
  },
  workbench: {
    keptUnderPassphrase: 'under your passphrase',
  },
  safeStorage: {
    kept: "by the operating system's safe storage",
  },
  psuView: {
    cannotOpen: (reason: string) =>
      `The bank's page could not be opened: ${reason}. Check that the bank is running, then try again.`,
  },
  server: {
    foreignHost: 'The Host header is not that of the workbench.',
    foreignOrigin: 'Pages of another origin may not call the workbench.',
    foreignSite: 'Pages of another site may not call the workbench.',
    wrongToken:
      'Open the whole address that the workbench printed at its start; the token in it is missing or from an earlier start.',
    noFile: 'There is no such file.',
    foreignFrame: 'Only the workbench itself may call the workbench.',
    cannotStart: (reason: string) => `The workbench cannot start: ${reason}`,
  },
  menu: {
    view: 'View',
  },
} as const;
