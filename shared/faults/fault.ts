/** A deliberate fault as data: what is changed in a right request, and what the bank must answer. */
import type { Code } from '../xs2a/codes.ts';
import type { OperationId } from '../xs2a/operations.ts';
import type { RuleId } from '../xs2a/rules.ts';

/** One change. Names of headers are written as they go over the wire. */
export type Change =
  /** A header before signing: the signature covers the change. */
  | { set: string; to: string }
  /** A header that is not sent; what is signed knows nothing of it. */
  | { drop: string }
  /** The Date before signing, moved by seconds. */
  | { dateBy: number }
  /** A header after signing, so that the signature does not fit it any more; null takes it away. */
  | { late: string; to: string | null }
  /** A header that is sent a second time. */
  | { repeat: string }
  /** Changes in the list of signed headers. */
  | { unlist: string }
  | { list: string }
  | { upperCase: string }
  | { twice: string }
  | { doubleBlank: true }
  /** What is signed is not what the list says. */
  | { signs: 'reversed' | 'newline' | 'other-key' }
  | { keyId: 'decimal' | 'unreversed' | 'other-serial' | 'no-issuer' }
  | { algorithm: string }
  | { signature: 'empty' | 'half' | 'not-base64' }
  /** Changes in the text of the Signature header. */
  | { text: 'unknown-part' | 'repeated-part' | 'no-algorithm' | 'unquoted' }
  /** The body before signing, and what is added to it after. */
  | { body: string }
  | { bodyThen: string };

export type FaultGroup =
  | 'Signature'
  | 'Signed headers'
  | 'keyId and certificate'
  | 'Date'
  | 'Other headers'
  | 'Body';

export interface Fault {
  id: string;
  group: FaultGroup;
  title: string;
  changes: readonly Change[];
  /** What the bank must answer. */
  rule: RuleId;
  status: number;
  code: Code;
  /** One line for people. */
  why: string;
  /** What a request must have for the fault to make sense. */
  needs?: 'body' | 'redirect' | 'psu';
  /** The only operation that it fits. */
  operation?: OperationId;
}

/** Faults by their group, in the order of the list. */
export type FaultGroups = Readonly<Partial<Record<FaultGroup, readonly Omit<Fault, 'group'>[]>>>;
