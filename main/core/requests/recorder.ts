/** Where exchanges are kept: in the history for the window; in memory or nowhere for callers without a data folder. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Hidden } from '../redaction/mask.ts';
import type { BodySink } from '../history/bodies/body-store.ts';
import type { Judgement, KeptBody } from '../history/history.ts';

export interface Recorder {
  /** A sink for the body of one response as it arrives. @param secrets values that must not reach the disk */
  sink: (secrets: readonly Hidden[]) => BodySink;
  /** The start of a body in a file, as JSON with its links. */
  outline: (file: string) => Promise<unknown>;
  /**
   * Stores an exchange with its whole body. If it cannot be stored, it is returned with the reason.
   * @returns the exchange with the first window of its body
   */
  keep: (exchange: Exchange, body: KeptBody) => Exchange;
  /** Adds to an exchange that was stored what was found out about it since. @returns the whole exchange */
  judge: (exchange: Exchange, judgement: Judgement) => Exchange;
}
