/** A request step: sends a signed request. */
import { randomUUID } from 'node:crypto';
import type { Filler } from '../../../shared/collections/fill.ts';
import { composedOfStep, merged } from '../../../shared/collections/request-step.ts';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { JudgedAssertion } from '../../../shared/collections/result.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import type { RequestStep, Step } from '../../../shared/collections/steps.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { type Exchange, outcomeOf } from '../../../shared/contract/exchange.ts';
import type { Fault } from '../../../shared/faults/fault.ts';
import { methodOf, partsOf } from '../../../shared/requests/compose.ts';
import { type ComposedRequest, isKnown } from '../../../shared/requests/request.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { keyIdOf, unreversedKeyIdOf } from '../../../shared/signing/key-id.ts';
import { credentialsIn } from '../redaction/credentials.ts';
import { type Hidden, hidden } from '../redaction/mask.ts';
import { sentTo } from '../requests/order.ts';
import { mustKeepSecrets, placed, placeOf } from '../requests/place.ts';
import { atBank, resolve } from '../requests/resolve.ts';
import type { Sender, SendOrder } from '../requests/sender.ts';
import { isTimeout } from '../requests/tls-failure.ts';
import type { Actor } from './actor.ts';
import { type Done, NoAnswer, StepSkipped } from './step-outcome.ts';
import type { RunTarget } from './target.ts';
import { furtherMessages, messageInBody } from '../../../shared/xs2a/refusals.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running.request;

export interface RequestParts {
  target: RunTarget;
  sender: Pick<Sender, 'send'>;
  actor: Actor;
  /** Of the collection, flow and groups around the step, from the outermost; an empty value leaves one out. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Milliseconds per request, page or pause. */
  timeout: number;
  signal: AbortSignal;
  /** Secrets of the run, with those of these variables. A response may repeat any of them. */
  secrets: (used: readonly Variable[]) => readonly Hidden[];
}

/**
 * @param expect assertions of the step
 * @throws NoAnswer; StepSkipped for a fault that this certificate cannot make; MissingVariables; HostError for a
 * request that cannot be composed
 */
export async function sendRequest(
  { request: step, change, name }: Pick<Step, 'change' | 'name'> & { request: RequestStep },
  expect: readonly Assertion[],
  filler: Filler,
  parts: RequestParts,
): Promise<Done> {
  const { sender, actor, target } = parts;
  // Unmasked, because assertions compare what the bank sent.
  let text: string | null = null;
  const order = orderOf(step, change, filler, parts);
  const why = order.request.filled.fault && noFault(order.request.filled.fault, target.identity.certificate);
  if (why !== null) throw new StepSkipped(why);
  let isUnreachable = false;
  const exchange = await sender.send({
    ...order,
    name,
    onBody: (body) => (text = body.toString('utf8')),
    // Without another host, the rest of the run is possible.
    onUnreachable: () => (isUnreachable = order.destination.at === undefined),
  });
  const line = `${exchange.method} ${exchange.path}`;
  if (exchange.response === null) {
    if (isTimeout(parts.signal)) throw new NoAnswer(texts.running.tookTooLong(line, parts.timeout));
    const failure = exchange.failure ?? texts.running.noResponse;
    throw new NoAnswer(isUnreachable ? texts.running.unreachable(failure) : failure, isUnreachable);
  }
  const { status } = exchange.response;
  const redirect = exchange.links.find(({ name }) => name === 'scaRedirect')?.href;
  if (redirect !== undefined && status < 400) actor.sent(redirect, target.destination.baseUrl);
  // A new sandbox knows no PSU (SBX-1).
  if (exchange.operation === 'initializeSandbox' && status === 201) actor.renew();
  return {
    outcome: outcomeOf(exchange, text),
    line,
    exchange,
    usual: usualOf(step, expect, exchange),
    refusal: refusalIn(exchange),
    ...(redirect !== undefined && status >= 400 ? { refusalPage: redirect } : {}),
  };
}

/** Whether a step only reads, so that no PSU is asked to approve what it does. */
export function isRead(step: RequestStep): boolean {
  const request = composedOfStep(step);
  return isKnown(request) && methodOf(request) === 'GET';
}

