/** Responses of the control listener. */
import type { OperatorRefusal, Outcome } from '../operator/outcome.ts';

export interface Reply {
  status: number;
  body: unknown;
}

const STATUS: Record<OperatorRefusal['kind'], number> = { 'bad-input': 400, unknown: 404, conflict: 409 };

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** A refusal of the control listener. */
export function controlError(status: number, text: string): Reply {
  return { status, body: { error: text } };
}

/** The response to an action. @param view builds the body from its result; by default the result itself @param status on success */
export function replyTo<T>(
  outcome: Outcome<T>,
  view: (value: T) => unknown = (value) => value,
  status = 200,
): Reply {
  return outcome.done
    ? { status, body: view(outcome.value) }
    : controlError(STATUS[outcome.refusal.kind], outcome.refusal.text);
}
