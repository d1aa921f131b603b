/** What an exported step is beside a request. */
import type { Assertion } from '../../collections/assertion.ts';
import type { Step } from '../../collections/steps.ts';

/** Variables of an export. A person gives the first three their values. */
export const VARIABLES = {
  /** The address of the control listener. */
  control: 'controlUrl',
  controlToken: 'controlToken',
  proxyToken: 'proxyToken',
  /** Empty. The proxy omits a header with it, as a flow omits one without a value. */
  omitted: 'omitted',
  /** The id of the session of a flow. Those of further sessions have a number. */
  session: 'session',
  /** The id of the SCA to which the latest scaRedirect leads. */
  sca: 'scaId',
  /** The address to which the PSU returns. */
  back: 'redirectUri',
  /** How often the request of a loop was sent; 0 once it is over. */
  rounds: 'rounds',
} as const;

/** Those that scripts set. */
export const SET_BY_SCRIPTS: ReadonlySet<string> = new Set([
  VARIABLES.session,
  VARIABLES.sca,
  VARIABLES.back,
  VARIABLES.rounds,
]);

/** What an exported step is beside its request. */
export interface Told {
  /** The step of the collection that it was made of. */
  of: Step;
  /** Whether it is one more request for the step, of which a report says nothing. */
  isMore?: true;
  /** Why it is left out. */
  lost?: string;
  /** It has no request of its own: those after it are different. */
  isEffect?: true;
  /** What is different, as sentences. */
  notes: readonly string[];
  /** What its path is below, if not below the base URL of the bank. The address of a PSU's return is below nothing. */
  below?: string;
  /** A variable that gets a new UUID before it is sent. */
  begins?: string;
  /** A link, whose last segment becomes the id of the SCA before it is sent. */
  follows?: string;
  /** Milliseconds to wait before it is sent. */
  pause?: number;
  /** Its response may lead to an SCA. The first one forgets an earlier SCA, whose page the PSU has left. */
  leads?: 'first' | 'later';
  round?: Round;
}

/** Why a step is left out. */
export interface Loss {
  why: string;
  /** Whether a run leaves it out, too. */
  isNever?: boolean;
}

/** A part of a loop: the request, sent until all holds, and what happens between two rounds. */
export type Round =
  | { part: 'request'; expect: readonly Assertion[]; most: number; pause: number | null; name: string }
  | { part: 'between'; most: number; request: string };
