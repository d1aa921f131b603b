/** Responses of the control listener. */
import type { OperatorRefusal, Outcome } from './outcome.ts';

export type Reply =
  | { status: number; body: unknown }
  | { status: number; type: string; text: string }
  | { stream: Subscribe };

/** Sends every exchange and change as JSON until the returned function is called. @param over called at the end of the bank */
export type Subscribe = (
  send: (event: 'exchange' | 'change', json: string) => void,
  over: () => void,
) => () => void;

const STATUS: Record<OperatorRefusal['kind'], number> = { 'bad-input': 400, unknown: 404, conflict: 409 };

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** @param more members of the body besides the error */
export function controlError(status: number, text: string, more: object = {}): Reply {
  return { status, body: { error: text, ...more } };
}

/** The response to an action. @param view builds the body from its result @param status on success */
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
