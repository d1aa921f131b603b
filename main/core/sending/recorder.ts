/** Where exchanges are kept: in the history for the window; nowhere, or in memory, for whoever has no data folder. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { BodySink } from '../history/bodies/body-store.ts';
import type { KeptBody } from '../history/history.ts';

export interface Recorder {
  /** Takes the body of one answer as it arrives. @param secrets what must not reach the disk */
  sink: (secrets: readonly string[]) => BodySink;
  /** The beginning of a body that lies in a file, as JSON with its links. */
  outline: (file: string) => Promise<unknown>;
  /**
   * Keeps an exchange with its whole body. What cannot be kept is returned all the same, with the reason.
   * @returns the exchange with the first window of its body
   */
  keep: (exchange: Exchange, body: KeptBody) => Exchange;
}
