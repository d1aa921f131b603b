/**
 * The specification of the interface, sentence by sentence and row by row, in our own short words, and what proves each statement.
 * Sections have the numbers of the specification: `1 (3)` is the third numbered sentence of part 1.
 */

interface Untestable {
  /** Why no test over the wire can prove it. */
  untestable: string;
}

/** A statement with the tests that prove it, each as `file: title`: a file of test/conformance, and the end of the titles of its test. */
type Statement = readonly [text: string, ...proofs: readonly [Untestable] | readonly [string, ...string[]]];

interface Section {
  section: string;
  statements: readonly Statement[];
}

const DUTY: Untestable = { untestable: 'duty of the TPP' };
const DESCRIPTION: Untestable = { untestable: 'description' };
const OPEN: Untestable = { untestable: 'left open by the specification' };
const FREEDOM: Untestable = { untestable: 'leaves the bank free' };

// Proofs of several statements.
const NO_CONSENT =
  'consent-and-accounts: AIS-9: without it, neither accounts nor cards can be read, and the refusal names the context';
const NO_SCA = 'errors: HDR-5, SCA-10: a resource without consent or SCA returns 401 with scaRedirect';
const ACCOUNTS =
  'consent-and-accounts: the list has the accounts that the PSU shares, with balances on request';
const ACCOUNT_FORM =
  'consent-and-accounts: SVC-8: an account has the same form in the list and on its own, and its balances name and link to it';
const OLD_CONSENT = 'consent-and-accounts: the old path ignores the body and names its successor';
const REDIRECT = 'consent-and-accounts: success appends its parameters to an existing query';
const CORPORATE_REDIRECT = 'consent-and-accounts: a corporate context adds psu-corporate-id';
const SCA_PAGES = 'psu-pages: the PSU identifies, chooses accounts and returns to the TPP';
const GRANTED_AT_BANK = 'psu-pages: the PSU grants consent directly for chosen accounts';
const REVOKED_AT_BANK = 'psu-pages: SCA-10: the PSU revokes a consent; the TPP is not notified, but refused';
const CORPORATE_PAGES = 'psu-pages: a corporate capacity shares only its own accounts';
const FAILED_SCA =
  'errors: SCA-2: a failed SCA redirects with status, code and message, and with system for a server error';
const NO_SANDBOX = 'service: production has nothing under /v1/sandbox/';
const MEDIA_TYPE = 'service: SVC-3: media types › a body of type %s returns 415';
const ACCEPTED = 'service: SVC-3: media types › Accept %s is accepted';
const NOT_ACCEPTED = 'service: Accept %s returns 406';
const RESPONSE_HEADERS =
  'service: successes and refusals have X-Request-ID, Date, Content-Type and Cache-Control';
const SAME_SCA = 'service: the SCA that a TPP sees in production is the same as in the sandbox, step by step';
const NEW_BASKET =
  'baskets: SVC-8: a new basket has status RCVD and its links, and is entered in the journal';
const BASKET_IDS = 'baskets: BSK-2, LIM-4: a basket has 1 to 10 distinct payment ids';
const BASKET_HEADERS =
  'baskets: HDR-1 to HDR-4, HDR-6, HDR-8, SIG-1, SIG-2: creating one needs the required headers, and takes every optional one';
const BASKET_MIX = 'errors: BSK-4: a %s payment in a basket returns 400 REFERENCE_MIX_INVALID';
const TEN_PAYMENTS = 'limits: a basket holds at most 10 payments';
const WORST_STATUS = 'baskets: %s is worse than %s';
const SIGNED_BASKET =
  'baskets: each payment is signed separately and its status is read with its own request';
const CUSTOMER =
  'sandbox: a customer of either type is read with the fields of the specification, and no others';
const CUSTOMER_SCA =
  'sandbox: an own number is engaged on each account that the customer gets, so that it works in SCA';
const SANDBOX_HEADERS =
  'headers: SBX-6, HDR-2, HDR-3: sandbox requests need no PSU, session or redirect headers';
const SIGNED_ALL = 'signature: no operation is excepted, and each needs the certificate too';
const BAD_SIGNATURE = 'errors: SIG-8: a signature that fails validation returns 400';
const NO_SIGNATURE = 'errors: SIG-1: a missing signature returns 400';
const OPENSSL =
  'outside: a request signed with the openssl command line is accepted with the keyId as openssl formats it';
const NPM_SIGNATURE =
  "outside: a request signed by http-signature is accepted with the workbench's keyId and no note";
const KEY_ID =
  'signature: what only a lenient bank takes is refused with how it must be written; what RFC 2253 allows leaves a note';
const DATE_LIMIT = 'limits: Date deviates by at most 60 seconds, either way';
const PISP =
  'production: SCA-13: a TPP that is no AISP starts an SCA with the user call, and one without a role does nothing';
const TRUSTED =
  "production: a trusted certificate must be valid by the bank's clock, have the role and not be blocked";
const CONTACT =
  "user-and-dialogue: returns 404 before registration and 200 after, only under the TPP's own id";
const AGREEMENTS =
  "user-and-dialogue: the PSU's agreements are listed; the id of one opens its corporate accounts after an SCA";
const CHOSEN_AGREEMENT =
  'contexts: opens nothing yet, but returns 401 with an scaRedirect in that context, never 400';