function orderOf(
  step: RequestStep,
  change: Step['change'],
  filler: Filler,
  { target, actor, headers, signal, secrets }: RequestParts,
): SendOrder {
  const written = composedOfStep(step);
  const whole = resolve(filledIn(step, written, change, filler));
  filler.check();
  const { baseUrl, schemas } = target.destination;
  const line = written.line === null ? whole.path : partsOf(written.line).path;
  const place = placeOf(line, whole.path, { baseUrl, hosts: target.hosts });
  const request = atBank(placed(whole, place), schemas);
  const usual = place.at === 'elsewhere' ? headers : [...target.defaults, ...headers];
  const defaults = usual.map(([name, value]): [string, string] => [name, filler.text(value)]);
  filler.check();
  mustKeepSecrets(place, { ...request, headers: [...defaults, ...request.headers] }, () => [
    ...target.variables,
    ...filler.used.filter(({ origin }) => origin === 'environment'),
  ]);
  const identity = {
    ...target.identity,
    environment: actor.environment,
    redirectUri: target.redirectUri,
    defaults,
    now: target.now(),
    newRequestId: randomUUID,
  };
  return {
    request: {
      filled: request,
      written,
      body: request.body,
      secrets: secrets(filler.used),
      credentials: hidden(credentialsIn([...defaults, ...request.headers])),
    },
    ...sentTo(place, { destination: target.destination, identity }),
    signal,
    onProgress: () => undefined,
  };
}

/** In a JSON body, a value that is one variable takes that variable's type. */
function filledIn(
  step: RequestStep,
  written: ComposedRequest,
  change: Step['change'],
  filler: Filler,
): ComposedRequest {
  const json = step.json === undefined ? undefined : filler.json(step.json);
  const changed = change === undefined ? json : merged(json, filler.json(change) as JsonValue);
  const values = (record: Readonly<Record<string, string>>, filled = (value: string) => filler.text(value)) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, filled(value)]));
  return {
    ...written,
    params: values(written.params, (value) => filler.segment(value)),
    query: values(written.query),
    headers: values(written.headers),
    fault: written.fault === null ? null : filler.text(written.fault),
    line: written.line === null ? null : filler.path(written.line),
    body: changed === undefined ? filler.text(written.body) : JSON.stringify(changed, null, 2),
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
  exchange: Exchange,
): JudgedAssertion[] {
  const { verdicts } = exchange;
  const saysItself = expect.some(({ that }) => that.of === 'status' || that.of === 'error-code');
  const broken = verdicts
    .filter(({ holds, part }) => holds === 'no' && part !== 'fault')
    .map(({ text }) => ({ holds: false, text, warns: true }));
  const onFault = verdicts.find(({ part }) => part === 'fault');
  if (saysItself) return broken;
  if (fault !== null && onFault !== undefined)
    return [{ holds: onFault.holds === 'yes', text: onFault.text, warns: false }, ...broken];
  const refusal = refusalIn(exchange);
  const text = refusal === null ? t.isSuccess : t.isNoSuccess(refusal);
  return [{ holds: refusal === null, text, warns: false }, ...broken];
}

/** Characters of a body that is quoted because nobody knows its form. */
const LONGEST_QUOTED = 500;

/** Messages after the first in a sentence. */
const MOST_MESSAGES = 5;

/** Status, code and texts of a refusal, with the local bank's explanation; null for a success. */
export function refusalIn({
  response,
  explanation,
}: Pick<Exchange, 'explanation' | 'response'>): string | null {
  if (response === null || response.status < 400) return null;
  const { status, reason, body } = response;
  const message = messageInBody(body);
  const isQuoted = body.length <= LONGEST_QUOTED && !body.trimStart().startsWith('<');
  const said =
    message === null
      ? { code: reason, text: isQuoted ? body.replaceAll(/\s+/g, ' ').trim() : '' }
      : { code: message.code, text: [message.text, ...furtherMessages(body, MOST_MESSAGES)].join(' ') };
  const answer = [`${status} ${said.code}`.trimEnd(), said.text].filter((one) => one !== '').join(': ');
  if (explanation === null) return answer;
  const { rule, text, hint } = explanation;
  // The bank says most of it in the response.
  const more = [text === message?.text ? '' : text, hint ?? ''].filter((one) => one !== '').join(' ');
  return t.explained(answer, rule, more);
}
