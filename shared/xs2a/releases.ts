/** The history of the interface (VER-3), newest first. For reference only; not part of the XS2A API. */

interface DocumentationVersion {
  version: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** The release of the API that it describes. */
  release: string;
  change: string;
}

interface ApiRelease {
  release: string;
  /** `YYYY-MM-DD`, or null if none was published. */
  date: string | null;
  change: string;
}

interface AcceptFixHistory {
  value: string;
  effect: string;
  /** `YYYY-MM`. */
  introduced: string;
  /** `YYYY-MM-DD` from which it is the default. */
  defaultSince: string;
}

export const DOCUMENTATION_VERSIONS: readonly DocumentationVersion[] = [
  {
    version: '2.14.0',
    date: '2026-06-18',
    release: '1.23.4',
    change: 'A higher service level can be chosen on cross-border payments outside SEPA.',
  },
  {
    version: '2.12.0',
    date: '2025-06-12',
    release: '1.21.18',
    change: 'A new payment status for payments on hold or stopped.',
  },
  { version: '2.11.0', date: '2024-04-11', release: '1.20.1', change: 'Transaction details.' },
  {
    version: '2.10.1',
    date: '2023-11-29',
    release: '1.18.0',
    change: 'Payment references after updates; contact registration of TPPs.',
  },
  { version: '2.9.6', date: '2023-09-11', release: '1.17.0', change: 'Single SCA in payment initiation.' },
  { version: '2.9.5', date: '2023-06-19', release: '1.16.1', change: 'Status of the x-accept-fix values.' },
  {
    version: '2.9.4',
    date: '2023-05-31',
    release: '1.16.0',
    change: 'Sandbox initialisation and the section on payments.',
  },
  { version: '2.9.3', date: '2023-05-02', release: '1.15.0', change: 'Fee information.' },
  { version: '2.9.2', date: '2023-03-23', release: '1.14.2', change: 'Status ACCP for lack of funds.' },
];

export const API_RELEASES: readonly ApiRelease[] = [
  { release: '1.23.7', date: '2026-09-04', change: 'Optional balance interimBooked for card accounts.' },
  {
    release: '1.23.5',
    date: '2026-08-13',
    change:
      'Norwegian regulatory reporting on SEPA payments; structured addresses are validated in the sandbox.',
  },
  {
    release: '1.23.4',
    date: '2026-06-18',
    change:
      'Urgent service level on cross-border payments outside SEPA; unapproved instant payments can be deleted.',
  },
  {
    release: '1.23.2',
    date: '2026-04-28',
    change: 'Card acceptor on card transactions, status of card accounts.',
  },
  { release: '1.21.18', date: '2025-06-12', change: 'endToEndIdentification on more payments.' },
  { release: '1.21.8', date: '2024-10-17', change: 'Instant payments between own accounts.' },
  { release: '1.19.2', date: '2024-03-07', change: 'Pages of 200 transactions by default.' },
  {
    release: '1.18.0',
    date: '2023-11-28',
    change: 'Booked transactions keep their id; contact e-mail of TPPs.',
  },
  { release: '1.17.4', date: null, change: 'SCA is renewed after 180 days instead of 90.' },
  { release: '1.16.0', date: '2023-06-01', change: 'The dynamic sandbox and /v1/sandbox/initialize.' },
  { release: '1.14.2', date: null, change: 'fundsAvailable in the payment status.' },
  { release: '1.7.13', date: null, change: 'The REFERENCE_MIX_INVALID check.' },
  { release: '1.7.6', date: null, change: 'amount-as-string becomes the default.' },
];

export const ACCEPT_FIX_HISTORY = [
  {
    value: 'amount-as-string',
    effect: 'Amounts are strings.',
    introduced: '2019-11',
    defaultSince: '2020-08-01',
  },
  {
    value: 'cardaccount-switch-originalamount-and-transactionamount',
    effect: 'The two amounts of card transactions are no longer swapped.',
    introduced: '2020-05',
    defaultSince: '2024-11-13',
  },
  {
    value: 'longer-names',
    effect: 'Card account names have up to 70 characters.',
    introduced: '2020-06',
    defaultSince: '2024-10-01',
  },
  {
    value: 'cash-account-type-iso',
    effect: 'cashAccountType is an ISO 20022 code.',
    introduced: '2023-06',
    defaultSince: '2024-11-13',
  },
] as const satisfies readonly AcceptFixHistory[];

/** A value of x-accept-fix (VER-1). */
export type AcceptFix = (typeof ACCEPT_FIX_HISTORY)[number]['value'];

export const ACCEPT_FIXES: readonly AcceptFix[] = ACCEPT_FIX_HISTORY.map(({ value }) => value);

/** The values that exist at a date (VER-2). @param bankDate `YYYY-MM-DD` */
export function acceptFixesAt(bankDate: string): AcceptFix[] {
  return ACCEPT_FIX_HISTORY.filter(({ introduced }) => bankDate.slice(0, 7) >= introduced).map(
    ({ value }) => value,
  );
}

/** Whether the value is the default at a date. @param bankDate `YYYY-MM-DD` */
export function isDefaultAt(value: AcceptFix, bankDate: string): boolean {
  return ACCEPT_FIX_HISTORY.some((fix) => fix.value === value && bankDate >= fix.defaultSince);
}
