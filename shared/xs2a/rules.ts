/** Rule id to one sentence: what a person reads when they open a rule. The bank contract has the whole text. */
export const RULES = {
  'SVC-1': 'The bank is a sandbox or a production bank; the SCA that the TPP sees is the same in both.',
  'SVC-2': 'In production there is nothing under /v1/sandbox/.',
  'SVC-3': 'Bodies are JSON in UTF-8; an Accept header must admit application/json.',
  'SVC-4':
    'JSON dates are YYYY-MM-DD, date-times end with +00:00; HTTP dates are RFC 7231, and the two obsolete forms are read.',
  'SVC-5': 'Only HTTPS with TLS 1.2 or higher; a client certificate is recorded, not required.',
  'SVC-6':
    'An unknown path gives 404, a known path with another method 405, a body over 1 MiB 413, headers over 16 KiB 431.',
  'SVC-7':
    'Every response repeats X-Request-ID; a response that starts SCA says ASPSP-SCA-Approach: REDIRECT.',
  'SVC-8': 'The verbs of a link tell what may be called now.',
  'SVC-9': 'Ids look like enc!!… and must be percent-encoded in paths.',
  'SVC-10': 'Nothing that a TPP sends makes the bank fail or leaves a half-done change.',
  'SVC-11': 'The bank checks a request in a fixed order; the first failure answers.',
  'SIG-1': 'Every request is signed, those to the sandbox included.',
  'SIG-2':
    'TPP-Signature-Certificate is the base64 of the DER certificate; its key is RSA with at least 2048 bits.',
  'SIG-3':
    'Signature has exactly keyId, algorithm, headers and signature, each key="value", joined by commas.',
  'SIG-4': 'keyId names serial and issuer of the certificate that is sent; it is compared by meaning.',
  'SIG-4a': "The client writes keyId as Java's X500Principal does, from the DER of the certificate.",
  'SIG-5': 'The algorithm is rsa-sha256.',
  'SIG-6':
    'Each of date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri that is sent must be listed; an absent one must not be.',
  'SIG-7':
    'The signing string has one line "name: value" for each listed header; (request-target) is method and path exactly as sent.',
  'SIG-8': 'signature is the base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the signing string.',
  'SIG-9': 'When a part is not ASCII, the whole Signature value travels as one RFC 2047 word.',
  'SIG-10': "Date may be at most 60 seconds away from the bank's clock.",
  'SIG-11': 'Digest is the SHA-256 (or SHA-512) of the body bytes; a body without it is refused.',
  'SIG-12':
    'In production the certificate must be trusted, valid, not blocked and carry the role that the service needs.',
  'SIG-13': 'The bank signs its own response bodies with the same scheme.',
  'SIG-14':
    'A refused signature is explained: the string that the bank built, the digest, the keyId, the clock difference.',
  'SIG-15': 'A header that is signed, or belongs to the signature, may be sent only once.',
  'HDR-1': 'X-Request-ID is on every request, 1 to 64 characters.',
  'HDR-2': 'TPP-Redirect-URI is an absolute https, http or app URL.',
  'HDR-3': 'TPP-Session-ID has 1 to 64 printable characters.',
  'HDR-4': 'TPP-Redirect-Preferred is true or false.',
  'HDR-5': 'PSU-ID is a UUID that this bank gave to this TPP.',
  'HDR-6':
    'In a corporate session PSU-Corporate-ID names an agreement of the PSU; in a private one it is absent.',
  'HDR-7': 'PSU-IP-Address is an IPv4 or IPv6 address; without it the PSU counts as absent.',
  'HDR-8': 'PSU-HTTP-Method, PSU-Device-ID and PSU-Geo-Location have the forms of the specification.',
  'HDR-9': 'x-accept-fix holds known values, separated by commas.',
  'HDR-10': 'Header names are case-insensitive.',
  'SCA-1':
    'After a successful SCA the PSU returns with psu-id, psu-corporate-id, tpp-session-id and context.',
  'SCA-2': 'After a failed or aborted SCA the PSU returns with status, code and message.',
  'SCA-3': 'psu-id and psu-corporate-id are unique for a TPP and stable for ever.',
  'SCA-4': 'A TPP-Session-ID is valid for one hour after its SCA.',
  'SCA-5': 'A new session replaces the old one when its SCA completes; an aborted one leaves it valid.',
  'SCA-6': 'An scaRedirect works once, for 15 minutes.',
  'SCA-7': 'Payments and baskets need an SCA of their own each time, whatever the hour of the session.',
  'SCA-8': 'The operator can force an SCA on any request, let one fail, and script faults.',
  'SCA-9': 'Access to accounts begins with a consent that the PSU gives at the bank.',
  'SCA-10': 'Account information needs a consent of at most 180 days that the PSU has not revoked.',
  'SCA-11': 'The PSU can grant and revoke consent at the bank itself, and nobody tells the TPP.',
  'SCA-12': 'The bank can withdraw the permission to pay from an account that stays readable.',
  'SCA-13':
    'The user call tells who has signed in; without a valid session it starts an SCA that asks for no accounts.',
  'SCA-14': 'The corporate agreements of the PSU, with the id for PSU-Corporate-ID.',
  'AIS-1': 'Only accounts that the PSU shares are listed; others are unknown.',
  'AIS-2': 'Accounts have a closingBooked and an expected balance.',
  'AIS-3': 'bookingStatus is booked, pending, both or all; transactions come newest first.',
  'AIS-4':
    'A page has 200 transactions; limit is 1 to 1000, offset 0 or more; links lead through all of them, each once.',
  'AIS-5':
    'In production all pending transactions come with every page; in the sandbox dates and limit filter them too.',
  'AIS-5a': 'A production bank starts with the same data as the sandbox.',
  'AIS-6': 'dateFrom must be a date not after dateTo; both days are included; 90 days are the default.',
  'AIS-7':
    'A booked transaction has an id that stays, its dates, both parties and the remittance information in all forms.',
  'AIS-8': 'Transaction details add what the list leaves out.',
  'AIS-9':
    'Card accounts have a credit limit, a forwardAvailable balance, and transactions with the original amount.',
  'AIS-10': 'Names of accounts and card accounts have at most 70 characters.',
  'AIS-11': "Amounts are strings with exactly their currency's decimals.",
  'LIM-1': 'Without the PSU, balances of an account can be read four times in 24 hours.',
  'LIM-2':
    'Without the PSU, transactions can be listed four times in 24 hours, and only those of the last 90 days.',
  'LIM-3': 'Calls with PSU-IP-Address are not counted, and only successful ones are.',
  'LIM-4':
    '180 days, one hour, 60 seconds, 10 payments, 200 transactions, 70 characters: each limit holds to the last one.',
  'PAY-1':
    'A payment is created with status RCVD and links to read, delete and authorise it; unknown products and foreign debtor accounts are refused.',
  'PAY-2':
    'Each product takes the fields of its table; every fault of a body is told in one answer, with its path.',
  'PAY-3': 'A payment and its status can be read by the TPP that created it, and by no other.',
  'PAY-4': 'A known issue: a domestic payment cannot be read while it waits for approval.',
  'PAY-5': 'An authorisation is an SCA of its own with a status; a payment that is signed takes none.',
  'PAY-6': 'RCVD, approved, PDNG, batch, ACSC; ACTC before a future day; instant ones are settled at once.',
  'PAY-6a':
    'Engagement limits are whole NOK, 0 for none; above the limit of one signer a second one has to approve.',
  'PAY-7':
    'An unsigned payment is deleted at once, a signed one of the future by SCA, one in processing not at all.',
  'PAY-8':
    'Without funds an instant payment fails in the SCA; others are ACCP and tried again at each batch of their day, then rejected.',
  'PAY-9': 'The operator can hold, release and stop a signed payment.',
  'PAY-10': 'A KID has 2 to 25 characters with a MOD10 or MOD11 check, and excludes a message.',
  'PAY-11': 'Free text has printable Basic Latin and the letters of Latin-1 only.',
  'PAY-12': 'Account numbers, IBANs and BICs are checked; debtor and creditor differ.',
  'PAY-13': 'requestedExecutionDate is from today to 365 days ahead.',
  'PAY-14': 'A periodic payment runs by its frequency, on banking days, from startDate to endDate.',
  'PAY-15': 'A bulk payment has 1 to 1000 items, one SCA, and is settled item by item: ACSC, PART or RJCT.',
  'PAY-16': 'The same payment twice on a day is refused unless allowLogicalDuplicate is true.',
  'PAY-17':
    'URGP can be asked for outside SEPA; regulatory reporting is needed on NCBCT and on large SEPA payments.',
  'PAY-18': 'A creditor address needs country and city; both families of names are read.',
  'PAY-19': 'endToEndIdentification has up to 35 characters and comes back on the transaction.',
  'PAY-20': 'Booking moves money exactly once, at fixed rates; the sum of each currency stays.',
  'BSK-1': 'A signing basket is created with status RCVD and links to read, delete and authorise it.',
  'BSK-2': 'A basket holds 1 to 10 distinct payments.',
  'BSK-3': 'A basket takes payments of its own TPP only.',
  'BSK-4': 'Bulk and periodic payments cannot be in a basket.',
  'BSK-5': 'In the sandbox only NCBCT payments can be in baskets.',
  'BSK-6': 'A payment that is signed, cancelled or in another open basket cannot be put into one.',
  'BSK-7': 'A basket can be read; while unsigned it can be deleted, and its payments are free again.',
  'BSK-8': 'Approving a basket signs each payment by itself; one that fails does not stop the others.',
  'BSK-9': 'The status of a basket is the worst over its payments: RJCT, RCVD, PATC, ACTC.',
  'BSK-10': 'The status of each payment in a basket is read with its own call.',
  'SBX-1': 'Initialization puts the sandbox back to its known starting data.',
  'SBX-2': 'Sandbox customers are the people who can act as PSU.',
  'SBX-3': 'Sandbox accounts, balances, agreements and engagements can be made, read and taken away.',
  'SBX-4':
    'A sandbox transaction moves the balance; the account itself as debtor is refused, and so are dates in the future.',
  'SBX-5':
    'A batch settles due payments five times on each Norwegian banking day; periodic ones run at the first batch of theirs.',
  'SBX-6': 'Sandbox calls need X-Request-ID, certificate and signature only.',
  'TPP-1': 'A TPP may register one non-personal e-mail address, under its own id only.',
  'ERR-1': 'A refusal carries tppMessages with a code and a text.',
  'ERR-2': "Each condition of the specification's table has its status and code.",
  'VER-1': 'x-accept-fix values change the form of some fields; each became the default on a known date.',
  'VER-2': "Page size, renewal and interimBooked follow the bank's date.",
  'VER-3': 'The release history is data, shown by the workbench, and no part of the API.',
} as const satisfies Readonly<Record<string, string>>;

/** The id of a rule, as in `SIG-10`: whoever names a rule that the table lacks does not compile. */
export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

/** Whether a text is the id of a rule that this version knows. */
export function isRule(id: string): id is RuleId {
  return Object.hasOwn(RULES, id);
}

/** The sentence of a rule whose id came over a wire; another version's rules may be unknown here. */
export function ruleText(id: string): string | null {
  return isRule(id) ? RULES[id] : null;
}
