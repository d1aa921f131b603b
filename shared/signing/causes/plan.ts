/** A text that a client may have signed, described so that mistakes can change it one after another. */
import { REQUEST_TARGET, signingLines, type SignedMessage } from '../signing-string.ts';
import type { UnsaidCause } from './cause.ts';
import type { Hash } from './hash.ts';

export interface Line {
  /** Lower-case name of the header, or `(request-target)`. */
  name: string;
  /** The name as it stands in the text. */
  label: string;
  /** Not used for `(request-target)`, whose value is the method and path of the plan. */
  value: string;
}

/** All texts have one char per byte. */
export interface Plan {
  lines: readonly Line[];
  method: string;
  path: string;
  /** Between name and value. */
  separator: string;
  /** Between lines. */
  joiner: string;
  before: string;
  after: string;
  /** Something else than the lines. */
  whole: string | null;
  /** From the chars of the text to the bytes. */
  encode: ((text: string) => string) | null;
  /** What was done to the bytes before they were signed. @param hash of the signature, in hexadecimal */
  wrap: ((text: string, hash: (text: string) => string) => string) | null;
}

/** What a mistake changes. Two mistakes of the same kind cannot both have happened. */
export type Slot =
  | 'lines'
  | `value:${string}`
  | 'method'
  | 'path'
  | 'target-name'
  | 'names'
  | 'order'
  | 'separator'
  | 'joiner'
  | 'before'
  | 'after'
  | 'whole'
  | 'encode'
  | 'wrap';

/** One thing that a client may have done differently. */
export interface Mistake {
  slot: Slot;
  cause: UnsaidCause;
  /**
   * How rare it is: 1 for what many clients do, 3 for what few do. Common mistakes are combined with each other and with
   * rarer ones (`search.ts`); those of rarity 4 are only tried alone.
   */
  rarity: 1 | 2 | 3 | 4;
  change: (plan: Plan) => Plan;
}

/** The signing string of SIG-7. Names without a header are left out. */
export function rightPlan(names: readonly string[], message: SignedMessage): Plan {
  const values = signingLines(names, message);
  return {
    lines: names.flatMap((name, at) => {
      const line = values[at];
      return line === undefined || line === null
        ? []
        : [{ name, label: name, value: line.slice(name.length + 2) }];
    }),
    method: message.method.toLowerCase(),
    path: message.target,
    separator: ': ',
    joiner: '\n',
    before: '',
    after: '',
    whole: null,
    encode: null,
    wrap: null,
  };
}

/** The text before it was wrapped, for showing it. */
export function textOf(plan: Plan): string {
  let text = plan.before;
  if (plan.whole === null) {
    let first = true;
    for (const line of plan.lines) {
      if (!first) text += plan.joiner;
      first = false;
      text += line.label + (line.label === '' ? '' : plan.separator);
      if (line.name === REQUEST_TARGET)
        text += plan.method === '' ? plan.path : `${plan.method} ${plan.path}`;
      else text += line.value;
    }
  } else text += plan.whole;
  return text + plan.after;
}

/** The bytes that were signed. */
export function bytesOf(plan: Plan, hash: Hash, name: Parameters<Hash>[0]): string {
  const text = textOf(plan);
  const bytes = plan.encode === null ? text : plan.encode(text);
  return plan.wrap === null ? bytes : plan.wrap(bytes, (inner) => hash(name, inner));
}

/** A change of one field of the plan. */
export function set<Key extends keyof Plan>(key: Key, value: Plan[Key]): Mistake['change'] {
  return (plan) => ({ ...plan, [key]: value });
}

/** A change of the lines. */
export function lines(change: (lines: readonly Line[]) => readonly Line[]): Mistake['change'] {
  return (plan) => ({ ...plan, lines: change(plan.lines) });
}

/** Another value in the line of a header. */
export function valued(name: string, value: string): Mistake['change'] {
  return lines((all) => all.map((line) => (line.name === name ? { ...line, value } : line)));
}
