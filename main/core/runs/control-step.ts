/** A control step: the operator of a simulated bank moves the clock, runs a batch, resets (contract section 13). */
import { request } from 'undici';
import type { Filler } from '../../../shared/collections/fill.ts';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { ControlStep } from '../../../shared/collections/steps.ts';
import { isTimeout, isUnreachable } from '../requests/tls-failure.ts';
import { type Done, NoAnswer, StepFailure, StepSkipped } from './step-outcome.ts';
import type { RequestParts } from './request-step.ts';
import { readBody } from '../../../shared/node/bounded-http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_CONTROL_ANSWER_BYTES, STEP_MS } from '../../../shared/limits.ts';

const t = texts.running.operator;

/** @throws StepFailure, StepSkipped, MissingVariables */
export async function control(
  { method, path, json }: ControlStep,
  expect: readonly Assertion[],
  filler: Filler,
  { target, actor, signal, timeout }: Pick<RequestParts, 'actor' | 'signal' | 'target' | 'timeout'>,
): Promise<Done> {
  const where = filler.path(path);
  const body = json === undefined ? null : JSON.stringify(filler.json(json));
  filler.check();
  if (target.control === null) throw new StepSkipped(t.none);
  const { baseUrl, token } = target.control;
  const address = new URL(baseUrl + where);
  // Dots in the path could lead to control calls of another space.
  if (!address.pathname.startsWith(new URL(`${baseUrl}/control/`).pathname))
    throw new StepFailure(t.outside(where));
  const line = `${method} ${where}`;
  const start = performance.now();
  try {
    const answer = await request(address, {
      method,
      body,
      signal,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      },
    });
    const read = await readBody(answer.body, { bytes: MAX_CONTROL_ANSWER_BYTES, time: STEP_MS });
    const text = read.ok ? read.bytes.toString('utf8') : null;
    const { statusCode: status } = answer;
    const time = performance.now() - start;
    await target.controlled(where);
    if (method === 'POST' && where === '/control/reset' && status < 400) actor.renew();
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const response = {
      status,
      headers,
      text,
      time,
      schema: 'unknown',
      signature: 'unknown',
      verdicts: [],
    } as const;
    const saysItself = expect.some(({ that }) => that.of === 'status');
    const holds = status < 400;
    const refusal = holds ? null : `${status} ${saidIn(text)}`;
    const usual = saysItself
      ? []
      : [
          {
            holds,
            text: refusal === null ? t.does : t.refuses(refusal),
            warns: false,
          },
        ];
    return { outcome: { response, redirect: null }, line, exchange: null, usual, refusal };
  } catch (error) {
    if (isTimeout(signal)) throw new NoAnswer(texts.running.tookTooLong(line, timeout));
    const reason = t.failed(error instanceof Error ? error.message : String(error));
    const isGone = isUnreachable(error);
    throw new NoAnswer(isGone ? texts.running.unreachable(reason) : reason, isGone);
  }
}

/** The sentence in a refusal of the control listener, otherwise the whole body. */
function saidIn(body: string | null): string {
  try {
    const read: unknown = JSON.parse(body ?? '');
    if (typeof read === 'object' && read !== null && 'error' in read && typeof read.error === 'string')
      return read.error;
  } catch {
    // Not JSON.
  }
  return body ?? '';
}
