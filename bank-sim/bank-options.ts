/** What a bank can be started with. */
import type { RandomSource } from './ids.ts';
import type { Quirks } from './quirks.ts';

export interface BankOptions {
  /** Ports of the three listeners; 0 takes any free one. */
  port: number;
  psuPort: number;
  controlPort: number;
  /** Take any free port in place of one that is in use, instead of failing. */
  orAnyPort?: boolean;
  /** Folder of the data, or null for a bank in memory. */
  data: string | null;
  /** Starts frozen at this bank time (milliseconds). */
  clock?: number;
  /** Further trusted certificate authorities, PEM; one text may hold several (SIG-12). */
  trust?: readonly string[];
  quirks?: Partial<Quirks>;
  /** Serve the PSU's pages over plain loopback HTTP. */
  psuHttp?: boolean;
  /** Serve them over plain loopback HTTP as well, at any free port. */
  plainPsu?: boolean;
  /** Receives lines for a log; silent by default. */
  log?: (line: string) => void;
  /** Real time in milliseconds, and randomness; injected so that a run can be repeated. */
  realNow?: () => number;
  random?: RandomSource;
}