const NO_CORPORATE_ID = 'errors: HDR-6: a corporate user without PSU-Corporate-ID returns 400';
const NO_PSU_ID = 'headers: account information without it returns 401 CONSENT_INVALID with scaRedirect';
const NEW_PAYMENT = 'payments: SVC-8: $short is created with status RCVD, fees and links';
const STATUS = 'payments: the status response has its own schema, and always fundsAvailable';
const NO_FUNDS =
  'errors: PAY-8: insufficient funds are an error and no 500, and the status of the payment has fundsAvailable';
const ACCP =
  'payments: PAY-7: other payments are ACCP with fundsAvailable false and settle at a later batch once there are funds';
const PDNG_DELETED = 'errors: PAY-7: deleting a payment in status PDNG returns an error with its own message';
const DELETED = 'payments: PAY-5: deleting an unsigned $short returns 204 and makes it CANC';
const OWN_SCA = 'payments: SCA-7, PAY-4: a payment needs its own SCA even in a valid session';
const UNREADABLE = 'payments: neither status nor details can be read until it is approved or deleted';
const SINGLE_SCA =
  'payments: one SCA approves a payment that has no PSU-ID and returns the PSU-ID (single SCA)';
const HELD =
  'operator: PAY-7: a held payment is BLCK and skipped by batches; once released it settles at the next batch';
const STOPPED = 'operator: a payment %s stays BLCK for good, and its money is free again';
const SESSION_HOUR =
  'transactions: they need a session from the last hour: 3599 s is accepted, 3600 s is not';
const NEW_SESSION =
  'transactions: a new session ends the old one when its SCA completes; an aborted one does not';
const CONSENT_AND_SESSION = 'limits: a consent holds for 180 days, and a session for less than 3600 seconds';
const RENEWAL = 'consent-and-accounts: before 1 October 2023 in Oslo, consent is valid for 90 days';
const BALANCES_ALONE =
  'consent-and-accounts: balances are read four times in 24 hours, counted per account; the fifth returns 429 with Retry-After';
const FIFTH_LISTING =
  'unattended: the fifth listing is refused until the first is 24 hours ago; requests with the PSU are not counted';
const BOOKING_STATUS = 'transactions: the booking status selects the lists';
const PAGES =
  'transactions: following next to the end yields every transaction exactly once for any page size';
const PAGE_SIZE =
  'transactions: a page has 200 transactions by default; the links repeat this and all parameters';
const ALL_PENDING =
  'transactions: in production, every page has all of them: dates and limit filter booked ones only';
const TRANSACTION = 'transactions: has a stable id, dates and both remittance forms; details add the rest';
const STABLE_ID =
  'transactions: AIS-7: a booked transaction keeps its id, also when others are booked before and after it';
const FOREIGN =
  'transactions: SBX-1: an account has transactions in a foreign currency, at the published rate';
const STRUCTURED = 'payment-fields: PAY-3: one object means an array of that one, with a note';
const END_TO_END = 'payment-fields: %s: it is on the booked transaction';
const URGENT = 'payment-fields: %s: URGP is accepted outside SEPA for a higher fee, and settles the same day';
const CARD = "cards: the list has the PSU's cards with masked number, limit and balances";
const CARD_TRANSACTION = 'cards: has its dates, amounts, acceptor and text';
const INTERIM_BOOKED = 'cards: interimBooked is present from 4 September 2026 unless its quirk is off';
const SWAPPED = 'cards: original and transaction amount are swapped before 13 November 2024';
const LONGER_NAMES = 'cards: names are longer from 1 October 2024';
const CODES =
  'consent-and-accounts: cashAccountType is an ISO 20022 code from 13 November 2024 or with the value';
const AMOUNTS = 'consent-and-accounts: before 1 August 2020, amounts are numbers unless the value is sent';
const KNOWN_FROM = 'consent-and-accounts: %s: refused on %s and known on %s';
const INITIALIZED =
  'consent-and-accounts: initialize creates the same two private and two corporate customers each time, all with valid numbers';
const EMPTIED =
  'initialize: SBX-1: nothing that was created before is left: the bank holds what a new one holds';
const HISTORY = 'errors: VER-3, SVC-6: the release history is data of the bank and not part of the API';
const POSTED = 'sandbox: account information shows sandbox transactions';
const OWN_DEBTOR =
  'sandbox: the account itself as debtor, future dates and other errors are refused and move no money';
const FORWARDED = 'headers: HDR-8: headers that are forwarded from the PSU are checked';
const IP = 'headers: HDR-7: PSU-IP-Address and PSU-IP-Port are checked';
const APP =
  'psu-app: has its own first page, a sign-in, the question and a fingerprint; the redirect is the same';

