/** What an act of the operator comes to: done with its result, or refused with a reason. */

/** Why an act was refused; nothing has changed then. `text` is a sentence for the operator. */
export type OperatorRefusal =
  /** What was asked for cannot be read, or cannot be had. */
  | { kind: 'bad-input'; text: string }
  /** There is nothing that the act could be about. */
  | {
      kind: 'unknown';
      what: 'account' | 'consent' | 'payment' | 'sca' | 'scenario' | 'session';
      text: string;
    }
  /** It exists, in a state in which the act is not possible. */
  | { kind: 'conflict'; text: string };

export type Outcome<T> = { done: true; value: T } | { done: false; refusal: OperatorRefusal };

export function done<T>(value: T): Outcome<T> {
  return { done: true, value };
}

export function badInput(text: string): Outcome<never> {
  return { done: false, refusal: { kind: 'bad-input', text } };
}

export function conflict(text: string): Outcome<never> {
  return { done: false, refusal: { kind: 'conflict', text } };
}

export function unknown(
  what: Extract<OperatorRefusal, { kind: 'unknown' }>['what'],
  text: string,
): Outcome<never> {
  return { done: false, refusal: { kind: 'unknown', what, text } };
}
