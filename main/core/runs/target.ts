/** The bank that a run talks to, and as whom. */
import type { HttpRequest } from '../../../shared/requests/http.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { SendOrder } from '../requests/sender.ts';
import type { AskPerson } from './person.ts';

/** The operator's side of a simulated bank (contract section 13). */
export interface ControlAccess {
  /** For example `http://127.0.0.1:8445`. */
  baseUrl: string;
  token: string;
}

export interface RunTarget {
  destination: SendOrder['destination'];
  identity: Pick<SendOrder['identity'], 'certificate' | 'sign' | 'madeHere'>;
  /** Header defaults of the environment; they may contain variables. */
  defaults: HttpRequest['headers'];
  psuIpAddress: string;
  /** The TPP-Redirect-URI. A run reads the redirect itself and opens no listener. */
  redirectUri: string;
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  /** Called after every control call, which may have moved the bank's clock or reset the bank. */
  controlled: (path: string) => Promise<void>;
  /** Null for a bank without a control listener: control steps are skipped. */
  control: ControlAccess | null;
  /**
   * The origins of a simulator's PSU pages, which a run may open and fill in itself; `sent` for those to which the bank has sent an
   * scaRedirect in the same iteration. Null for the pages of a bank that is not simulated: they need a person.
   */
  pages: readonly string[] | 'sent' | null;
  /** Asks a person to finish an SCA on such pages; null where nobody can, and SCA is skipped. */
  person: AskPerson | null;
  /** Learns of the PSU's way to the bank and back; null where nobody draws it. */
  flow: Pick<FlowRecord, 'opened' | 'returned'> | null;
  /** Variables of the environment. */
  variables: readonly Omit<Variable, 'origin'>[];
}
