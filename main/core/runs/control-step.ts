/** A control step: the operator of a simulated bank moves the clock, runs a batch, resets (contract section 13). */
import { request } from 'undici';
import type { Filler } from '../../../shared/collections/fill.ts';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { ControlStep } from '../../../shared/collections/steps.ts';
import type { Actor } from './actor.ts';
import { type Done, StepFailure, StepSkipped } from './step-outcome.ts';
import type { RunTarget } from './target.ts';
import { readBody } from '../../../shared/node/bounded-http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_CONTROL_ANSWER_BYTES, STEP_MS } from '../../../shared/limits.ts';

const t = texts.running.operator;

/** @throws StepFailure, StepSkipped, MissingVariables */
export async function control(
  { method, path, json }: ControlStep,
  expect: readonly Assertion[],
  filler: Filler,
  { target, actor, signal }: { target: RunTarget; actor: Actor; signal: AbortSignal },
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
    const usual = saysItself
      ? []
      : [
          {
            holds,
            text: holds ? t.does : t.refuses(`${status} ${saidIn(text)}`),
            warns: false,
          },
        ];
    return { outcome: { response, redirect: null }, line: `${method} ${where}`, exchange: null, usual };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StepFailure(t.failed(reason));
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
