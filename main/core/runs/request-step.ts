/** A request step: sends a signed request. */
import { randomUUID } from 'node:crypto';
import type { Filler } from '../../../shared/collections/fill.ts';
import { composedOfStep } from '../../../shared/collections/request-step.ts';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { JudgedAssertion } from '../../../shared/collections/result.ts';
import type { RequestStep } from '../../../shared/collections/steps.ts';
import { type Exchange, outcomeOf } from '../../../shared/contract/exchange.ts';
import type { Fault } from '../../../shared/faults/fault.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { keyIdOf, unreversedKeyIdOf } from '../../../shared/signing/key-id.ts';
import { credentialsIn } from '../redaction/credentials.ts';
import { type Hidden, hidden } from '../redaction/mask.ts';
import { atBank, resolve } from '../requests/resolve.ts';
import type { Sender, SendOrder } from '../requests/sender.ts';
import type { Actor } from './actor.ts';
import { type Done, StepFailure, StepSkipped } from './step-outcome.ts';
import type { RunTarget } from './target.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running.request;

export interface RequestParts {
  target: RunTarget;
  sender: Pick<Sender, 'send'>;
  actor: Actor;
  signal: AbortSignal;
  /** Secrets of the run. A response may repeat any of them. */
  secrets: readonly Hidden[];
}

/**
 * @param expect assertions of the step
 * @throws StepFailure without a response; StepSkipped for a fault that this certificate cannot make; MissingVariables; HostError for a
 * request that cannot be composed
 */
export async function sendRequest(
  step: RequestStep,
  expect: readonly Assertion[],
  filler: Filler,
  parts: RequestParts,
): Promise<Done> {
  const { sender, actor, target } = parts;
  // Unmasked, because assertions compare what the bank sent.
  let text: string | null = null;
  const order = orderOf(step, filler, parts);
  const why = order.request.filled.fault && noFault(order.request.filled.fault, target.identity.certificate);
  if (why !== null) throw new StepSkipped(why);
  const exchange = await sender.send({ ...order, onBody: (body) => (text = body.toString('utf8')) });
  const line = `${exchange.method} ${exchange.path}`;
  if (exchange.response === null) throw new StepFailure(exchange.failure ?? texts.running.noResponse);
  const { status } = exchange.response;
  const redirect = exchange.links.find(({ name }) => name === 'scaRedirect')?.href;
  if (redirect !== undefined) actor.sent(redirect, target.destination.baseUrl);
  // A new sandbox knows no PSU (SBX-1).
  if (exchange.operation === 'initializeSandbox' && status === 201) actor.renew();
  return { outcome: outcomeOf(exchange, text), line, exchange, usual: usualOf(step, expect, exchange) };
}

function orderOf(
  step: RequestStep,
  filler: Filler,
  { target, actor, signal, secrets }: RequestParts,
): SendOrder {
  const written = composedOfStep(step);
  const request = atBank(resolve(filledIn(step, written, filler)), target.destination.schemas);
  const defaults = target.defaults.map(([name, value]): [string, string] => [name, filler.text(value)]);
  filler.check();
  return {
    request: {
      filled: request,
      written,
      body: request.body,
      secrets,
      credentials: hidden(credentialsIn([...defaults, ...request.headers])),
    },
    destination: target.destination,
    identity: {
      ...target.identity,
      environment: actor.environment,
      redirectUri: target.redirectUri,
      defaults,
      now: target.now(),
      newRequestId: randomUUID,
    },
    signal,
    onProgress: () => undefined,
  };
}

/** In a JSON body, a value that is one variable takes that variable's type. */
function filledIn(step: RequestStep, written: ComposedRequest, filler: Filler): ComposedRequest {
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, filler.text(value)]));
  return {
    ...written,
    params: values(written.params),
    query: values(written.query),
    headers: values(written.headers),
    line: written.line === null ? null : filler.path(written.line),
    body:
      step.json === undefined ? filler.text(written.body) : JSON.stringify(filler.json(step.json), null, 2),
  };
}

/** Why a request with this fault would be valid, or null. */
function noFault({ needs, changes }: Fault, certificate: Certificate): string | null {
  const keyId = keyIdOf(certificate);
  // SIG-9
  if (needs === 'encoded-word' && isAscii(keyId)) return t.needsWord;
  const isUnreversed = changes.some((change) => 'keyId' in change && change.keyId === 'unreversed');
  // SIG-4
  return isUnreversed && unreversedKeyIdOf(certificate) === keyId ? t.needsParts : null;
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** Implicit assertions: the response to a deliberate fault, otherwise a success, unless the step asserts status or code. Verdicts warn. */
export function usualOf(
  { fault }: RequestStep,
  expect: readonly Assertion[],
  { verdicts, status, response }: Exchange,
): JudgedAssertion[] {
  const saysItself = expect.some(({ that }) => that.of === 'status' || that.of === 'error-code');
  const broken = verdicts
    .filter(({ holds, part }) => holds === 'no' && part !== 'fault')
    .map(({ text }) => ({ holds: false, text, warns: true }));
  const onFault = verdicts.find(({ part }) => part === 'fault');
  if (saysItself) return broken;
  if (fault !== null && onFault !== undefined)
    return [{ holds: onFault.holds === 'yes', text: onFault.text, warns: false }, ...broken];
  const isSuccess = status !== null && status < 400;
  const text = isSuccess ? t.isSuccess : t.isNoSuccess(`${status} ${response?.reason ?? ''}`.trimEnd());
  return [{ holds: isSuccess, text, warns: false }, ...broken];
}
