/** Replies of the control listener. */

/** What a control call gives back. */
export interface Reply {
  status: number;
  body: unknown;
}

/** A refusal of the control listener. */
export function controlError(status: number, text: string): Reply {
  return { status, body: { error: text } };
}
