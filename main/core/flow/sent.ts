/** The workbench's own requests and responses as events. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { aboutTarget, eventText, gistOf } from '../../../shared/flow/answer.ts';
import type { About, NewFlowEvent } from '../../../shared/flow/event.ts';
import type { Hidden } from '../redaction/mask.ts';
import {
  MAX_SEARCHED_BODY_BYTES,
  MAX_EVENT_IDS,
  MAX_EVENT_LIST_CHARS,
  MAX_EVENT_PARAMETERS,
} from '../../../shared/limits.ts';

/** A request that is about to be sent, not yet masked. */
export interface Leaving {
  /** Id that its exchange will have in the history. */
  exchange: string;
  environment: string;
  origin: Exchange['origin'];
  /** Whether it goes to the local bank. */
  isLocal: boolean;
  /** Id of the TPP that the certificate identifies. */
  tpp: string;
  method: string;
  /** Path and query. */
  target: string;
  title: string;
  headers: readonly { name: string; value: string }[];
  secrets: readonly Hidden[];
}

export type RequestEvent = Extract<NewFlowEvent, { kind: 'request' }>;
export type ResponseEvent = Extract<NewFlowEvent, { kind: 'response' }>;

export function headerOf({ headers }: Pick<Leaving, 'headers'>, name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
}

/** Not yet masked. */
export function requestEvent(leaving: Leaving, bankAt: number | null): RequestEvent {
  const { environment, origin, tpp, method, target, title, exchange } = leaving;
  const about: About[] = aboutTarget(target);
  const request = headerOf(leaving, 'x-request-id');
  const session = headerOf(leaving, 'tpp-session-id');
  if (request !== null) about.push({ subject: 'request', id: request });
  if (session !== null) about.push({ subject: 'session', id: session });
  return {
    kind: 'request',
    from: 'tpp',
    tpp,
    method,
    target,
    title,
    signed: headerOf(leaving, 'signature') !== null,
    exchange,
    ...((origin === 'proxy' || origin === 'tap') && { via: origin }),
    bankAt,
    cause: null,
    environment,
    about,
  };
}

/**
 * @param exchange as it is recorded, masked
 * @param atBank the local bank's own event, masked
 */
export function responseEvent(
  exchange: Pick<
    Exchange,
    'id' | 'status' | 'failure' | 'duration' | 'response' | 'links' | 'explanation' | 'verdicts'
  >,
  { about, environment }: Pick<RequestEvent, 'about' | 'environment'>,
  { bankAt, cause, atBank }: { bankAt: number | null; cause: number; atBank: ResponseEvent | null },
): ResponseEvent {
  const { id, status, failure, duration, response, links, explanation, verdicts } = exchange;
  const body = response === null ? null : bodyIn(response);
  const gist = gistOf(body);
  const link = links.find(({ name }) => name === 'scaRedirect')?.href ?? gist.scaRedirect;
  const message = messageIn(body);
  const header = (wanted: string) =>
    response?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  const isRedirect = status !== null && status >= 300 && status < 400;
  const location = link ?? (isRedirect ? header('location') : null);
  const wrongSignature = verdicts.find(({ part, holds }) => part === 'signature' && holds === 'no');
  const hint = explanation?.hint ?? atBank?.hint;
  const all = [...about, ...(atBank?.about ?? []), ...gist.about];
  return {
    kind: 'response',
    to: 'tpp',
    status,
    failure: failure === null ? null : eventText(failure),
    word: link === null ? (gist.word ?? atBank?.word ?? null) : 'scaRedirect',
    signed: header('signature') !== null,
    ...(wrongSignature !== undefined && { signatureFault: eventText(wrongSignature.text) }),
    rule: explanation?.rule ?? atBank?.rule ?? null,
    code: message.code ?? atBank?.code ?? null,
    reason: message.text ?? atBank?.reason ?? null,
    ...(hint !== undefined && { hint: eventText(hint) }),
    location: location === null ? null : eventText(location),
    duration,
    exchange: id,
    bankAt,
    cause,
    environment,
    about: all.filter(
      (one, at) =>
        all.findIndex(({ subject, id: known }) => subject === one.subject && known === one.id) === at,
    ),
  };
}

function bodyIn({ body, bodyBytes }: NonNullable<Exchange['response']>): unknown {
  if (bodyBytes > MAX_SEARCHED_BODY_BYTES || !body.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The first message of a refusal. @param body parsed JSON, from any bank */
function messageIn(body: unknown): { code: string | null; text: string | null } {
  const none = { code: null, text: null };
  if (typeof body !== 'object' || body === null || !('tppMessages' in body)) return none;
  const { tppMessages } = body;
  const first: unknown = Array.isArray(tppMessages) ? tppMessages[0] : null;
  if (typeof first !== 'object' || first === null) return none;
  const { code = null, text = null, category } = first as Record<string, unknown>;
  if (category === 'WARNING') return none;
  return {
    code: typeof code === 'string' ? eventText(code) : null,
    text: typeof text === 'string' ? eventText(text) : null,
  };
}

/** Limits the length of all texts. Only for a masked event: a secret that is cut would not be found. */
export function bounded<E extends NewFlowEvent>(event: E): E {
  const texts = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string' ? eventText(value) : value,
  ]);
  return { ...event, ...Object.fromEntries(texts), ...listsOf(event) };
}

function listsOf(event: NewFlowEvent) {
  const about = within(event.about.slice(0, MAX_EVENT_IDS).map((one) => ({ ...one, id: eventText(one.id) })));
  if (event.kind !== 'callback') return { about };
  const parameters = event.parameters
    .slice(0, MAX_EVENT_PARAMETERS)
    .map(({ name, value }) => ({ name: eventText(name), value: eventText(value) }));
  const kept = within(parameters);
  const left = event.parameters.length - kept.length;
  return { about, parameters: left === 0 ? kept : [...kept, { name: '…', value: `+${left}` }] };
}

/** The first ones, up to {@link MAX_EVENT_LIST_CHARS}. */
function within<T extends object>(list: readonly T[]): T[] {
  let length = 0;
  const end = list.findIndex((one) => (length += Object.values(one).join('').length) > MAX_EVENT_LIST_CHARS);
  return list.slice(0, end < 0 ? list.length : end);
}

/** A cache that drops the oldest entries. */
export class Recent<V> {
  private readonly map = new Map<string | number, V>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string | number): V | undefined {
    return this.map.get(key);
  }

  set(key: string | number, value: V): void {
    this.map.delete(key);
    this.map.set(key, value);
    if (this.map.size <= this.most) return;
    const oldest = this.map.keys().next().value;
    if (oldest !== undefined) this.map.delete(oldest);
  }

  forget(isGone: (value: V) => boolean): void {
    for (const [key, value] of this.map) if (isGone(value)) this.map.delete(key);
  }

  /** Removes the value. */
  take(key: string | number): V | undefined {
    const value = this.map.get(key);
    this.map.delete(key);
    return value;
  }
}
