/** How an answer crosses from main to renderer: errors lose name and code over IPC, so they travel as values. */

export type FailureKind = 'bad-input' | 'refused' | 'locked' | 'not-found' | 'network' | 'internal';

export interface Failure {
  kind: FailureKind;
  /** What happened, why, and what to do: sentences for the person. */
  message: string;
}

export type Envelope<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** An error that keeps its kind on the way through the host contract. */
export class HostError extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'HostError';
    this.kind = kind;
  }
}
