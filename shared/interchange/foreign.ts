/** What the readers of all foreign formats make of a request. A step is made of it in the same way, whatever the format was. */

import type { OperationRef } from '../collections/steps.ts';

export interface Pair {
  name: string;
  value: string;
  /** Switched off in the source. */
  off?: boolean;
}

export type ForeignBody =
  | { kind: 'text'; text: string; type: string | null; graphql?: boolean }
  | { kind: 'form'; fields: readonly Pair[] }
  | { kind: 'multipart'; parts: readonly Part[] }
  | { kind: 'file'; name: string }
  | { kind: 'other'; mode: string };

export interface Part extends Pair {
  type: string | null;
  /** Name of the file that is the part. */
  file: string | null;
}

export type ForeignAuth =
  /** Sent in the Authorization header. `value` is a token or empty; only a variable in it is kept. */
  | { kind: 'bearer' | 'basic'; value: string }
  | { kind: 'oauth2'; value: string; token?: TokenRequest }
  | { kind: 'key'; in: 'header' | 'query'; name: string; value: string }
  | { kind: 'none' }
  | { kind: 'other'; name: string };

/** How a program gets an access token without a person (RFC 6749, 4.3 and 4.4). */
export interface TokenRequest {
  url: string;
  /** Of the form. */
  fields: readonly Pair[];
  /** Whether the program sends the client's name and secret in a header instead. */
  inHeader: boolean;
}

export interface ForeignRequest {
  name: string;
  method: string;
  /** Whole, with or without scheme and host; variables in braces. */
  url: string;
  /** Values of `:name` and `{name}` in the path. */
  params?: readonly Pair[];
  /** In addition to those in the address. */
  query?: readonly Pair[];
  headers?: readonly Pair[];
  body?: ForeignBody | null;
  auth?: ForeignAuth | null;
  documentation?: string;
  /** Words by which a run chooses steps. */
  tags?: readonly string[];
  /** Of a document that has operations. */
  openapi?: OperationRef;
}

export const NO_AUTH: ForeignAuth = { kind: 'none' };
