/** A deliberate fault as data: the change to a correct request, and the bank's expected response. */
import type { CauseId } from '../signing/causes/catalogue.ts';
import type { Code } from '../xs2a/refusals.ts';
import type { OperationId } from '../xs2a/operations.ts';
import type { RuleId } from '../xs2a/rules.ts';

/** One change. Header names are spelled as on the wire. */
export type Change =
  /** Sets a header before signing: the signature covers the change. */
  | { set: string; to: string }
  /** Omits a header; it is not signed either. */
  | { drop: string }
  /** Moves the Date by seconds before signing. */
  | { dateBy: number }
  /** Changes or, with null, removes a header after signing, so that the signature no longer matches. */
  | { late: string; to: string | null }
  /** Sends a header twice. */
  | { repeat: string }
  /** Changes the list of signed headers. */
  | { unlist: string }
  | { list: string }
  | { upperCase: string }
  | { twice: string }
  | { doubleBlank: true }
  /** Signs something other than what the list states. */
  | {
      signs:
        | 'reversed'
        | 'sorted'
        | 'newline'
        | 'crlf'
        | 'commas'
        | 'no-space'
        | 'upper-case'
        | 'method'
        | 'no-query'
        | 'no-request-id'
        | 'second-before'
        | 'other-key';
    }
  | { keyId: 'decimal' | 'lower-case' | 'unreversed' | 'other-serial' | 'no-issuer' }
  | { algorithm: string }
  | { signature: 'empty' | 'half' | 'base64url' }
  /** Changes the text of the Signature header. */
  | { text: 'unknown-part' | 'repeated-part' | 'no-algorithm' | 'unquoted' }
  /** Sends the Signature header as bytes of UTF-8, not as an encoded word. */
  | { unwrapped: true }
  /** Sets the body before signing, or appends to it afterwards. */
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
  /** The response that the bank must give. */
  rule: RuleId;
  status: number;
  code: Code;
  /** One line of explanation. */
  why: string;
  /** Causes that the bank names for a wrong signature. */
  causes?: readonly CauseId[];
  /** Precondition of the request. */
  needs?: 'body' | 'query' | 'redirect' | 'psu' | 'encoded-word';
  /** The only operation that it applies to. */
  operation?: OperationId;
}

/** Faults by their group, in the order of the list. */
export type FaultGroups = Readonly<Partial<Record<FaultGroup, readonly Omit<Fault, 'group'>[]>>>;

type Row = readonly [
  id: string,
  title: string,
  change: Change,
  why: string,
  more?: Pick<Fault, 'causes' | 'needs' | 'operation'>,
];

/** Faults that the bank refuses in the same way. */
export function refused(
  rule: RuleId,
  status: number,
  code: Code,
  rows: readonly Row[],
): Omit<Fault, 'group'>[] {
  const response = { rule, status, code };
  return rows.map(([id, title, change, why, more]) => ({
    id,
    title,
    changes: [change],
    ...response,
    why,
    ...more,
  }));
}