export const STATEMENTS: readonly Section[] = [
  {
    section: 'Head',
    statements: [
      ['The document has nine parts', DESCRIPTION],
      ['Open details are marked as not shown', DESCRIPTION],
    ],
  },
  {
    section: '1',
    statements: [
      ['A bank offers the interface to regulated TPPs, with two groups of functions', DESCRIPTION],
      ['A TPP reads accounts after the PSU has given consent', NO_CONSENT, ACCOUNTS],
      ['It reads balances after consent', NO_CONSENT, ACCOUNT_FORM],
      ['It reads transactions after consent', NO_CONSENT, BOOKING_STATUS],
      ['It creates payments for a PSU', NEW_PAYMENT],
      ['It groups payments into signing baskets', NEW_BASKET],
    ],
  },
  {
    section: '1 (1)',
    statements: [
      [
        'There are two environments: production and sandbox',
        'service: SIG-12: in production the certificate is validated, in the sandbox it is not',
        NO_SANDBOX,
      ],
      ['Production has data of real PSUs', { untestable: 'the production bank is simulated, too' }],
      ['The sandbox has fake users', INITIALIZED],
      ['Its transactions are simulated', POSTED],
      ['A TPP sees the same SCA in both', SAME_SCA],
      ['In the sandbox, the SCA asks for a mocked national ID only', SCA_PAGES],
    ],
  },
  {
    section: '1 (2)',
    statements: [
      ['Request bodies are JSON', MEDIA_TYPE],
      ['Response bodies are JSON', RESPONSE_HEADERS],
      ['XML is not supported', MEDIA_TYPE, NOT_ACCEPTED],
      [
        'Text is UTF-8',
        'service: a body that is not UTF-8 returns 400, also where the body is ignored',
        'limits: names of accounts and card accounts have at most 70 characters, and are returned whole',
      ],
    ],
  },
  {
    section: '1 (3)',
    statements: [
      [
        'Dates and date-times in JSON have the ISO 8601 forms, with +00:00',
        'openapi: SVC-4: every date of a response is YYYY-MM-DD, and every date-time ends with +00:00',
        'payment-fields: PAY-2: %s is not a date',
      ],
      [
        'Dates in HTTP headers follow RFC 7231',
        RESPONSE_HEADERS,
        'signature: a missing or unreadable Date is refused',
      ],
    ],
  },
  {
    section: '1 (4)',
    statements: [
      ['The API follows REST where practical', DESCRIPTION],
      ['It is based on NextGenPSD2 1.3, with exceptions', DESCRIPTION],
    ],
  },
  {
    section: '1 (5)',
    statements: [
      [
        'The bank offers the consent: the PSU chooses there what is shared',
        SCA_PAGES,
        'consent-and-accounts: AIS-1: a new consent replaces the accounts of the old one; an aborted SCA leaves them unchanged',
      ],
      ['The PSU gives consent during the SCA, or directly at the bank', SCA_PAGES, GRANTED_AT_BANK],
      ['POST /v1/consents ignores its body', OLD_CONSENT],
      ['It returns an SCA redirect only', OLD_CONSENT],
    ],
  },
  { section: '1 (6)', statements: [['Production has no operations of the sandbox', NO_SANDBOX]] },
  {
    section: '1 (7)',
    statements: [
      ['A PSU acts in PRIVATE or in CORPORATE context', REDIRECT, CORPORATE_REDIRECT],
      ['The context is chosen during the SCA', SCA_PAGES, CORPORATE_PAGES],
    ],
  },
  {
    section: '1 (8)',
    statements: [
      [
        'A TPP must be registered',
        'register: a TPP that is not registered is refused with the way to register it, until it is entered',
      ],
      [
        'It must be an AISP or a PISP',
        PISP,
        'baskets: SIG-12: payments and baskets need the role PSP_PI in production',
      ],
      ['It must have an eIDAS certificate of a trusted CA', TRUSTED, PISP],
      [
        'Production validates certificate and registration',
        'service: SIG-12: in production the certificate is validated, in the sandbox it is not',
        'register: a withdrawn registration is refused with a text that says so, until it is restored',
      ],
    ],
  },
  {
    section: '1 (9)',
    statements: [
      ['A TPP can register a contact e-mail', CONTACT],
      [
        'The address is not personal',
        'user-and-dialogue: an address that looks personal is refused with the quirk',
      ],
      ['Registration is optional', SAME_SCA],
    ],
  },
  {
    section: '2.1',
    statements: [
      ['paymentIds is required, an array of strings', BASKET_IDS],
      ['They are the ids of the payments to include', NEW_BASKET],
      ['There are at most 10', BASKET_IDS],
      [
        'The payments must exist',
        'baskets: BSK-3: an unknown payment and a payment of another TPP are refused',
      ],
      ['They were created with POST /v1/payments/{payment-product}', NEW_BASKET, BASKET_MIX],
      ['The TPP keeps the ids until then', DUTY],
    ],
  },
  {
    section: '2.2',
    statements: [
      ['basketId is a string', NEW_BASKET],
      ['transactionStatus is always there', NEW_BASKET, SIGNED_BASKET],
      ['It is RCVD, ACTC, PATC or RJCT', WORST_STATUS],
      ['_links is a map of links', NEW_BASKET],
      ['A link has an href', NEW_BASKET],
      [
        'It has verbs, each one of GET, PUT, POST, DELETE',
        NEW_BASKET,
        'openapi: every response fits its schema',
      ],
      [
        'A basket is not atomic',
        'baskets: a blocked account makes its payment and the basket RJCT; the others are signed',
        'baskets: a payment without funds becomes ACCP and does not stop the others',
      ],
      ['Its status is the worst of its payments', WORST_STATUS],
      [
        'Although it has one status only',
        'baskets: BSK-9: the status of a basket with one payment follows that payment',
      ],
      ['The status of each payment is read separately', SIGNED_BASKET],
    ],
  },
  {
    section: '2.3',
    statements: [
      ['customerId', CUSTOMER],
      ['customerNumber works in the SCA of the sandbox', CUSTOMER, CUSTOMER_SCA],
      [
        'customerType is PRIVATE or CORPORATE',
        CUSTOMER,
        'sandbox: SBX-2: customers › one response reports every error with its path',
      ],
      ['customerName', CUSTOMER],
      ['agreements', CUSTOMER],
      [
        'accounts has the ids of the accounts',
        CUSTOMER,
        'sandbox: an account belongs to its customer until it is deleted',
      ],
      [
        'cardAccounts has the ids of the cards',
        CUSTOMER,
        'sandbox: a card account has the fields of the contract; without a creditLimit it has 25,000',
      ],
      ['_links has self, with href and verbs', CUSTOMER],
      ['An agreement has id, name and the ids of its engagements', CUSTOMER],
    ],
  },
  {
    section: '2.4',
    statements: [
      [
        'After a successful SCA, the PSU goes to TPP-Redirect-URI',
        SCA_PAGES,
        'payments: the SCA page redirects to the TPP-Redirect-URI of the request',
      ],
      ['psu-id is a UUID of RFC 4122', REDIRECT, CORPORATE_REDIRECT],
      [
        'It is unique to TPP and bank, and stable',
        'consent-and-accounts: SCA-3, HDR-5: psu-id stays the same for a TPP and PSU, also after a reset, and differs between TPPs',
        'consent-and-accounts: SCA-3: with the snapshot of another bank, psu-ids are those that it has given, at once',
        'unattended: what one PSU reads online is not read by another who shares the same account',
      ],
      ['It must be sent in PSU-ID from then on', NO_PSU_ID],
      ['The TPP stores it', DUTY],
      [
        'psu-corporate-id is a UUID, and there if a corporate context was chosen',
        CORPORATE_REDIRECT,
        REDIRECT,
      ],
      ['It must be sent in PSU-CORPORATE-ID', NO_CORPORATE_ID],
      [
        'tpp-session-id is the TPP-Session-ID of the request',
        REDIRECT,
        'consent-and-accounts: a TPP-Session-ID with special characters cannot add parameters',
      ],
      ['context is PRIVATE or CORPORATE', REDIRECT, CORPORATE_REDIRECT],
      [
        'After a failed SCA, system names the internal system, for server errors',
        FAILED_SCA,
        'scenarios: an error in the request names no system',
      ],
      ['status is the HTTP status', FAILED_SCA],
      ['code is the error code', FAILED_SCA],
      [
        'message is URL-encoded',
        "consent-and-accounts: a server error adds system; every character of the bank's message is URL-encoded",
        'consent-and-accounts: an abort returns status, code and message, URL-encoded',
      ],
    ],
  },
  {
    section: '2.5',
    statements: [
      [
        'There are payments',
        'payments: the payment is returned as created, with both remittance forms',
        'payments: a bulk and a periodic payment are returned as created, with days and months as texts',
      ],
      ['There is the status of a payment', STATUS],
      ['There are accounts', ACCOUNT_FORM],
      ['There are balances', ACCOUNT_FORM],
      ['interimBooked is an optional balance of card accounts', INTERIM_BOOKED],
      ['Transactions are booked or pending', BOOKING_STATUS],
      ['Each has a transactionId', PAGES],
      ['It is stable for booked ones', STABLE_ID],
      ['additionalInformationProprietaryX is optional', FOREIGN],
      ['There are transaction details', TRANSACTION],
      [
        'There are card accounts',
        'cards: SVC-8: a card has the same form in the list and on its own, and its balances name and link to it',
      ],
      ['There are consents', 'consent-and-accounts: the response contains scaRedirect and nothing else'],
      ['There are agreements', AGREEMENTS],
      ['There are sandbox customers', CUSTOMER],
      [
        'There are sandbox accounts',
        'sandbox: an account has the fields of the contract, each as it was sent',
      ],
      ['remittanceInformationUnstructured is an array', POSTED],
      ['remittanceInformationStructured (deprecated) and its array', TRANSACTION],
      ['endToEndIdentification', END_TO_END],
      ['cashAccountType', ACCOUNT_FORM],
      ['transactionAmount and originalAmount', CARD_TRANSACTION],
      ['The status of a payment has fundsAvailable, which tells of a lack of funds', STATUS, NO_FUNDS],
      ['The other fields', OPEN],
    ],
  },
  {
    section: '3',
    statements: [
      ['A basket is RCVD, ACTC, PATC or RJCT', WORST_STATUS],
      ['How a basket changes its status', OPEN],
      ['A payment can be PDNG; deleting it then gives an error message', PDNG_DELETED],
      ['ACCP stands for lack of funds', ACCP],
      ['A status exists for payments on hold or stopped', HELD, STOPPED],
      ['Without a valid SCA, a request that needs one starts it with scaRedirect', NO_SCA],
      ['A successful SCA redirects to TPP-Redirect-URI with psu-id', SCA_PAGES, REDIRECT],
      ['It is then valid for 1 hour', CONSENT_AND_SESSION, SESSION_HOUR],
      ['After 1 hour it has expired, and a new one is needed', SESSION_HOUR],
      ['The SCA of a new TPP-Session-ID makes the old one invalid', NEW_SESSION],
      ['If it is aborted, the old one stays valid, without any effect', NEW_SESSION],
      ['Dynamic linking is not exempted by the hour', OWN_SCA, SIGNED_BASKET],
    ],
  },
  {
    section: '4',
    statements: [
      ['All requests are signed', SIGNED_ALL],
      ['All bodies are JSON', MEDIA_TYPE, RESPONSE_HEADERS],
    ],
  },
  {
    section: '4.1',
    statements: [
      ['Method and path', OPEN],
      ['Success is CREATED', NEW_BASKET],
      ['The request body has paymentIds', BASKET_IDS],
      ['The response body is that of 2.2', NEW_BASKET],
      [
        'x-accept-fix is required, and is amount-as-string',
        BASKET_HEADERS,
        'headers: amount-as-string is needed to create a basket, and nowhere else',
      ],
      [
        'Amounts are then strings with the decimals of the currency',
        AMOUNTS,
        "sandbox: AIS-11: %s amounts have the currency's decimals",
      ],
      ['Accept is optional', BASKET_HEADERS, ACCEPTED, NOT_ACCEPTED],
      ['Accept-Charset is optional', BASKET_HEADERS],
      ['Accept-Encoding is optional', BASKET_HEADERS],
      ['Accept-Language is optional', BASKET_HEADERS],
      ['Host names server and port', { untestable: 'every request of HTTP/1.1 has it' }],
      ['X-Request-ID is required', BASKET_HEADERS, 'headers: has 1 to 64 characters'],
      [
        'It is unique to the call',
        'headers: may be repeated; with rejectReusedRequestId it may not for 24 hours',
      ],
      [
        'TPP-Session-ID is required',
        BASKET_HEADERS,
        'headers: HDR-3: TPP-Session-ID has 1 to 64 printable characters',
      ],
      [
        'TPP-Redirect-URI is required',
        BASKET_HEADERS,
        'headers: HDR-2: TPP-Redirect-URI is an absolute https, http or app URL',
      ],
      ['It is where the PSU goes after the SCA', SCA_PAGES],
      [
        'TPP-Redirect-Preferred is optional',
        BASKET_HEADERS,
        'headers: HDR-4: TPP-Redirect-Preferred is true or false',
      ],
      ['false leads to biometric authentication in the app', APP],
      ['true is the default', 'psu-app: true, or no header, opens the pages in the browser'],
      [
        'TPP-Signature-Certificate is required, in base64',
        BASKET_HEADERS,
        'signature: "%s" is not a certificate',
      ],
      ['Signature is required', BASKET_HEADERS],
      ['PSU-ID is required, a UUID', BASKET_HEADERS],
      ['PSU-Corporate-ID is optional', BASKET_HEADERS, 'contexts: an id that is no agreement of this PSU'],
      ['PSU-IP-Address is required', BASKET_HEADERS, IP],
      ['PSU-IP-Port is optional', BASKET_HEADERS, IP],
      ['PSU-User-Agent is optional', BASKET_HEADERS],
      ['PSU-Accept is optional', BASKET_HEADERS],
      ['PSU-Accept-Charset is optional', BASKET_HEADERS],
      ['PSU-Accept-Encoding is optional', BASKET_HEADERS],
      ['PSU-Accept-Language is optional', BASKET_HEADERS],
      ['PSU-HTTP-Method is optional, one of five', BASKET_HEADERS, FORWARDED],
      ['PSU-Device-ID is optional, a UUID', BASKET_HEADERS, FORWARDED],
      ['PSU-Geo-Location is optional, as GEO:latitude,longitude', BASKET_HEADERS, FORWARDED],
      ['A basket holds at most 10 payments', TEN_PAYMENTS],
      ['Bulk and periodic payments are refused with 400 REFERENCE_MIX_INVALID', BASKET_MIX],
      [
        'The sandbox supports NCBCT in baskets',
        SIGNED_BASKET,
        'baskets: BSK-5: the sandbox refuses products other than NCBCT',
      ],
    ],
  },
  {
    section: '4.2',
    statements: [
      ['GET /v1/sandbox/customers/{customerId}', CUSTOMER],
      ['In the sandbox only', NO_SANDBOX],
      [
        'The id is that of a customer created with POST /v1/sandbox/customers',
        CUSTOMER,
        'consent-and-accounts: one customer can be read; an unknown one returns 404',
      ],
      ['The other headers of 4.1 are not needed', SANDBOX_HEADERS],
      ['Accept and its kin are optional', SANDBOX_HEADERS, ACCEPTED],
      ['X-Request-ID is required', 'headers: a refusal says what to send'],
      ['TPP-Signature-Certificate is required', SIGNED_ALL],
      ['Signature is required', SIGNED_ALL],
      ['The response is that of 2.3', CUSTOMER],
      ['The status of success', OPEN],
    ],
  },
  {
    section: '4.3',
    statements: [
      ['POST /v1/payments/{payment-product} creates a payment', NEW_PAYMENT],
      ['GET …/{payment-id}/status reads its status', STATUS],
      ['DELETE deletes a payment', DELETED],
      [
        'In the sandbox for every payment product',
        DELETED,
        'links: in status %s they offer %s, which the bank carries out and nothing else',
      ],
      ['GET /v1/accounts lists the accounts that the PSU shares', ACCOUNTS],
      ['Without consent it returns 401 with scaRedirect', NO_PSU_ID, NO_SCA],
      ['GET /v1/accounts/{id}/balances', ACCOUNT_FORM],
      ['GET /v1/accounts/{id}/transactions lists transactions', BOOKING_STATUS],
      ['bookingStatus is booked, pending, both or all', BOOKING_STATUS],
      ['dateFrom and dateTo', 'transactions: both ends are included and the default is 90 days'],
      ['limit and offset', PAGES, 'transactions: limit is 1 to 1000 and offset is 0 or more'],
      ['Transaction details have data that the list leaves out', TRANSACTION],
      ['Their path', OPEN],
      ['POST /v1/consents is deprecated and only returns an SCA redirect', OLD_CONSENT],
      [
        '/v1/bank-offered-consents replaces it',
        OLD_CONSENT,
        'consent-and-accounts: the response contains scaRedirect and nothing else',
      ],
      ["GET /v1/agreements lists the PSU's corporate agreements", AGREEMENTS],
      ['GET /v1/user starts the SCA of a PISP that is no AISP', PISP],
      [
        'GET /v1/sandbox/customers lists customers',
        'sandbox: SBX-2: a customer can have a number of its own, is listed and can be deleted',
      ],
      ['POST /v1/sandbox/customers creates one', CUSTOMER],
      [
        'POST /v1/sandbox/initialize resets the sandbox to a known state',
        EMPTIED,
        'initialize: SBX-1: it gives the same ids, names and numbers again, whatever has been removed',
      ],
      ['POST /v1/sandbox/accounts/{id}/transactions creates a transaction', POSTED],
      ['The account itself as debtor gives an error', OWN_DEBTOR],
      ['The bodies of these endpoints', OPEN],
      ['Initialisation creates two private customers, each with 2 accounts and a card', INITIALIZED],
      ['It creates two corporate customers, each with 2 accounts', INITIALIZED],
      ['It removes customers and accounts that were created before', EMPTIED],
      [
        'The sandbox runs a batch 5 times a day',
        'settlement: SBX-5: with the quirk batchDays=banking, the batch of a banking day › %s',
        'settlement: SBX-5: in the sandbox, batches run on every day of the week › %s',
      ],
      [
        'It is for all payments except periodic ones',
        'periodic: is ACTC until its last run and then ACSC; other batches skip it',
        'settlement: a bulk payment has one debtor, date and SCA, and is ACSC when every item is settled',
        END_TO_END,
      ],
    ],
  },
  {
    section: '5 (1)',
    statements: [
      [
        'TLS 1.2 or higher for everything',
        'service: TLS 1.2 and 1.3 are accepted',
        'service: the bank refuses TLS 1.1',
        'service: plain HTTP is refused',
      ],
    ],
  },
  {
    section: '5 (2)',
    statements: [
      ['The TPP identifies itself with an eIDAS certificate', TRUSTED, PISP],
      [
        'It is sent in base64 in TPP-Signature-Certificate',
        SIGNED_ALL,
        'signature: "%s" is not a certificate',
      ],
    ],
  },
  {
    section: '5 (3)',
    statements: [
      ['Every request is signed', SIGNED_ALL],
      [
        'Signature has four parts, as key="value", joined by commas',
        'signature: SIG-3: the four parts › %s is refused',
        'signature: the parts may be in any order',
      ],
      ['The scheme is that of draft-cavage', NPM_SIGNATURE, OPENSSL],
      ['The certificate follows ETSI TS 119 495', PISP],
      [
        'keyId is SN=serial,CA=issuer',
        OPENSSL,
        'signature: another value is refused with the text of the contract',
      ],
      [
        'The serial is hexadecimal in upper case',
        KEY_ID,
        "outside: the workbench's keyId has the serial number that openssl prints",
      ],
      ['The issuer is written as RFC 2253 says', OPENSSL, KEY_ID],
      ['algorithm is rsa-sha256', 'signature: SIG-5: only rsa-sha256 is accepted'],
      [
        'headers has names in lower case, separated by one space',
        'signature: upper case, duplicates and double spaces are refused',
      ],
      [
        'They are in the order of signing',
        'signature: the lines follow the order of the list, whatever it is',
        NPM_SIGNATURE,
      ],
      [
        '(request-target) stands for the target',
        'signature: the path with its query is signed exactly as sent, including percent-encoding',
        NPM_SIGNATURE,
      ],
      [
        'signature is RSA-SHA256 over the signing string, in base64',
        OPENSSL,
        'signature: a signature by another key, not in base64 or in damaged base64 is refused',
      ],
    ],
  },
  {
    section: '5 (4)',
    statements: [
      [
        'Six headers are signed if they are sent',
        'signature: a sent header that is not listed is refused: %s',
      ],
      ['A header that is not sent is not signed', 'signature: a listed header that is absent is refused'],
    ],
  },
  {
    section: '5 (5)',
    statements: [
      [
        'The signing string follows the order of headers',
        'signature: the lines follow the order of the list, whatever it is',
      ],
      ['Each line is the name in lower case, colon, space, value', OPENSSL, NPM_SIGNATURE],
      ['Lines are separated by a newline', OPENSSL, NPM_SIGNATURE],
    ],
  },
  {
    section: '5 (6)',
    statements: [
      [
        'A value in ISO-8859-1 or UTF-8 makes the whole header an encoded word of RFC 2047',
        'signature: raw UTF-8 is refused; without strictMime it is accepted with a note, and other bytes are still refused',
        'signature: is sent as one word, in UTF-8 or ISO-8859-1',
      ],
      ['For UTF-8 and base64 it is =?utf-8?B?…?=', 'signature: is sent as one word, in UTF-8 or ISO-8859-1'],
    ],
  },
  { section: '5 (7)', statements: [['Date deviates by at most 60 seconds', DATE_LIMIT]] },
  {
    section: '5 (8)',
    statements: [
      [
        'The bank verifies signatures',
        'signature: a header that changed after signing is refused, and the bank shows the string that it built',
      ],
      ['A wrong signature and a missing one return 400', BAD_SIGNATURE, NO_SIGNATURE],
      ['The bank can sign its responses', 'signed-responses: successes and refusals are both signed'],
      ['The TPP verifies them', DUTY],
    ],
  },
  {
    section: '5 (9)',
    statements: [
      ['After the SCA, PSU-ID is sent with every request', NO_PSU_ID],
      ['In a corporate context PSU-CORPORATE-ID, too', NO_CORPORATE_ID],
      ['Its value comes from the redirect', CORPORATE_REDIRECT],
      ['Or it is chosen from GET /v1/agreements', CHOSEN_AGREEMENT, AGREEMENTS],
    ],
  },
  {
    section: '5 (10)',
    statements: [
      [
        'TPP-Redirect-URI is required on every request',
        'headers: HDR-2, HDR-3: every request needs both, except those to the sandbox and the TPP dialogue',
      ],
      ['TPP-Session-ID correlates the redirect', REDIRECT],
      ['It holds the hour of the SCA', SESSION_HOUR, NEW_SESSION],
    ],
  },
  {
    section: '5 (11)',
    statements: [
      ['The TPP looks for scaRedirect in each response', DUTY],
      [
        'SCA is a redirect flow',
        'service: a 201 has Location; a response that starts an SCA has ASPSP-SCA-Approach',
        SCA_PAGES,
      ],
      [
        'The bank can exempt a transaction',
        'signers: an exempted authorisation has scaStatus exempted, no scaRedirect and signs the payment',
      ],
      [
        'It can require SCA on any',
        'scenarios: an SCA is forced on any request although the consent is valid',
      ],
    ],
  },
  {
    section: '5 (12)',
    statements: [
      ['No account access without consent', NO_CONSENT],
      ['The PSU can revoke it at the bank at any time', REVOKED_AT_BANK],
      ['The bank need not notify the TPP', FREEDOM],
      [
        'The bank can withdraw payments from an account that stays readable',
        'signers: while withdrawn, the account is readable and payments from it return 403; once restored they are accepted',
      ],
    ],
  },
  {
    section: '5 (13)',
    statements: [
      ['PSU-IP-Address is sent when the PSU is present', DUTY],
      ['It is not sent without the PSU', DUTY],
    ],
  },
  {
    section: '6',
    statements: [
      [
        'The redirects are the only callbacks',
        { untestable: 'no test can wait for a call that never comes' },
      ],
      ['A redirect follows a successful SCA', SCA_PAGES],
      ['A redirect follows a failed SCA', FAILED_SCA, 'psu-pages: the PSU can abort at the first step'],
      ['The TPP has an endpoint for them', DUTY],
      ['Webhooks and push messages', OPEN],
      ['The bank need not notify TPPs of a revocation', FREEDOM],
    ],
  },
  {
    section: '7',
    statements: [
      ['A signature that fails validation: 400', BAD_SIGNATURE],
      ['A missing signature: 400', NO_SIGNATURE],
      [
        'A character that cannot be processed downstream: 400',
        'errors: PAY-11: a character that cannot be processed downstream returns 400, in payments and in sandbox calls',
      ],
      ['No SCA or no consent: 401 with scaRedirect', NO_SCA],
      ['A bulk or periodic payment in a basket: 400 REFERENCE_MIX_INVALID', BASKET_MIX],
      ['A KID error: 400', 'errors: PAY-10: a KID error returns 400, not 401'],
      ['A corporate user without PSU-CORPORATE-ID: 400', NO_CORPORATE_ID],
      [
        'MonthlyVariable with duplicate months: refused',
        'errors: PAY-14: MonthlyVariable with duplicate months is refused',
      ],
      ['Deleting a payment in PDNG: error with its own message', PDNG_DELETED],
      [
        'Insufficient funds: an error and no 500, and fundsAvailable',
        NO_FUNDS,
        'signers: PAY-8: an exempted payment without funds is refused, and with funds signed',
      ],
      ['A failed SCA: redirect with system, status, code, message', FAILED_SCA],
      ['For example PAYMENT_FAILED', FAILED_SCA],
      ['Known issue: status and details of an NDCT cannot be read before its approval', UNREADABLE],
      ['The error body and the list of codes', OPEN],
    ],
  },
  {
    section: '8',
    statements: [
      ['10 payments in a basket', TEN_PAYMENTS],
      ['60 seconds of deviation of Date', DATE_LIMIT],
      ['1 hour of SCA within one TPP-Session-ID', CONSENT_AND_SESSION],
      ['Not for dynamic linking', OWN_SCA],
      ['Without PSU-IP-Address, 4 reads of balances in 24 hours', BALANCES_ALONE],
      [
        'Only of accounts with consent',
        'consent-and-accounts: AIS-1: only balances of accounts that the PSU shares are read',
      ],
      ['Without PSU-IP-Address, 4 listings of transactions in 24 hours', FIFTH_LISTING],
      [
        'Only transactions at most 90 days old',
        'unattended: age and online access are conditions on every page',
      ],
      [
        'Only accounts that were read online with SCA within 180 days',
        'unattended: an online read holds for 180 days to the second, whatever the PSU grants at the bank meanwhile',
        'unattended: reading without a valid session, without the PSU or without success does not count',
      ],
      [
        'SCA is renewed after 180 days',
        'consent-and-accounts: consent is valid for exactly 180 days, then requests return 401 CONSENT_EXPIRED with scaRedirect',
      ],
      ['A page has 200 transactions by default, in links too', PAGE_SIZE],
      [
        'Names of accounts and cards have 70 characters',
        'limits: names of accounts and card accounts have at most 70 characters, and are returned whole',
      ],
      [
        'With both or pending, all pending transactions come: dates and limit do not filter them',
        ALL_PENDING,
      ],
      [
        'The sandbox is not affected',
        'transactions: in the sandbox, dates filter them and the limit counts booked ones first',
      ],
      [
        'Card accounts are not affected',
        'cards: the pages yield every transaction once, also in production, which still filters pending ones',
      ],
      ['Other rate limits', OPEN],
    ],
  },
  {
    section: '9 (1)',
    statements: [
      ['The path prefix is /v1', 'service: the unknown path %s returns 404'],
      ['Documentation and API have versions of their own', HISTORY],
      ['2.14.0: a higher service level on cross-border payments outside SEPA', HISTORY, URGENT],
      ['2.12.0: a status for payments on hold or stopped', HISTORY, HELD, STOPPED],
      ['2.11.0: transaction details', HISTORY, TRANSACTION],
      ['2.10.1: payment references after updates', { untestable: 'no statement beside this heading' }],
      ['2.10.1: contact registration', HISTORY, CONTACT],
      ['2.9.6: single SCA', HISTORY, SINGLE_SCA],
      ['2.9.5: status of the x-accept-fix values', HISTORY],
      ['2.9.4: initialisation of the sandbox', HISTORY, INITIALIZED],
      ['2.9.3: fee information', HISTORY, NEW_PAYMENT],
      ['2.9.2: ACCP for lack of funds', HISTORY, ACCP],
    ],
  },
  {
    section: '9 (2)',
    statements: [
      [
        'x-accept-fix enables a change for one request',
        'consent-and-accounts: each list has the form that its own request asks for, whatever the request before has asked for',
      ],
      ['Several values are separated by commas', 'headers: contains known values, separated by commas'],
      ['Each becomes the default later', AMOUNTS, SWAPPED, LONGER_NAMES, CODES],
      ['amount-as-string: from 2019-11, the default since 2020-08-01', AMOUNTS, KNOWN_FROM],
      [
        'cardaccount-switch-originalamount-and-transactionamount: from 2020-05, the default since 2024-11-13',
        SWAPPED,
        KNOWN_FROM,
      ],
      ['longer-names: from 2020-06, the default since 2024-10-01', LONGER_NAMES, KNOWN_FROM],
      ['cash-account-type-iso: from 2023-06, the default since 2024-11-13', CODES, KNOWN_FROM],
    ],
  },
  {
    section: '9 (3)',
    statements: [
      ['/v1/bank-offered-consents replaces /v1/consents', OLD_CONSENT],
      [
        'remittanceInformationStructuredArray replaces remittanceInformationStructured',
        STRUCTURED,
        TRANSACTION,
      ],
      ['The listing will become lighter, with some data in the details only', { untestable: 'announcement' }],
    ],
  },
  {
    section: '9 (4)',
    statements: [
      ['1.23.7 (2026-09-04): interimBooked, optional', HISTORY, INTERIM_BOOKED],
      [
        '1.23.5 (2026-08-13): Norwegian regulatory reporting, an option on SEPA payments',
        HISTORY,
        'payment-fields: on a SEPA payment it is an option, whatever the amount',
      ],
      [
        '1.23.5: structured addresses are validated in the sandbox',
        'payment-fields: country and city are required',
        'payment-fields: is validated in the sandbox only',
      ],
      ['1.23.4 (2026-06-18): an urgent service level outside SEPA', HISTORY, URGENT],
      ['1.23.4: unapproved instant payments can be deleted', DELETED],
      ['1.23.2 (2026-04-28): card acceptor on card transactions', HISTORY, CARD_TRANSACTION],
      ['1.23.2: status of card accounts', CARD],
      ['1.21.18 (2025-06-12): endToEndIdentification on more products', HISTORY, END_TO_END],
      [
        '1.21.8 (2024-10-17): instant payments between own accounts',
        HISTORY,
        "payments: an instant payment settles on approval, also between the PSU's own accounts",
      ],
      [
        '1.19.2 (2024-03-07): pages of 200',
        HISTORY,
        PAGE_SIZE,
        'transactions: before 7 March 2024 a page has 100 transactions',
      ],
      ['1.18.0 (2023-11-28): booked transactions keep their id', HISTORY, STABLE_ID],
      ['1.18.0: contact e-mail of TPPs', CONTACT],
      ['1.17.4: SCA is renewed after 180 days instead of 90', HISTORY, RENEWAL],
      ['1.16.0 (2023-06-01): the dynamic sandbox', HISTORY, CUSTOMER],
      ['1.16.0: /v1/sandbox/initialize', INITIALIZED],
      ['1.14.2: fundsAvailable', HISTORY, STATUS],
      ['1.7.13: REFERENCE_MIX_INVALID', HISTORY, BASKET_MIX],
      ['1.7.6: amount-as-string becomes the default', HISTORY, AMOUNTS],
    ],
  },
];
