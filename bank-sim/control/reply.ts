/** Responses of the control listener. */
import type { OperatorRefusal, Outcome } from './outcome.ts';

export type Reply =
  | { status: number; body: unknown }
  /** A document that is not JSON, with its Content-Type. */
  | { status: number; type: string; text: string }
  /** The response is a stream of events, which the listener writes. */
  | { stream: Subscribe };

/** Reports every exchange and change, as JSON, until the returned function is called. @param over called when there will be no more */
export type Subscribe = (
  tell: (event: 'exchange' | 'change', json: string) => void,
  over: () => void,
) => () => void;

const STATUS: Record<OperatorRefusal['kind'], number> = { 'bad-input': 400, unknown: 404, conflict: 409 };

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** A refusal of the control listener. @param more further members of the body */
export function controlError(status: number, text: string, more: object = {}): Reply {
  return { status, body: { error: text, ...more } };
}

/** The response to an action. @param view builds the body from its result; by default the result itself @param status on success */
export function replyTo<T>(
  outcome: Outcome<T>,
  view: (value: T) => unknown = (value) => value,
  status = 200,
): Reply {
  if (outcome.done) return { status, body: view(outcome.value) };
  const { kind, text } = outcome.refusal;
  const agreements = kind === 'bad-input' ? outcome.refusal.agreements : undefined;
  return controlError(STATUS[kind], text, agreements === undefined ? {} : { agreements });
}
