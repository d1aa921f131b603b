/** What a resource gives back when it is no refusal. */
export interface Answer {
  kind: 'answer';
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The answer leads to an SCA: it says so in ASPSP-SCA-Approach (SVC-7). */
  startsSca?: boolean;
}

/** An answer with a JSON body. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', status, body, headers };
}
