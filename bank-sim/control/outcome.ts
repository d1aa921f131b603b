/** Outcomes of the operator's actions. */
import type { AgreementChoice } from '../psu/decide.ts';

/** Nothing has changed. `text` is a sentence for the operator. */
export type OperatorRefusal =
  /** Invalid input; `agreements` are those to choose from. */
  | { kind: 'bad-input'; text: string; agreements?: readonly AgreementChoice[] }
  | {
      kind: 'unknown';
      what: 'account' | 'consent' | 'payment' | 'sca' | 'scenario' | 'session';
      text: string;
    }
  | { kind: 'conflict'; text: string };

export type Outcome<T> = { done: true; value: T } | { done: false; refusal: OperatorRefusal };

export function done<T>(value: T): Outcome<T> {
  return { done: true, value };
}

export function badInput(text: string, agreements?: readonly AgreementChoice[]): Outcome<never> {
  const refusal = { kind: 'bad-input' as const, text };
  return { done: false, refusal: agreements === undefined ? refusal : { ...refusal, agreements } };
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
