/** The journal entries of a TPP's request and its response. */
import { aboutTarget, eventText, gistOf } from '../../shared/flow/answer.ts';
import type { About } from '../../shared/flow/event.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { issuesOf, type Refusal } from '../domain/refusal.ts';
import type { Passage } from '../gate/gate.ts';
import { explain } from '../gate/signature.ts';
import type { RawRequest } from '../gate/raw.ts';
import type { Fact, BankExchange } from '../journal.ts';
import { memoizeLatest } from '../memoize-latest.ts';
import { type Answer, SharedBody } from './services.ts';

/** @param passage null if the gate has thrown */
export function requestFact(raw: RawRequest, about: About[], passage: Passage | null): Fact {
  return {
    kind: 'request',
    from: 'tpp',
    tpp: passage?.tpp ?? null,
    method: raw.method,
    target: eventText(raw.target),
    title: passage?.operation ? operationById(passage.operation).title : 'Request',
    signed: raw.headers.has('signature'),
    exchange: null,
    about,
  };
}

const aboutSame = memoizeLatest(aboutTarget);

export function aboutRequest({ target, headers }: RawRequest): About[] {
  const about = [...aboutSame(target)];
  const request = headers.first('x-request-id');
  const session = headers.first('tpp-session-id');
  if (request !== undefined) about.push({ subject: 'request', id: eventText(request) });
  if (session !== undefined) about.push({ subject: 'session', id: eventText(session) });
  return about;
}

const NO_ANSWER = {
  kind: 'response',
  to: 'tpp',
  failure: null,
  word: null,
  signed: false,
  rule: null,
  code: null,
  reason: null,
  location: null,
  exchange: null,
} as const;

/** @param asked the ids of the request @param duration milliseconds since the request arrived */
export function answerFact(
  asked: About[],
  outcome: Answer | Refusal,
  how: { signed: boolean; signatureFault?: string; duration: number },
): Fact {
  const { status } = outcome;
  if (outcome.kind === 'answer' && outcome.body instanceof SharedBody)
    return { ...NO_ANSWER, ...how, status, about: asked };
  const common = { ...NO_ANSWER, ...how, status };
  if (outcome.kind === 'refusal') {
    const { rule, code, text, hint, links } = outcome;
    const gist = gistOf({ _links: links });
    const more = typeof hint === 'string' ? { hint: eventText(hint) } : {};
    return {
      ...common,
      word: gist.word,
      rule,
      code,
      reason: text,
      ...more,
      about: [...asked, ...gist.about],
    };
  }
  const gist = gistOf(outcome.body);
  const made = gist.about.filter(({ id }) => asked.every((one) => one.id !== id));
  return { ...common, word: gist.word, about: made.length === 0 ? asked : [...asked, ...made] };
}

/** @param failure why no response was sent, as a sentence */
export function failureFact(about: About[], failure: string, duration: number): Fact {
  return { ...NO_ANSWER, status: null, failure, duration, about };
}

/** Shared, because most exchanges have neither notes nor issues. */
const NONE: readonly never[] = [];

/** SIG-14. @param at bank time, milliseconds */
export function exchangeOf(
  raw: RawRequest,
  { tpp, operation, findings }: Passage,
  outcome: Answer | Refusal,
  at: number,
): BankExchange {
  const isRefused = outcome.kind === 'refusal';
  return {
    requestId: raw.headers.first('x-request-id') ?? null,
    method: raw.method,
    path: raw.target,
    status: outcome.status,
    tpp,
    operation,
    at,
    clientCertificate: raw.clientCertificate,
    notes: findings.notes.length === 0 ? NONE : findings.notes,
    rule: isRefused ? outcome.rule : null,
    explanation: isRefused ? explain(outcome, findings) : null,
    issues: isRefused ? issuesOf(outcome) : NONE,
  };
}
