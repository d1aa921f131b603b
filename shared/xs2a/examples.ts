/** What a bank with the seed data answers, operation by operation: the examples of the OpenAPI document, written by `npm run openapi`. */
import recorded from './examples.json' with { type: 'json' };

/** One request and its response. */
export interface RecordedExample {
  operation: string;
  /** Distinguishes the examples of an operation; for payments the abbreviation of the product. */
  name: string;
  summary: string;
  /** Parameters of the path, not percent-encoded. */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Absent if there is no JSON body. */
  body?: unknown;
  status: number;
  /** Names of the response headers, in the order of sending. */
  headers: readonly string[];
  /** Absent if the response has no body. */
  answer?: unknown;
}

/** A refusal that many operations share. */
export interface RecordedRefusal {
  status: number;
  name: string;
  summary: string;
  headers: readonly string[];
  answer: unknown;
}

export interface RecordedExamples {
  operations: readonly RecordedExample[];
  refusals: readonly RecordedRefusal[];
}

// The compiler infers a type of its own for every example; the tests compare the file with a new recording.
export const EXAMPLES = recorded as unknown as RecordedExamples;
