/** The types of `tpp-workbench/bank`. They refer to no other file, because other projects rely on them. */

/** All have a default: a bank in memory on free ports. */
export interface BankOptions {
  /** Port of the interface for TPPs; 0 takes any free one. */
  port?: number;
  psuPort?: number;
  controlPort?: number;
  /** Data folder. Without it the bank is in memory, and gone when it stops. */
  data?: string;
  /** Starts with the clock frozen at this time; a text has a time zone, such as `2026-12-01T08:00:00+01:00`. */
  clock?: string | Date;
  /** PEM of CAs that the bank trusts in production. */
  trust?: string | readonly string[];
  /** Switches of the bank, such as `{ environment: 'production' }`; docs/simulator.md lists them. */
  quirks?: Readonly<Record<string, string | boolean>>;
  /** File with a signature profile: how requests must be signed; docs/simulator.md describes it. */
  profile?: string;
  /** Serves the PSU's pages over plain HTTP, for browsers that do not trust the bank's CA. */
  psuHttp?: boolean;
  /** Receives what the bank logs; without it the bank is silent. */
  log?: (line: string) => void;
}

/** As JSON, they can be handed to other processes. */
export interface BankAddresses {
  /** Such as `https://localhost:8443`, before `/v1/…`. */
  readonly apiBaseUrl: string;
  readonly psuBaseUrl: string;
  readonly controlBaseUrl: string;
  readonly controlToken: string;
  /** The CA to trust, as a file and as PEM. */
  readonly caFile: string;
  readonly caPem: string;
}

/** How a PSU decides on an SCA. */
export interface ScaDecision {
  /** National ID of one of the bank's customers, such as 13839319910 (Eirik Solbakken). Needed to approve. */
  nationalId?: string;
  /** `approve` unless given. */
  decision?: 'approve' | 'abort';
  context?: 'PRIVATE' | 'CORPORATE';
  agreementId?: string;
  /** The accounts that are shared: ids, BBANs or IBANs; all unless given. */
  accounts?: 'all' | readonly string[];
}

export interface BankClock {
  /** The bank's time. */
  now: () => Promise<Date>;
  /** Forward by an ISO 8601 duration, such as `PT1H` or `P14D`. What falls due in between happens. */
  advance: (duration: string) => Promise<Date>;
  /** Forward to a time. */
  set: (time: string | Date) => Promise<Date>;
  /** Stands still until `run`. */
  freeze: () => Promise<Date>;
  run: () => Promise<Date>;
}

/** What the bank's operator does. Every method throws an Error with the bank's reason if the bank refuses. */
export interface BankControl {
  readonly clock: BankClock;
  /** Deletes everything and loads the seed data. @param clock a time; `real` for the machine's; as it is unless given */
  reset: (clock?: string | Date) => Promise<void>;
  /** Runs a batch now. */
  runBatch: () => Promise<{ settled: number; rejected: number; retried: number }>;
  /**
   * Decides an SCA as the PSU does on the bank's page.
   * @param scaRedirect the link of a response, or the id in it
   * @returns the address to which the PSU's browser would be redirected
   */
  finishSca: (scaRedirect: string, decision: ScaDecision) => Promise<string>;
  /** Any other control call of docs/simulator.md. @returns the response */
  call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;
}

export interface Bank extends BankAddresses, BankControl {
  stop: () => Promise<void>;
}

/** A request to sign. */
export interface RequestToSign {
  /** GET without a body and POST with one, unless given. */
  method?: string;
  url: string;
  /** Exactly as it will be sent. */
  body?: string;
  /** Added to the usual headers, or in their place; an empty value leaves one out. */
  headers?: Readonly<Record<string, string>>;
  /** The time of the Date header; the machine's unless given. Pass the bank's if its clock has been moved. */
  at?: Date;
}

/** A third party provider with a test certificate. */
export interface TestTpp {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** Certificate of the CA that issued it. */
  readonly caPem: string;
  /** All headers of a signed request. */
  sign: (request: RequestToSign) => Record<string, string>;
}

export interface TestTppOptions {
  organization?: string;
  /** Such as `PSDNO-FSA-987654325`. */
  organizationIdentifier?: string;
  roles?: readonly ('PSP_AI' | 'PSP_PI' | 'PSP_AS' | 'PSP_IC')[];
}
