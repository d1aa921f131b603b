/** What a resource returns if it does not refuse the request. */
export interface Answer {
  kind: 'answer';
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The response starts an SCA, which ASPSP-SCA-Approach announces (SVC-7). */
  startsSca?: boolean;
}

/** A response with a JSON body. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', status, body, headers };
}
