/** Messages of the core to the window: errors, verdicts, likely causes, and descriptions of files and parameters. */
import { certificateMessages } from './core/certificates.ts';
import { collectionMessages } from './core/collections.ts';
import { workMessages } from './core/work.ts';

export const core = {
  ...certificateMessages,
  ...collectionMessages,
  ...workMessages,
  bank: {
    portInUse: (port: number) => `Port ${port} is in use, so the bank is not listening. Choose another port.`,
    paymentGone: 'This payment is no longer at the bank.',
    accountGone: 'This account is no longer at the bank.',
    basketGone: 'This basket is no longer at the bank.',
  },
  process: {
    killed:
      'The process for this task was killed (SIGKILL), as the system does when the machine has no memory left. Nothing was saved. Close other programs, then try again.',
    failed: (how: string) =>
      `The process for this task ended unexpectedly (${how}). Nothing was saved. Try again, and report it as a mistake of the program if it happens again.`,
    notStarted: (reason: string) =>
      `The process for this task could not be started: ${reason}. Nothing was saved. Close other programs, then try again.`,
  },
  start: {
    workHolds: 'your private keys, environments, variables and drafts',
    historyHolds: 'the history',
    historyAside: (file: string, reason: string, aside: { history: string; bodies: string | null }) =>
      `The history could not be used: ${file}: ${reason}. It is kept as ${aside.history}${aside.bodies === null ? '' : `, its large bodies as ${aside.bodies}`}, and an empty history was started. Nothing else is affected.`,
    bankAside: (file: string, reason: string, aside: string) =>
      `The data of the local bank could not be used: ${file}: ${reason}. It is kept as ${aside}, and the bank was started with its seed data. Nothing else is affected.`,
    valueDamaged: (key: string) =>
      `The stored value “${key}” in workbench.db is damaged and was left unchanged. Restore workbench.db from a backup.`,
    valueAside: (key: string, aside: string) =>
      `The stored value “${key}” was damaged, so the default is used. The damaged value is kept in workbench.db as “${aside}”.`,
    folderIsNot: (path: string) =>
      `${path} must be a folder, but it is a link or a file. Move it away, then start again.`,
  },
  store: {
    lost: (folder: string) =>
      `The data folder ${folder} was deleted or replaced while the workbench was running. Nothing is saved any more. Export what you still need (Settings, Export everything; certificates with their keys under Certificates), then close the workbench, put the folder back if you can, and start again.`,
  },
  secretsUnread: (environment: string, reason: string) =>
    `The secret variables of “${environment}” cannot be read, so the event log cannot hide them: ${reason}`,
  snapshots: {
    exists: (name: string) =>
      `A snapshot named “${name}” already exists. Choose another name, or delete the existing one first.`,
    gone: (name: string) => `The snapshot “${name}” no longer exists.`,
    longName:
      'This name is too long for a file name. Accented letters and emoji count as several characters. Choose a shorter name.',
    tooLarge:
      'The bank has too much data for a snapshot, which can be at most 128 MB. Reset the bank, or restore an earlier snapshot.',
    noSnapshot: (file: string) =>
      `${file} is not a snapshot of a bank. Choose a file that “Save as file” under Snapshots has written.`,
    damaged: (name: string) =>
      `The snapshot “${name}” is damaged and was not restored. The bank is unchanged.`,
    unreadable: (name: string) => `The snapshot “${name}” is damaged and cannot be saved as a file.`,
  },
  bodies: {
    gone: 'This response is no longer in the history.',
    unreadable: (reason: string) => `The response body cannot be read: ${reason}. Send the request again.`,
    threadEnded: 'The thread that reads bodies has stopped.',
    tooSlowPath: (seconds: number) =>
      `This JSONPath took more than ${seconds} seconds and was stopped. Start further down in the body, and use \`..\` only once.`,
    tooLargePath:
      'This JSONPath needs too much memory and was stopped. Start further down in the body, and use `..` only once.',
    notOwn: 'its file has a name that the program did not give it',
  },
  causes: {
    versionTwice: 'The address has /v1 twice',
    versionTwiceText:
      'The base URL of the environment ends with /v1, and every path begins with it. Remove it from the base URL.',
    onlyLocal: 'Only the local bank has this operation',
    onlyLocalText: 'It is part of the sandbox of the simulator.',
    baseUrl: 'The base URL may lack a part, or have one too many',
    baseUrlText: (base: string) =>
      `It is ${base}. Compare it with the addresses in the documentation of the bank: many have a path, such as /psd2, before /v1.`,
    idUnknown: 'The bank may not know an id in the path',
    idUnknownText:
      'It may have been deleted, or be cut or encoded twice. Take it from a response of this bank, or create the resource again.',
    idOfOther: (environment: string) => `The id in the path is of “${environment}”`,
    idOfOtherText:
      'The bank of that environment has returned it, and this one does not know it. Create the resource here, and use its id.',
    idOfOtherTpp: 'The id may have been created with another certificate',
    idOfOtherTppText: (tpp: string) =>
      `A bank shows a resource only to the TPP that created it. This request is signed for ${tpp}. Sign with the certificate of then, or create the resource again.`,
    noToken: 'The request has no access token',
    noTokenText: (says: string) =>
      `The bank asks for one (${says}). Get it from the authorisation server of the bank, and send it as “Authorization: Bearer …”, for example in the header defaults of the environment.`,
    tokenRefused: 'The access token may have expired, or be for another scope',
    tokenRefusedText: 'Get a new one from the authorisation server, with the scope that the bank documents.',
    tokenUnknown: 'The bank may expect an access token',
    tokenUnknownText:
      'Many banks want “Authorization: Bearer …” beside the signature. This response has no WWW-Authenticate header that says so: see the documentation of the bank.',
    noPsu: 'The request has no PSU-ID',
    noPsuText: (title: string) =>
      `“${title}” is about one PSU. Send “Ask for consent” and let the PSU approve it: the bank then returns the PSU-ID.`,
    psuOfOther: (header: string, environment: string) => `The ${header} is of “${environment}”`,
    psuOfOtherText:
      'Each bank has its own ids of PSUs. Send “Ask for consent” here and let the PSU approve it: the bank then returns its own.',
    psuUnknown: 'The PSU-ID may be of another bank or another context',
    psuUnknownText:
      'A PSU has one PSU-ID for each bank and TPP, and PSU-Corporate-ID is only for a company. “Ask for consent” returns those that belong together.',
    consent: 'The consent may be missing, expired or revoked',
    consentText:
      'It is of one TPP, one PSU and one context. Send “Ask for consent” and let the PSU approve it.',
    notOffered: 'The bank may not offer this operation',
    notOfferedText: (title: string) =>
      `Not every bank offers everything in the standard. See whether its documentation has “${title}”, and under which path.`,
    tooMany: 'The bank has had too many requests',
    tooManyText: 'Wait as long as its Retry-After header says, if there is one, and send the request again.',
    bankFault: 'The bank, or a gateway before it, has a problem',
    bankFaultText:
      'The request need not be wrong. Send it again later. If it stays, report its X-Request-ID to the bank.',
    dateUnreadable: 'The Date header is missing or cannot be read',
    clocksUnknown: 'The clocks may differ',
    noDateToCompare: 'The response has no Date header to compare with.',
    clocksDiffer: 'The clocks differ',
    clocksAgree: 'The clocks agree',
    differBy: (seconds: number) => `They differ by ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headerNotSent: 'A signed header was not sent',
    missing: (headers: string) => `Missing: ${headers}.`,
    headerUnreadable: 'The Signature header cannot be read',
    headerForm: "It does not have the format that the bank's interface requires.",
    signatureFits: 'The signature matches the request and the certificate',
    verifiedHere: 'The workbench verified it against the bytes that were sent.',
    signatureDoesNotFit: 'The signature does not match what was sent',
    changedAfterSigning: 'A header, the path or the key changed after signing. Sign as the last step.',
    noDigest: 'The body has no Digest header',
    sendDigest: 'Send Digest: SHA-256=… and sign it.',
    digestFits: 'The Digest matches the body',
    bytes: (count: number) => `${count} bytes.`,
    digestDoesNotFit: 'The Digest does not match the body',
    computeDigest: 'Compute the Digest over exactly the bytes that you send.',
    allSigned: 'All required headers are signed',
    listNotRight: 'The list of signed headers is wrong',
    keyIdOfProfile: (name: string) => `The keyId is written as the signature profile “${name}” says`,
    keyIdOfAnother: 'The keyId does not match the certificate',
    keyIdReference: 'The keyId has the reference format',
    keyIdUnusual: 'The keyId has an unusual format',
    strictBank: (keyId: string) => `A strict bank accepts only ${keyId}.`,
    certificateEnded: 'The certificate has expired',
    endedOn: (day: string) => `It was valid until ${day}. Renew it.`,
    notYetValid: 'The certificate is not yet valid',
    beginsOn: (day: string) => `It is valid from ${day}.`,
    valid: 'The certificate is currently valid',
    until: (day: string) => `It is valid until ${day}.`,
    ownAuthority: "The certificate was issued by the workbench's own test CA",
    ownAuthorityText:
      'No other bank trusts it. Import a certificate from a CA that the bank trusts, or ask the bank for a sandbox certificate.',
    notTrusted: 'The bank may not trust the CA or may not know the TPP',
    hasRole: (wanted: string) => `The certificate has the role ${wanted}`,
    lacksRole: (wanted: string) => `The certificate lacks the role ${wanted}`,
    rolesHeld: (held: string, wanted: string) => `It has ${held}. This service needs ${wanted}.`,
    otherSpelling: 'The bank may expect another keyId format',
    encodedWord: 'The bank may not decode RFC 2047 encoded words',
    encodedWordText:
      'The Signature header contains non-ASCII letters and is sent as one encoded word. A certificate whose issuer name is ASCII avoids this.',
    pathRewritten: 'A gateway may rewrite the path',
    pathRewrittenText: (sign: string) =>
      `(request-target) is the path as the bank receives it. Gateways may re-encode characters such as ${sign}, strip a prefix or reorder the query.`,
    isQwac: 'The certificate is a QWAC',
    noQsealc: 'The certificate is not a QSealC',
    qsealcText: 'Sign requests with a QSealC. A QWAC is for TLS.',
    dateBehind: (length: string) => `The signed Date is ${length} behind the bank's clock.`,
    dateAhead: (length: string) => `The signed Date is ${length} ahead of the bank's clock.`,
    setClock: (difference: string) =>
      `${difference} Set this machine's clock if it is wrong. If the bank is a simulator, its clock may have been moved: who operates it can set it to the present.`,
    askForTrust: (organisation: string) =>
      `Ask the bank whether it has registered ${organisation} and trusts the CA that issued the certificate.`,
    thisCertificate: 'this certificate',
    noRoles: 'none',
    otherSpellingText: (spellings: string) =>
      `The issuer's name can be written in several ways. Some banks expect ${spellings}.`,
    or: '   or   ',
  },
  compose: {
    linesBelow: 'signing string',
    eachSend: 'each request',
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
      `This exchange was not saved in the history: ${reason}. It is shown until you send again or close the tab. Copy what you need, and free some space, for example by deleting the history.`,
    notFollowed: (reason: string) =>
      `The response is complete, but what the workbench remembers of it (SCA session, IDs, kept values) could not be saved: ${reason}. Free some space before you go on.`,
    notJudged: (reason: string) =>
      `The exchange is in the history, but its verdicts could not be saved: ${reason}.`,
    headerCannotBeSent: (name: string) =>
      `The header “${name}” cannot be sent: HTTP allows only visible ISO-8859-1 characters. Change the header's name or value.`,
  },
  request: {
    line: 'A request line must be a method and a path or an address without spaces.',
    path: 'A path must start with / and contain no spaces.',
    longPath: (limit: number) =>
      `The parameters of a request have at most ${limit.toLocaleString('en')} characters together. Put long values into the body.`,
    noName: 'A saved request needs a name.',
    longName: (limit: number) => `The name must have at most ${limit} characters.`,
    tooManyFields: (limit: number) =>
      `A request has at most ${limit} headers, and at most ${limit} parameters.`,
  },
  resolve: {
    notUnderstood: 'The raw text is not a valid request, so nothing was sent. Correct it in the raw view.',
    unknownOperation: (operation: string) => `Unknown operation “${operation}”.`,
    noAddress: (path: string) => `“${path}” is neither a path nor an address, so nothing was sent.`,
    onlyHttps: (host: string) =>
      `Nothing is sent to ${host} without TLS: its address must begin with https://.`,
    thisMachine: (host: string) =>
      `${host} is on this machine, and the bank is not, so nothing was sent. If requests may go there, add ${host} to the hosts of the environment.`,
    secretElsewhere: (name: string, host: string) =>
      `\`${name}\` is a secret of the environment and ${host} is not among its hosts, so nothing was sent. If ${host} may have it, add ${host} to the hosts of the environment.`,
    unknownFault: (fault: string) => `Unknown fault “${fault}”.`,
  },
  client: {
    gone: 'This exchange is no longer in the history.',
    rowDamaged: 'This exchange is damaged in the history and cannot be shown. Send the request again.',
  },
  placeholders: {
    noValue: (name: string) =>
      `The variable ${name} has no value in this environment. Set it under Environments, or type the value instead. Its folder can also give it one and, in a run, a column of the data.`,
    noValues: (names: string, last: string) =>
      `The variables ${names} and ${last} have no value in this environment. Set them under Environments, or type the values instead. Their folder can also give them values and, in a run, columns of the data.`,
    others: 'others',
  },
  send: {
    tooLarge: (megabytes: number) => `the response is larger than ${megabytes} MB and was discarded`,
    cancelled:
      'You cancelled the request before the response was complete. The bank may still have processed it.',
    clientGone:
      'The program closed its connection to the workbench before the response was complete. The bank may still have processed the request.',
    timedOut:
      'The request exceeded the time limit and was stopped before the response was complete. The bank may still have processed it.',
    nothingListens: (origin: string) =>
      `Nothing is listening at ${origin} (connection refused). Start the bank, or check the base URL of the environment.`,
    unknownName: (origin: string) =>
      `The host name in ${origin} cannot be resolved. Check the base URL of the environment and your network.`,
    diskFull:
      'The disk is full, so the response body could not be saved. Free some space, for example by deleting the history, and send again.',
    connectionClosed: (origin: string, message: string) =>
      `The bank at ${origin} closed the connection before it responded (${message}). Send again.`,
    scripted: (said: string) => `${said} Such failures are made under Scenarios in the Bank view.`,
    noAnswerInTime: (origin: string) =>
      `The bank at ${origin} did not respond in time. Send again, or check whether it is running.`,
    cannotBeSent: (message: string) =>
      `The request cannot be sent: ${message}. HTTP allows only visible ISO-8859-1 characters in header names and values.`,
    failed: (origin: string, message: string) => `The request to ${origin} failed: ${message}`,
  },
  tls: {
    plain: (origin: string) =>
      `The server at ${origin} does not use TLS. It uses plain HTTP or another protocol. Correct the port in the base URL of the environment, or put a TLS proxy in front of the server.`,
    otherName: (origin: string, host: string, names: string) =>
      `The server at ${origin} has a TLS certificate for ${names}, not for ${host}. Use a name from the certificate in the base URL of the environment.`,
    noName: (origin: string, host: string) =>
      `The server at ${origin} has a TLS certificate that does not name ${host}. Correct the host in the base URL of the environment, or have the certificate issued for that name.`,
    unknownRoot: (origin: string) =>
      `The server at ${origin} has a TLS certificate of a CA that is not trusted here. Add the CA to the trusted roots of the environment: “Test the connection” there says which one.`,
    expired: (origin: string) =>
      `A TLS certificate of the server at ${origin} has expired. Ask the bank to renew it, and check the clock of this machine.`,
    notYetValid: (origin: string) =>
      `A TLS certificate of the server at ${origin} is not valid yet. If the clock of this machine is slow, set it.`,
    clientRefused: (origin: string) =>
      `The server at ${origin} did not accept the TLS client certificate, or requires one. In the environment, choose a QWAC that the bank knows as the TLS client certificate.`,
    otherVersion: (origin: string) =>
      `The server at ${origin} has no TLS version or cipher in common with the workbench, which uses TLS 1.2 and 1.3. Ask the bank which address supports them.`,
    tooLate: (origin: string) =>
      `The server at ${origin} did not complete the TLS handshake in time. Check the base URL of the environment, and whether a firewall is in between.`,
    notPlain: (origin: string) =>
      `The server at ${origin} does not answer over plain HTTP. If it uses TLS, begin the base URL with https://. If not, correct the port.`,
    rootSent: (origin: string) =>
      `The server at ${origin} has a TLS certificate of a CA that is not trusted here. Its root is below: trust it if it is the bank's.`,
    rootNotSent: (origin: string, issuer: string) =>
      `The server at ${origin} has a TLS certificate of a CA that is not trusted here, and does not send its root. Get the certificate of “${issuer}” from the bank, and add it to the trusted roots.`,
    otherRoot: (origin: string, issuer: string) =>
      `The server at ${origin} has a TLS certificate of a CA that is not trusted here, and does not send its root. The trusted roots have a certificate of “${issuer}”, but with another key: it did not issue this one. CAs of a sandbox and of production may share a name. Get the certificate of the CA of this server from the bank, and compare the fingerprints.`,
    unknownRootToo:
      'It is also of a CA that is not trusted here. Trusting that CA would not be enough: the rest must be right first.',
    other: (origin: string, code: string) =>
      `No secure connection to ${origin} could be made: the TLS certificate or the handshake is faulty. Report this code to the bank: ${code}.`,
  },
  signatureCheck: {
    anotherBody: 'the body is not the one that was signed',
    exponentTooLong: (bits: number) =>
      `the exponent of the certificate's RSA key has more than ${bits} bits.`,
  },
  acceptFix: {
    askFor: (value: string) => `x-accept-fix: ${value} requests the current format`,
    askedInVain: (value: string) =>
      `x-accept-fix: ${value} requested the current format, but the bank did not send it`,
    amountsRight: 'Amounts are strings with exactly as many decimals as their currency has',
    amountNotString: (amount: string, currency: string) => `The amount ${amount} ${currency} is not a string`,
    amountDecimals: (amount: string, currency: string) =>
      `The amount ${amount} ${currency} has the wrong number of decimals`,
    typesRight: 'cashAccountType is an ISO 20022 code',
    typeWrong: (word: string) => `cashAccountType is “${word}”, which is not an ISO 20022 code`,
    cardAmountsRight: 'transactionAmount is the amount charged, originalAmount the amount paid abroad',
    cardAmountsSwapped: 'transactionAmount and originalAmount are swapped',
    namesWhole: 'Card account names are not truncated to 35 characters',
    namesMayBeCut: 'A card account name has 35 characters and may be truncated',
  },
  verdicts: {
    faultAnswered: (title: string, expected: string) =>
      `The bank answers “${title}” with ${expected}, as it must`,
    faultNotAnswered: (title: string, expected: string) =>
      `The bank should have answered “${title}” with ${expected}, but did not`,
    signatureNotRight: (reason: string) => `The response signature is not valid: ${reason}`,
    unsigned: 'The bank did not sign this response',
    headerUnreadable: (reason: string) => `the Signature header cannot be read: ${reason}.`,
    otherAlgorithm: (name: string) => `its algorithm is “${name.slice(0, 40)}”, not rsa-sha256.`,
    sentTwice: (header: string) => `the header ${header.slice(0, 40)} was sent more than once.`,
    signedTwice: 'it lists a header twice among the signed ones.',
    notAmongSigned: (header: string) => `${header} is not among the signed headers.`,
    doesNotFit: 'it does not match the headers and the certificate that came with it.',
    signed: (name: string) => `The bank signed this response as ${name}, and the signature is valid`,
    tooLargeToCheck: (megabytes: number) => `A body over ${megabytes} MB is not checked against its schema`,
    notJson: 'The body is not JSON',
    refusalFits: 'The body matches the error schema',
    refusalDoesNotFit: 'The body does not match the error schema',
    unknownPath: 'This path is not in the catalogue, so there is no schema to check',
    notInDocument: (document: string) =>
      `The OpenAPI document “${document}” does not have this path and method`,
    documentFits: (title: string, document: string) =>
      `The body matches the schema of “${title}” in “${document}”`,
    documentDoesNotFit: (title: string, document: string, { path, text }: { path: string; text: string }) =>
      `The body does not match the schema of “${title}” in “${document}”: ${path} ${text}`,
    schemaFits: (title: string) => `The body matches the schema of “${title}”`,
    schemaDoesNotFit: (title: string, path: string, fault: string) =>
      `The body does not match this workbench's schema of “${title}”: ${path} ${fault}`,
    leftOut: (paths: readonly string[]) =>
      `The bank has left out what it does not know in the body: ${paths.join(', ')}`,
    sameRequestId: 'X-Request-ID matches the request',
    noRequestId: 'X-Request-ID is missing from the response',
    otherRequestId: (id: string) => `X-Request-ID is “${id}”, which does not match the request`,
    itself: 'itself',
    notChecked: (reason: string) =>
      `This could not be checked: ${reason}. The response is kept as it was received.`,
    partNotFound: (part: string, reason: string) =>
      `${part} could not be determined: ${reason}. The response is kept as it was received.`,
    links: 'The links of the response',
    explanation: "The bank's explanation",
    causes: 'The likely causes',
  },
  runs: {
    oneAtATime: 'A run is in progress. Wait until it has finished, or stop it.',
    nothing: 'There is no step to run.',
    everything: 'All collections',
    from: (name: string, step: string) => `${name} from ${step}`,
    failedSteps: (name: string) => `${name}, failed steps`,
    failed: (reason: string) => `A run could not continue: ${reason}`,
  },
  runResults: {
    gone: 'This run no longer exists.',
    goneStart: 'The values of this run are no longer stored. Use those of the window, or run it again.',
    otherEnvironment: (environment: string) =>
      `These are the values of a run at ${environment}, and nothing of them is sent to another bank. Choose that environment, or use the values of the window.`,
    underway: 'This run has not finished yet.',
    notCompared: 'These runs cannot be compared. Choose two runs that have steps in common.',
    noBaseline:
      'Only a baseline remembers which values always differ. First keep the earlier run as a baseline.',
    nothingToJudge: 'No responses of this run are kept, so there is nothing to judge again.',
  },
  flow: {
    nameOfStep: (demonstration: string, step: number) => `${demonstration} - step ${step}`,
    noPicture: 'This file is not a picture of the diagram.',
    exportTooLarge:
      'The export needs more memory than the workbench gives it. Filter the events and export them in parts, or export JSON.',
    exportTooSlow: (seconds: number) =>
      `The export took longer than ${seconds} seconds and was stopped. Filter the events and export them in parts.`,
    exportEnded: 'The workbench ends, and the export with it. Nothing was saved.',
  },
  dispatch: {
    diskFull:
      'The disk is full, so nothing was changed. Free some space, for example by deleting the history, and try again.',
    fileFailed: (path: string | null, reason: string) =>
      `Nothing was changed: ${path ?? 'the data folder'} cannot be used: ${reason}. Correct that, then try again.`,
    tooDeep:
      'Nothing was changed: the value has too many levels. Use one with fewer lists and objects inside each other.',
    reservedName:
      'Nothing was changed: JavaScript reserves the name __proto__. Give the header, parameter or variable another name.',
    moreFaults: (count: number) => `… and ${count} more.`,
    unknownMethod: (method: string) => `Unknown method ${method}.`,
    failed: (method: string) =>
      `${method} failed because of an error in the workbench. No data was changed. The log has the details: logs/workbench.log in the data folder.`,
  },
  environments: {
    localBank: 'Local bank',
    sandbox: "Bank's sandbox",
    sandboxNumber: (number: number) => `Bank's sandbox ${number}`,
    localBankStays: 'The environment of the local bank cannot be deleted.',
    gone: 'This environment no longer exists.',
    certificateMissing: (environment: string, certificate: string | null) =>
      `“${environment}” was imported without its certificate${certificate === null ? '' : ` (${certificate})`}, because an export has no keys. Import the certificate with its key under Certificates, or choose another one in the environment.`,
    unconfirmed: (environment: string, address: string) =>
      `“${environment}” came with an import, so nothing is sent there before you have confirmed it. In the window, use this environment, look at its address (${address}) and its certificate in the question at the top, and confirm them.`,
    clientMissing:
      'The TLS client certificate of this environment is not here. Import it under Certificates, or choose another one or none.',
    certificateNamed: (subject: string, serial: string) => `${subject}, serial number ${serial}`,
    nobodyBefore: 'No other PSU has acted in this environment before. Start an SCA.',
    rootsNotPem: 'The trusted roots are not in PEM format. Paste the BEGIN CERTIFICATE blocks.',
    rootNoCertificate: (number: number) =>
      `Trusted root number ${number} is not a valid certificate. Download the file again.`,
  },
  callback: {
    psuId: 'Identifies the PSU to this TPP permanently. Sent as PSU-ID from now on.',
    psuCorporateId: 'The corporate agreement under which the PSU acts. Sent as PSU-Corporate-ID.',
    sessionId: 'The session of the request that led to this SCA. Valid for one hour.',
    context: 'PRIVATE or CORPORATE, chosen by the PSU.',
    system: 'The bank system that failed.',
    status: 'HTTP status of the failure.',
    code: 'Error code of the failure.',
    message: "The bank's error message.",
    otherSession: 'Not the session that is waiting for an SCA. Nothing was saved.',
    unknown: 'Not part of the interface.',
  },
  sca: {
    notTheBanks: (href: string) =>
      `${href} was not opened: it does not belong to the bank, or no response contained it.`,
    notAtThisPort: (href: string, now: string) =>
      `${href} was not opened: the bank's pages are at ${now} now. If the bank was restarted since, start a new authorisation.`,
    /** Why a page of the local bank can no longer be answered. */
    ended: {
      refused: 'The PSU aborted it, or the bank refused it.',
      expired: 'Its page was not answered within 15 minutes.',
      unknown: 'The bank no longer has it.',
    },
    noLongerAwaited: 'The run is no longer waiting for this page.',
    onlyLocalBank: 'Only sessions at the local bank can be expired by hand.',
    nothingToExpire: 'This session has never had an SCA at the bank, so it cannot expire.',
  },
  proxy: {
    internal: (reason: string) => `Internal error in the signing proxy: ${reason}`,
    off: 'The signing proxy is off. Switch it on in the Environments view.',
    otherHost: 'The Host header must be 127.0.0.1, localhost or [::1].',
    otherPage:
      'Pages of other origins may not use the signing proxy. Allow the origin in the Environments view, or with --allow-origin.',
    noPage:
      'The signing proxy answers programs. It does not open in a browser, where a page of the bank could read its token.',
    notAPath:
      'The signing proxy is not an HTTP proxy for any address. Use its address as the base URL of your requests.',
    noToken:
      'Send the token of the signing proxy as the header X-Proxy-Token, or as the first part of the path.',
    otherMethod: 'The signing proxy forwards GET, PUT, POST, PATCH and DELETE.',
    tooManyHeaders: 'The headers are too long.',
    tooLarge: (megabytes: number) => `The body is larger than ${megabytes} MiB.`,
    tooSlow: 'The body did not arrive in time.',
    notText: 'The body is not UTF-8. The signing proxy forwards JSON and other text.',
    notWritten: (reason: string) => `The signing proxy was not switched on: ${reason}`,
  },
  outgoingProxy: {
    notAnAddress:
      'The variable HTTPS_PROXY or ALL_PROXY is not the address of an HTTP proxy. Correct it, such as http://proxy.example:3128, or choose a proxy in the settings.',
    needsPassword: (proxy: string) =>
      `The proxy ${proxy} asks for a user name and password. Set them in the variable HTTPS_PROXY, such as http://user:password@${proxy}, leave HTTP proxy empty in the settings, and start the workbench again.`,
    refused: (proxy: string, authority: string, status: number) =>
      `The proxy ${proxy} does not connect to ${authority} (${status}). Ask who runs it, or except the bank with NO_PROXY.`,
    notReached: (proxy: string, reason: string) =>
      `The proxy ${proxy} cannot be reached (${reason}). Check the settings, or the variable HTTPS_PROXY.`,
    tooLate: (proxy: string) =>
      `The proxy ${proxy} did not respond in time. Check the settings, or the variable HTTPS_PROXY.`,
  },
  openApi: {
    tooLarge: (megabytes: number) =>
      `What the document describes is larger than ${megabytes} MB, the most that is kept.`,
  },
  tap: {
    internal: (reason: string) => `Internal error in the tap: ${reason}`,
    off: 'The tap is off. Switch it on in the Environments view.',
    otherHost:
      'The Host header must be that of the tap: 127.0.0.1, localhost or [::1]. Point your client at the address of the tap, and let it set the Host itself.',
    noPage:
      'The tap passes on requests of programs, not of web pages: they have an Origin or Sec-Fetch header.',
    notAPath: 'The tap is not an HTTP proxy for any address. Use its address as the base URL of your client.',
    otherMethod: 'The tap passes on GET, PUT, POST, PATCH and DELETE.',
    notPassedOn: (reason: string) => `The tap did not pass it on. ${reason}`,
    broken: 'The request is not HTTP that the tap can read, or its headers are too long.',
    hostSigned: (host: string) =>
      `The header Host is signed. The bank gets its own name there, ${host}, so it cannot find the signature valid: do not sign Host while you use the tap.`,
    bankRefused: (status: number, code: string | null) =>
      `The bank refused it with ${code === null ? status : `${status} ${code}`}. The tap found nothing wrong with the signature.`,
  },
  received: {
    source: 'received',
    notRecorded: (count: number, reason: string) =>
      `${count} received requests could not be added to the history: ${reason}`,
  },
  receiver: {
    internal: (reason: string) => `Internal error in the redirect receiver: ${reason}`,
    nothingHere: 'Nothing here',
    onlyABank: 'A bank redirects the PSU to this address after an SCA.',
    isBack: 'You are back from the bank',
    yes: 'Your bank says yes',
    yesText: (tpp: string) => `The bank has told ${tpp} that you approved.`,
    no: 'Your bank says no',
    noText: (tpp: string) => `Nothing was approved. ${tpp} can ask you again.`,
    other: (tpp: string) => `Not what ${tpp} is waiting for`,
    close: 'You can close this page and go back to the workbench.',
    sent: 'What the bank sent along',
    practice: (tpp: string) => `${tpp} is the practice TPP of TPP Workbench. No real shop, no real money.`,
  },
  sessions: {
    gone: (id: string) => `The session ${id} no longer exists in this environment.`,
  },
  transfers: {
    tooLarge: {
      file: (name: string, most: number) =>
        `${name} is larger than ${most} bytes, too large for a certificate, a key, a data file or a bug report. Choose another file.`,
      collection: (name: string, most: number) =>
        `${name} is larger than ${Math.floor(most / 1024 / 1024)} MB, too large for an import. Choose fewer files, or a smaller one.`,
      work: (name: string, most: number) =>
        `${name} is larger than ${Math.floor(most / 1024 / 1024)} MB, too large to be read here. Copy the data folder instead.`,
    },
    waitedTooLong: 'The upload has expired. Choose the file again.',
  },
  openedFiles: {
    unreadable: (path: string, reason: string) => `${path} was not opened: ${reason}.`,
    missing: 'there is no such file. Check its name, and that its drive is connected',
    forbidden: 'you are not allowed to read it. Change its permissions, then open it again',
    folder: 'it is a folder. To import a folder, drop it on this window',
    special: 'it is not an ordinary file. Copy its contents to a file, and open that',
    tooLarge: (most: number) =>
      `it is larger than ${most / 1024 / 1024} MB, too large for anything that the workbench reads`,
    tooLargeFlow: (most: number) =>
      `it is larger than ${most / 1024 / 1024} MB, and a flow is not. Split it into several`,
    tooMany: (most: number, left: number) =>
      `Only ${most} files are opened at once, so ${left} were not. Drop them on this window instead.`,
  },
  transferRoutes: {
    tooSlow: (name: string) => `${name} did not arrive in time. Choose it again.`,
    fetchedAlready: 'This download has already been used or has expired. Save the file again.',
  },
  workbench: {
    keptUnderPassphrase: 'under your passphrase',
  },
  safeStorage: {
    kept: "by the operating system's safe storage",
  },
  psuView: {
    title: (origin: string) => `The PSU's browser: ${origin}`,
    cannotOpen: (reason: string) =>
      `The bank's page could not be opened: ${reason}. Check that the bank is running, then try again.`,
  },
  server: {
    foreignHost: "The Host header does not match the workbench's address.",
    tooManyCookies:
      'Your browser sends more than 128 KB with each request, probably cookies that other programs on this machine have set. Delete the cookies of 127.0.0.1 and localhost in the browser, then open the workbench again.',
    foreignOrigin: 'Pages from another origin may not call the workbench.',
    foreignSite: 'Pages from another site may not call the workbench.',
    opening: 'Opening the TPP Workbench',
    open: 'Open the TPP Workbench',
    usedCode:
      'This address has been used or is older than a minute. Run "npm start" again: while the workbench is running, it prints a new address.',
    wrongAddress:
      'Open the complete address that the workbench printed when it started. Each works once, for ten minutes. Run "npm start" again: while the workbench is running, it prints a new one.',
    notInAdvance: 'This address can be opened only once, so it cannot be fetched in advance.',
    openedByWorker:
      'A service worker that another program left in your browser intercepted this address. It has been removed. Open the address again.',
    noCookie:
      'This browser has not been let in, or the workbench was restarted. Run "npm start" again: it prints a new address.',
    notAPath: 'The request target must be a path.',
    internal: (reason: string) => `Internal error in the browser host: ${reason}`,
    noFile: 'File not found.',
    foreignFrame: 'Only the workbench itself may call the workbench.',
    cannotStart: (reason: string) => `The workbench cannot start: ${reason}`,
    noFolderGiven: 'Give a folder after --data, such as --data=practice.',
    unusableFolder: (folder: string, reason: string) =>
      `The workbench cannot write to its data folder ${folder}: ${reason}. Give your user the right to write there, make room on the disk, or choose another folder with --data.`,
    noLock: 'no lock file could be created',
    alreadyOpen: (folder: string) =>
      `The workbench is already running with the data folder ${folder}. Its window has been brought to the front.`,
  },
  log: {
    started: (version: string, runtime: string) => `The TPP Workbench ${version} is starting (${runtime}).`,
    unexpected: (error: string) => `An unexpected error: ${error}`,
    ended: (what: string, how: string) => `A process has ended, ${what}: ${how}.`,
  },
  app: {
    onlyInWindow: 'A browser cannot open folders. The path is in Settings.',
  },
  about: {
    title: 'About TPP Workbench',
    system: (platform: string, release: string, processor: string) => `${platform} ${release} ${processor}`,
    dataFolder: (path: string) => `Data folder ${path}`,
    licence: 'MIT licence. Help › Licences lists those of the libraries.',
  },
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    help: 'Help',
    newTab: 'New request',
    save: 'Save request',
    closeTab: 'Close tab',
    closeWindow: 'Close window',
    reopenTab: 'Reopen closed tab',
    nextTab: 'Next tab',
    previousTab: 'Previous tab',
    nextPane: 'Next pane',
    previousPane: 'Previous pane',
    importCollection: 'Import a collection…',
    find: 'Find in this view',
    showLog: 'Show log',
    showDataFolder: 'Show data folder',
    licences: 'Licences',
    about: 'About TPP Workbench',
    presenter: 'Presenter',
  },
} as const;
