/** An exchange as assertions and captures read it, the same in the window and in a run. */
import type { Holds, Outcome } from '../collections/source.ts';
import type { Exchange } from './exchange.ts';

/** @param text the whole body; null if it is too large to be read whole */
export function outcomeOf({ response, duration, verdicts }: Exchange, text: string | null): Outcome {
  if (response === null) return { response: null, redirect: null };
  const of = (part: string): Holds => verdicts.find((one) => one.part === part)?.holds ?? 'unknown';
  const { status, headers } = response;
  return {
    response: {
      status,
      headers,
      text,
      time: duration ?? 0,
      schema: of('schema'),
      signature: of('signature'),
      verdicts: verdicts.map(({ holds }) => holds),
    },
    redirect: null,
  };
}

/** The body of an exchange, if what is shown of it is all; null for a larger one. */
export function wholeBody({ response }: Pick<Exchange, 'response'>): string | null {
  if (response === null) return null;
  const { body, bodyBytes } = response;
  return new TextEncoder().encode(body).length === bodyBytes ? body : null;
}
