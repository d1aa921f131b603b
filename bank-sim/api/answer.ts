/** What a resource gives back when it is no refusal. */
export interface Answer {
  kind: 'answer';
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer with a JSON body. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', status, body, headers };
}
