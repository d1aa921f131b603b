/** The rules of the bank with their short texts. */
export const RULES = {
  'SVC-1': 'The bank is a sandbox or a production bank. The SCA that the TPP sees is the same in both.',
  'SVC-2': 'In production, nothing exists under /v1/sandbox/.',
  'SVC-3': 'Bodies are JSON in UTF-8. An Accept header must allow application/json.',
  'SVC-4':
    'JSON dates are YYYY-MM-DD and date-times end with +00:00. HTTP dates follow RFC 7231; its two obsolete formats are accepted.',
  'SVC-5':
    'Only HTTPS with TLS 1.2 or higher is accepted. A client certificate is recorded but not required.',
  'SVC-6':
    'An unknown path gives 404, a known path with another method 405, a body over 1 MiB 413, and headers over 16 KiB 431.',
  'SVC-7':
    'Every response repeats X-Request-ID. A response that starts an SCA carries ASPSP-SCA-Approach: REDIRECT.',
  'SVC-8': "A link's verbs say which calls are currently possible.",
  'SVC-9': 'Ids look like enc!!… and must be percent-encoded in paths.',
  'SVC-10': 'Nothing that a TPP sends makes the bank fail or leaves a change half done.',
  'SVC-11': 'The bank checks a request in a fixed order. The first check that fails decides the response.',
  'SIG-1': 'Every request is signed, including those to the sandbox.',
  'SIG-2':
    'TPP-Signature-Certificate is the base64 of the DER certificate, whose key is RSA with at least 2048 bits.',
  'SIG-3':
    'Signature has exactly the parts keyId, algorithm, headers and signature, each written as key="value" and separated by commas.',
  'SIG-4':
    'keyId names the serial number and issuer of the certificate in the request: the serial in upper-case hexadecimal, the issuer in a spelling of RFC 2253. The quirk keyIdSpelling accepts more or less.',
  'SIG-4a':
    "The client derives keyId from the DER of the certificate and formats it as Java's X500Principal does.",
  'SIG-5': 'The algorithm is rsa-sha256.',
  'SIG-6':
    'Each of date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri must be listed if it is sent, and must not be listed if it is absent.',
  'SIG-7':
    'The signing string has one line "name: value" for each listed header. (request-target) is the method and path exactly as sent.',
  'SIG-8': 'signature is the RSASSA-PKCS1-v1_5 signature over the signing string, with SHA-256, in base64.',
  'SIG-9':
    'If a part is not ASCII, the whole Signature value is sent as one RFC 2047 encoded word. Raw UTF-8 is refused unless strictMime is off.',
  'SIG-10': "Date may differ from the bank's clock by at most 60 seconds.",
  'SIG-11': 'Digest is the SHA-256 (or SHA-512) hash of the body bytes. A body without a Digest is refused.',
  'SIG-12':
    'In production, the certificate must be trusted, valid and not blocked, and must have the role that the service needs. The TPP must be in the register, not withdrawn and with a passport to Norway.',
  'SIG-13': 'The bank signs its own response bodies with the same scheme.',
  'SIG-14':
    'A refused signature is explained with the signing string that the bank built, the digest, the keyId and the clock difference. The bank names the cause of a wrong signature: what was signed instead, or with which key.',
  'SIG-15': 'A header that is signed or belongs to the signature may be sent only once.',
  'HDR-1': 'Every request has an X-Request-ID of 1 to 64 characters.',
  'HDR-2': 'TPP-Redirect-URI is an absolute https, http or app URL.',
  'HDR-3': 'TPP-Session-ID has 1 to 64 printable characters.',
  'HDR-4':
    "TPP-Redirect-Preferred is true (the default) or false. false leads the PSU to the bank's app, where a fingerprint approves.",
  'HDR-5': 'PSU-ID is a UUID that this bank issued to this TPP.',
  'HDR-6':
    'PSU-Corporate-ID, which is required after a corporate SCA, chooses the context: that of an agreement of the PSU, or the private one without it. Each context has consents of its own.',
  'HDR-7': 'PSU-IP-Address is an IPv4 or IPv6 address. Without it, the PSU counts as absent.',
  'HDR-8': 'PSU-HTTP-Method, PSU-Device-ID and PSU-Geo-Location have the formats of the specification.',
  'HDR-9':
    'x-accept-fix is a comma-separated list of known values. Creating a signing basket requires amount-as-string.',
  'HDR-10': 'Header names are case-insensitive.',
  'SCA-1':
    'After a successful SCA, the redirect back carries psu-id, psu-corporate-id, tpp-session-id and context.',
  'SCA-2':
    'After a failed or aborted SCA, the redirect back carries status, code and message, URL-encoded, and for server errors system.',
  'SCA-3': 'psu-id and psu-corporate-id are unique to a TPP and never change.',
  'SCA-4': 'A TPP-Session-ID is valid for one hour after its SCA.',
  'SCA-5':
    'A PSU has one session with a TPP: a new one replaces it, whatever its context, when its SCA completes. If that SCA is aborted, the old session stays valid.',
  'SCA-6': 'An scaRedirect works once, for 15 minutes.',
  'SCA-7': 'Every payment and basket needs its own SCA, even while the session is valid.',
  'SCA-8': 'The operator can force an SCA on any request, make one fail and script failures.',
  'SCA-9': 'Access to accounts starts with a consent that the PSU gives at the bank.',
  'SCA-10':
    'Account information needs a consent that is at most 180 days old and has not been revoked by the PSU.',
  'SCA-11': 'The PSU can grant and revoke consent directly at the bank. The TPP is not notified.',
  'SCA-12': "The bank can withdraw an account's permission to make payments. The account stays readable.",
  'SCA-13':
    'The user call returns who has signed in. Without a valid session, it starts an SCA that does not ask for accounts.',
  'SCA-14':
    "The agreements call returns the PSU's corporate agreements, each with its id for PSU-Corporate-ID.",
  'AIS-1': 'Only accounts that the PSU shares are listed. Other accounts are treated as unknown.',
  'AIS-2': 'Accounts have a closingBooked and an expected balance.',
  'AIS-3':
    'bookingStatus is booked, pending, both or all; both if it is left out. Transactions are sorted newest first.',
  'AIS-4':
    'A page has 200 transactions by default and links to its account. limit is 1 to 1000 and offset is 0 or more. Following the links returns each transaction exactly once.',
  'AIS-5':
    'In production, every page contains all pending transactions. In the sandbox, the dates and limit apply to them too.',
  'AIS-5a': 'A production bank starts with the same data as the sandbox.',
  'AIS-6':
    'dateFrom must be a date that is not after dateTo. Both days are included. The default period is 90 days.',
  'AIS-7':
    'A booked transaction has a permanent id, its dates, both parties, the remittance information in all formats, and the balance after it.',
  'AIS-8':
    'Transaction details add the fields that the list leaves out. When the PSU is not present, the limits of age and online access hold for them too.',
  'AIS-9':
    'Card accounts have a credit limit, a forwardAvailable balance, and transactions with the original amount. Their id is cardTransactionId and transactionId.',
  'AIS-10': 'Account and card account names have at most 70 characters.',
  'AIS-11': 'Amounts are strings with exactly as many decimals as their currency has.',
  'LIM-1': "When the PSU is not present, an account's balances can be read at most four times in 24 hours.",
  'LIM-2':
    'When the PSU is not present, transactions can be listed at most four times in 24 hours, only those of the last 90 days, and only of accounts that the PSU read online within 180 days.',
  'LIM-3': 'Only successful calls without PSU-IP-Address are counted.',
  'LIM-4':
    '180 days, one hour, 60 seconds, 10 payments, 200 transactions, 70 characters: each limit is exact.',
  'PAY-1':
    "A payment is created with status RCVD and links to read, delete and authorise it. Unknown products and debtor accounts that are not the PSU's are refused.",
  'PAY-2':
    'Each product accepts the fields in its table. One response reports every error in the body, up to 1,000, each with its path.',
  'PAY-3': 'A payment and its status can be read only by the TPP that created it.',
  'PAY-4': 'Known issue: a domestic payment cannot be read while it is waiting for approval.',
  'PAY-5':
    'An authorisation is a separate SCA with a status. All of them are listed. A signed payment cannot be authorised again.',
  'PAY-6':
    'A payment goes from RCVD through approval to PDNG and, with the batch, to ACSC. It is ACTC until a future execution date. Instant payments are settled at once.',
  'PAY-6a':
    'Engagement limits are in whole NOK, and 0 means no limit. Above the limit of one signer, a second signer must approve.',
  'PAY-7':
    'An unsigned payment is deleted at once. A signed future payment is cancelled with an SCA. A payment that is being processed cannot be cancelled.',
  'PAY-8':
    'If funds are missing, an instant payment fails during the SCA. Other payments are ACCP, are retried at each batch of that day and are then rejected.',
  'PAY-9':
    'The operator can hold, release and stop a signed payment. A TPP sees one status for held and stopped payments.',
  'PAY-10':
    'A domestic payment has a message or a KID, not both. A KID has 2 to 25 characters, of which the last is a MOD10 or MOD11 check digit.',
  'PAY-11':
    'Free text may contain only printable Basic Latin characters and Latin-1 letters. It is checked as sent. The deprecated remittanceInformationStructured means an array of one.',
  'PAY-12': 'Account numbers, IBANs and BICs are validated. Debtor and creditor must differ.',
  'PAY-13': 'requestedExecutionDate is from today to 365 days ahead.',
  'PAY-14': 'A periodic payment runs at its frequency, on banking days, from startDate to endDate.',
  'PAY-15':
    'A bulk payment has 1 to 1000 items and one SCA. It is settled item by item and ends as ACSC, PART or RJCT.',
  'PAY-16': 'A second identical payment on the same day is refused unless allowLogicalDuplicate is true.',
  'PAY-17':
    'URGP is available for both cross-border products outside SEPA. Regulatory reporting is required for NCBCT and for large SEPA payments.',
  'PAY-18': 'A creditor address needs a country and a city. Two sets of field names are accepted.',
  'PAY-19': 'endToEndIdentification has up to 35 characters and is returned with the transaction.',
  'PAY-20': 'Booking moves money exactly once, at fixed rates. The total in each currency stays the same.',
  'BSK-1': 'A signing basket is created with status RCVD and links to read, delete and authorise it.',
  'BSK-2': 'A basket holds 1 to 10 distinct payments.',
  'BSK-3': 'A basket accepts only payments of its own TPP.',
  'BSK-4': 'Bulk and periodic payments cannot be in a basket.',
  'BSK-5': 'In the sandbox, only NCBCT payments can be in baskets.',
  'BSK-6': 'A payment that is signed, cancelled or in another open basket cannot be added.',
  'BSK-7': 'A basket can be read. While it is unsigned, it can be deleted, which releases its payments.',
  'BSK-8': 'Approving a basket signs each payment separately. One that fails does not stop the others.',
  'BSK-9':
    "A basket's status is the worst status among its payments, in the order RJCT, RCVD, PATC, ACTC. An approved payment counts as ACTC even when it is held or settled, so no basket is ever ACSC; a cancelled or stopped payment counts as RJCT.",
  'BSK-10': 'The status of each payment in a basket is read with a separate call.',
  'SBX-1': 'Initialisation resets the sandbox to its seed data.',
  'SBX-2': 'Sandbox customers are the people who can act as PSU. TPPs can create them.',
  'SBX-3':
    'Sandbox accounts, balances, agreements and engagements can be created, read and deleted. TPPs can create them.',
  'SBX-4':
    'A sandbox transaction changes the balance and is returned with every field that was posted. It is refused if its debtor is the account itself or its date is in the future. A list has pages of at most 1,000, linked as in AIS-4.',
  'SBX-5':
    'A batch settles due payments five times on each Norwegian banking day, or on every day with a quirk. Periodic payments run at the first batch of the day.',
  'SBX-6': 'Sandbox requests need only an X-Request-ID, a certificate and a signature.',
  'TPP-1': 'A TPP may register one non-personal e-mail address, and only under its own id.',
  'ERR-1': 'A refusal carries tppMessages with a code and a text.',
  'ERR-2':
    'These refusals have fixed codes: SIGNATURE_INVALID and SIGNATURE_MISSING for the signature, FORMAT_ERROR for a character that cannot be processed, a KID or duplicate months, CONSENT_INVALID with scaRedirect without consent, REFERENCE_MIX_INVALID for a bulk or periodic payment in a basket, CORPORATE_ID_INVALID without PSU-Corporate-ID, and CANCELLATION_INVALID for deleting a PDNG payment. Insufficient funds are never a 500.',
  'VER-1': 'x-accept-fix values change the format of some fields. Each became the default on a known date.',
  'VER-2':
    "Page size, consent renewal, interimBooked and the known values of x-accept-fix depend on the bank's date.",
  'VER-3': 'The release history is data that the workbench shows. It is not part of the API.',
  'VER-4':
    'The OpenAPI document and the composer know every header of a request, each with its form, and the values of x-accept-fix with their dates.',
} as const satisfies Readonly<Record<string, string>>;

/** The id of a rule, such as `SIG-10`. */
export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

/** Whether a text is the id of a rule of this version. */
export function isRule(id: string): id is RuleId {
  return Object.hasOwn(RULES, id);
}

/** The text of a rule; null if this version does not have it. */
export function ruleText(id: string): string | null {
  return isRule(id) ? RULES[id] : null;
}
