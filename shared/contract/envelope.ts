/** How a result crosses from main to renderer. IPC strips an error of its name and code, so errors travel as values. */

export type FailureKind =
  | 'bad-input'
  | 'refused'
  | 'changed'
  | 'locked'
  | 'not-found'
  | 'network'
  | 'internal';

export interface Failure {
  kind: FailureKind;
  /** What happened, why, and what to do, in sentences for the user. */
  message: string;
}

export type Envelope<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** An error that keeps its kind across the host contract. */
export class HostError extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'HostError';
    this.kind = kind;
  }
}
