/** Options for starting a bank. */
import type { RandomSource } from './ids.ts';
import type { Quirks } from './quirks.ts';

export interface BankOptions {
  /** Ports of the three listeners; 0 takes any free port. */
  port: number;
  psuPort: number;
  controlPort: number;
  /** The IP address that the API and the PSU's pages listen on; `::` and `0.0.0.0` are all. Both addresses of loopback if left out. */
  host?: string;
  /** The same for the control listener. */
  controlHost?: string;
  /** Host names and IP addresses by which others reach the bank, in lower case. Its certificate has them, and its links have the first. */
  names?: readonly string[];
  /** Takes a free port if the requested one is in use, instead of failing. */
  orAnyPort?: boolean;
  /** Data folder, or null for a bank in memory. */
  data: string | null;
  /** Starts frozen at this bank time, in milliseconds. */
  clock?: number;
  /** Additional trusted CAs, PEM; one text may contain several (SIG-12). */
  trust?: readonly string[];
  quirks?: Partial<Quirks>;
  /** Serves the PSU's pages over plain loopback HTTP. */
  psuHttp?: boolean;
  /** Serves the PSU's pages over plain loopback HTTP as well, on any free port. */
  plainPsu?: boolean;
  /** Of the control listener; a random one if left out. */
  controlToken?: string;
  /** Receives a line of JSON for each request of a TPP. */
  accessLog?: (line: string) => void;
  /** Receives log lines; without it the bank is silent. */
  log?: (line: string) => void;
  /** Receives sentences that a person must read, about what was damaged; the log has them if it is left out. */
  notice?: (sentence: string) => void;
  /** Called when the data has been deleted or replaced, with a sentence about it; in place of the notice. The bank answers nobody from then on. */
  lost?: (sentence: string) => void;
  /** Real time in milliseconds, and randomness; injected so that a run can be repeated. */
  realNow?: () => number;
  /** Resolves when the next piece of a long batch may be done; injected so that a test can act in between. */
  betweenPieces?: () => Promise<void>;
  random?: RandomSource;
}
