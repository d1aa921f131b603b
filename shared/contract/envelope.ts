/** Results of calls. Errors cross as values, because IPC strips their name and code. */

/** `locked`: an act of the user needs the locked vault. */
type FailureKind = 'bad-input' | 'refused' | 'changed' | 'locked' | 'not-found' | 'network' | 'internal';

export interface Failure {
  kind: FailureKind;
  /** What happened, why, and what to do, in sentences for the user. */
  message: string;
  /** Variables of a request without a value; absent for every other failure. */
  missing?: readonly string[];
}

export type Envelope<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** A failure as an error. */
export class HostError extends Error {
  readonly kind: FailureKind;
  /** As in {@link Failure}. */
  readonly missing: readonly string[];
  constructor(kind: FailureKind, message: string, missing: readonly string[] = []) {
    super(message);
    this.name = 'HostError';
    this.kind = kind;
    this.missing = missing;
  }
}
