/** A consent step: asks for a bank-offered consent, which a PSU gives on the bank's pages. */
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { Filler } from '../../../shared/collections/fill.ts';
import { ASK_CONSENT, type ConsentStep } from '../../../shared/collections/steps.ts';
import { type RequestParts, sendRequest } from './request-step.ts';
import { act } from './sca-step.ts';
import type { Done } from './step-outcome.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running.consent;

/** @throws as {@link sendRequest} and {@link act} */
export async function consent(
  step: ConsentStep & { name: string },
  expect: readonly Assertion[],
  filler: Filler,
  parts: RequestParts & { stopped: AbortSignal },
): Promise<Done> {
  const asked = await sendRequest({ name: step.name, request: ASK_CONSENT }, expect, filler, parts);
  // A refusal, which the step may expect.
  if (asked.refusal !== null) return asked;
  const given = await act({ ...step, decision: 'approve' }, expect, filler, parts);
  return {
    ...asked,
    outcome: { ...asked.outcome, redirect: given.outcome.redirect },
    line: t(asked.line, given.line),
    usual: [...asked.usual, ...given.usual],
    refusal: given.refusal,
  };
}
