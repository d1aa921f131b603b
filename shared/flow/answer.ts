/** What an answer and a path of the bank's API say for the event log: the ids they are about, and what matters in a word. */
import type { About, Subject } from './event.ts';
import { ownValue } from '../own-value.ts';
import { MAX_EVENT_ID_CHARS, MAX_EVENT_TEXT_CHARS } from '../limits.ts';

/** The segment before an id, and what the id names. */
const SUBJECT_AFTER: Readonly<Record<string, Subject>> = {
  'signing-baskets': 'basket',
  authorisations: 'authorisation',
  'cancellation-authorisations': 'authorisation',
  accounts: 'account',
  'card-accounts': 'account',
  agreements: 'agreement',
};

/** States of payments, baskets, consents and SCAs in which something has failed. */
export const BAD_STATES: ReadonlySet<string> = new Set(['RJCT', 'STOP', 'failed', 'rejected']);

/** Paths of payments have the product between the kind and the id. */
const PAYMENT_KINDS = new Set(['payments', 'bulk-payments', 'periodic-payments']);

/** The ids in a path of the API. @param target path with or without query, as sent */
export function aboutTarget(whole: string): About[] {
  const target = eventText(whole);
  const mark = target.indexOf('?');
  const segments = (mark < 0 ? target : target.slice(0, mark)).split('/', 12);
  const about: About[] = [];
  for (let at = 0; at < segments.length; at++) {
    const name = segments[at] ?? '';
    const isPayment = PAYMENT_KINDS.has(name);
    const subject = isPayment ? 'payment' : ownValue(SUBJECT_AFTER, name);
    if (subject === undefined) continue;
    const id = decoded(segments[isPayment ? at + 2 : at + 1] ?? '');
    if (!isId(id)) continue;
    about.push({ subject, id });
    at += isPayment ? 2 : 1;
  }
  return about;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_EVENT_ID_CHARS;

/** What matters in the body of an answer. */
export interface Gist {
  about: About[];
  /** A transactionStatus, `scaRedirect` or an scaStatus. */
  word: string | null;
  /** Where the PSU is to go. */
  scaRedirect: string | null;
}

/** @param body parsed JSON, from any bank */
export function gistOf(body: unknown): Gist {
  if (!isRecord(body)) return { about: [], word: null, scaRedirect: null };
  const { paymentId, basketId, authorisationId, transactionStatus, scaStatus, _links } = body;
  const about: About[] = [];
  if (isId(paymentId)) about.push({ subject: 'payment', id: paymentId });
  if (isId(basketId)) about.push({ subject: 'basket', id: basketId });
  if (isId(authorisationId)) about.push({ subject: 'authorisation', id: authorisationId });
  const link = isRecord(_links) ? _links['scaRedirect'] : null;
  const scaRedirect = isRecord(link) && typeof link['href'] === 'string' ? link['href'] : null;
  if (scaRedirect !== null) about.push(...aboutPage(scaRedirect));
  const word = scaRedirect !== null ? 'scaRedirect' : isId(transactionStatus) ? transactionStatus : scaStatus;
  return { about, word: isId(word) ? word : null, scaRedirect };
}

/** The SCA that a page of the bank is for: the last segment of its address. */
export function aboutPage(href: string): About[] {
  const id = /\/sca\/([^/?#]+)/.exec(eventText(href))?.[1];
  return id !== undefined && isId(id) ? [{ subject: 'authorisation', id: decoded(id) }] : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A text of an event. Only for one that is masked: a secret that is cut is not found any more. */
export function eventText(text: string): string {
  return text.length > MAX_EVENT_TEXT_CHARS ? copied(`${text.slice(0, MAX_EVENT_TEXT_CHARS)}…`) : text;
}

/** Engines make a part of a text by pointing at it, which keeps the whole of it in memory as long as the part. */
function copied(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}
