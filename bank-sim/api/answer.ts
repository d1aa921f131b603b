/** What a resource returns if it does not refuse the request. */
export interface Answer {
  kind: 'answer';
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The response starts an SCA, which ASPSP-SCA-Approach announces (SVC-7). */
  startsSca?: boolean;
}

/** A body that several responses have in common: it is written as JSON once. */
export class SharedBody {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

/** A response with a JSON body. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', status, body, headers };
}
